#include "tune/traced/tuning.h"

#include "algorithm/decision/decision.h"
#include "tune/traced/search.h"

#include <math.h>
#include <stdlib.h>

static const double clearly = 0.02; /* a part by which times differ enough to be told */

static bool is_of(const struct traced_search *search, const struct traced_row *row, size_t scope)
{
	return search->calls.groups[row->group].range == scope;
}

static double least_of(const struct traced_instance *instance, size_t n)
{
	double least = INFINITY;

	for (size_t c = 0; instance->mean && c < n; c++)
		least = fmin(least, instance->mean[c]);
	return least;
}

/* The part of a scope's operations for which a candidate is not the quickest. */
static double part_not_for(const struct traced_search *search, size_t s, size_t candidate)
{
	size_t n = scope_candidates(search, &search->scopes[s]);
	double unlike = 0, calls = 0;

	for (size_t r = 0; r < search->calls.n_rows; r++) {
		const struct traced_row *row = &search->calls.rows[r];

		for (size_t i = 0; is_of(search, row, s) && i < row->n; i++) {
			const struct traced_instance *x = &row->list[i];
			double stands_for = (double)row->seen[0] / (double)row->n;

			calls += stands_for;
			if (x->mean && x->mean[candidate] > (1 + clearly) * least_of(x, n))
				unlike += stands_for;
		}
	}
	return calls > 0 ? unlike / calls : 0;
}

/* The part of a scope's operations that no single candidate is the quickest for, beside those that the best one is
 * for. */
static double unlike_part(const struct traced_search *search, size_t s)
{
	double least = 1;

	for (size_t c = 0; c < scope_candidates(search, &search->scopes[s]); c++)
		least = fmin(least, part_not_for(search, s, c));
	return least;
}

/* The communicators that a scope's operations have. */
static size_t communicators_of(const struct traced_search *search, size_t s)
{
	const struct traced_row *rows = search->calls.rows;
	size_t n = 0;

	for (size_t r = 0; r < search->calls.n_rows; r++) {
		size_t before = 0;

		if (!is_of(search, &rows[r], s))
			continue;
		while (before < r && (rows[before].comm != rows[r].comm || !is_of(search, &rows[before], s)))
			before++;
		n += before == r;
	}
	return n;
}

/* Larger operations, and of these those with more calls. */
static bool comes_before(const struct traced_search *search, const struct traced_row *a, const struct traced_row *b)
{
	uint64_t mine = search->calls.groups[a->group].bytes, its = search->calls.groups[b->group].bytes;

	return mine != its ? mine > its : a->seen[0] > b->seen[0];
}

/* What the library takes by itself at the largest size of a scope, in most calls. */
static const char *own_name(const struct traced_search *search, size_t s)
{
	const struct traced_row *largest = NULL;
	const char *name = NULL;
	struct decision found;

	for (size_t r = 0; r < search->calls.n_rows; r++) {
		const struct traced_row *row = &search->calls.rows[r];

		if (is_of(search, row, s) && (!largest || comes_before(search, row, largest)))
			largest = row;
	}
	if (!largest)
		return NULL;
	if (decision_find(&largest->what, 0, &found, NULL) == OK && found.n > 0)
		name = found.step[0].name;
	decision_release(&found);
	return name;
}

/* The mean operation of a scope by a candidate, from the last arrival to the last end. */
static double mean_last(const struct traced_scope *scope, size_t candidate, uint64_t calls)
{
	return calls > 0 ? scope->sums[candidate].last / (double)calls : NAN;
}

/* Sizes of a task begin with this group. */
static size_t first_group(const struct traced_search *search, size_t s)
{
	size_t g = 0;

	while (search->calls.groups[g].range != s)
		g++;
	return g;
}

/* What the program would take more without the choice of a scope; NAN: the time for simulating it is over. */
static enum status find_saved(struct traced_search *search, size_t s, double seconds, double *saves, struct error *err)
{
	size_t choice = search->scopes[s].choice;
	double without = seconds;
	enum status status = OK;

	search->scopes[s].choice = 0;
	if (choice > 0 && search_is_over(search) && !search_recall(search, &without))
		without = NAN;
	else if (choice > 0)
		status = search_program(search, &without, err);
	search->scopes[s].choice = choice;
	*saves = without - seconds;
	return status;
}

/* Candidates that were not tried in the whole program. */
static size_t left_out(const struct traced_search *search, const struct traced_scope *scope)
{
	size_t n = 0;

	for (size_t c = 0; c < scope_candidates(search, scope); c++)
		n += isfinite(scope->sums[c].mean);
	return n - scope->n_tried;
}

static enum status tell_scope(struct traced_search *search, size_t s, struct traced_result *result, struct error *err)
{
	const struct traced_scope *scope = &search->scopes[s];
	const struct tune_task *task = &search->tasks.list[scope->task];
	size_t g = first_group(search, s);
	struct traced_range *range = &result->list[result->n++];

	*range = (struct traced_range){.id = task->id,
				       .processes = task->processes,
				       .from = task->sizes[scope->first],
				       .to = task->sizes[scope->first + scope->n - 1],
				       .own_name = own_name(search, s),
				       .barrier = task->candidates.list[scope->barrier],
				       .choice = task->candidates.list[scope->choice],
				       .unlike = unlike_part(search, s)};
	for (size_t k = 0; k < scope->n; k++)
		range->calls += search->calls.groups[g + k].calls;
	range->communicators = communicators_of(search, s);
	range->own = mean_last(scope, 0, range->calls);
	range->behind = mean_last(scope, scope->barrier, range->calls);
	range->seconds = mean_last(scope, scope->choice, range->calls);
	result->left_out += left_out(search, scope);
	return find_saved(search, s, result->seconds, &range->saves, err);
}

/* Choices and borders of tasks, of which rules are made. */
static void set_tasks(struct traced_search *search)
{
	for (size_t s = 0; s < search->n_scopes; s++) {
		const struct traced_scope *scope = &search->scopes[s];
		struct tune_task *task = &search->tasks.list[scope->task];

		for (size_t k = 0; k < scope->n; k++)
			task->choice[scope->first + k] = scope->choice;
	}
	for (size_t t = 0; t < search->tasks.n; t++) {
		struct tune_task *task = &search->tasks.list[t];

		for (size_t s = 1; s < task->n_sizes; s++)
			if (task->choice[s] != task->choice[s - 1])
				task->borders[s] = (struct tune_border){task->sizes[s] - 1, task->sizes[s]};
			else
				task->borders[s] = (struct tune_border){0, 0};
	}
}

static enum status tell(struct traced_search *search, struct traced_result *result, struct error *err)
{
	enum status status = OK;

	result->list = calloc(search->n_scopes + 1, sizeof(*result->list));
	if (!result->list)
		return error_memory(err, "the choices for a program");
	for (size_t s = 0; status == OK && s < search->n_scopes; s++)
		status = tell_scope(search, s, result, err);
	set_tasks(search);
	if (status == OK)
		status = tune_rules(&search->tasks, &result->rules, err);
	result->others = search->calls.others;
	result->by_nodes = search->calls.by_nodes;
	result->not_asked = search->calls.not_asked;
	result->recorded = search->recorded;
	result->programs = search->programs;
	result->singles = search->singles;
	result->cut_short = search->cut_short;
	return status;
}

/* What the program takes by what is quickest where all come at once. */
static enum status find_behind(struct traced_search *search, double *seconds, struct error *err)
{
	for (size_t s = 0; s < search->n_scopes; s++)
		search->scopes[s].choice = search->scopes[s].barrier;
	return search_program(search, seconds, err);
}

static enum status run(struct traced_search *search, struct traced_result *result, struct error *err)
{
	enum status status = search_program(search, &result->own, err);

	search->calls.collecting = false;
	if (status == OK)
		status = traced_calls_sort(&search->calls, err);
	if (status == OK)
		status = search_scopes(search, err);
	result->behind = result->seconds = result->own;
	if (status == OK && search->n_scopes > 0)
		status = search_singles(search, err);
	if (status == OK && search->n_scopes > 0)
		status = find_behind(search, &result->behind, err);
	if (status == OK && search->n_scopes > 0)
		status = search_descend(search, &result->seconds, err);
	return status == OK ? tell(search, result, err) : status;
}

enum status tune_traced(const struct traced_options *options, struct traced_result *result, struct error *err)
{
	struct traced_search search = {.options = options};
	enum status status =
		traced_calls_open(&search.calls, options->library, options->operations, options->trace, err);

	*result = (struct traced_result){.n = 0};
	if (status == OK)
		status = run(&search, result, err);
	search_release(&search);
	return status;
}

void traced_result_release(struct traced_result *result)
{
	free(result->list);
	tune_result_release(&result->rules);
	*result = (struct traced_result){.n = 0};
}
