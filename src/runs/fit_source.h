#ifndef SONDE_RUNS_FIT_SOURCE_H
#define SONDE_RUNS_FIT_SOURCE_H

#include "estimate/thresholds/result.h"
#include "sample/sample.h"
#include "store/store.h"

/* All functions are Local. */

/* A run of the store with its timings. */
struct source {
	struct run run;
	struct campaign campaign;
	struct thresholds thresholds; /* that it found */
	bool has_thresholds;
	struct run_level levels[RUN_LEVELS_MOST]; /* states of the machine, the main one first */
	size_t n_levels;                          /* 0: they were not told apart */
};

/* Runs whose launches are pooled; the first is the one whose circumstances the model tells. Starts zero-initialised;
 * sources_release frees it. */
struct sources {
	struct source *list;
	size_t n;
};

/*
 * Loads what belongs to source->run, which is set.
 *
 * - Ownership: source_release frees what it holds.
 * - ERR_IO, ERR_INPUT, ERR_MEMORY.
 */
enum status source_load(struct store *store, struct source *source, struct error *err);
void source_release(struct source *source);

/*
 * Finds and loads the runs of these names or numbers, separated by commas.
 *
 * - Ownership: sources_release frees what it holds.
 * - ERR_INPUT: one is not there, is named twice, or was measured on another platform than the first, or with another
 *   switch to rendezvous (says what differs). ERR_IO, ERR_MEMORY.
 */
enum status sources_load(struct store *store, const char *names, struct sources *sources, struct error *err);
void sources_release(struct sources *sources);

#endif
