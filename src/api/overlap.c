#include "api/budgeted.h"
#include "api/digest.h"
#include "api/options.h"
#include "api/results.h"
#include "measuring/overlap.h"
#include "base/locale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum status check_parts(const struct sonde_overlap *what, struct error *err)
{
	if (what->parts && (what->n_parts < 1 || what->n_parts > OVERLAP_PARTS_MOST))
		return error_set(err, ERR_INPUT, "%zu parts of computation: at least 1 and at most %d", what->n_parts,
				 OVERLAP_PARTS_MOST);
	for (size_t i = 0; what->parts && i < what->n_parts; i++)
		if (!(what->parts[i] >= 0 && what->parts[i] <= 1000))
			return error_set(err, ERR_INPUT,
					 "a computation %g times as long as the message: from 0 to 1000",
					 what->parts[i]);
	return OK;
}

static enum status check(const struct sonde *context, const struct sonde_overlap *what,
			 const struct sonde_overlap_result *results, struct error *err)
{
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	if (context_check_pair(context, what->from, what->to, err) != OK ||
	    context_check_sizes(what->bytes, what->n, err) != OK || check_parts(what, err) != OK)
		return ERR_INPUT;
	return context_check_budget(&what->budget, err);
}

static unsigned long long digest_of(const struct sonde_overlap *what)
{
	const long long numbers[] = {what->from, what->to, what->at_receiver != 0};
	unsigned long long digest = digest_bytes(DIGEST, numbers, sizeof(numbers));

	digest = digest_sizes(digest, what->n <= CONTEXT_SIZES_MOST ? what->bytes : NULL, what->n);
	for (size_t i = 0; what->parts && what->n_parts <= OVERLAP_PARTS_MOST && i < what->n_parts; i++)
		digest = digest_real(digest, what->parts[i]);
	return context_digest_budget(digest, &what->budget);
}

static struct overlap_request request_of(const struct sonde_overlap *what)
{
	return (struct overlap_request){.side = what->at_receiver ? SIDE_RECEIVER : SIDE_SENDER,
					.bytes = what->bytes,
					.n = what->n,
					.parts = what->parts ? what->parts : overlap_parts,
					.n_parts = what->parts ? what->n_parts : OVERLAP_PARTS,
					.spread = 0};
}

/* What process 0 works on. */
struct overlap_work {
	const struct sonde_overlap *what;
	struct sonde_overlap_result *results;
};

static enum status take_results(const struct measurement *m, const struct overlap_point *points, size_t n,
				struct sonde_overlap_result *results, struct error *err)
{
	const struct probe_options probe = measuring_probe(m->options);
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		results[i] = (struct sonde_overlap_result){.compute = points[i].what.setup.compute,
							   .alone = points[i].alone,
							   .overlap = points[i].overlap,
							   .whole = {.bytes = points[i].what.bytes}};
		status = results_summarise(campaign_find(&m->campaign, &points[i].what), &probe,
					   m->platform->clock.resolution, 1, &results[i].whole, err);
	}
	return status;
}

static enum status measure(const struct sonde *context, const struct overlap_work *work, struct error *err)
{
	const struct sonde_overlap *what = work->what;
	const struct overlap_request request = request_of(what);
	const int pair[] = {what->from, what->to};
	size_t n = request.n * request.n_parts, largest = 0;
	struct overlap_point *points = calloc(n + 1, sizeof(*points));
	struct experiment most;
	struct budgeted b;
	enum status status = budgeted_begin(&b, context, PURPOSE_MEASURE_OVERLAP, &what->budget, 1, pair, err);

	for (size_t i = 0; i < what->n; i++)
		largest = what->bytes[i] > largest ? what->bytes[i] : largest;
	most = overlap_experiment(&b.measuring.options, &request, largest, 0);
	if (status == OK && !points)
		status = error_memory(err, "the times of overlaps");
	if (status == OK)
		status = probing_prepare(b.measurement.platform, &most, err);
	if (status == OK)
		status = overlap_measure(&b.measurement, &request, points, err);
	if (status == OK)
		status = take_results(&b.measurement, points, n, work->results, err);
	free(points);
	budgeted_release(&b);
	return status;
}

static void drive(const struct sonde *context, void *work, struct sonde_error *outcome)
{
	struct error err = {0};

	measure(context, work, &err);
	budgeted_give(&err, outcome);
}

enum sonde_status sonde_measure_overlap(struct sonde *context, const struct sonde_overlap *given,
					struct sonde_overlap_result *results, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error mine = {0}, err = {0};
	struct overlap_work work = {.results = NULL};
	struct sonde_overlap what;
	unsigned long long digest;
	enum sonde_status status;
	size_t n;

	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_overlap", &mine) == OK)
		check(context, &what, results, &mine);
	digest = digest_of(&what);
	n = mine.status == OK ? what.n * request_of(&what).n_parts : 0;
	work = (struct overlap_work){&what, calloc(n + 1, sizeof(*work.results))};
	if (mine.status == OK && !work.results)
		error_memory(&mine, "the times of overlaps");
	if (embed_agree(&context->embedded, &digest, sizeof(digest), &mine, &err) == OK) {
		status = context_run(context, drive, &work, error);
		if (status == SONDE_OK) {
			embed_share(&context->embedded, work.results, n * sizeof(*results));
			memcpy(results, work.results, n * sizeof(*results));
		}
	} else {
		status = context_give(&err, error);
	}
	free(work.results);
	return status;
}
