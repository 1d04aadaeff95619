#ifndef SONDE_RUNS_FIT_SOURCE_H
#define SONDE_RUNS_FIT_SOURCE_H

#include "estimate/thresholds/result.h"
#include "sample/reduce.h"
#include "store/store.h"

/* A run of the store with its timings. */
struct source {
	struct run run;
	struct campaign campaign;
	struct thresholds thresholds; /* that it found */
	bool has_thresholds;
};

/* Runs whose launches are pooled; the first is the one whose circumstances the model tells. Starts zero-initialised;
 * sources_release frees it. */
struct sources {
	struct source *list;
	size_t n;
};

/* Loads what belongs to source->run, which is set. ERR_IO, ERR_INPUT, ERR_MEMORY. Local, as are all of these. */
enum status source_load(struct store *store, struct source *source, struct error *err);
void source_release(struct source *source);

/* Finds and loads the runs of these names or numbers, separated by commas. ERR_INPUT: one is not there, is named twice,
 * or was measured on another platform than the first, or with another switch to rendezvous (says what differs). */
enum status sources_load(struct store *store, const char *names, struct sources *sources, struct error *err);
void sources_release(struct sources *sources);

/* The statistic that was used when it was measured, the platform's usual one if the run does not tell: a synthetic
 * platform's timings are right and only perturbed upwards. */
enum statistic run_statistic(const struct run *run);

/* Finds which timings of the run's points are of the warm-up, and leaves them out (sample/warmup.h), as the command
 * that measured it did: an estimation fits all timings of its points, and has others later. Local. */
void run_settle(const struct run *run, struct campaign *campaign);

/* How samples of the run become numbers, by this statistic. Local. */
struct reduce_rule run_rule(const struct run *run, enum statistic statistic, double confidence);

#endif
