#ifndef SONDE_REPORT_JUDGEMENT_H
#define SONDE_REPORT_JUDGEMENT_H

#include "base/table.h"
#include "evaluate/judgement.h"

/* Tables of an evaluation. NULL if memory does not suffice; the caller frees them. Local. */

/* Model, operation, algorithm, processes, region, points, mean_relative_error, maximum_relative_error, verdict: "best",
 * "as good" or none. */
struct table *judgement_errors(const struct judgement *judgement);

/* Every point and model: model, operation, algorithm, processes, bytes, from, to (of round trips), region, measured,
 * predicted, relative_error. */
struct table *judgement_points(const struct judgement *judgement);

/* What each model took, and the parts for all of them: model, experiments, messages, seconds, and with which other one
 * it shares them. For people, as is the next. */
struct table *judgement_costs(const struct judgement *judgement);

/* Which model to believe: region, from, to, the model, its mean error, the spread, and those that cannot be told apart
 * from it. */
struct table *judgement_verdict(const struct judgement *judgement);

/* Whether the order of algorithms comes out: operation, algorithms, model, sizes at which they differ, and at how many
 * of these the model is right. No rows if no two algorithms of an operation differ. */
struct table *judgement_rankings(const struct judgement *judgement);

/* Linear gathers from M1 to M2: bytes, timings, how many escalated, that part of them, and the probability that the
 * model expected. No rows if none were measured or no model expects any. */
struct table *judgement_escalations(const struct judgement *judgement);

/* The last four, and the errors of each model over all points, as summaries of a table. */
void judgement_summarise(const struct judgement *judgement, struct table *table);

#endif
