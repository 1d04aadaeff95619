#ifndef SONDE_ESTIMATE_METHOD_PLANS_H
#define SONDE_ESTIMATE_METHOD_PLANS_H

#include "estimate/method/waves.h"

/*
 * Measures what n estimations between the same pairs begin with, interleaved in one random order, what several of them
 * need once; plan_run then finds it measured. Runs on the platform. ERR_MEMORY, ERR_* of the platform or the sink.
 */
enum status plans_begin(struct waves *list, size_t n, struct error *err);

/* The same of a few of the sizes that they begin with, then of more, so that there is something to fit soon: plan_run
 * measures these again. */
enum status plans_sketch(struct waves *list, size_t n, struct error *err);

/*
 * Measures wave after wave until the method's plan of sizes is fulfilled; model is a scratch for what a plan has to
 * look at: see enum size_plan. Runs on the platform. ERR_* of the platform or the sink.
 */
enum status plan_run(struct waves *waves, struct model *model, struct error *err);

/*
 * The sizes that an estimation with these options begins with, and is sure to measure, ascending but for the third of a
 * regression: those of its list or its method, else powers of two, with both sides of the eager limit and up to four
 * times as much, if it is known, or the two ends and their middle; none for plans without waves of sizes. *sizes is
 * allocated. ERR_MEMORY. Local.
 */
enum status plan_start(const struct estimate_options *options, size_t **sizes, size_t *n, struct error *err);

#endif
