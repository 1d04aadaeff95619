#ifndef SONDE_PREDICT_TREE_ORDER_H
#define SONDE_PREDICT_TREE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"

/* Among so many processes at most all orders are tried. */
enum { TREE_MAPPING_ALL_MOST = 8 };

/* Where no more than this part can be gained, nothing can. */
#define TREE_MAPPING_GAIN_WORTH 0.05

/* How much is looked for; members that are 0 mean the default. */
struct tree_mapping_options {
	size_t simulations; /* at most so many; default 20000 */
	double work;        /* at most so many simulated operations, all simulations together; default 2.5e6 */
	bool search_only;   /* not all orders, however few there are */
	const struct progress *progress;
};

/* What keeps any order from being quicker. */
enum tree_mapping_limit {
	TREE_MAPPING_ROOT_PORT,      /* what goes through the root's port */
	TREE_MAPPING_ROOT_PROCESSOR, /* what the root's processor does */
	TREE_MAPPING_FARTHEST        /* one message to, or from, the process that is reached worst */
};

/* The best order that was found. Zero-initialise it; tree_mapping_release frees it. */
struct tree_mapping {
	int processes;
	int *order;            /* the process at each place, the root first; NULL: the algorithm's own, since none was
				  found that is quicker */
	double seconds, plain; /* by this order, and by the algorithm's own */
	double bound;          /* s: no order of these places takes less */
	enum tree_mapping_limit limit;      /* what the bound comes from */
	double root;                        /* s: of scatter and gather, what no tree's root can do without; else 0 */
	enum tree_mapping_limit root_limit; /* what that comes from: its port or its processor */
	double searched;                    /* s: the best order of the search, before all were tried */
	bool all;   /* no order is quicker: all were tried, one is as quick as the bound, or processes are
		       alike */
	bool alike; /* it makes no difference which process is at which place */
	bool spent; /* the budget ended the search */
	size_t simulations;
};

#endif
