/*
 * kfile.h - reading what the kernel shows as files: /sys and /proc below a root
 * Kernel: Documentation/filesystems/sysfs.rst, Documentation/filesystems/proc.rst
 *
 * Every path is relative to the root, without a slash in front: "proc/interrupts".
 */
#ifndef KFILE_H
#define KFILE_H

#include <stddef.h>

/* The directory that holds proc/ and sys/: "/" but in tests and containers. */
struct kroot {
	int fd;
};

/* The text of a procfs table. Zeroed memory is a valid empty one; the owner of the struct
 * keeps it from read to read, so that the buffer grows only until the table fits. */
struct ktext {
	char *data; /* ends with a 0 byte that `length` does not count */
	size_t length;
	size_t size;
};

/* Open the directory `path`. Returns 0, or -errno. */
int kroot_open(struct kroot *ret, const char *path);

/* Closing twice does no harm, nor closing zeroed memory: 0 counts as closed. */
void kroot_close(struct kroot *root);

/*
 * Read a sysfs attribute with one read(2), as text without the newline at its end.
 * Returns its length, which may be 0; -EFBIG if it fills `size`; -EINVAL if a 0 byte is in
 * it; else -errno as the kernel gave it. `ret` holds something usable only on success.
 */
int kfile_attr(const struct kroot *root, char *ret, size_t size, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The same for an attribute that is no text. Returns how many bytes it has. */
int kfile_bytes(const struct kroot *root, void *ret, size_t size, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * Read a table of procfs to its end. Returns 0; -EFBIG beyond 64 MiB; -ENOMEM; else -errno.
 * After a failure the text is not to be used, but stays valid to be read into again.
 */
int kfile_text(const struct kroot *root, struct ktext *text, const char *path);

/* Free the buffer. Doing it twice does no harm. */
void ktext_done(struct ktext *text);

/*
 * The numbers N of the entries `prefix`N of a directory, ascending. Anything else in it is
 * passed over. Returns how many there are, of which the lowest `max` are in `ret`, or -errno, also
 * where the directory could not be read to its end.
 */
int kdir_numbers(const struct kroot *root, const char *dir, const char *prefix, unsigned int ret[],
		 size_t max);

/* The same for the entries `prefix`N`suffix`: "temp", "_input". */
int kdir_attrs(const struct kroot *root, const char *dir, const char *prefix, const char *suffix,
	       unsigned int ret[], size_t max);

/* One link of a directory and its target, as the kernel wrote it: "../devices/...". */
typedef void klink_fn(const char *name, const char *target, void *ctx);

/*
 * Call `take` for every symbolic link in a directory, in no order. What is no link, or goes
 * meanwhile, is passed over. Returns 0, or -errno; some may have been taken by then.
 */
int kdir_links(const struct kroot *root, const char *dir, klink_fn *take, void *ctx);

/* Read where a link points to. Returns the length, -EINVAL if it is no link, -EFBIG if the
 * target fills `size`, or -errno. */
int kfile_link(const struct kroot *root, char *ret, size_t size, const char *path);

#endif
