#include "api/budgeted.h"

#include <math.h>

enum { LEAST = 6, MOST = 1000 }; /* timings: with fewer the median has no interval of 95 % */

enum status budgeted_begin(struct budgeted *b, const struct sonde *context, enum purpose_kind kind,
			   const struct sonde_budget *budget, double share, const int pair[2], struct error *err)
{
	const struct measuring_host host = {.live = context->embedded.platform, .place = "mpi, inside an application"};
	const struct purpose purpose = purpose_of(kind, "");
	struct measuring_options *o = &b->measuring.options;

	*b = (struct budgeted){.measurement = {.run = 0}};
	measuring_init(&b->measuring, &host);
	o->reps[1] = budget->max_reps > 0 ? budget->max_reps : budget->min_reps > MOST ? budget->min_reps : MOST;
	o->reps[0] = budget->min_reps > 0 ? budget->min_reps : o->reps[1] < LEAST ? o->reps[1] : LEAST;
	o->error = budget->error;
	o->confidence = budget->confidence > 0 ? budget->confidence : 0.95;
	o->statistic = STATISTIC_MEDIAN;
	o->patience = 0;
	o->pair[0] = pair ? pair[0] : 0;
	o->pair[1] = pair ? pair[1] : 1;
	/* 0 would be none, and simulated time begins there. */
	o->deadline = fmax(platform_now(context->embedded.platform) + share * budget->seconds, 1e-300);
	TRY(measuring_open(&b->measuring, err));
	return measurement_begin(&b->measurement, &b->measuring, NULL, &purpose, err);
}

void budgeted_release(struct budgeted *b)
{
	measurement_release(&b->measurement);
	measuring_release(&b->measuring);
}

void budgeted_give(const struct error *err, struct sonde_error *outcome)
{
	context_give(err, outcome);
	if (err->status == ERR_STOPPED)
		outcome->status = SONDE_ERROR_BUDGET;
}
