#ifndef SONDE_TUNE_TABLE_H
#define SONDE_TUNE_TABLE_H

#include "base/option.h"
#include "model/model.h"
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

/* Lets a table have rows for gathers that escalate by the model, of these numbers of processes, which are borrowed:
 * sets file->escalating and file->tuned. Nothing is set for rules of other libraries, or where none escalate. */
void tune_table_escalating(const struct tune_library *library, const struct model *model,
			   const struct size_list *processes, struct tuned_file *file);

#endif
