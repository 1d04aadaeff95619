#include "evaluate/evaluation_run.h"

#include "algorithm/request.h"
#include "evaluate/evaluation_sizes.h"
#include "evaluate/evaluation_store.h"
#include "measuring/probing.h"
#include "model/states.h"
#include "probe/pairs.h"
#include "runs/archive.h"
#include "schedule/totals.h"

#include <stdio.h>
#include <stdlib.h>

static size_t largest_size(const struct evaluation *evaluation)
{
	return evaluation->sizes.n ? evaluation->sizes.bytes[evaluation->sizes.n - 1] : EVALUATION_SIZE_MOST;
}

/* Whether the processes can do the operation by the algorithm; *largest becomes its largest message if that is larger.
 */
static enum status check_call(const struct evaluation *evaluation, const struct evaluation_operation *operation,
			      size_t *largest, struct error *err)
{
	const struct collective_options options = {.collective = operation->algorithm->collective,
						   .algorithm = operation->algorithm,
						   .processes = evaluation->processes};
	struct collective_request request;
	struct schedule_totals totals = {0};
	struct algorithm_use use;
	struct schedule schedule;
	enum status status = collective_request_init(&request, &options, err);

	if (status == OK)
		status = collective_request_use(&request, operation->algorithm, largest_size(evaluation), &use, err);
	if (status == OK) {
		schedule = algorithm_schedule(&use);
		status = schedule_count(&schedule, &totals, err);
	}
	if (totals.largest > *largest)
		*largest = (size_t)totals.largest;
	collective_request_release(&request);
	return status;
}

/* Sees that the platform can do what is to be measured, and makes it ready; leaves out algorithms that the user did not
 * name and that cannot be done. */
static enum status choose_operations(struct evaluation_run *run, struct error *err)
{
	struct evaluation *evaluation = run->evaluation;
	size_t left = 0;
	bool collective = false;

	run->largest = largest_size(evaluation);
	for (size_t k = 0; k < evaluation->n_operations; k++) {
		const struct evaluation_operation operation = evaluation->operations[k];
		const struct experiment what =
			evaluation_experiment(&operation, (struct link){0, 1}, largest_size(evaluation));
		struct error why = {0};
		enum status status = operation.algorithm ? check_call(evaluation, &operation, &run->largest, &why) : OK;

		if (status == OK)
			status = probing_prepare(run->m->platform, &what, &why);
		if (status != OK && (operation.named || status == ERR_MEMORY))
			return error_set(err, status, "%s", why.text);
		collective = collective || (status == OK && operation.algorithm);
		if (status == OK)
			evaluation->operations[left++] = operation;
		else
			progress_warn(&run->m->host.progress, "%s %s is left out: %s",
				      evaluation_algorithm_name(&operation), evaluation_operation_name(&operation),
				      why.text);
	}
	if (run->largest < WATCH_LARGE) /* a model's own messages may be longer than those compared, and are to be known
					   to wait or not */
		run->largest = WATCH_LARGE;
	evaluation->n_operations = left;
	if (left == 0)
		return error_set(err, ERR_INPUT, "none of the operations can be measured on this platform");
	if (collective)
		measuring_note_collectives(run->m);
	return platform_prepare(run->m->platform, run->largest, err);
}

/* Whether the store has a run of the name, or with the suffix after it. */
static enum status check_name(const struct measuring *m, struct store *store, const char *suffix, struct error *err)
{
	struct error none = {.status = OK};
	struct run run = {.id = 0};
	char name[EVALUATION_NAME_ROOM];
	bool taken;

	evaluation_part_name(m->options.run_name, suffix, name);
	taken = store_find(store, name, &run, &none) == OK;
	run_release(&run);
	return taken ? error_set(err, ERR_INPUT, "the store '%s' has a run '%s' already", m->host.archive->name, name)
		     : OK;
}

/* Before hours of measuring: no run of the store has one of the names yet that this comparison's runs will have. */
static enum status check_names(const struct evaluation_run *run, struct error *err)
{
	const char *const suffixes[] = {NULL, evaluation_part_names[PART_SWITCH],
					evaluation_part_names[PART_THRESHOLDS], EVALUATION_MODELS};
	struct error none = {.status = OK};
	struct store *store = run->m->options.run_name ? store_open(run->m->host.archive->name, 0, &none) : NULL;
	enum status status = OK;

	for (size_t i = 0; store && status == OK && i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		status = check_name(run->m, store, suffixes[i], err);
	for (size_t i = 0; store && status == OK && i < run->evaluation->n; i++)
		status = check_name(run->m, store, run->evaluation->list[i].name, err);
	store_close(store);
	return status;
}

enum status evaluation_check(struct evaluation_run *run, struct error *err)
{
	TRY(check_names(run, err));
	TRY(evaluation_prepare(run, err));
	return choose_operations(run, err);
}

/* All points: round trips of the pairs, and operations. *points is allocated. */
static enum status list_points(const struct evaluation_run *run, struct experiment **points, size_t *n,
			       struct error *err)
{
	const struct evaluation *evaluation = run->evaluation;
	struct link pairs[EVALUATION_PAIRS];
	size_t n_pairs = evaluation_pairs(evaluation->processes, run->m->options.seed, pairs);

	*n = 0;
	*points = calloc(evaluation->n_operations * evaluation->sizes.n * EVALUATION_PAIRS + 1, sizeof(**points));
	if (!*points)
		return error_memory(err, "a list of experiments");
	for (size_t k = 0; k < evaluation->n_operations; k++)
		for (size_t s = 0; s < evaluation->sizes.n; s++)
			for (size_t p = 0; p < (evaluation->operations[k].algorithm ? 1 : n_pairs); p++)
				(*points)[(*n)++] = evaluation_experiment(&evaluation->operations[k], pairs[p],
									  evaluation->sizes.bytes[s]);
	return OK;
}

/*
 * Takes each model in the state in which the machine was while the held-out points were measured, if it knows that
 * state. What is not known of it is left: its main state is then compared, and that is said.
 */
static enum status take_states(struct evaluation_run *run, struct measurement *m, const struct prober *prober,
			       struct error *err)
{
	const struct tracking *t = &prober->tracking;
	enum status status = OK;

	for (size_t i = 0; t->on && status == OK && i < run->evaluation->n; i++) {
		struct candidate *candidate = &run->evaluation->list[i];
		const char *near = model_state_near(candidate->model, t->levels.of[t->main].value);
		size_t k = near ? model_state_index(candidate->model, near) : 0;
		char name[sizeof(candidate->model->states->name)];

		if (!near || k == candidate->model->main_state)
			continue;
		if (candidate->model->states[k].model) {
			snprintf(name, sizeof(name), "%s", near);
			status = model_choose_state(&candidate->model, name, err);
		} else {
			progress_warn(&m->progress,
				      "%s: held against times of the state \"%s\" of the machine, of which it knows "
				      "nothing",
				      candidate->name, near);
		}
	}
	return status;
}

static enum status measure_held_out(struct evaluation_run *run, struct evaluation_part *part, struct error *err)
{
	struct experiment *points = NULL;
	struct probing p;
	size_t n = 0;
	enum status status = list_points(run, &points, &n, err);

	run->m->options.exact_state = true;
	if (status == OK)
		status = measurement_expect(&part->measurement, run->evaluation->list[0].model, err);
	if (status == OK) {
		status = probing_begin(&p, &part->measurement, WATCH_LARGE, err);
		if (status == OK)
			status = probe_points(&p.prober, points, n, err);
		if (status == OK)
			status = probing_drop_warmup(&part->measurement, NULL, err);
		run->evaluation->parts[PART_HELD_OUT] =
			(struct evaluation_cost){(double)n, (double)(run->m->platform->messages - part->messages),
						 platform_now(run->m->platform) - part->begin};
		if (status == OK)
			status = take_states(run, &part->measurement, &p.prober, err);
		if (status == OK)
			status = evaluation_save(store_archive_store(run->m->host.archive), part->measurement.run,
						 run->evaluation, err);
		status = probing_end(&p, status, err);
	}
	free(points);
	return status;
}

enum status evaluation_hold_against(struct evaluation_run *run, struct evaluation_part *part, struct scores *scores,
				    struct error *err)
{
	const struct purpose purpose = purpose_of(PURPOSE_COMPARE_MODELS, "compare models");
	const struct measurement *m = &part->measurement;

	TRY(evaluation_part_begin(run, part, NULL, &purpose, err));
	TRY(measure_held_out(run, part, err));
	return scores_make(scores, run->evaluation, &m->campaign, (enum statistic)m->options->statistic,
			   m->circumstances.clock_resolution, err);
}
