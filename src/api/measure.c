#include "api/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum status check_wishes(const struct sonde *context, enum sonde_operation operation, int from, int to,
				const size_t *bytes, size_t n, const struct sonde_budget *budget,
				const struct sonde_result *results, struct error *err)
{
	if (operation != SONDE_ROUNDTRIP && operation != SONDE_ONEWAY && operation != SONDE_ACKNOWLEDGED)
		return error_set(err, ERR_INPUT,
				 "there is no operation %d: SONDE_ROUNDTRIP, SONDE_ONEWAY or SONDE_ACKNOWLEDGED",
				 (int)operation);
	if (!bytes || n < 1 || n > RESULTS_MOST)
		return error_set(err, ERR_INPUT, "%zu sizes cannot be measured: at least 1 and at most %d",
				 bytes ? n : 0, RESULTS_MOST);
	if (!results)
		return error_set(err, ERR_INPUT, "there is no place for the results: results is NULL");
	return context_check(context, from, to, budget, err);
}

static struct request request_of(enum sonde_operation operation, int from, int to, const size_t *bytes, size_t n,
				 const struct sonde_budget *budget)
{
	struct request request;

	memset(&request, 0, sizeof(request));
	request.operation = (int)operation;
	request.from = from;
	request.to = to;
	request.n = n;
	request.sizes = bytes && n <= RESULTS_MOST ? results_digest(bytes, n) : 0;
	if (budget)
		request.budget = *budget;
	return request;
}

static struct experiment experiment_of(enum sonde_operation operation, int from, int to, size_t bytes)
{
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
				   .from = from,
				   .to = to,
				   .bytes = bytes,
				   .reply_bytes = operation == SONDE_ACKNOWLEDGED ? 0 : bytes,
				   .count = 1};
}

/* What each size is measured by. */
static enum status list_points(const struct request *request, const size_t *bytes, struct experiment **points,
			       struct error *err)
{
	*points = calloc(request->n, sizeof(**points));
	for (size_t i = 0; *points && i < request->n; i++)
		(*points)[i] =
			experiment_of((enum sonde_operation)request->operation, request->from, request->to, bytes[i]);
	return *points ? OK : error_memory(err, "the points to measure");
}

enum sonde_status sonde_measure(struct sonde *context, enum sonde_operation operation, int from, int to,
				const size_t *bytes, size_t n, const struct sonde_budget *budget,
				struct sonde_result *results, struct sonde_error *error)
{
	struct request request = request_of(operation, from, to, bytes, n, budget);
	struct error mine = {0}, err = {0};
	struct experiment *points = NULL;
	enum sonde_status status;

	if (!context) {
		error_set(&err, ERR_INPUT, "there is no context: context is NULL");
		return context_give(&err, error);
	}
	if (check_wishes(context, operation, from, to, bytes, n, budget, results, &mine) == OK)
		list_points(&request, bytes, &points, &mine);
	status = results_measure(
		context,
		&(struct wanted){.request = &request, .points = points, .scale = operation == SONDE_ONEWAY ? 0.5 : 1},
		&mine, results, error);
	free(points);
	return status;
}
