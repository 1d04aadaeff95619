#include "cli/tune/live.h"

#include "cli/output.h"
#include "cli/tune/escalations.h"
#include "cli/tune/estimate.h"
#include "cli/tune/orders.h"
#include "cli/tune/rules.h"
#include "model/file/file.h"
#include "mpi/live/library.h"
#include "probe/unfinished.h"
#include "report/measure_table.h"
#include "report/tuning.h"
#include "sample/placement.h"
#include "tune/extend.h"
#include "tune/live/tuning.h"
#include "tune/search.h"
#include "tune/libraries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double budget = 120, budget_most = 600; /* s, unless the user says otherwise */

enum { TOTAL_MOST = 16 << 20 /* bytes of all blocks of an operation together */, ALSO_LEAST = 4 };

/* What is tuned, and by what. */
struct live_tuning {
	struct measure_command *c;
	const struct tune_request *request;
	struct tune_options tune;
	struct model *model;               /* owned */
	struct tune_tasks tasks, measured; /* measured: those of the platform's processes, borrowed from tasks */
	struct measurement m;
	struct choices orders;          /* rows that are to be measured; owned */
	struct tune_ordered ordered;    /* those that were the quicker */
	uint64_t escalating[2];         /* bytes of gathers: tune/table.h */
	bool escalated;                 /* that they do was seen here */
	bool usual_sizes;               /* nobody named others */
	bool forced;                    /* the MPI library is told what to take */
	int *node;                      /* of each process, where rules are by nodes; owned */
	bool resumes;                   /* the run that measures rules was interrupted, and goes on */
	struct tune_estimated modelled; /* run 0: the model was given */
	double usual;                   /* s that measuring takes at most, unless the user says otherwise */
};

static void tell_crowded(FILE *out, const struct circumstances *here)
{
	size_t processes, cpus;

	if (circumstances_crowded(here, &processes, &cpus))
		fprintf(out, "Tuned oversubscribed: %zu processes took turns on %zu CPUs.\n", processes, cpus);
}

/* A line for each range of sizes. */
static void write_gain(FILE *out, const struct tune_library *library, const struct tune_gain *gain)
{
	const struct tuned_class *class = library->class(gain->id);
	char from[32], to[32];

	fprintf(out, "%s, %d processes%s, %s to %s: %s, %s", class->name, gain->processes,
		gain->level == TUNED_NODE    ? " of a node"
		: gain->level == TUNED_ROOTS ? ", one of each node"
					     : "",
		size_format(gain->from, from, sizeof(from)), size_format(gain->to, to, sizeof(to)),
		class->algorithms[gain->choice.algorithm].name, isnan(gain->won.p) ? "predicted" : "measured");
	if (isnan(gain->won.p)) {
		fprintf(out, " %.1f %% quicker, where it gains most\n", 100 * tune_gain_part(gain));
		return;
	}
	fprintf(out, " %.1f %% quicker by medians, by pairs of timings %.1f (%.1f to %.1f; p %.2g)\n",
		100 * tune_gain_part(gain), -100 * gain->won.part.value, -100 * gain->won.part.high,
		-100 * gain->won.part.low, gain->won.p);
}

/* What the rules of the processes that were measured are known by. */
static const char *seen(const struct tune_result *result)
{
	for (size_t i = 0; i < result->n; i++)
		if (!isnan(result->gains[i].won.p))
			return "each was quicker than the library's own decision over its range of sizes, by timings "
			       "of its own";
	return "nothing was seen to be quicker than the library's own decisions";
}

static void put_comments(FILE *out, const struct live_tuning *t, const struct tune_result *result)
{
	fprintf(out, "Rules for %s, measured among %zu processes%s: %s.\n", t->tune.library->name,
		t->m.platform->processes,
		t->forced || tune_library_is_sonde(t->tune.library)
			? ""
			: ", by messages that the library would send, not by the library",
		seen(result));
	tune_orders_put(out, &t->ordered);
	tune_rules_put_escalating(out, &result->file, t->escalated);
	tell_crowded(out, &t->m.circumstances);
	if (t->tasks.n > t->measured.n)
		fputs("Rules for other numbers of processes follow from predictions, corrected by these measurements. "
		      "They were not measured.\n",
		      out);
	for (size_t i = 0; i < result->n; i++)
		write_gain(out, t->tune.library, &result->gains[i]);
}

static enum status write_rules(const struct live_tuning *t, const struct tune_result *result, struct error *err)
{
	char *comments = NULL;
	size_t length;
	FILE *out;
	enum status status = OK;

	if (!t->request->file || tune_rules_count(result) == 0)
		return OK;
	out = open_memstream(&comments, &length);
	if (out)
		put_comments(out, t, result);
	if (!out || fclose(out) != 0)
		status = error_memory(err, "a rule file");
	if (status == OK)
		status = tune_rules_write(t->tune.library, t->request->file, comments,
					  tune_rules_processes(&t->tune.processes), &result->file, err);
	free(comments);
	return status;
}

static enum status print(struct live_tuning *t, const struct tuning *found, const struct tune_result *result,
			 struct error *err)
{
	struct table *table = t->request->exhaustive ? tuning_worth_table(&t->measured, t->tune.library)
						     : tuning_table(result, t->tune.library, true);

	if (table) {
		table_summary_number(table, NULL, "rounds", CELL_COUNT, (double)found->rounds);
		table_summary_number(table, NULL, "confirmed", CELL_COUNT, (double)found->confirmed);
		table_summary_number(table, NULL, "refuted", CELL_COUNT, (double)found->refuted);
		if (t->orders.n > 0) {
			table_summary_number(table, NULL, "rows_with_an_order", CELL_COUNT, (double)t->ordered.rows.n);
			table_summary_number(table, NULL, "orders_refuted", CELL_COUNT, (double)t->ordered.refuted);
		}
		measure_tell_run(&t->m, table);
		if (t->modelled.machine != MACHINE_UNKNOWN)
			table_summary_text(table, NULL, "machine_of_model",
					   machine_verdict_text(t->modelled.machine, t->modelled.n_states));
		measure_tell_processes(&t->m.circumstances, table);
	}
	return command_print(t->c->context, table, err);
}

/* Says how rules are looked at in another launch, and where that matters most. */
static void tell_next(const struct live_tuning *t)
{
	const struct context *context = t->c->context;
	size_t crowd, cpus;
	bool crowded = circumstances_crowded(&t->m.circumstances, &crowd, &cpus);
	char library[256];
	const struct tune_library *here = tune_library_of(live_library(library, sizeof(library)));

	if (context->quiet || !context->live || (!t->forced && !tune_library_is_sonde(t->tune.library)) || !here)
		return;
	if (crowded)
		fprintf(context->chatter,
			"sonde: %zu processes took turns on %zu CPUs here: what is quicker all through one launch may "
			"be slower all through the next\n",
			crowd, cpus);
	tune_rules_tell_verify(context, t->request->file, t->m.platform->processes, crowded && here != &tune_mpich);
}

static enum status conclude(struct live_tuning *t, const struct tuning *found, struct error *err)
{
	struct tune_result result = {.n = 0};
	enum status status = tune_tasks_extend(&t->tasks, &t->measured, err);

	if (status == OK)
		status = tune_rules(&t->tasks, &result, err);

	if (status == OK)
		tune_table_escalating(t->escalating, &t->tune.processes, &result.file);
	result.file.first = &t->ordered.rows;
	if (status == OK)
		status = write_rules(t, &result, err);
	if (status == OK)
		status = print(t, found, &result, err);
	if (status == OK)
		tune_rules_tell(t->c->context, t->tune.library,
				&(struct tune_news){.file = t->request->file,
						    .n = tune_rules_count(&result),
						    .none = "nothing was seen to be quicker than the library's own "
							    "decisions",
						    .doubt = "",
						    .usual_sizes = t->usual_sizes,
						    .processes = tune_rules_processes(&t->tune.processes)});
	if (status == OK && t->request->file && tune_rules_count(&result) > 0)
		tell_next(t);
	if (status == OK)
		status = tune_rules_plot(t->tune.library, t->request->plot, &result, err);
	tune_result_release(&result);
	return status;
}

/* Processes that take turns on CPUs are kept from them by others that wait for an agreed time. */
static struct tune_means means_of(const struct live_tuning *t)
{
	size_t processes, cpus;

	return (struct tune_means){
		.forced = t->forced,
		.beside = t->c->context->live && tune_library_is_sonde(t->tune.library),
		.timing = circumstances_crowded(&t->m.circumstances, &processes, &cpus) ? TIMING_MAX : TIMING_GLOBAL};
}

/* The seconds that all of it might take. */
static double allowed(const struct live_tuning *t)
{
	return t->c->budget < 0 ? t->usual : t->c->budget;
}

/* How much time it takes by itself, where that is more. */
static void put_enough(const struct live_tuning *t, char *text, size_t room)
{
	if (allowed(t) < t->usual)
		snprintf(text, room,
			 "Without --budget it takes up to %.0f s here, with --budget none as long as it takes",
			 ceil(t->usual));
	else
		snprintf(text, room, "--budget none takes as long as it takes");
}

/* Nothing was measured for rules, as a model had all the time, or there was another failure. */
static void refuse_short(const struct live_tuning *t, const struct error *why, struct error *err)
{
	char enough[120], model[200] = "";

	if (t->m.begun || why->status != ERR_INPUT) {
		error_set(err, why->status, "%s", why->text);
		return;
	}
	put_enough(t, enough, sizeof(enough));
	if (t->modelled.run > 0)
		snprintf(model, sizeof(model), ": the model took %.3g s, and is in the store '%.100s' as run %lld",
			 t->modelled.seconds, t->c->archive.archive.name, (long long)t->modelled.run);
	error_set(err, ERR_INPUT, "the budget of %.3g s was over before anything was measured for rules%s. %s",
		  allowed(t), model, enough);
}

static void tell_short(const struct live_tuning *t, size_t missed)
{
	const struct context *context = t->c->context;
	char enough[120];

	put_enough(t, enough, sizeof(enough));
	if (!context->quiet)
		fprintf(context->chatter,
			"sonde: the time did not suffice: %zu points were not measured, or are less precise than was "
			"asked for; what was not measured has no rule. %s\n",
			missed, enough);
}

static enum status measure(struct live_tuning *t, struct error *err)
{
	struct tuning tuning = {.m = &t->m, .tasks = &t->measured, .means = means_of(t)};
	struct error why = {.status = OK};
	enum status status = tuning_explore(&tuning, &why);
	size_t missed;

	if (status == OK)
		status = tuning_confirm(&tuning, &why);
	if (status == OK && t->orders.n > 0)
		status = tuning_confirm_ordered(&tuning, &t->orders, &t->ordered, &why);
	if (status == OK && t->request->exhaustive)
		status = tuning_complete(&tuning, &why);
	missed = unfinished_count(&tuning.probing.prober);
	status = probing_end(&tuning.probing, status, &why);
	if (status != OK)
		refuse_short(t, &why, err);
	if (status == OK)
		status = conclude(t, &tuning, err);
	if (status == OK && missed > 0)
		tell_short(t, missed);
	tuning_release(&tuning);
	return status;
}

static struct purpose purpose_here(const struct live_tuning *t)
{
	struct purpose purpose =
		purpose_of(PURPOSE_MEASURE_COLLECTIVE, tune_library_is_sonde(t->tune.library) ? "tune for sonde run"
						       : t->tune.library == &tune_mpich       ? "tune for MPICH"
											      : "tune for Open MPI");

	strcpy(purpose.operation, "all");
	strcpy(purpose.algorithm, "tune");
	return purpose;
}

static enum status measure_run(struct live_tuning *t, struct error *err)
{
	const struct purpose purpose = purpose_here(t);
	enum status status = platform_prepare(t->c->measuring.platform, tuning_room(&t->measured), err);

	t->c->measuring.options.resume = t->resumes;
	t->c->measuring.options.resume_ended = false;
	if (status == OK)
		status = measurement_begin(&t->m, &t->c->measuring, t->c->measuring.options.run_name, &purpose, err);
	if (status == OK)
		status = measure(t, err);
	measurement_release(&t->m);
	return status;
}

/* By the library if it is the one that reads the rules and can be told, else by algorithms of sonde's own. */
static void choose_means(struct live_tuning *t)
{
	const struct tune_library *library = t->tune.library;
	char text[256];

	t->forced = t->c->context->live && tune_library_of(live_library(text, sizeof(text))) == library;
	if (!t->forced && !tune_library_is_sonde(library))
		progress_note(
			&t->c->measuring.host.progress,
			"what the algorithms of %s take is measured by sonde's own, which send the same messages; "
			"those that have none of these are left out",
			library->name);
}

static enum status get_model(struct live_tuning *t, struct error *err)
{
	t->model = t->request->model ? model_read(t->request->model, err)
				     : tune_estimate(t->c, &t->tune.sizes, &t->modelled, err);
	if (!t->model && !t->request->model && err->status == ERR_INPUT && t->c->budget > 0)
		error_add(err, "; the model has a quarter of --budget: more of it gives it more time, and -m "
			       "MODEL.json needs none");
	return t->model ? OK : err->status;
}

/* Whether what is asked for can be begun, or gone on with where it was stopped: before anything is measured. */
static enum status find_begun(struct live_tuning *t, struct error *err)
{
	struct measure_command *c = t->c;
	const struct measuring_options *options = &c->measuring.options;
	const struct purpose own = purpose_here(t),
			     before[] = {tune_estimate_purpose(false), tune_estimate_purpose(true),
					 tune_escalations_purpose()};
	size_t n = t->request->model                        ? 0
		   : tune_library_is_sonde(t->tune.library) ? sizeof(before) / sizeof(*before)
							    : 1;
	struct error why = {.status = OK};
	enum status status = measurement_admit(&c->measuring, options->run_name, &own, options->resume, &why);
	bool any = false;

	t->resumes = options->resume && status == OK;
	/* What came before the run is there: the newest model of this command is not measured again. */
	c->measuring.options.resume_ended = t->resumes;
	for (size_t i = 0; status == ERR_INPUT && options->resume && !any && i < n; i++) {
		if (measure_command_interrupted(c, &before[i], &any, err) != OK)
			return err->status;
		/* So did the steps before the one that was stopped. */
		c->measuring.options.resume_ended = any && i > 0;
	}
	if (any) {
		why.status = OK;
		status = measurement_admit(&c->measuring, options->run_name, &own, false, &why);
	}
	return status == OK ? OK : error_set(err, status, "%s", why.text);
}

/* MPICH's own view of nodes, where it has several with several processes each. */
static enum status find_nodes(struct live_tuning *t, struct error *err)
{
	struct circumstances here = {.processes = 0};
	enum status status = OK;
	size_t nodes;

	if (!(t->forced && t->tune.library->goes_by_nodes) && t->request->also.n == 0)
		return OK;
	status = platform_describe(t->c->measuring.platform, &here, err);
	nodes = status == OK && here.node ? placement_nodes(here.node, here.processes) : 1;
	if (nodes > 1 && nodes < here.processes && t->request->also.n > 0)
		status = error_set(err, ERR_USAGE,
				   "--also: processes share nodes here, and how many of other numbers do is not known: "
				   "-m, --intra, --inter and --ppn make rules for these");
	if (status == OK && nodes > 1 && nodes < here.processes) {
		t->node = here.node;
		here.node = NULL;
		t->tune.node = t->node;
		progress_note(
			&t->c->measuring.host.progress,
			"%zu processes on %zu nodes: rules are for a node's processes and for nodes where %s looks "
			"these up",
			here.processes, nodes, t->tune.library->name);
	}
	circumstances_release(&here);
	return status;
}

/* Where operations take so long that the usual budget leaves many of them out it is longer, unless the user said one.
 */
static enum status extend_budget(struct live_tuning *t, struct error *err)
{
	double needed = 0;
	enum status status = tuning_needed(&t->measured, &needed, err);

	t->usual = fmin(fmax(needed, budget), budget_most);
	if (status != OK || t->c->budget >= 0 || needed <= budget)
		return status;
	needed = t->usual;
	t->c->measuring.options.deadline = platform_now(t->c->measuring.platform) + needed;
	progress_note(&t->c->measuring.host.progress,
		      "operations take so long here that measuring takes up to %.0f s; --budget says otherwise",
		      needed);
	return OK;
}

static enum status tune(struct live_tuning *t, struct error *err)
{
	enum status status = find_begun(t, err);

	if (status == OK)
		status = get_model(t, err);
	if (status == OK)
		status = find_nodes(t, err);
	if (status != OK)
		return status;
	t->tune.predict = predict_options_default(t->model);
	t->tune.progress = &t->c->measuring.host.progress;
	t->tune.total_most = TOTAL_MOST;
	status = tune_tasks_open(&t->tune, &t->tasks, err);
	if (status == OK)
		status = tune_tasks_of(&t->tasks, t->c->measuring.platform->processes, &t->measured, err);
	if (status == OK)
		status = tune_tasks_simulate(t->tasks.list, t->tasks.n, err);
	if (status == OK && tune_library_is_sonde(t->tune.library))
		status = tune_orders_find(t->c, &t->tune, t->request->model ? t->model : NULL, &t->orders, err);
	if (status == OK)
		status = tune_escalations_find(t->c, &t->tune, t->request->model ? t->model : NULL, t->escalating,
					       &t->escalated, err);
	if (status == OK)
		status = extend_budget(t, err);
	return status == OK ? measure_run(t, err) : status;
}

/* The platform's processes, and the other numbers that get rules. */
static enum status list_processes(struct tune_request *request, size_t processes, struct error *err)
{
	enum status status = size_list_add(&request->processes, processes, err);

	for (size_t i = 0; status == OK && i < request->also.n; i++)
		status = size_list_add(&request->processes, request->also.bytes[i], err);
	return status;
}

enum status tune_live(struct measure_command *c, struct tune_request *request, struct error *err)
{
	struct live_tuning t = {.c = c, .request = request, .usual_sizes = request->sizes.n == 0};
	const struct output_input inputs[] = {{c->archive.archive.name, "the store"}, {request->model, "the model"}};
	enum status status = output_check(request->file, inputs, 2, err);

	c->usual_budget = budget;
	if (status == OK)
		status = measure_command_open_all(c, err);
	if (status == OK && request->processes.n > 0)
		status = error_set(err, ERR_USAGE,
				   "-n: the processes of the platform are tuned; a model alone has others");
	if (status == OK && request->also.n > 0 && c->measuring.platform->processes < ALSO_LEAST)
		status = error_set(err, ERR_USAGE,
				   "--also: %d processes or more tell what others take: between two many algorithms "
				   "send the same messages. mpirun -n %d",
				   ALSO_LEAST, ALSO_LEAST);
	if (status == OK && !request->file)
		progress_note(&c->measuring.host.progress, "without -o FILE rules are shown, and not written");
	if (status == OK)
		status = list_processes(request, c->measuring.platform->processes, err);
	if (status == OK)
		status = tune_request_options(request, &t.tune, err);
	if (status == OK) {
		choose_means(&t);
		status = tune(&t, err);
	}
	tune_tasks_release(&t.tasks);
	free(t.measured.list);
	choices_release(&t.orders);
	tune_ordered_release(&t.ordered);
	model_free(t.model);
	free(t.node);
	return status;
}
