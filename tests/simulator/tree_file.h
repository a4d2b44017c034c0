/* tree_file.h - a file of the tree with the numbers in it that move. */
#ifndef TREE_FILE_H
#define TREE_FILE_H

#include "tree.h"

struct tree_field {
	size_t begin; /* in the text; the blanks before the number are a part of it */
	size_t end;
	const struct quantity *quantity;
	size_t source;
	double unit; /* of the sample in one of the file: 0.001 for millidegrees */
	uint64_t recorded;
	double clock; /* Hz, of a row of time_in_state: it counts while this is the clock */
	double sum;   /* of a counter's rates */
};

struct tree_file {
	char path[512];
	char *text;    /* as recorded */
	bool is_table; /* its columns stay where they are */
	uint64_t mask; /* the bits that the kernel prints */
	struct tree_field *field;
	size_t fields;
};

/* Add a file with a copy of its text; to be filled with fields. */
struct tree_file *tree_add_file(struct tree *tree, const char *path, const char *text);

/* Add the number that ends at `end`; fields come in the order of the text. Returns it, until
 * the next is added. */
struct tree_field *tree_add_field(struct tree_file *file, size_t begin, size_t end,
				  const struct quantity *quantity, size_t source, double unit);

/* Find what moves, and add it: tree_find.c */
void tree_find(struct tree *tree);

#endif
