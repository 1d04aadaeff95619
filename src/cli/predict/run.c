#include "cli/predict/run.h"

#include "base/memory.h"
#include "cli/arrival_option.h"
#include "cli/negative_times.h"
#include "cli/predict/check.h"
#include "cli/predict/mapping.h"
#include "cli/progress_line.h"
#include "model/negative.h"
#include "model/what_if.h"
#include "model/what_part.h"
#include "predict/escalation.h"
#include "predict/message.h"
#include "report/predictions.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Of random delays that name no seed. */
#define ARRIVAL_SEED 1

void tell_extrapolated(const struct context *context, size_t fitted, uint64_t largest)
{
	char text[32], most[32];

	if (!context->quiet && largest > fitted)
		fprintf(context->chatter,
			"sonde: the model was fitted at sizes up to %s: larger messages are predicted by the line "
			"through the largest and half of it; estimate --sizes auto:0:%s measures them\n",
			size_format(fitted, text, sizeof(text)), size_format(largest, most, sizeof(most)));
}

/* Gathers of medium sizes at which no escalations were counted have those of the nearest size that was. */
static void tell_escalations(const struct context *context, const struct model *model, const struct size_list *sizes)
{
	char from[32], to[32];
	size_t first, last;

	if (escalation_beyond(model, sizes->bytes, sizes->n, &first, &last) > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: escalations of gathers were counted at sizes from %s to %s: gathers of other sizes are "
			"given those of the nearest one\n",
			size_format(first, from, sizeof(from)), size_format(last, to, sizeof(to)));
}

/* Among more processes the platform may treat messages differently, and so may it among fewer. One alone sends none. */
static void tell_other_number(const struct context *context, const struct model *model,
			      const struct size_list *processes)
{
	size_t least = processes->bytes[0], most = processes->bytes[processes->n - 1], measured = model->processes;

	if (least < 2 && processes->n > 1)
		least = processes->bytes[1];
	if (context->quiet || !model_fact(model, "started"))
		return;
	if (most > measured)
		fprintf(context->chatter,
			"sonde: the model was measured among %zu processes, and is used for %zu: links that they share "
			"are not part of it\n",
			measured, most);
	if (least > 1 && least < measured)
		fprintf(context->chatter,
			"sonde: the model was measured among %zu processes, and is used for %s%zu%s\n", measured,
			model_holds_for_any(model) ? "" : "its first ", least,
			model_fact(model, MODEL_CROWDED) ? ", which take turns on CPUs less" : "");
}

/* What cannot be predicted, though nothing failed. */
static enum status check_found(const struct predictions *found, const struct predict_options *how, struct error *err)
{
	if (found->impossible)
		return error_set(err, ERR_USAGE, "%s", found->refusals[found->n_refusals - 1].why);
	if (how->closed && found->n == 0)
		return error_set(err, ERR_INPUT,
				 "%s has no closed form for this operation and algorithm: without --closed-form the "
				 "schedule is simulated",
				 how->use.model->class->name);
	return OK;
}

static void tell(const struct context *context, const struct predictions *found, const struct predict_options *how,
		 const struct collective_request *request, const struct size_list *sizes)
{
	const struct model *model = how->use.model;
	const struct negative_times times = predictions_negative(found);
	bool linear = !request->algorithm || strcmp(request->algorithm->name, "linear") == 0;

	tell_extrapolated(context, predict_largest_fitted(model), found->largest);
	if (request->collective == COLLECTIVE_GATHER && linear)
		tell_escalations(context, model, sizes);
	negative_times_tell(context, &times, model);
	negative_messages_tell(context, model, sizes);
	negative_latency_tell(context, model);
}

/* Places so many processes, where it is said which of them share a node. */
static enum status place(const struct predict_request_options *options, size_t processes, struct predict_options *how,
			 struct error *err)
{
	enum status status = placed_nodes(options->placed, processes, NULL, err);

	if (status == OK)
		placed_apply(options->placed, &how->use);
	return status;
}

static enum status read_arrival(const struct predict_request_options *options, size_t processes, char **pattern,
				struct error *err)
{
	return arrival_option_read(options->arrival, ARRIVAL_SEED, processes, SIZE_MAX, pattern, err);
}

/* A request for one number of processes and one segment, and its predictions. */
static enum status predict_one(const struct predict_options *how, enum collective collective,
			       const struct predict_request_options *options, const struct size_list *sizes,
			       size_t processes, size_t segment, struct predictions *all,
			       struct collective_request *request, struct error *err)
{
	struct request_options one = options->request;
	struct predict_options own = *how;
	struct predictions part = {.n = 0};
	char *pattern = NULL;
	enum status status = place(options, processes, &own, err);

	if (status == OK)
		status = read_arrival(options, processes, &pattern, err);
	own.arrival = pattern;
	one.processes = processes;
	one.segment = segment;
	if (status == OK) {
		collective_request_release(request);
		status = request_of_options(request, collective, &one, err);
	}
	if (status == OK)
		status = predict_operation(&own, request, sizes->bytes, sizes->n, &part, err);
	if (status == OK)
		status = check_found(&part, how, err);
	if (status == OK)
		status = predictions_join(all, &part, err);
	predictions_release(&part);
	free(pattern);
	return status;
}

/* What each of several algorithms and segments that are ranked is given of a search. */
static const struct tree_mapping_options ranked_search = {.simulations = 2000, .work = 2.5e5, .search_only = true};

/* The quickest of them, which are given the whole budget: by less the first need not be the best. */
enum { SEARCHED_AGAIN = 3 };

/* Whether a search with the whole budget can find more: all orders are tried where there are few processes. */
static bool is_worth_more(const struct prediction *first)
{
	const struct tree_mapping *mapping = first->mapping;

	return first->rank <= SEARCHED_AGAIN && mapping && !mapping->all &&
	       (mapping->processes <= TREE_MAPPING_ALL_MOST || mapping->spent);
}

/* Of ranked predictions the first ones of each call once more, with the whole budget. */
static enum status search_first_again(const struct predict_options *how, enum collective collective,
				      const struct predict_request_options *options, struct predictions *found,
				      struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && how->mapping && i < found->n; i++) {
		struct prediction *first = &found->list[i], kept = *first;
		struct predict_request_options one = *options;
		struct predict_options again_by = *how;
		size_t bytes = (size_t)first->bytes;
		const struct size_list size = {.bytes = &bytes, .n = 1};
		struct collective_request request = {.algorithm = NULL};
		struct predictions again = {.n = 0};

		if (!is_worth_more(first))
			continue;
		one.request.algorithm = first->algorithm->name;
		again_by.best_segment = false; /* it is known */
		status = predict_one(&again_by, collective, &one, &size, (size_t)first->processes,
				     (size_t)first->segment, &again, &request, err);
		if (status == OK && again.n > 0 && again.list[0].expected <= kept.expected) {
			first->mapping = again.list[0].mapping;
			first->seconds = again.list[0].seconds;
			first->expected = again.list[0].expected;
			again.list[0].mapping = kept.mapping;
		}
		predictions_release(&again);
		collective_request_release(&request);
	}
	if (status == OK && how->mapping)
		predictions_rank(found, false);
	return status;
}

/* Of all algorithms the best segment of each, of one all segments, ranked where there are several. */
static enum status predict_all(const struct predict_options *how, enum collective collective,
			       const struct predict_request_options *options, const struct size_list *sizes,
			       struct predictions *found, struct collective_request *request, struct error *err)
{
	bool all = strcmp(options->request.algorithm, "all") == 0,
	     ranked = !how->closed && (all || options->segments.n > 1);
	struct predict_options with = *how;
	struct tree_mapping_options search = ranked ? ranked_search : (struct tree_mapping_options){0};
	enum status status = OK;

	search.progress = how->mapping ? how->mapping->progress : NULL;
	with.mapping = how->mapping ? &search : NULL;

	for (size_t i = 0; status == OK && i < options->processes.n; i++)
		for (size_t k = 0; status == OK && k < options->segments.n; k++) {
			with.segmented_only = all && k > 0; /* the others are known from the first */
			status = predict_one(&with, collective, options, sizes, options->processes.bytes[i],
					     options->segments.bytes[k], found, request, err);
		}
	if (status == OK && ranked) {
		predictions_rank(found, all);
		status = search_first_again(how, collective, options, found, err);
	}
	return status;
}

/* Changes the model as --set says. */
static enum status change(struct model *model, const char *changes, struct error *err)
{
	return changes ? usage_of_option("--set", model_what_if(model, changes, err), err) : OK;
}

static struct predict_options options_of(const struct model *model, const struct predict_request_options *options,
					 const struct tree_mapping_options *mapping, const struct progress *progress)
{
	struct predict_options how = predict_options_of(&options->ports, model);

	how.closed = options->closed;
	how.series = options->series;
	how.best_segment = options->best_segment;
	how.mapping = mapping;
	how.progress = progress;
	return how;
}

/* The course of the only prediction, with the time that it took before the model was changed. */
static enum status course_table(const struct predictions *found, const struct predict_options *how,
				const struct predict_request_options *options, struct collective_request *request,
				size_t bytes, struct table **table, struct error *err)
{
	enum status status = predict_course_table(how, &options->course, request, bytes, table, err);

	if (status != OK)
		return status;
	if (model_fact(how->use.model, MODEL_WHAT_IF))
		table_summary_number(*table, NULL, "unchanged", CELL_SECONDS, found->list[0].unchanged);
	predictions_tell(*table, how, request, options->request.order, options->request.groups);
	return OK;
}

static enum status print(struct context *context, const struct predictions *found, const struct predict_options *how,
			 const struct predict_request_options *options, struct collective_request *request,
			 const struct size_list *sizes, struct error *err)
{
	struct table *table = NULL;
	char *pattern = NULL;
	enum status status = read_arrival(options, options->processes.bytes[0], &pattern, err);

	if (options->segments.n > 1)
		request->segment = 0; /* each row has its own */
	if (options->best_segment && course_is_asked(&options->course))
		request->segment = found->list[0].segment;
	if (status == OK && course_is_asked(&options->course)) {
		struct predict_options placed = *how;

		placed.arrival = pattern;
		status = place(options, options->processes.bytes[0], &placed, err);
		if (status == OK)
			status = course_table(found, &placed, options, request, sizes->bytes[0], &table, err);
	} else if (status == OK) {
		table = predictions_table(found, how, request, options->request.order, options->request.groups);
	}
	if (table && options->series > 1)
		table_summary_number(table, NULL, "series", CELL_COUNT, (double)options->series);
	if (table && *pattern)
		table_summary_text(table, NULL, "arrival", pattern);
	if (table && options->processes.n == 1)
		placed_tell(options->placed, table);
	free(pattern);
	return status == OK ? command_print(context, table, err) : status;
}

/* Notes which parameters of --set play no part in what is predicted. */
static enum status tell_part(struct context *context, struct model *model, const char *changes, what_part_times *times,
			     void *of, size_t n, struct error *err)
{
	char text[WHAT_PART_TEXT] = "";
	enum status status = changes ? what_part_find(model, changes, times, of, n, text, err) : OK;

	if (*text)
		fprintf(context->chatter, "sonde: warning: --set %s: %s\n", changes, text);
	return status;
}

/* What predict_collectives predicts from. */
struct operation_asked {
	const struct predict_options *how;
	enum collective collective;
	const struct predict_request_options *options;
	const struct size_list *sizes;
};

/* The rows may be in another order by then: the times by rank tell a change as well. */
static enum status operation_times(void *asked, double *seconds, size_t n, struct error *err)
{
	const struct operation_asked *a = asked;
	struct predictions found = {.n = 0};
	struct collective_request request = {.algorithm = NULL};
	enum status status = predict_all(a->how, a->collective, a->options, a->sizes, &found, &request, err);

	for (size_t i = 0; i < n; i++)
		seconds[i] = i < found.n ? found.list[i].seconds : 0;
	predictions_release(&found);
	collective_request_release(&request);
	return status;
}

enum status predict_collectives(struct context *context, struct model *model, const char *changes,
				enum collective collective, const struct predict_request_options *options,
				const struct size_list *sizes, struct error *err)
{
	static size_t none = 0;
	const struct size_list empty = {.bytes = &none, .n = 1};
	struct progress_line line;
	const struct tree_mapping_options mapping = {.progress = &line.progress},
					  *mapped = options->best_order ? &mapping : NULL;
	struct predict_options how = options_of(model, options, mapped, &line.progress);
	struct collective_request request = {.algorithm = NULL};
	struct predictions found = {.n = 0}, before = {.n = 0};
	enum status status = predict_check_operation(model, options, sizes, collective, err);

	progress_line_init(&line, context);
	if (collective == COLLECTIVE_BARRIER)
		sizes = &empty;
	if (status == OK && changes)
		status = predict_all(&how, collective, options, sizes, &before, &request, err);
	if (status == OK && changes) {
		struct operation_asked asked = {&how, collective, options, sizes};

		status = tell_part(context, model, changes, operation_times, &asked, before.n, err);
	}
	if (status == OK)
		status = change(model, changes, err);
	how = options_of(model, options, mapped, &line.progress); /* the switch may be what changes */
	if (status == OK)
		status = predict_all(&how, collective, options, sizes, &found, &request, err);
	progress_line_clear(context);
	if (status == OK) {
		predictions_compare(&found, &before);
		tell(context, &found, &how, &request, sizes);
		tell_other_number(context, model, &options->processes);
		status = print(context, &found, &how, options, &request, sizes, err);
	}
	predictions_release(&before);
	predictions_release(&found);
	collective_request_release(&request);
	return status;
}

/* What messages_table predicts from. */
struct messages_asked {
	const struct model *model;
	struct link link;
	const struct size_list *sizes;
	struct message_prediction *list;
};

static enum status message_times(void *asked, double *seconds, size_t n, struct error *err)
{
	const struct messages_asked *a = asked;

	(void)err;
	predict_messages(a->model, a->link, a->sizes->bytes, n, a->list);
	for (size_t i = 0; i < n; i++)
		seconds[i] = a->list[i].seconds;
	return OK;
}

static enum status messages_table(struct context *context, struct model *model, const char *changes, struct link link,
				  bool terms, const struct size_list *sizes, struct negative_times *times,
				  struct table **table, struct error *err)
{
	struct message_prediction *list = malloc(2 * sizes->n * sizeof(*list)), *before = list ? list + sizes->n : NULL;
	enum status status = list ? OK : error_memory(err, "predicted messages");

	if (status == OK) {
		struct messages_asked asked = {model, link, sizes, list};
		struct error ignored = {0}; /* wrong changes are refused below */

		if (tell_part(context, model, changes, message_times, &asked, sizes->n, &ignored) == ERR_MEMORY)
			status = error_memory(err, "predicted times");
		predict_messages(model, link, sizes->bytes, sizes->n, before);
	}
	if (status == OK) {
		status = change(model, changes, err);
	}
	if (status == OK)
		predict_messages(model, link, sizes->bytes, sizes->n, list);
	for (size_t i = 0; status == OK && i < sizes->n; i++) {
		list[i].unchanged = before[i].seconds;
		negative_times_add(times, list[i].seconds);
	}
	*table = status == OK ? message_predictions_table(model, list, sizes->n, terms) : NULL;
	free(list);
	return status;
}

static enum status paths_table(struct model *model, const char *changes, struct link link,
			       const struct path_options *paths, const struct size_list *sizes,
			       struct negative_times *times, struct table **table, struct error *err)
{
	enum status status = change(model, changes, err);

	if (status == OK && paths->closed)
		return predict_overlapped_table(model, link, paths->compute, sizes, table, err);
	return status == OK ? predict_paths_table(model, link, paths, sizes, times, table, err) : status;
}

enum status predict_p2p(struct context *context, struct model *model, const char *changes, const size_t ends[2],
			const struct path_options *paths, const struct size_list *sizes, struct error *err)
{
	const struct link link = {(int)ends[0], (int)ends[1]};
	struct negative_times times = {.all = 0};
	struct table *table = NULL;
	enum status status = predict_check_sizes(sizes, err);

	if (status == OK)
		status = predict_check_ends(model, ends, err);
	if (status != OK)
		return status;
	tell_extrapolated(context, predict_largest_fitted(model), sizes->bytes[sizes->n - 1]);
	status = paths->paths || paths->closed
			 ? paths_table(model, changes, link, paths, sizes, &times, &table, err)
			 : messages_table(context, model, changes, link, paths->terms, sizes, &times, &table, err);
	if (status != OK)
		return status;
	negative_times_tell(context, &times, model);
	return command_print(context, table, err);
}
