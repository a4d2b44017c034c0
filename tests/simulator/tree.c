/* tree.c - set the recorded files of a board moving: see tree.h. */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tree_file.h"
#include "banned.h"

#define NEW ".new" /* in the root, where no plugin looks */
#define TICKS 100  /* a second, whatever the kernel's HZ is */

static void *grow(void *array, size_t count, size_t size)
{
	array = reallocarray(array, count, size);
	if (array == NULL)
		err(1, "memory");
	return array;
}

struct tree_file *tree_add_file(struct tree *tree, const char *path, const char *text)
{
	struct tree_file *file;

	tree->file = grow(tree->file, tree->files + 1, sizeof(*tree->file));
	file = &tree->file[tree->files++];
	*file = (struct tree_file){ .text = strdup(text), .mask = UINT64_MAX };
	if (file->text == NULL)
		err(1, "memory");
	snprintf(file->path, sizeof(file->path), "%s", path);
	return file;
}

static void free_file(struct tree_file *file)
{
	free(file->text);
	free(file->field);
}

struct tree_field *tree_add_field(struct tree_file *file, size_t begin, size_t end,
				  const struct quantity *quantity, size_t source, double unit)
{
	file->field = grow(file->field, file->fields + 1, sizeof(*file->field));
	file->field[file->fields++] = (struct tree_field){
		.begin = begin,
		.end = end,
		.quantity = quantity,
		.source = source,
		.unit = unit,
		.recorded = strtoull(file->text + begin, NULL, 10),
	};
	return &file->field[file->fields - 1];
}

void tree_open(struct tree *ret, const struct kroot *root, int64_t end, unsigned int step)
{
	*ret = (struct tree){ .root = *root, .end = end, .step = step, .at = end };
	tree_find(ret);
}

void tree_close(struct tree *tree)
{
	for (size_t i = 0; i < tree->files; i++)
		free_file(&tree->file[i]);
	free(tree->file);
	tree->file = NULL;
	tree->files = 0;
}

static double rate(const struct tree_field *field, const struct moment *moment)
{
	double value;

	if (!quantity_is_rate(field->quantity))
		return 0;
	value = quantity_value(field->quantity, field->source, moment);
	if (field->clock > 0)
		return fabs(value - field->clock) < 1 ? TICKS : 0;
	return value;
}

/* Add the rates of the step that ends at `moment`. */
static void add_step(struct tree *tree, const struct moment *moment)
{
	for (size_t i = 0; i < tree->files; i++)
		for (size_t j = 0; j < tree->file[i].fields; j++) {
			struct tree_field *field = &tree->file[i].field[j];

			field->sum += tree->step * rate(field, moment);
		}
	tree->at += tree->step;
}

/* `now` and `next` are the moments of now and of the end of the step. */
static uint64_t number_of(const struct tree_field *field, const struct moment *now,
			  const struct moment *next, int64_t into_step)
{
	double sum;

	if (!quantity_is_rate(field->quantity))
		return (uint64_t)lround(quantity_value(field->quantity, field->source, now) /
					field->unit);
	sum = field->sum + (double)into_step * rate(field, next);
	return field->recorded + (uint64_t)(quantity_count(field->quantity, sum) / field->unit);
}

static int replace(const struct kroot *root, const char *path, const char *text, size_t length)
{
	int fd = openat(root->fd, NEW, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	ssize_t written;

	if (fd < 0)
		return -errno;
	written = write(fd, text, length);
	if (close(fd) != 0 || written < 0)
		return -errno;
	if ((size_t)written != length)
		return -ENOSPC;
	return renameat(root->fd, NEW, root->fd, path) == 0 ? 0 : -errno;
}

static int write_file(const struct tree *tree, const struct tree_file *file,
		      const struct moment *now, const struct moment *next)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	size_t at = 0;
	int rc;

	if (out == NULL)
		return -errno;
	for (size_t i = 0; i < file->fields; i++) {
		const struct tree_field *field = &file->field[i];
		int width = file->is_table ? (int)(field->end - field->begin) : 0;

		fprintf(out, "%.*s%*" PRIu64, (int)(field->begin - at), file->text + at, width,
			number_of(field, now, next, now->time - tree->at) & file->mask);
		at = field->end;
	}
	fputs(file->text + at, out);
	rc = fclose(out) == 0 ? replace(&tree->root, file->path, text, length) : -errno;
	free(text);
	return rc;
}

int tree_play(struct tree *tree, int64_t time)
{
	struct moment now, next;
	int rc = 0;

	scenario_moment(tree->end, time, &now);
	while (true) {
		scenario_moment(tree->end, tree->at + tree->step, &next);
		if (next.time > time)
			break;
		add_step(tree, &next);
	}
	for (size_t i = 0; i < tree->files && rc == 0; i++)
		rc = write_file(tree, &tree->file[i], &now, &next);
	return rc;
}
