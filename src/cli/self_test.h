#ifndef SONDE_CLI_SELF_TEST_H
#define SONDE_CLI_SELF_TEST_H

#include "cli/self_test_run.h"

enum { SELF_TEST_TEXT = 400 };

/* How the processes of a part are started: the words of a launcher with their number, "mpirun -n 2". */
struct self_test {
	struct self_test_place place;
	const char *words[SELF_TEST_WORDS]; /* of the launcher; borrowed */
	size_t n_words;
};

/* A part of a self-test. test: finding gets what was found, in SELF_TEST_TEXT bytes; ERR_CHECK with the reason if it
 * does not work. */
struct self_test_part {
	const char *name, *what;
	enum status (*test)(const struct self_test *test, char *finding, struct error *err);
};

/* In the order in which they are tested; the last has no name. */
extern const struct self_test_part self_test_parts[];

#endif
