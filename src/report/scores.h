#ifndef SONDE_REPORT_SCORES_H
#define SONDE_REPORT_SCORES_H

#include "base/table.h"
#include "evaluate/scores.h"

/* Tables of an evaluation. NULL if memory does not suffice; the caller frees them. Local. */

/* Model, operation, algorithm, processes, region, points, mean_relative_error, maximum_relative_error, verdict: "best",
 * "as good" or none. */
struct table *scores_errors(const struct scores *scores);

/* Every point and model: model, operation, algorithm, processes, bytes, from, to (of round trips), region, measured,
 * predicted, relative_error. */
struct table *scores_points(const struct scores *scores);

/* What each model took, and the parts for all of them: model, experiments, messages, seconds, and with which other one
 * it shares them. For people, as is the next. */
struct table *scores_costs(const struct scores *scores);

/* Which model to believe: region, from, to, the model, its mean error, the spread, and those that cannot be told apart
 * from it. */
struct table *scores_verdict(const struct scores *scores);

/* Whether the order of algorithms comes out: operation, algorithms, model, sizes at which they differ, and at how many
 * of these the model is right. No rows if no two algorithms of an operation differ. */
struct table *scores_rankings(const struct scores *scores);

/* Linear gathers from M1 to M2: bytes, timings, how many escalated, that part of them, and the probability that the
 * model expected. No rows if none were measured or no model expects any. */
struct table *scores_escalations(const struct scores *scores);

/* The last four, and the errors of each model over all points, as summaries of a table. */
void scores_summarise(const struct scores *scores, struct table *table);

#endif
