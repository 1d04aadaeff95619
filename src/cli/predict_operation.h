#ifndef SONDE_CLI_PREDICT_OPERATION_H
#define SONDE_CLI_PREDICT_OPERATION_H

#include "algorithm/algorithm.h"
#include "base/table.h"
#include "base/units.h"
#include "model/model.h"
#include "simulate/simulate.h"

/* What is asked about a collective operation. Texts are borrowed. */
struct operation_wish {
	const char *algorithm;                   /* a name, or "all" */
	size_t processes, root, segment, fanout; /* segment in bytes, 0: the algorithm's own */
	size_t eager; /* bytes: a longer message waits for its receiver; SIZE_MAX: as the model says */
	bool parallel, fair,
		in_turn;            /* how a port serves several messages: struct model_use; none: as the model says */
	bool closed;                /* by the literature's formulas instead of simulated schedules */
	const char *order, *groups; /* as the user gave them; NULL: the algorithm's own */
	int *places, *group;        /* what they say: the process at each place of the tree, the group of each process;
				       operation_lists reads and operation_release frees them */
};

/* Reads the order and the groups, once the number of processes is known and not 0. ERR_USAGE, ERR_MEMORY;
 * operation_release in any case. Local, as are all of these. */
enum status operation_lists(struct operation_wish *wish, struct error *err);
void operation_release(struct operation_wish *wish);

/* As algorithm_check, for a call that comes from the command line: what cannot be is ERR_USAGE. */
enum status operation_check(const struct algorithm_class *algorithm, const struct call *call, struct error *err);

/* ERR_USAGE if the wish has segments, a fan-out, an order or groups that no algorithm of the operation takes, so that
 * "all" would leave them out without a word. */
enum status operation_check_all(enum collective collective, const struct operation_wish *wish, struct error *err);

/* Whether a word that is no operation cannot be meant as a file either: there is none of this name, which has no dot
 * and no slash. */
bool operation_is_misspelt(const char *name);

/* ERR_USAGE that says which operations there are, besides also ("p2p, " or ""), and which of them has nearly this name.
 */
enum status operation_unknown(const char *name, const char *also, struct error *err);

/* The options that say how an algorithm does an operation, for wishes (struct operation_wish *); they end with a comma.
 */
#define ARRANGEMENT_OPTIONS(wishes)                                                                            \
	OPT_TEXT(0, "order", &(wishes)->order, "LIST|FILE",                                                    \
		 "the process at each place of the tree, the root first: 0,3,1,2 or 0,7-1 (default by rank)"), \
		OPT_TEXT(0, "groups", &(wishes)->groups, "N|LIST|FILE",                                        \
			 "of two-level and hierarchical: N ranks each, or the group of each process: 0,0,1,1 " \
			 "(default near the square root)"),

#define ALGORITHM_OPTIONS(wishes)                                                                            \
	OPT_COUNT(0, "root", &(wishes)->root, "PROCESS", 0, 1e9, "of operations that have one (default 0)"), \
		OPT_BYTES(0, "segment", &(wishes)->segment, "SIZE", 1, 0x1p62,                               \
			  "send in segments of this size (default: in one piece)"),                          \
		OPT_COUNT(0, "fanout", &(wishes)->fanout, "N", 1, 1e9,                                       \
			  "children of a node, or chains (default the algorithm's)"),                        \
		ARRANGEMENT_OPTIONS(wishes)

/* The call that a wish describes; of scatterv and gatherv with blocks of one size. counts has room for the processes
 * (or is NULL for other operations) and must outlive it, as must the wish. */
struct call operation_call(enum collective collective, const struct operation_wish *wish, uint64_t bytes,
			   uint64_t *counts);

/* How a model is used where the wish does not say otherwise: ports and eager limit are those of its facts. Local. */
struct model_use operation_use(const struct model *model, const struct operation_wish *wish);
uint64_t operation_eager(const struct model *model, const struct operation_wish *wish);

/* ERR_USAGE if the wish says two ways in which a port serves messages. Local. */
enum status operation_check_ports(const struct operation_wish *wish, struct error *err);

/*
 * One row per algorithm and size: the predicted time of the operation. With "all" those that can be done by so many
 * processes, for each size the quickest first (in the mean, with escalations), with its rank; with closed the forms
 * that the model has, with what they are to the simulated schedule and where they come from. *largest becomes the
 * largest message that the schedules send, which is only looked for if fitted, the largest size of the model, is not
 * SIZE_MAX. NULL with ERR_USAGE (unknown algorithm, too few processes, what an algorithm does not take), ERR_INPUT or
 * ERR_MEMORY.
 */
struct table *operation_table(const struct model *model, enum collective collective, const struct operation_wish *wish,
			      const struct size_list *sizes, size_t fitted, uint64_t *largest, struct error *err);

#endif
