#ifndef SONDE_RULES_MPICH_KNOWN_H
#define SONDE_RULES_MPICH_KNOWN_H

#include "rules/mpich.h"

/* What is known of the calls that get to a node of a tree. All functions are Local. */

enum mpich_truth { TRUTH_UNKNOWN, TRUTH_YES, TRUTH_NO };

struct mpich_range {
	int64_t least, most; /* INT64_MAX: any */
};

struct mpich_known {
	enum mpich_truth truth[MPICH_ALGORITHM]; /* of tests without a number; MPICH_TEST_HIERARCHY: a parent */
	struct mpich_range processes, mean, total, count;
	bool called; /* a test of the call was before: comm_size< is compared by <= */
};

/* Of any call. */
struct mpich_known mpich_known_nothing(void);

/* What is known of calls for which the node's test holds, or does not; false: there are none. */
bool mpich_known_refine(struct mpich_known *known, const struct mpich_node *node, bool holds);

/* Whether there is a power of two of processes only. */
bool mpich_known_power_of_2(const struct mpich_known *known);

/* Whether a call of the library's own may be among those. */
bool mpich_known_admits(const struct mpich_known *known, const struct mpich_inner_call *call);

#endif
