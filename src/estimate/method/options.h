#ifndef SONDE_ESTIMATE_METHOD_OPTIONS_H
#define SONDE_ESTIMATE_METHOD_OPTIONS_H

#include "base/units.h"
#include "model/fit.h"
#include "model/handshakes.h"
#include "model/model.h"
#include "model/paths.h"
#include "probe/pairs.h"
#include "probe/probe.h"
#include "probe/sizes.h"

/* How processes are put into classes of those that are alike. */
struct class_plan {
	const size_t *given; /* a class for each process, numbers from 0 of which none is left out; NULL: they are found
				by measuring */
	uint64_t seed;       /* by which landmarks are drawn: the same for a fit as when they were measured */
	double tolerance;    /* processes whose round trips differ by more, relative, are not alike */
};

/* Triplets of more processes can neither be measured nor held. */
enum { TRIPLET_PROCESSES_MOST = 1023 };

/* What is estimated, and how. */
struct estimate_options {
	const struct model_class *class;
	const struct method *method;
	struct link pair;                 /* the two processes that are measured, and by which the machine is watched */
	const struct pair_rounds *rounds; /* the pairs that are measured in place of that one, those of a round at the
					     same time: the model then holds a link for each; or NULL */
	size_t switch_size; /* bytes, PLAN_TRIPLETS: S, if it is known; 0: not. Pairs are then measured beyond it too,
			       and the model has it */
	bool eager_known;   /* the next one is what was found */
	double eager; /* bytes: the longest message whose send does not wait for its receiver; NAN: there is none */
	bool handshakes_known;        /* the next one is what was found; else a fit decides by its first launch */
	struct handshakes handshakes; /* of classes that have them */
	bool parallel;                /* PLAN_TRIPLETS: pairs and triplets of different processes at the same time */
	const struct class_plan
		*classes;     /* not all pairs, but those of members of classes (classes/classes.h); or NULL */
	bool back;            /* a model of any pair holds the mean of both directions, where messages are short */
	bool both_directions; /* the roles are swapped too, and the model holds a link per direction */
	struct probe_options probe;
	struct size_rules sizes;
	const struct size_list
		*list;    /* fixed sizes, or adaptive from its first to its last; NULL: 0 to 256 KiB, grown as needed */
	size_t size_most; /* bytes: sizes do not grow beyond */
	size_t count_most; /* how many sizes at most; the two ends are measured in any case */
	size_t blocks;     /* that a message of noncontiguous data consists of, about: see message_layout_end */
	size_t strides[PATHS_STRIDES_MOST]; /* of noncontiguous data: n_strides, in blocks */
	size_t n_strides;
	size_t long_size;  /* bytes: the M of models that take one long message */
	double confidence; /* of the parameters' intervals */
	size_t draws;      /* that find them */
	const struct campaign *
		before; /* an earlier campaign on the same platform, whose parameters these are held against; or NULL */
	const struct campaign *main_state; /* sentinels of the machine's main state, as watch_begin takes it; or NULL */
};

/* The defaults for this class and method, between processes 0 and 1. Local. */
struct estimate_options estimate_options_default(const struct model_class *class, const struct method *method);

/* True if the method's experiments tell nothing of a direction: a message and its answer are alike. Local. */
bool estimate_is_symmetric(const struct method *method);

#endif
