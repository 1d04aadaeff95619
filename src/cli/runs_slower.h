#ifndef SONDE_CLI_RUNS_SLOWER_H
#define SONDE_CLI_RUNS_SLOWER_H

#include "cli/command.h"
#include "store/store.h"

#include <stdbool.h>

/* Whether the name stands for several runs: a list or a pattern. Local. */
bool runs_are_group(const char *name);

/*
 * Prints by how much the launches b are slower than the launches a.
 *
 * - slower: "5%" or "0.05", what they may be slower by; NULL: 5 %, and more is no error.
 * - ERR_CHECK if they are slower by more; ERR_USAGE if slower is no part; ERR_* of slower_compare.
 * - Local.
 */
enum status runs_compare_groups(struct context *context, struct store *store, const char *a, const char *b,
				const char *slower, double confidence, struct error *err);

#endif
