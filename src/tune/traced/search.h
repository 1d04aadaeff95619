#ifndef SONDE_TUNE_TRACED_SEARCH_H
#define SONDE_TUNE_TRACED_SEARCH_H

#include "tune/traced/options.h"
#include "tune/traced/single.h"
#include "tune/tune.h"

/* The parts of tune_traced. All functions are Local. */

/* What a candidate takes in a range: of all its operations together, s. INFINITY: it is not to be chosen. */
struct traced_sums {
	double barrier, last, mean; /* all processes coming at once: as struct traced_times.last; as they come */
};

/* Sizes of an operation among so many processes that have one choice. */
struct traced_scope {
	size_t task;
	size_t first, n;          /* sizes of the task */
	struct traced_sums *sums; /* by candidate; owned */
	size_t barrier, choice;   /* candidates */
	size_t *tried;            /* those that are tried in the whole program, n_tried of them; owned */
	size_t n_tried;
	double weight; /* s: of its operations by the library's own decision */
};

struct traced_search {
	const struct traced_options *options;
	struct traced_calls calls;
	struct tune_options *tune; /* of each task: its sizes */
	struct tune_tasks tasks;   /* an operation among so many processes each */
	struct traced_scope *scopes;
	size_t n_scopes;
	const struct tune_candidate **choice; /* as traced_calls.choice, by scope */
	struct lookup known;                  /* programs that were simulated: their indexes, by whole.c's keys */
	double *times;                        /* s, of each */
	uint32_t *taken;                      /* of scope s of program i: [i * n_scopes + s], its choice */
	size_t n_times, time_capacity, taken_capacity;
	uint64_t operations; /* of one simulation */
	double recorded;
	size_t programs, singles;
	double end;     /* s, on the clock of progress: no further program is tried then; INFINITY: there is no end */
	bool cut_short; /* that has been so */
};

static inline double search_now(const struct traced_search *search)
{
	const struct progress *progress = search->options->progress;

	return progress && progress->now ? progress->now(progress->context) : 0;
}

/* Whether the time for trying programs is over; search->cut_short is then set. */
static inline bool search_is_over(struct traced_search *search)
{
	search->cut_short = search->cut_short || search_now(search) >= search->end;
	return search->cut_short;
}

/* whole.c: what the program takes with the scopes' choices, s; simulated unless it was before. search_recall: false
 * where it was not. */
enum status search_program(struct traced_search *search, double *seconds, struct error *err);
bool search_recall(const struct traced_search *search, double *seconds);

/* scopes.c: makes tasks and scopes of the groups of calls. */
enum status search_scopes(struct traced_search *search, struct error *err);
void search_release(struct traced_search *search);

/* singles.c: simulates candidates for the operations that were kept, on all CPUs: sums, barrier and weight of scopes,
 * and times of tasks. */
enum status search_singles(struct traced_search *search, struct error *err);

/* descend.c: sets the choices of scopes to the best that were found for the program: *seconds. */
enum status search_descend(struct traced_search *search, double *seconds, struct error *err);

/* How long a range of tasks' candidates is. */
static inline size_t scope_candidates(const struct traced_search *search, const struct traced_scope *scope)
{
	return search->tasks.list[scope->task].candidates.n;
}

#endif
