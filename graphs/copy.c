/* copy.c - a private copy of an RRD file. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "copy.h"
#include "file.h"
#include "kind.h"
#include "locks.h"
#include "memory.h"
#include "banned.h"

#define FILE_BYTES_MAX (256 << 20)
#define COPY_TRIES 5
#define PAUSE_MS 1

static int explain(const struct copy_state *state, const char *path, struct notes *notes)
{
	static const char move[] = "move it away, collectd makes a new one";

	switch (state->fault) {
	case HEADER_SOUND:
		return 0;
	case HEADER_EMPTY:
		notes_fail(notes, "%s: is empty (0 bytes): %s", path, move);
		break;
	case HEADER_ZEROED:
		notes_fail(notes, "%s: holds only zeros, as after a crash: %s", path, move);
		break;
	case HEADER_CUT:
		notes_fail(notes,
			   "%s: is cut: %zu of %" PRIu64 " bytes: restore it from a backup, or %s",
			   path, state->size, state->header.file_bytes, move);
		break;
	case HEADER_FOREIGN:
		notes_fail(notes,
			   "%s: was made on another architecture, %s: `rrdtool dump FILE FILE.xml` "
			   "there, `rrdtool restore FILE.xml FILE` here",
			   path, state->machine);
		break;
	case HEADER_NO_RRD:
		notes_fail(notes, "%s: is not an RRD file: %s", path, move);
		break;
	case HEADER_DAMAGED:
		notes_fail(notes, "%s: its header is damaged: restore it from a backup, or %s",
			   path, move);
		break;
	}
	return -EINVAL;
}

/* Where rows begin, at the latest. */
static size_t head_of(size_t size)
{
	return size < HEADER_BYTES_MAX ? size : HEADER_BYTES_MAX;
}

/* Read the rows behind the head: as many as the header tells of, whatever follows them. */
static int read_rows(int fd, unsigned char *bytes, const struct copy_state *state)
{
	size_t head = head_of(state->size);
	uint64_t whole = state->header.file_bytes;

	if (memory_free() < whole)
		return -ENOMEM;
	return whole > head ? file_read_at(fd, bytes + head, (size_t)whole - head, (off_t)head) : 0;
}

/* Read the header of a file of `ret->size` bytes, and its rows if there is room for them. Again if
 * the header moved meanwhile: a writer was at work. One that never rests costs a row or two at the
 * end, and what is read is taken. Sets fault, machine and header of `ret`. */
static int read_steady(int fd, unsigned char *bytes, bool with_rows, enum copy_machine whose,
		       struct copy_state *ret)
{
	size_t head = head_of(ret->size);

	for (int i = 0; i < COPY_TRIES; i++) {
		int rc = file_read_at(fd, bytes, head, 0);

		if (rc < 0)
			return rc;
		ret->fault = header_read(bytes, head, ret->size, &ret->header, &ret->machine);
		if (ret->fault == HEADER_FOREIGN && whose == COPY_OF_ANY &&
		    ret->header.file_bytes == ret->size)
			ret->fault = HEADER_SOUND;
		if (ret->fault == HEADER_SOUND && with_rows)
			rc = read_rows(fd, bytes, ret);
		if (rc < 0)
			return rc;
		if (file_begins(fd, bytes,
				ret->fault == HEADER_SOUND ? ret->header.header_bytes : head))
			break;
		poll(NULL, 0, PAUSE_MS);
	}
	return 0;
}

/* The same of the header alone. */
static int read_header(int fd, struct copy_state *ret)
{
	unsigned char *bytes = malloc(head_of(ret->size) + 1);
	int rc = bytes ? read_steady(fd, bytes, false, COPY_OF_OURS, ret) : -ENOMEM;

	free(bytes);
	return rc;
}

static int open_live(const char *path, size_t *ret_size)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int rc = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0)
		rc = -errno;
	else if (!S_ISREG(st.st_mode))
		rc = -EISDIR;
	else if (st.st_size > FILE_BYTES_MAX)
		rc = -EFBIG;
	if (rc < 0) {
		close(fd);
		return rc;
	}
	*ret_size = (size_t)st.st_size;
	return fd;
}

static int complain(int rc, const char *path, struct notes *notes)
{
	static const struct {
		int rc;
		const char *cure;
	} cures[] = {
		{ -EACCES, "run as root or as the user of collectd" },
		{ -ENOENT, "it was there a moment ago; try again" },
		{ -EFBIG, "no RRD is that large, move it away; or raise `ulimit -f`" },
		{ -ENOSYS, "a kernel with memfd_create() is needed, Linux 3.17 or later" },
		{ -EMFILE, "raise the limit of open files, `ulimit -n 4096`" },
		{ -ENOMEM, "free some memory, or move away the files of what is gone" },
		{ -EIO, "check the disk, `dmesg` says more" },
	};
	const char *kind = kind_of(path), *cure = "try again";

	if (kind) {
		notes_fail(notes, "%s: is %s: move it away, collectd makes a file", path, kind);
		return rc;
	}
	for (size_t i = 0; i < ARRAY_SIZE(cures); i++) {
		if (cures[i].rc == rc)
			cure = cures[i].cure;
	}
	notes_fail(notes, "%s: %s: %s", path, ERRTEXT(-rc), cure);
	return rc;
}

/* A memfd of this size, mapped. It takes no memory before it is written to. */
static int map_memory(size_t size, unsigned char **ret)
{
	int fd = memfd_create("rrd", MFD_CLOEXEC);
	void *bytes;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)size) < 0) {
		int rc = -errno;

		close(fd);
		return rc;
	}
	bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (bytes == MAP_FAILED) {
		close(fd);
		return -ENOMEM;
	}
	*ret = bytes;
	return fd;
}

static int copy_live(int live, size_t size, const char *path, enum copy_machine whose,
		     struct copy *ret, struct notes *notes)
{
	struct copy_state state = { .fault = HEADER_EMPTY };
	unsigned char *bytes = NULL;
	int fd, rc;

	if (size == 0)
		return explain(&state, path, notes);
	fd = map_memory(size, &bytes);
	if (fd < 0)
		return complain(fd, path, notes);
	state.size = size;
	rc = read_steady(live, bytes, true, whose, &state);
	munmap(bytes, size);
	if (rc == 0 && state.fault == HEADER_SOUND &&
	    ftruncate(fd, (off_t)state.header.file_bytes) < 0)
		rc = -errno;
	rc = rc < 0 ? complain(rc, path, notes) : explain(&state, path, notes);
	if (rc < 0) {
		close(fd);
		return rc;
	}
	ret->fd = fd;
	ret->header = state.header;
	snprintf(ret->path, sizeof(ret->path), "/proc/self/fd/%d", fd);
	return 0;
}

int copy_open_of(const char *path, enum copy_machine machine, struct copy *ret, struct notes *notes)
{
	size_t size = 0;
	int live = open_live(path, &size);
	int rc;

	if (live < 0)
		return complain(live, path, notes);
	rc = copy_live(live, size, path, machine, ret, notes);
	close(live);
	return rc;
}

int copy_open(const char *path, struct copy *ret, struct notes *notes)
{
	return copy_open_of(path, COPY_OF_OURS, ret, notes);
}

int copy_header(const char *path, struct header *ret, struct notes *notes)
{
	struct copy_state state = { .fault = HEADER_EMPTY };
	int live = open_live(path, &state.size);
	int rc;

	if (live < 0)
		return complain(live, path, notes);
	rc = read_header(live, &state);
	close(live);
	rc = rc < 0 ? complain(rc, path, notes) : explain(&state, path, notes);
	if (rc == 0)
		*ret = state.header;
	return rc;
}

void copy_allow_many(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

int copy_inspect(const char *path, bool waits, struct copy_state *ret)
{
	size_t size = 0;
	int live = open_live(path, &size);
	int rc;

	if (live < 0)
		return live;
	*ret = (struct copy_state){ .fault = HEADER_EMPTY, .size = size };
	ret->locked_by = locks_holder(live, waits);
	rc = read_header(live, ret);
	close(live);
	return rc;
}

int copy_read(const struct copy *copy, uint64_t from, void *ret, size_t size)
{
	return file_read_at(copy->fd, ret, size, (off_t)from);
}

void copy_close(struct copy *copy)
{
	if (copy->fd >= 0)
		close(copy->fd);
	*copy = COPY_NONE;
}
