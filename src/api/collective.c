#include "api/results.h"

#include "sample/collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status check_name(const char *name, const struct sonde_collective *own, struct error *err)
{
	if (own && (!own->execute || !own->name || own->name[0] == '\0' || strlen(own->name) >= SETUP_NAME_MOST ||
		    collective_find(own->name)))
		return error_set(err, ERR_INPUT,
				 "an operation of one's own needs a function execute, and a name of 1 to %d characters "
				 "that is none of MPI's own",
				 SETUP_NAME_MOST - 1);
	if (!own && (!name || !collective_find(name)))
		return error_set(err, ERR_INPUT, "there is no collective operation \"%s\"", name ? name : "(none)");
	return OK;
}

static enum status check_wishes(const struct sonde *context, const char *name, const struct sonde_collective *own,
				enum sonde_timing timing, int root, const size_t *bytes, size_t n,
				const struct sonde_budget *budget, const struct sonde_result *results,
				struct error *err)
{
	int other = root == 0 ? 1 : 0;

	if (check_name(name, own, err) != OK)
		return ERR_INPUT;
	if (timing != SONDE_GLOBAL && timing != SONDE_ROOT && timing != SONDE_MAX)
		return error_set(err, ERR_INPUT, "there is no timing %d: SONDE_GLOBAL, SONDE_ROOT or SONDE_MAX",
				 (int)timing);
	if (!bytes || n < 1 || n > RESULTS_MOST)
		return error_set(err, ERR_INPUT, "%zu sizes cannot be measured: at least 1 and at most %d",
				 bytes ? n : 0, RESULTS_MOST);
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	return context_check(context, root, other, budget, err);
}

static struct request request_of(const char *name, enum sonde_timing timing, int root, const size_t *bytes, size_t n,
				 const struct sonde_budget *budget)
{
	struct request request;

	memset(&request, 0, sizeof(request));
	request.operation = -1 - (int)timing; /* none of a pair's */
	request.from = request.to = root;
	request.n = n;
	request.sizes = bytes && n <= RESULTS_MOST ? results_digest(bytes, n) : 0;
	snprintf(request.name, sizeof(request.name), "%s", name ? name : "");
	if (budget)
		request.budget = *budget;
	return request;
}

static enum status list_points(const struct request *request, enum sonde_timing timing, const size_t *bytes,
			       struct experiment **points, struct error *err)
{
	static const enum collective_timing timings[] = {
		[SONDE_GLOBAL] = TIMING_GLOBAL, [SONDE_ROOT] = TIMING_ROOT, [SONDE_MAX] = TIMING_MAX};

	*points = calloc(request->n, sizeof(**points));
	for (size_t i = 0; *points && i < request->n; i++) {
		struct experiment *point = &(*points)[i];

		*point = (struct experiment){.kind = EXPERIMENT_COLLECTIVE,
					     .from = request->from,
					     .to = request->to,
					     .bytes = bytes[i],
					     .count = 1,
					     .setup = {.timing = timings[timing]}};
		snprintf(point->setup.collective, sizeof(point->setup.collective), "%s", request->name);
	}
	return *points ? OK : error_memory(err, "the points to measure");
}

/* The largest buffer that MPI's own operation of this name needs; of another, that of a message as large. */
static size_t room_of(const struct sonde *context, const char *name, const size_t *bytes, size_t n)
{
	const struct collective_kind *kind = collective_find(name);
	size_t largest = 0;

	for (size_t i = 0; i < n; i++)
		largest = bytes[i] > largest ? bytes[i] : largest;
	return kind ? collective_room(kind, largest, (size_t)context->embedded.process.size) : largest;
}

static void supply(struct sonde *context, const struct sonde_collective *own)
{
	struct supplied supplied = {.execute = NULL};

	if (own) {
		supplied = (struct supplied){.initialise = own->initialise,
					     .execute = own->execute,
					     .finalise = own->finalise,
					     .state = own->state};
		snprintf(supplied.name, sizeof(supplied.name), "%s", own->name);
	}
	embed_supply(&context->embedded, &supplied);
}

enum sonde_status sonde_measure_collective(struct sonde *context, const char *name, const struct sonde_collective *own,
					   enum sonde_timing timing, int root, const size_t *bytes, size_t n,
					   const struct sonde_budget *budget, struct sonde_result *results,
					   struct sonde_error *error)
{
	const char *called = own ? own->name : name;
	struct request request = request_of(called, timing, root, bytes, n, budget);
	struct wanted wanted = {.request = &request, .scale = 1};
	struct error mine = {0}, err = {0};
	struct experiment *points = NULL;
	enum sonde_status status;

	if (!context) {
		error_set(&err, ERR_INPUT, "there is no context: context is NULL");
		return context_give(&err, error);
	}
	if (check_wishes(context, name, own, timing, root, bytes, n, budget, results, &mine) == OK &&
	    list_points(&request, timing, bytes, &points, &mine) == OK) {
		wanted.points = points;
		wanted.room = room_of(context, called, bytes, n);
		supply(context, own);
	}
	status = results_measure(context, &wanted, &mine, results, error);
	supply(context, NULL);
	free(points);
	return status;
}
