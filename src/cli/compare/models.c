#include "cli/compare/models.h"

#include "cli/measure/families.h"
#include "cli/request_options.h"
#include "evaluate/evaluation_run.h"
#include "evaluate/evaluation_sizes.h"
#include "report/scores.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_DEFAULT = 16 };

const char *const models_regions[] = {"thresholds", "switch", NULL};

static enum status check(struct evaluation_run *run, struct error *err)
{
	if (run->m->options.resume)
		return error_set(err, ERR_USAGE,
				 "--resume: of several models each is a run of its own; what an interrupted one "
				 "measured stays in the store");
	if (run->evaluation->sizes.adaptive)
		return error_set(
			err, ERR_USAGE,
			"--sizes auto: a comparison has nothing to adapt to; give sizes, or a range like 1K:1M");
	if (run->options->fit_sizes.n && run->options->fit_sizes.bytes[0] != 0)
		return error_set(err, ERR_USAGE, "--fit-sizes must contain 0: latencies follow from the empty message");
	if (evaluation_check_sizes(run, err) != OK)
		return usage_of_option("--sizes", err->status, err);
	return evaluation_check(run, err);
}

/* For people: tables of what each is off, of what it took, of which algorithm is quicker, and of whom to believe. For
 * scripts: one, the others as its summary. */
static enum status print(struct context *context, const struct measurement *m, const struct scores *scores, bool points,
			 struct error *err)
{
	static struct table *(*const others[])(const struct scores *) = {scores_costs, scores_rankings,
									 scores_escalations, scores_verdict};
	struct table *table = points ? scores_points(scores) : scores_errors(scores);
	enum status status;

	if (context->json || context->csv) {
		if (table)
			scores_summarise(scores, table);
		if (table)
			measure_tell_run(m, table);
		return command_print(context, table, err);
	}
	if (table)
		measure_tell_processes(&m->circumstances, table);
	status = command_print(context, table, err);
	for (size_t i = 0; status == OK && i < sizeof(others) / sizeof(others[0]); i++) {
		table = others[i](scores);
		if (table && table->n_rows == 0) {
			table_free(table);
			continue;
		}
		fputc('\n', context->out);
		status = command_print(context, table, err);
	}
	return status;
}

static enum status hold_against(struct context *context, struct evaluation_run *run,
				const struct compare_models_options *options, struct error *err)
{
	struct evaluation_part part = {.begin = 0};
	struct evaluation_cost taken;
	struct scores scores = {.n = 0};
	enum status status = evaluation_hold_against(run, &part, &scores, err);

	if (status == OK)
		status = print(context, &part.measurement, &scores, options->points, err);
	evaluation_part_end(&part, &taken);
	scores_release(&scores);
	return status;
}

/* Within a budget a part of the time is left for what they are held against. */
static enum status estimate_in_time(struct measure_command *c, struct evaluation_run *run, struct error *err)
{
	const double part = 0.65;
	struct measuring_options *options = &c->measuring.options;
	double deadline = options->deadline, now = platform_now(run->m->platform);
	enum status status;

	if (deadline > now)
		options->deadline = now + part * (deadline - now);
	status = evaluation_estimate(run, err);
	options->deadline = deadline;
	return status;
}

static enum status run_contest(struct measure_command *c, struct evaluation_run *run,
			       const struct compare_models_options *options, struct error *err)
{
	enum status status;

	status = measure_command_open_all(c, err);
	if (status != OK)
		return status;
	run->evaluation->processes = run->m->platform->processes;
	status = check(run, err);
	if (status == OK)
		status = estimate_in_time(c, run, err);
	if (status == OK)
		status = evaluation_sizes_choose(run, options->count ? options->count : COUNT_DEFAULT, err);
	return status == OK ? hold_against(c->context, run, options, err) : status;
}

enum status compare_models(struct measure_command *c, struct compare_models_options *options, struct error *err)
{
	struct measuring *m = &c->measuring;
	struct evaluation evaluation = {.confidence = m->options.confidence};
	struct evaluation_run run = {.evaluation = &evaluation,
				     .m = m,
				     .options = &options->evaluation,
				     .eager = options->evaluation.eager < SIZE_MAX ? (double)options->evaluation.eager
										   : NAN};
	enum status status =
		usage_of_option("--models", evaluation_read_models(&evaluation, options->models, err), err);

	if (status == OK)
		status = usage_of_option(
			"--ops",
			evaluation_read_operations(
				&evaluation, options->operations ? options->operations : "p2p,scatter,gather", err),
			err);
	snprintf(run.ports, sizeof(run.ports), "%s",
		 options->evaluation.parallel  ? MODEL_PORTS_PARALLEL
		 : options->evaluation.fair    ? MODEL_PORTS_FAIR
		 : options->evaluation.in_turn ? MODEL_PORTS_IN_TURN
					       : "");
	options->evaluation.thresholds = options->regions == 0;
	evaluation.sizes = *options->sizes;
	*options->sizes = (struct size_list){.n = 0};
	if (status == OK)
		status = run_contest(c, &run, options, err);
	if (status == ERR_STOPPED) {
		bool asked = m->host.stop_asked && m->host.stop_asked();

		*err = (struct error){.status = OK}; /* that text says --resume */
		error_set(err, ERR_STOPPED,
			  "%s: what was measured is in the store '%s', each model as a run of its own, which "
			  "sonde fit takes; a comparison of models begins anew",
			  asked ? "stopped"
				: "the time was over before thresholds, or the switch to rendezvous, were found: allow "
				  "more time (--budget none: as long as it takes)",
			  m->host.archive->name);
	}
	evaluation_run_release(&run);
	evaluation_release(&evaluation);
	return status;
}
