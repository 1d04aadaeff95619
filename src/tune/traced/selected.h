#ifndef SONDE_TUNE_TRACED_SELECTED_H
#define SONDE_TUNE_TRACED_SELECTED_H

#include "algorithm/decision/case.h"
#include "rules/mpich.h"

/* A selection by which MPICH decides in a simulated program. All functions are Local. */
struct selected {
	const char *path; /* for texts, borrowed; NULL: none */
	struct mpich_tree tree;
	struct decision_selection selection;
};

/* Lets decisions be made by selected->tree; selected must outlive them. */
void selected_begin(struct selected *selected);

/*
 * Sets what->selection, but where a nonblocking call is as without one.
 *
 * - rank: of the calling process.
 * - Of nonblocking calls that go by nodes nothing is known but what the library does by itself.
 * - ERR_INPUT: the library aborts, or data are wrong. ERR_* of decision_find.
 */
enum status selected_choose(const struct selected *selected, int rank, struct decision_case *what, struct error *err);

#endif
