#ifndef SONDE_CLI_SELF_TEST_RUN_H
#define SONDE_CLI_SELF_TEST_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/json_tree.h"

/* Commands that a self-test starts, each to its end; what they print goes to files of its folder. All are Local. */

enum { SELF_TEST_WORDS = 64, SELF_TEST_PATH = 4096 };

/* Where a self-test works: a new folder; the program itself, or the command sonde that has started it. */
struct self_test_place {
	char folder[64], program[SELF_TEST_PATH];
	double patience; /* s that a command may take */
};

/* Makes the folder and finds the program. ERR_IO. */
enum status self_test_place_init(struct self_test_place *place, double patience, struct error *err);

/* Removes the folder with all that is in it. */
void self_test_place_release(struct self_test_place *place);

/* The path of a file in the folder into path, which has room for SELF_TEST_PATH bytes; returns path. */
const char *self_test_path(const struct self_test_place *place, const char *name, char *path);

/*
 * Runs a command line, NULL-terminated words, to its end.
 *
 * - name: of the part: its output is in the files name.out and name.err.
 * - ERR_CHECK: it cannot be started, ended with another exit code than 0, by a signal, or not within the patience,
 * after which it is ended with all of its process group; the text says which, and what it said last.
 */
enum status self_test_run(const struct self_test_place *place, const char *name, const char *const *words,
			  struct error *err);

/* The JSON that a part printed; json_release frees the tree, also after a failure. ERR_CHECK: there is none. */
enum status self_test_read(const struct self_test_place *place, const char *name, struct json_tree *tree,
			   struct error *err);

/* The row after this one, the first one after JSON_NONE; JSON_NONE: there is none. */
size_t self_test_row(const struct json_tree *tree, size_t row);

/* The number in a row's column; false: none is there. */
bool self_test_cell(const struct json_tree *tree, size_t row, const char *key, double *number);

/* The text at this key of the "summary" of the JSON that a part printed, into text with room; ERR_CHECK: it has none.
 */
enum status self_test_summary(const struct self_test_place *place, const char *name, const char *object,
			      const char *key, char *text, size_t room, struct error *err);

/* The same, as a number. */
enum status self_test_number(const struct self_test_place *place, const char *name, const char *object, const char *key,
			     double *number, struct error *err);

/* Whether a part said this on its error output. */
bool self_test_said(const struct self_test_place *place, const char *name, const char *text);

#endif
