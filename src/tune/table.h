#ifndef SONDE_TUNE_TABLE_H
#define SONDE_TUNE_TABLE_H

#include "base/option.h"
#include "tune/library.h"

/*
 * sonde's own collective operations in programs, as the library that does them reads a table of algorithms
 * (algorithm/choice.h), beside what an MPI library chooses by itself: Open MPI 4.1 or MPICH 4.0.
 *
 * Candidates are the algorithms of that library which sonde's executor can do in its place: those of one step.
 * reduce_scatter is not tuned: rows of reduce_scatter_block are for calls with equal blocks of it too. All functions
 * are Local.
 */
extern const struct tune_library tune_sonde, tune_sonde_mpich;

/* Whether rules of a library become a table of sonde's. */
bool tune_library_is_sonde(const struct tune_library *library);

/* Whether tables have rows for gathers that escalate, if these operations are tuned: gather is one of them. */
bool tune_table_has_gather(const struct tune_library *library, const bool operations[TUNED_OPERATIONS]);

/*
 * Lets a table have these rows, of numbers of processes, which are borrowed: sets file->escalating and file->tuned.
 *
 * - sizes: bytes, as escalation_sizes sets them; 0: none escalate, and nothing is set.
 */
void tune_table_escalating(const uint64_t sizes[2], const struct size_list *processes, struct tuned_file *file);

#endif
