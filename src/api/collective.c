#include "api/digest.h"
#include "api/options.h"
#include "api/request.h"
#include "api/results.h"
#include "sample/collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status check_name(const struct sonde_collective_measurement *what, struct error *err)
{
	const struct sonde_collective *own = what->own;

	if (own && (!own->execute || !own->name || own->name[0] == '\0' || strlen(own->name) >= SETUP_NAME_MOST ||
		    collective_find(own->name)))
		return error_set(err, ERR_INPUT,
				 "an operation of one's own needs a function execute, and a name of 1 to %d characters "
				 "that is none of MPI's own",
				 SETUP_NAME_MOST - 1);
	if (!own && (!what->name || !collective_find(what->name)))
		return error_set(err, ERR_INPUT, "there is no collective operation \"%s\"",
				 what->name ? what->name : "(none)");
	return OK;
}

static enum status check_algorithm(const struct sonde_collective_measurement *what, struct error *err)
{
	bool arranged = what->segment > 0 || what->fanout != 0 || what->order || what->group;

	if (what->algorithm && what->own)
		return error_set(err, ERR_INPUT, "the algorithm \"%s\" does not go with an operation of one's own",
				 what->algorithm);
	if (!what->algorithm && arranged)
		return error_set(err, ERR_INPUT, "segment, fanout, order and group go with an algorithm: it is NULL");
	return OK;
}

static enum status check(const struct sonde *context, const struct sonde_collective_measurement *what,
			 const struct sonde_result *results, struct error *err)
{
	if (check_name(what, err) != OK || check_algorithm(what, err) != OK)
		return ERR_INPUT;
	if (what->timing != SONDE_GLOBAL && what->timing != SONDE_ROOT && what->timing != SONDE_MAX)
		return error_set(err, ERR_INPUT, "there is no timing %d: SONDE_GLOBAL, SONDE_ROOT or SONDE_MAX",
				 (int)what->timing);
	if (context_check_sizes(what->bytes, what->n, err) != OK)
		return ERR_INPUT;
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	if (context_check_process(context, what->root, err) != OK)
		return ERR_INPUT;
	return context_check_budget(&what->budget, err);
}

static const char *name_of(const struct sonde_collective_measurement *what)
{
	return what->own ? what->own->name : what->name;
}

static unsigned long long digest_list(unsigned long long digest, const int *list, int processes)
{
	return list ? digest_bytes(digest, list, (size_t)processes * sizeof(*list)) : digest_number(digest, -1);
}

static unsigned long long digest_of(const struct sonde_collective_measurement *what, int processes)
{
	unsigned long long digest = digest_text(DIGEST, name_of(what));

	digest = digest_text(digest, what->algorithm);
	digest = digest_number(digest, (long long)what->segment);
	digest = digest_number(digest, what->fanout);
	digest = digest_list(digest, what->order, processes);
	digest = digest_list(digest, what->group, processes);
	digest = digest_number(digest, (int)what->timing);
	digest = digest_number(digest, what->root);
	digest = digest_sizes(digest, what->n <= CONTEXT_SIZES_MOST ? what->bytes : NULL, what->n);
	return context_digest_budget(digest, &what->budget);
}

/* The experiment by an algorithm of sonde's own; it is checked that it can be. */
static enum status point_of_algorithm(struct collective_request *request, size_t bytes, struct experiment *point,
				      struct error *err)
{
	struct algorithm_use use;
	enum status status = collective_request_use(request, request->algorithm, bytes, &use, err);

	return status == OK ? collective_request_experiment(request, request->algorithm, bytes, point, err) : status;
}

static enum status set_points(const struct sonde_collective_measurement *what, struct collective_request *request,
			      struct experiment *points, struct error *err)
{
	static const enum collective_timing timings[] = {
		[SONDE_GLOBAL] = TIMING_GLOBAL, [SONDE_ROOT] = TIMING_ROOT, [SONDE_MAX] = TIMING_MAX};
	enum status status = OK;

	for (size_t i = 0; status == OK && i < what->n; i++) {
		struct experiment *point = &points[i];

		*point = (struct experiment){.kind = EXPERIMENT_COLLECTIVE, .bytes = what->bytes[i], .count = 1};
		if (what->algorithm)
			status = point_of_algorithm(request, what->bytes[i], point, err);
		point->from = point->to = what->root;
		point->setup.timing = timings[what->timing];
		snprintf(point->setup.collective, sizeof(point->setup.collective), "%s", name_of(what));
	}
	return status;
}

static enum status list_points(const struct sonde_collective_measurement *what, int processes,
			       struct experiment **points, struct error *err)
{
	const struct request_numbers numbers = {.operation = what->name,
						.algorithm = what->algorithm,
						.processes = processes,
						.root = what->root,
						.fanout = what->fanout,
						.segment = what->segment,
						.order = what->order,
						.group = what->group};
	struct collective_request request = {.processes = 0};
	enum status status = what->algorithm ? request_make(&request, &numbers, err) : OK;

	if (status == OK && !(*points = calloc(what->n, sizeof(**points))))
		status = error_memory(err, "the points to measure");
	if (status == OK)
		status = set_points(what, &request, *points, err);
	collective_request_release(&request);
	return status;
}

/* The largest buffer that MPI's own operation of this name needs; of another, that of a message as large. */
static size_t room_of(const struct sonde *context, const struct sonde_collective_measurement *what)
{
	const struct collective_kind *kind = collective_find(name_of(what));
	size_t largest = 0;

	for (size_t i = 0; i < what->n; i++)
		largest = what->bytes[i] > largest ? what->bytes[i] : largest;
	return kind ? collective_room(kind, largest, (size_t)context_processes(context)) : largest;
}

static void supply(struct sonde *context, const struct sonde_collective *own)
{
	struct user_operation user = {.execute = NULL};

	if (own) {
		user = (struct user_operation){.initialise = own->initialise,
					       .execute = own->execute,
					       .finalise = own->finalise,
					       .state = own->state};
		snprintf(user.name, sizeof(user.name), "%s", own->name);
	}
	embed_set_operation(&context->embedded, &user);
}

enum sonde_status sonde_measure_collective(struct sonde *context, const struct sonde_collective_measurement *given,
					   struct sonde_result *results, struct sonde_error *error)
{
	struct sonde_collective_measurement what;
	struct wanted wanted = {.together = 1, .scale = 1};
	struct experiment *points = NULL;
	struct error mine = {0};
	enum sonde_status status;

	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_collective_measurement", &mine) == OK &&
	    check(context, &what, results, &mine) == OK &&
	    list_points(&what, context_processes(context), &points, &mine) == OK) {
		wanted.points = points;
		wanted.n = what.n;
		wanted.room = room_of(context, &what);
		supply(context, what.own);
	}
	wanted.budget = what.budget;
	wanted.digest = digest_of(&what, context_processes(context));
	status = results_measure(context, &wanted, &mine, results, error);
	supply(context, NULL);
	free(points);
	return status;
}
