#ifndef SONDE_CLI_RUNS_SLOWER_H
#define SONDE_CLI_RUNS_SLOWER_H

#include "cli/command.h"
#include "store/store.h"

#include <stdbool.h>

/* Whether the name stands for several runs: a list or a pattern. Local. */
bool runs_are_group(const char *name);

/* How two runs or groups of runs are compared. Texts are borrowed. */
struct runs_compared {
	const char *a, *b;  /* names, or lists or patterns of names */
	const char *slower; /* "5%" or "0.05", what b may be slower by; NULL: 5 %, and more is no error */
	const char *state;  /* of the machine; "each"; NULL: one that both have */
	bool groups;        /* launches are units, also if there is one a side */
	double confidence;
};

/*
 * Prints how the runs differ, or by how much the launches b are slower than the launches a; for "each" in each state of
 * the machine that both have, which is said before.
 *
 * - ERR_CHECK if they are slower by more than is allowed, in any state; ERR_USAGE if slower is no part or there is no
 * such state; ERR_* of runs_compare and slower_compare.
 * - Local.
 */
enum status runs_compared_print(struct context *context, struct store *store, const struct runs_compared *compared,
				struct error *err);

#endif
