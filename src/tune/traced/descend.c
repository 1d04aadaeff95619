/* Choices for the whole program, one range after the other: until no change makes it quicker, the ranges were gone
 * through four times, or the time is over. */
#include "tune/traced/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 4, TRIED_LEAST = 4 };

static const double same = 1e-9; /* of two times, as a part: whole nanoseconds add up otherwise in another order */

static bool is_less(double a, double b)
{
	return a < b * (1 - same);
}

/* How candidates are ranked for a try: by what their operations take, from the last arrival on or for each process. */
static double rank_of(const struct traced_sums *sums, int way)
{
	return way == 0 ? sums->mean : way == 1 ? sums->last : sums->barrier;
}

static bool is_tried(const struct traced_scope *scope, size_t candidate)
{
	for (size_t i = 0; i < scope->n_tried; i++)
		if (scope->tried[i] == candidate)
			return true;
	return false;
}

/* The best that is not tried yet, in one way; SIZE_MAX: none is left. */
static size_t best_left(const struct traced_search *search, const struct traced_scope *scope, int way)
{
	size_t best = SIZE_MAX;

	for (size_t c = 0; c < scope_candidates(search, scope); c++)
		if (isfinite(scope->sums[c].mean) && !is_tried(scope, c) &&
		    (best == SIZE_MAX || rank_of(&scope->sums[c], way) < rank_of(&scope->sums[best], way)))
			best = c;
	return best;
}

/* The library's own, and as many others as the effort allows: those that are best in each way in turn. */
static void choose_tried(struct traced_search *search, size_t most)
{
	for (size_t s = 0; s < search->n_scopes; s++) {
		struct traced_scope *scope = &search->scopes[s];
		size_t found = 0;

		scope->tried[scope->n_tried++] = 0;
		for (int way = 0; scope->n_tried < most && found != SIZE_MAX; way = (way + 1) % 3) {
			found = best_left(search, scope, way);
			if (found != SIZE_MAX)
				scope->tried[scope->n_tried++] = found;
		}
	}
}

static size_t affordable(const struct traced_search *search)
{
	double each = (double)(search->operations > 0 ? search->operations : 1) * (double)search->n_scopes * 2,
	       most = (double)search->options->effort / each;

	return most < TRIED_LEAST ? TRIED_LEAST : most > 1e6 ? (size_t)1e6 : (size_t)most;
}

/* Where the descent begins: with the best of the library's own, those best behind a barrier, and those best for the
 * operations by themselves. */
static void begin_at(struct traced_search *search, int way)
{
	for (size_t s = 0; s < search->n_scopes; s++) {
		struct traced_scope *scope = &search->scopes[s];

		scope->choice = 0;
		for (size_t i = 0; way >= 0 && i < scope->n_tried; i++)
			if (is_less(rank_of(&scope->sums[scope->tried[i]], way),
				    rank_of(&scope->sums[scope->choice], way)))
				scope->choice = scope->tried[i];
	}
}

static enum status find_begin(struct traced_search *search, double *seconds, struct error *err)
{
	int best = -1;
	enum status status;

	begin_at(search, best);
	status = search_program(search, seconds, err);
	for (int way = 0; status == OK && way < 3 && !search_is_over(search); way++) {
		double its;

		begin_at(search, way);
		status = search_program(search, &its, err);
		if (status == OK && is_less(its, *seconds)) {
			*seconds = its;
			best = way;
		}
	}
	begin_at(search, best);
	return status;
}

/* Tries the candidates of a scope; of equal ones the choice stays. */
static enum status improve(struct traced_search *search, struct traced_scope *scope, double *seconds, bool *changed,
			   struct error *err)
{
	size_t best = scope->choice;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < scope->n_tried && !search_is_over(search); i++) {
		double its;

		scope->choice = scope->tried[i];
		status = search_program(search, &its, err);
		if (status == OK && is_less(its, *seconds)) {
			*seconds = its;
			best = scope->choice;
			*changed = true;
		}
	}
	scope->choice = best;
	return status;
}

/* Leaves to the library what makes the program no quicker. */
static enum status simplify(struct traced_search *search, double *seconds, struct error *err)
{
	enum status status = OK;

	for (size_t s = search->n_scopes; status == OK && s-- > 0 && !search_is_over(search);) {
		size_t before = search->scopes[s].choice;
		double its;

		search->scopes[s].choice = 0;
		status = search_program(search, &its, err);
		if (status == OK && is_less(*seconds, its))
			search->scopes[s].choice = before;
		else if (status == OK)
			*seconds = its;
	}
	return status;
}

/* The scopes, those whose operations take longest first. */
static size_t *by_weight(const struct traced_search *search)
{
	size_t n = search->n_scopes, *order = malloc((n + 1) * sizeof(*order));

	for (size_t s = 0; order && s < n; s++) {
		size_t k = s;

		for (; k > 0 && search->scopes[order[k - 1]].weight < search->scopes[s].weight; k--)
			order[k] = order[k - 1];
		order[k] = s;
	}
	return order;
}

enum status search_descend(struct traced_search *search, double *seconds, struct error *err)
{
	size_t *order = by_weight(search);
	bool changed = true;
	enum status status = order ? OK : error_memory(err, "the operations of a program");

	search->end = search->options->seconds > 0 ? search_now(search) + search->options->seconds : INFINITY;
	choose_tried(search, affordable(search));
	if (status == OK)
		status = find_begin(search, seconds, err);
	for (int sweep = 0; status == OK && changed && sweep < SWEEPS && !search->cut_short; sweep++) {
		changed = false;
		for (size_t s = 0; status == OK && s < search->n_scopes && !search->cut_short; s++) {
			status = improve(search, &search->scopes[order[s]], seconds, &changed, err);
			progress_report(search->options->progress, "ranges of sizes", s + 1, search->n_scopes, NAN);
		}
	}
	if (status == OK)
		status = simplify(search, seconds, err);
	free(order);
	return status;
}
