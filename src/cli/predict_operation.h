#ifndef SONDE_CLI_PREDICT_OPERATION_H
#define SONDE_CLI_PREDICT_OPERATION_H

#include "algorithm/algorithm.h"
#include "base/table.h"
#include "base/units.h"
#include "model/model.h"
#include "simulate/simulate.h"

/* What is asked about a collective operation. Texts are borrowed. */
struct operation_wish {
	const char *algorithm; /* a name, or "all" */
	size_t processes, root, segment, fanout; /* segment in bytes, 0: the algorithm's own */
	size_t eager;          /* bytes: a longer message waits for its receiver; SIZE_MAX: as the model says */
	bool parallel, fair, in_turn; /* how a port serves several messages: struct model_use; none: as the model says */
	bool closed;           /* by the literature's formulas instead of simulated schedules */
};

/* The call that a wish describes; of scatterv and gatherv with blocks of one size. counts has room for the processes and must outlive it. Local, as are all of these. */
struct call operation_call(enum collective collective, const struct operation_wish *wish, uint64_t bytes, uint64_t *counts);

/* How a model is used where the wish does not say otherwise: ports and eager limit are those of its facts. Local. */
struct model_use operation_use(const struct model *model, const struct operation_wish *wish);
uint64_t operation_eager(const struct model *model, const struct operation_wish *wish);

/* ERR_USAGE if the wish says two ways in which a port serves messages. Local. */
enum status operation_check_ports(const struct operation_wish *wish, struct error *err);

/*
 * One row per algorithm and size: the predicted time of the operation. With "all" those that can be done by so many processes, for each size the quickest first, with its rank; with closed the forms that the model has, with
 * what they are to the simulated schedule and where they come from. *largest becomes the largest message that the schedules send, which
 * is only looked for if fitted, the largest size of the model, is not SIZE_MAX. NULL with ERR_USAGE (unknown algorithm, too few processes, what an algorithm does not take), ERR_INPUT or ERR_MEMORY.
 */
struct table *operation_table(const struct model *model, enum collective collective, const struct operation_wish *wish, const struct size_list *sizes, size_t fitted, uint64_t *largest, struct error *err);

#endif
