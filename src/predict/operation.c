#include "predict/operation.h"

#include "base/memory.h"
#include "base/progress.h"
#include "predict/pipeline.h"
#include "predict/room.h"
#include "predict/segment.h"
#include "schedule/totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of times that are taken as equal, as a part. */
static const double tie = 1e-6;

static enum status add(struct predictions *found, const struct prediction *prediction, struct error *err)
{
	struct prediction *grown = memory_grow(found->list, &found->capacity, found->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "predictions");
	found->list = grown;
	found->list[found->n++] = *prediction;
	return OK;
}

static enum status refuse(struct predictions *found, const struct algorithm_class *algorithm, uint64_t bytes,
			  const char *why, struct error *err)
{
	struct refusal *grown =
		memory_grow(found->refusals, &found->refusal_capacity, found->n_refusals + 1, sizeof(*grown));
	char *text = grown ? memory_text(why) : NULL;

	if (grown)
		found->refusals = grown;
	if (!text)
		return error_memory(err, "why an operation cannot be done");
	found->refusals[found->n_refusals++] = (struct refusal){algorithm, bytes, text};
	return OK;
}

static void free_mapping(struct prediction *prediction)
{
	if (prediction->mapping)
		tree_mapping_release(prediction->mapping);
	free(prediction->mapping);
	prediction->mapping = NULL;
}

/* The best order for the call, where one is looked for. */
static enum status map(const struct predict_options *options, const struct algorithm_use *use,
		       struct prediction *prediction, struct error *err)
{
	enum status status = OK;

	if (!options->mapping || !(use->algorithm->takes & TAKES_ORDER))
		return OK;
	prediction->mapping = calloc(1, sizeof(*prediction->mapping));
	status = prediction->mapping ? tree_mapping_find(options, use, options->mapping, prediction->mapping, err)
				     : error_memory(err, "orders of processes");
	if (status == OK)
		prediction->seconds = prediction->mapping->seconds;
	return status;
}

/* Escalations were counted of operations by themselves: the thesis has barriers between them (O'Flynn, thesis, 2009,
 * 7.2). */
static bool is_series(const struct predict_options *options)
{
	return options->series > 1;
}

/* The call in the segment by which it is quickest, and what it takes in one piece; as it is, and NAN, where that is not
 * asked. By formulas that have no segments it stays in one piece. */
static enum status segment(const struct predict_options *options, const struct algorithm_use *use, struct call *call,
			   double *whole, struct error *err)
{
	struct segment_found best;
	enum status status;

	*call = *use->call;
	*whole = NAN;
	if (!options->best_segment)
		return OK;
	if (options->closed) {
		uint64_t closed = pipeline_segment(options->use.model, use);

		call->segment = closed < call->count ? closed : 0;
		if (algorithm_check(use->algorithm, call, err) != OK)
			return err->status;
		return predict_room(&(struct algorithm_use){use->algorithm, call}, options->series, err);
	}
	status = segment_find(options, use, &best, err);
	if (status == OK) {
		call->segment = best.segment;
		*whole = best.whole;
	}
	return status;
}

static enum status simulated(const struct predict_options *options, const struct algorithm_use *use, double whole,
			     struct predictions *found, uint64_t *largest, struct error *err)
{
	const struct model *model = options->use.model;
	struct simulation simulation = {0};
	enum status status = predict_simulation(options, use, &simulation, largest, err);
	struct prediction prediction = {.algorithm = use->algorithm,
					.processes = use->call->processes,
					.bytes = use->call->count,
					.segment = use->call->segment,
					.pieces = segment_pieces(use->call),
					.whole = whole,
					.seconds = simulation.seconds};

	simulation_release(&simulation);
	if (status == OK)
		status = map(options, use, &prediction, err);
	prediction.expected = prediction.seconds;
	if (!is_series(options)) {
		prediction.escalation = escalation_of(model, use->algorithm, use->call);
		prediction.expected += escalation_expected(model, use->algorithm, use->call);
	}
	if (status == OK)
		status = add(found, &prediction, err);
	if (status != OK)
		free_mapping(&prediction);
	return status;
}

static enum status closed(const struct predict_options *options, const struct algorithm_use *use,
			  struct predictions *found, uint64_t *largest, struct error *err)
{
	const struct schedule schedule = algorithm_schedule(use);
	struct schedule_totals totals;
	struct call one_piece = *use->call;
	struct closed_form forms[CLOSED_FORMS_MOST], whole[CLOSED_FORMS_MOST];
	size_t n = closed_forms(&options->use, use->algorithm, use->call, forms);
	enum status status = schedule_count(&schedule, &totals, err);

	*largest = totals.largest;
	one_piece.segment = 0;
	closed_forms(&options->use, use->algorithm, &one_piece, whole);
	for (size_t i = 0; status == OK && i < n; i++)
		status = add(found,
			     &(struct prediction){.algorithm = use->algorithm,
						  .processes = use->call->processes,
						  .bytes = use->call->count,
						  .segment = use->call->segment,
						  .pieces = segment_pieces(use->call),
						  .whole = whole[i].seconds,
						  .seconds = forms[i].seconds,
						  .expected = forms[i].seconds,
						  .form = forms[i]},
			     err);
	return status;
}

static int compare_numbers(double x, double y)
{
	return (x > y) - (x < y);
}

/* By processes and size, then the quickest, the smallest segment. */
static int by_expected(const void *a, const void *b)
{
	const struct prediction *x = a, *y = b;
	const double differ[] = {(double)x->processes - (double)y->processes, (double)x->bytes - (double)y->bytes,
				 compare_numbers(x->expected, y->expected), (double)x->segment - (double)y->segment};

	for (size_t i = 0; i < sizeof(differ) / sizeof(differ[0]); i++)
		if (differ[i] != 0)
			return differ[i] > 0 ? 1 : -1;
	return 0;
}

/* Of one number of processes and size. */
static void rank(struct prediction *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		list[i].rank = i + 1;
		list[i].over_best = list[i].expected / list[0].expected - 1;
		list[i].tied =
			i > 0 && fabs(list[i].expected - list[i - 1].expected) <= tie * fabs(list[i - 1].expected);
	}
}

static bool same_call(const struct prediction *a, const struct prediction *b)
{
	return a->processes == b->processes && a->bytes == b->bytes;
}

/* Whether a quicker one of the same call has the same algorithm. */
static bool has_better(const struct prediction *list, size_t i)
{
	for (size_t k = i; k-- > 0 && same_call(&list[k], &list[i]);)
		if (list[k].algorithm == list[i].algorithm)
			return true;
	return false;
}

void predictions_rank(struct predictions *found, bool best_segments)
{
	size_t kept = 0;

	qsort(found->list, found->n, sizeof(*found->list), by_expected);
	for (size_t i = 0; i < found->n; i++)
		found->list[i].rank = best_segments && has_better(found->list, i) ? 0 : 1;
	for (size_t i = 0; i < found->n; i++)
		if (found->list[i].rank > 0)
			found->list[kept++] = found->list[i];
		else
			free_mapping(&found->list[i]);
	found->n = kept;
	for (size_t i = 0, n; i < kept; i += n) {
		for (n = 1; i + n < kept && same_call(&found->list[i], &found->list[i + n]);)
			n++;
		rank(&found->list[i], n);
	}
}

/* Whether the same is refused for the same reason already. */
static bool is_refused(const struct predictions *found, const struct refusal *refusal)
{
	for (size_t i = 0; i < found->n_refusals; i++)
		if (found->refusals[i].algorithm == refusal->algorithm &&
		    strcmp(found->refusals[i].why, refusal->why) == 0)
			return true;
	return false;
}

enum status predictions_join(struct predictions *all, struct predictions *part, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < part->n; i++) {
		status = add(all, &part->list[i], err);
		if (status == OK)
			part->list[i].mapping = NULL; /* all's now */
	}
	for (size_t i = 0; status == OK && i < part->n_refusals; i++)
		if (!is_refused(all, &part->refusals[i]))
			status = refuse(all, part->refusals[i].algorithm, part->refusals[i].bytes,
					part->refusals[i].why, err);
	all->impossible = all->impossible || part->impossible;
	all->escalates = all->escalates || part->escalates;
	all->largest = part->largest > all->largest ? part->largest : all->largest;
	predictions_release(part);
	return status;
}

static bool is_same(const struct prediction *a, const struct prediction *b, bool segment)
{
	bool form =
		a->form.name && b->form.name ? strcmp(a->form.name, b->form.name) == 0 : a->form.name == b->form.name;

	return form && a->algorithm == b->algorithm && a->processes == b->processes && a->bytes == b->bytes &&
	       (!segment || a->segment == b->segment);
}

void predictions_compare(struct predictions *found, const struct predictions *before)
{
	for (size_t i = 0; i < found->n; i++) {
		struct prediction *after = &found->list[i];

		after->unchanged = NAN;
		for (int segment = 1; segment >= 0 && isnan(after->unchanged); segment--)
			for (size_t k = 0; k < before->n && isnan(after->unchanged); k++)
				if (is_same(after, &before->list[k], segment))
					after->unchanged = before->list[k].seconds;
	}
}

/* One algorithm: by its schedule, or by what formulas say. */
static enum status predict_use(const struct predict_options *options, const struct algorithm_use *use,
			       struct predictions *found, uint64_t *largest, struct error *err)
{
	struct call call;
	const struct algorithm_use own = {use->algorithm, &call};
	double whole;
	enum status status = segment(options, use, &call, &whole, err);

	if (status != OK)
		return status;
	return options->closed ? closed(options, &own, found, largest, err)
			       : simulated(options, &own, whole, found, largest, err);
}

static enum status predict_size(const struct predict_options *options, struct collective_request *request,
				uint64_t bytes, struct predictions *found, struct error *err)
{
	size_t begin = found->n, possible = 0;
	enum status status = OK;

	for (const struct algorithm_class *each = collective_request_next(request, NULL); status == OK && each;
	     each = collective_request_next(request, each)) {
		struct error why = {0};
		struct algorithm_use use;
		uint64_t largest = 0;

		if (options->segmented_only && !(each->takes & TAKES_SEGMENT))
			continue;
		status = collective_request_use(request, each, bytes, &use, &why);
		if (status == OK && !options->closed)
			status = predict_room(&use, options->series, &why);
		if (status == ERR_INPUT) {
			status = refuse(found, each, bytes, why.text, err);
			continue;
		}
		if (status != OK)
			return error_set(err, status, "%s", why.text);
		possible++;
		status = predict_use(options, &use, found, &largest, err);
		found->largest = largest > found->largest ? largest : found->largest;
		progress_report(options->progress, "predictions", found->n, 0, NAN);
	}
	if (!request->algorithm && found->n > begin) {
		qsort(&found->list[begin], found->n - begin, sizeof(*found->list), by_expected);
		rank(&found->list[begin], found->n - begin);
	}
	found->impossible = status == OK && possible == 0 && !options->segmented_only;
	return status;
}

enum status predict_operation(const struct predict_options *options, struct collective_request *request,
			      const size_t *sizes, size_t n, struct predictions *found, struct error *err)
{
	enum status status = OK;

	found->escalates =
		!options->closed && !is_series(options) && escalation_known(options->use.model, request->collective);
	for (size_t i = 0; status == OK && i < n && !found->impossible; i++)
		status = predict_size(options, request, sizes[i], found, err);
	return status;
}

void predictions_release(struct predictions *predictions)
{
	for (size_t i = 0; i < predictions->n_refusals; i++)
		free(predictions->refusals[i].why);
	for (size_t i = 0; i < predictions->n; i++)
		free_mapping(&predictions->list[i]);
	free(predictions->refusals);
	free(predictions->list);
	*predictions = (struct predictions){.n = 0};
}

struct negative_times predictions_negative(const struct predictions *predictions)
{
	struct negative_times times = {.all = 0};

	for (size_t i = 0; i < predictions->n; i++) {
		negative_times_add(&times, predictions->list[i].seconds);
		negative_times_add(&times, predictions->escalates ? predictions->list[i].escalation.median : NAN);
		negative_times_add(&times, predictions->escalates ? predictions->list[i].expected : NAN);
	}
	return times;
}
