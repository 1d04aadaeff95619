#ifndef SONDE_DECOMPOSE_WARNINGS_H
#define SONDE_DECOMPOSE_WARNINGS_H

#include "decompose/planning.h"
#include "model/negative.h"

/* What a reader of plans should know. All functions are Local. */

/* The times below 0 among plans and their choices. */
struct negative_times planned_negative(const struct planned *found);

/* Strides of noncontiguous data, in blocks. */
struct stride_range {
	double least, most;
};

/*
 * Whether noncontiguous data of the plans have strides that the model does not know, so that its nearest ones stand for
 * them: into *unknown.
 *
 * - *needed: the strides of the plans for the whole sequence.
 * - *known: those of the model, both NAN if it does not say any.
 * - ERR_MEMORY.
 */
enum status planned_strides(const struct planning_request *request, const struct planned *found,
			    struct stride_range *needed, struct stride_range *known, bool *unknown, struct error *err);

#endif
