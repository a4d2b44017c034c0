/* kfile.c - the only place that opens a file of the kernel. */
#include "kfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "banned.h"

/* O_NONBLOCK: whatever stands where the file should be, opening it does not hang. */
#define OPEN_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
#define TEXT_FIRST 16384
#define TEXT_MAX (64 * 1024 * 1024)

int kroot_open(struct kroot *ret, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);

	if (fd < 0)
		return -errno;
	ret->fd = fd;
	return 0;
}

void kroot_close(struct kroot *root)
{
	if (root->fd > 0)
		close(root->fd);
	root->fd = -1;
}

static ssize_t read_some(int fd, void *ret, size_t size)
{
	ssize_t got;

	do {
		got = read(fd, ret, size);
	} while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

static int read_attr(const struct kroot *root, void *ret, size_t size, const char *format,
		     va_list args) __attribute__((format(printf, 4, 0)));

static int read_attr(const struct kroot *root, void *ret, size_t size, const char *format,
		     va_list args)
{
	char path[PATH_MAX];

	int length = vsnprintf(path, sizeof(path), format, args);
	if (length < 0 || (size_t)length >= sizeof(path))
		return -ENAMETOOLONG;
	int fd = openat(root->fd, path, OPEN_FLAGS);
	if (fd < 0)
		return -errno;
	ssize_t got = read_some(fd, ret, size);
	close(fd);
	if (got < 0)
		return (int)got;
	return (size_t)got == size ? -EFBIG : (int)got;
}

int kfile_bytes(const struct kroot *root, void *ret, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	int got = read_attr(root, ret, size, format, args);
	va_end(args);
	return got;
}

int kfile_attr(const struct kroot *root, char *ret, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	int got = read_attr(root, ret, size, format, args);
	va_end(args);
	if (got < 0)
		return got;
	if (got > 0 && ret[got - 1] == '\n')
		got--;
	ret[got] = '\0';
	return memchr(ret, '\0', (size_t)got) ? -EINVAL : got;
}

static int text_grow(struct ktext *text)
{
	size_t size = text->size == 0 ? TEXT_FIRST : text->size * 2;

	if (size > TEXT_MAX)
		return -EFBIG;
	char *data = realloc(text->data, size);
	if (!data)
		return -ENOMEM;
	text->data = data;
	text->size = size;
	return 0;
}

static int read_to_end(int fd, struct ktext *text)
{
	text->length = 0;
	for (;;) {
		if (text->length + 1 >= text->size) {
			int rc = text_grow(text);

			if (rc < 0)
				return rc;
		}
		ssize_t got =
			read_some(fd, text->data + text->length, text->size - text->length - 1);
		if (got < 0)
			return (int)got;
		if (got == 0)
			break;
		text->length += (size_t)got;
	}
	text->data[text->length] = '\0';
	return 0;
}

int kfile_text(const struct kroot *root, struct ktext *text, const char *path)
{
	int fd = openat(root->fd, path, OPEN_FLAGS);

	if (fd < 0)
		return -errno;
	int rc = read_to_end(fd, text);
	close(fd);
	if (rc == -EFBIG)
		ktext_done(text); /* no table needs as much */
	return rc;
}

void ktext_done(struct ktext *text)
{
	free(text->data);
	*text = (struct ktext){ 0 };
}

/* "temp10_input" of "temp" and "_input" -> 10; the kernel writes no zero in front. */
static bool entry_number(const char *name, const char *prefix, const char *suffix,
			 unsigned int *ret)
{
	size_t length = strlen(prefix);

	if (strncmp(name, prefix, length) != 0)
		return false;
	const char *digits = name + length;
	size_t count = strspn(digits, "0123456789");
	if (count == 0 || count > 9 || strcmp(digits + count, suffix) != 0 ||
	    (digits[0] == '0' && count > 1))
		return false;
	*ret = (unsigned int)strtoul(digits, NULL, 10);
	return true;
}

/* Put `number` in its place among the lowest `max`. Returns their new count. */
static size_t insert(unsigned int sorted[], size_t count, size_t max, unsigned int number)
{
	size_t at = count;

	while (at > 0 && sorted[at - 1] > number)
		at--;
	if (at == max)
		return count;
	if (count == max)
		count--;
	memmove(&sorted[at + 1], &sorted[at], (count - at) * sizeof(sorted[0]));
	sorted[at] = number;
	return count + 1;
}

static int open_dir(const struct kroot *root, const char *dir, DIR **ret)
{
	int fd = openat(root->fd, dir, O_RDONLY | O_CLOEXEC | O_DIRECTORY);

	if (fd < 0)
		return -errno;
	*ret = fdopendir(fd);
	if (!*ret) {
		int rc = -errno;

		close(fd);
		return rc;
	}
	return 0;
}

/* The next entry of a directory, NULL at its end. Returns 0, or -errno. */
static int next_entry(DIR *entries, const struct dirent **ret)
{
	errno = 0; /* the end leaves it, a failure does not */
	*ret = readdir(entries);
	return *ret ? 0 : -errno;
}

int kdir_attrs(const struct kroot *root, const char *dir, const char *prefix, const char *suffix,
	       unsigned int ret[], size_t max)
{
	DIR *entries;
	int rc = open_dir(root, dir, &entries);

	if (rc < 0)
		return rc;
	size_t kept = 0;
	int count = 0;
	unsigned int number;
	const struct dirent *entry;
	while ((rc = next_entry(entries, &entry)) == 0 && entry) {
		if (!entry_number(entry->d_name, prefix, suffix, &number))
			continue;
		kept = insert(ret, kept, max, number);
		count++;
	}
	closedir(entries);
	return rc < 0 ? rc : count;
}

int kdir_numbers(const struct kroot *root, const char *dir, const char *prefix, unsigned int ret[],
		 size_t max)
{
	return kdir_attrs(root, dir, prefix, "", ret, max);
}

static int read_link(int dir, const char *path, char *ret, size_t size)
{
	ssize_t length = readlinkat(dir, path, ret, size);

	if (length < 0)
		return -errno;
	if ((size_t)length == size)
		return -EFBIG;
	ret[length] = '\0';
	return (int)length;
}

int kfile_link(const struct kroot *root, char *ret, size_t size, const char *path)
{
	return read_link(root->fd, path, ret, size);
}

int kdir_links(const struct kroot *root, const char *dir, klink_fn *take, void *ctx)
{
	char target[PATH_MAX];
	DIR *entries;
	int rc = open_dir(root, dir, &entries);

	if (rc < 0)
		return rc;
	const struct dirent *entry;
	while ((rc = next_entry(entries, &entry)) == 0 && entry) {
		rc = read_link(dirfd(entries), entry->d_name, target, sizeof(target));
		if (rc >= 0)
			take(entry->d_name, target, ctx);
		else if (rc != -EINVAL && rc != -ENOENT)
			break;
	}
	closedir(entries);
	return rc < 0 ? rc : 0;
}
