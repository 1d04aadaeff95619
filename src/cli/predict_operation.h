#ifndef SONDE_CLI_PREDICT_OPERATION_H
#define SONDE_CLI_PREDICT_OPERATION_H

#include "algorithm/algorithm.h"
#include "base/table.h"
#include "base/units.h"
#include "model/model.h"

/* What is asked about a collective operation. Texts are borrowed. */
struct operation_wish {
	const char *algorithm; /* a name, or "all" */
	size_t processes, root, segment, fanout; /* segment in bytes, 0: the algorithm's own */
	size_t eager;          /* bytes: a longer message waits for its receiver; SIZE_MAX: none does */
	bool parallel, fair;   /* how a port serves several messages: struct model_use */
	bool closed;           /* by the literature's formulas instead of simulated schedules */
};

/* The call that a wish describes; of scatterv and gatherv with blocks of one size. counts has room for the processes and must outlive it. */
struct call operation_call(enum collective collective, const struct operation_wish *wish, uint64_t bytes, uint64_t *counts);

/* The operation of this name, -1 if there is none. Local, as are all of these. */
int operation_find(const char *name);

/*
 * One row per algorithm and size: the predicted time of the operation. With "all" those that can be done by so many processes, for each size the quickest first, with its rank; with closed the forms that the model has, with
 * what they are to the simulated schedule and where they come from. *largest becomes the largest message that the schedules send, which
 * is only looked for if fitted, the largest size of the model, is not SIZE_MAX. NULL with ERR_USAGE (unknown algorithm, too few processes, what an algorithm does not take), ERR_INPUT or ERR_MEMORY.
 */
struct table *operation_table(const struct model *model, enum collective collective, const struct operation_wish *wish, const struct size_list *sizes, size_t fitted, uint64_t *largest, struct error *err);

#endif
