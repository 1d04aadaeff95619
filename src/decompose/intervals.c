#include "decompose/intervals.h"

#include "base/progress.h"
#include "decompose/draws.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The central 95 % of drawn values, which are put in order. */
static void central(double *values, size_t n, double *low, double *high)
{
	qsort(values, n, sizeof(*values), ascending);
	*low = values[(size_t)(0.025 * (double)(n - 1) + 0.5)];
	*high = values[(size_t)(0.975 * (double)(n - 1) + 0.5)];
}

/* Draw number d of all plans: into times[plan * draws + d]. Models within nodes are not drawn. */
static enum status draw_all(const struct planning_request *request, const struct plan *plans, size_t n, size_t d,
			    struct random *random, double *times, struct error *err)
{
	struct model *drawn = model_draw(request->model, random, err);
	struct choice_costing costing = {.model = drawn, .sequence = request->sequence};
	enum status status = drawn ? OK : ERR_MEMORY;

	for (size_t i = 0; status == OK && i < n; i++)
		status = plan_seconds(&costing, &plans[i], &times[i * request->draws + d], err);
	part_messages_release(&costing.messages);
	model_free(drawn);
	return status;
}

/* Differences of so small a part of the time are none, however well they are known. */
static const double nothing = 1e-4;

static void judge(struct plan *plans, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double over = plans[i].seconds - plans[0].seconds, rounding = TIMES_ROUNDING * plans[0].seconds;
		bool same = over <= nothing * plans[0].seconds ||
			    (plans[i].over_low <= rounding && plans[i].over_high >= -rounding);

		plans[i].over = over;
		plans[i].verdict = i == 0 ? PLAN_BEST : same ? PLAN_SAME : PLAN_SLOWER;
	}
}

static void take_intervals(struct plan *plans, size_t n, double *times, size_t draws)
{
	double *first = times;

	for (size_t i = n; i-- > 1;) {
		double *own = times + i * draws, low, high;

		for (size_t d = 0; d < draws; d++)
			own[d] -= first[d];
		central(own, draws, &low, &high);
		plans[i].over_low = low;
		plans[i].over_high = high;
	}
}

enum status intervals_set(const struct planning_request *request, struct plan *plans, size_t n, struct error *err)
{
	size_t draws = model_has_intervals(request->model) ? request->draws : 0;
	double *times = draws > 0 && n > 0 ? calloc((n + 1) * draws, sizeof(*times)) : NULL;
	struct random random;
	enum status status = OK;

	for (size_t i = 0; i < n; i++)
		plans[i].low = plans[i].high = plans[i].over_low = plans[i].over_high = NAN;
	if (draws > 0 && n > 0 && !times)
		return error_memory(err, "drawn times");
	random_init(&random, request->seed);
	for (size_t d = 0; status == OK && times && d < draws; d++) {
		status = draw_all(request, plans, n, d, &random, times, err);
		progress_report(request->progress, "draws", d + 1, draws, NAN);
	}
	for (size_t i = 0; status == OK && times && i < n; i++) {
		double *copy = times + n * draws;

		for (size_t d = 0; d < draws; d++)
			copy[d] = times[i * draws + d];
		central(copy, draws, &plans[i].low, &plans[i].high);
	}
	if (status == OK && times)
		take_intervals(plans, n, times, draws);
	judge(plans, n);
	free(times);
	return status;
}
