#ifndef SONDE_TESTS_MPI_DRAWN_JUDGE_H
#define SONDE_TESTS_MPI_DRAWN_JUDGE_H

#include <stdbool.h>

#include "draw.h"
#include "rules/effects.h"
#include "rules/mpich.h"
#include "rules/tuned_json.h"

/* What a drawn file is said to do. */

/* A file as its library reads it, and its effects. */
struct judged {
	enum drawn_form form;
	struct tuned_file file;
	struct tuned_json json;
	struct mpich_tree tree;
	struct rule_effects effects;
};

/* Ends the program if there is no memory. judged_release frees it. */
void judged_read(struct judged *judged, enum drawn_form form, const char *text, size_t n);
void judged_release(struct judged *judged);

/* What a call does by what was said. */
enum outcome {
	OUTCOME_FINE,
	OUTCOME_ABORTS,
	OUTCOME_MAY,  /* abort or hang */
	OUTCOME_HARMS /* MPICH: an algorithm has not what it needs: the call may abort, hang or be wrong */
};
extern const char *const outcome_words[]; /* "fine", "aborts", "may", "harms" */

/* A call; unlike: counts that MPI says are not significant differ (calls.c). */
struct drawn_call {
	int id; /* of the operation, or one of DRAWN_ */
	int processes, bytes;
	bool unlike;
};

/* MPI_Comm_dup and MPI_Comm_split, of MPICH. */
enum { DRAWN_DUP = TUNED_OPERATIONS, DRAWN_SPLIT };

/* The outcome; *said: whether an effect of the operation or of the whole file says that it may do harm. Classic and
 * MPICH. */
enum outcome judged_call(const struct judged *judged, const struct drawn_call *call, bool *said);

/* How many rules the look-up takes that are said to be never used, of calls that are drawn. The file is whole:
 * a line has one rule. */
size_t judged_contradictions(const struct judged *judged, struct drawn *d);

#endif
