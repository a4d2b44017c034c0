/* model.c - a view of made-up series. */
#include <string.h>

#include "args.h"
#include "model.h"
#include "unit.h"
#include "util.h"

#define NOW 1790000000

void model_begin(struct model *m, const char *graph)
{
	char instance[MATCH_SIZE];

	memset(m, 0, sizeof(*m));
	snprintf(m->copy.path, sizeof(m->copy.path), "%s", "/proc/self/fd/5");
	m->view.graph = graph_find(graph, instance);
	m->view.palette = &palettes[0];
	m->view.width = 800;
	m->view.height = 200;
	m->view.span = (struct span){ NOW - 86400, NOW, 108 };
	m->view.series = m->series;
	m->view.row = m->row;
	m->view.trip = m->trip;
}

void model_part(struct model *m, size_t rule, double value)
{
	struct view_series *series = &m->series[m->view.values - 1];
	const struct graph_rule *own = &m->view.graph->rule[rule];
	struct view_part *part = &series->part[view_kind(own->role)];

	*part = (struct view_part){ .rule = own, .copy = &m->copy };
	part->measure.stats = (struct stats){ value, value, value, value, value, 60 };
	for (enum archive_cf cf = 0; cf < ARCHIVE_CFS; cf++)
		part->measure.rows[cf] = (struct measure_rows){ 70, 140, NOW - 86380, NOW + 20 };
}

void model_new(struct model *m, const char *name, enum palette_family family)
{
	struct view_series *series = &m->series[m->view.values];

	*series = (struct view_series){ .family = family, .order = m->view.values++ };
	snprintf(series->name, sizeof(series->name), "%s", name);
}

void model_add(struct model *m, const char *name, double value)
{
	model_new(m, name, PALETTE_COOL);
	model_part(m, 0, value);
}

void model_trip(struct model *m, size_t rule, const char *zone, double value)
{
	view_add_trip(&m->view, &m->view.graph->rule[rule], zone, value);
}

void model_end(struct model *m)
{
	view_make_rows(&m->view);
	view_scale(&m->view);
}

void model_args(struct model *m, struct words *ret)
{
	static const char *argv[1024];
	static char text[65536];

	assert_true(args_words(&m->view) <= ARRAY_SIZE(argv));
	assert_true(args_bytes(&m->view) <= sizeof(text));
	*ret = (struct words){ .argv = argv, .max = args_words(&m->view) };
	ret->text = buf_of(text, args_bytes(&m->view));
	args_make(&m->view, ret);
	assert_false(ret->cut);
}

const char *model_word(const struct words *words, const char *begin)
{
	for (int i = 0; i < words->argc; i++) {
		if (strncmp(words->argv[i], begin, strlen(begin)) == 0)
			return words->argv[i];
	}
	return "";
}
