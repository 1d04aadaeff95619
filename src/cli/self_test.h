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

/* noisy: it works, but timings vary so much that they say little. */
struct self_test_finding {
	char text[SELF_TEST_TEXT];
	bool noisy;
};

/* A part of a self-test. test: finding, zero-initialised, gets what was found; ERR_CHECK with the reason if it does not
 * work. */
struct self_test_part {
	const char *name, *what;
	enum status (*test)(const struct self_test *test, struct self_test_finding *finding, struct error *err);
};

/* In the order in which they are tested; the last has no name. */
extern const struct self_test_part self_test_parts[];

#endif
