#ifndef SONDE_BASE_JSON_TREE_H
#define SONDE_BASE_JSON_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * JSON as json-c reads it by default, each key with its line.
 *
 * - Comments, texts in single quotes, and a comma before a closing bracket are taken.
 * - What follows the first value is not read.
 * - A key that comes again in an object keeps its place and gets the later value.
 *
 * All functions are Local.
 */

enum json_kind { JSON_OBJECT, JSON_ARRAY, JSON_STRING, JSON_NUMBER, JSON_OTHER };

enum { JSON_NONE = 0 }; /* no value: the first of a tree is at 1 */

struct json_value {
	enum json_kind kind;
	char *key;                /* in an object; else NULL */
	char *text;               /* of strings and numbers, as it is meant; else NULL */
	size_t line;              /* of the key, or of the value, from 1 */
	size_t child, next, last; /* last: of its children */
};

struct json_tree {
	struct json_value *list; /* owned; [0] is unused */
	size_t n, capacity;
	const char *fault; /* why it cannot be read, static; NULL: it can */
	size_t fault_at;   /* the line */
	size_t left_at;    /* the line at which something follows that is not read; 0: nothing does */
};

/*
 * The same as json-parser reads it, without its options: no comments, double quotes alone, numbers without leading
 * zeros, nothing behind the value. A comma before a closing bracket is taken. A key that comes again is there again,
 * and json_member finds the first.
 */
enum status json_read_strict(const char *text, size_t length, struct json_tree *tree, struct error *err);

/* Reads a text. A text that cannot be read is no error: tree->fault. json_release frees tree, also after a failure.
 * ERR_MEMORY. */
enum status json_read(const char *text, size_t length, struct json_tree *tree, struct error *err);
void json_release(struct json_tree *tree);

/* The value of this key in an object, JSON_NONE if there is none. */
size_t json_member(const struct json_tree *tree, size_t object, const char *key);

#endif
