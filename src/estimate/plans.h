#ifndef SONDE_ESTIMATE_PLANS_H
#define SONDE_ESTIMATE_PLANS_H

#include "estimate/waves.h"

/*
 * Measures wave after wave until the method's plan of sizes is fulfilled; model is a scratch for what a plan has to look at: see enum size_plan. Runs on the platform. ERR_* of the platform
 * or the sink.
 */
enum status plan_run(struct waves *waves, struct model *model, struct error *err);

#endif
