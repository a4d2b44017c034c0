/* draw.c - a picture, by librrd. */
#include <errno.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "draw.h"
#include "banned.h"

static const rrd_blob_t *find_image(const rrd_info_t *info)
{
	for (; info; info = info->next) {
		if (strcmp(info->key, "image") == 0 && info->type == RD_I_BLO)
			return &info->value.u_blo;
	}
	return NULL;
}

static int take_image(const rrd_info_t *info, struct draw_png *ret)
{
	const rrd_blob_t *image = find_image(info);
	unsigned char *bytes;

	if (!image || image->size == 0)
		return -EIO;
	bytes = malloc(image->size);
	if (!bytes)
		return -ENOMEM;
	memcpy(bytes, image->ptr, image->size);
	*ret = (struct draw_png){ bytes, image->size };
	return 0;
}

static int draw_args(struct words *words, const char *title, struct draw_png *ret,
		     struct notes *notes)
{
	rrd_info_t *info;
	int rc = -EIO;

	rrd_clear_error(); /* librrd decides by an old error, too */
	/* char ** before 1.9, const char ** since; it permutes the array, which is ours */
	info = rrd_graph_v(words->argc, (void *)words->argv);
	/* it can return a list and have failed */
	if (info && !rrd_test_error())
		rc = take_image(info, ret);
	if (rc == -EIO)
		notes_fail(notes, "%s: librrd cannot draw it: %s", title,
			   rrd_test_error() ? rrd_get_error() : "no picture came");
	rrd_clear_error();
	if (info)
		rrd_info_free(info);
	return rc;
}

__attribute__((visibility("default"))) int draw_view(const struct view *view, struct draw_png *ret,
						     struct notes *notes)
{
	struct words words = { .max = args_words(view) };
	size_t bytes = args_bytes(view);
	char *text = malloc(bytes);
	int rc = -ENOMEM;

	words.argv = calloc(words.max, sizeof(words.argv[0]));
	if (text && words.argv) {
		words.text = buf_of(text, bytes);
		args_make(view, &words);
		if (words.cut)
			notes_fail(notes, "%s: too much for one picture", view->title);
		rc = words.cut ? -E2BIG : draw_args(&words, view->title, ret, notes);
	}
	free(words.argv);
	free(text);
	return rc;
}
