#ifndef SONDE_ALGORITHM_REQUEST_H
#define SONDE_ALGORITHM_REQUEST_H

#include "algorithm/algorithm.h"
#include "sample/sample.h"

/* What is asked of a collective operation, as numbers and lists; lists are borrowed. */
struct collective_options {
	enum collective collective;
	const struct algorithm_class *algorithm; /* NULL: all algorithms of the operation */
	size_t processes;
	size_t root;       /* of rooted operations, else 0 */
	size_t segment;    /* bytes, 0: the algorithm's own */
	size_t fanout;     /* 0: the algorithm's own */
	const int *order;  /* the process at each place of the tree, processes of them; NULL: the algorithm's own */
	const int *group;  /* the group of each process; NULL: the algorithm's own, or by group_size */
	size_t group_size; /* so many consecutive processes are a group; 0: as group says */
};

/*
 * A request for a collective operation, by one algorithm or by all: the only maker of calls (struct call), which it
 * checks once. It owns its lists. collective_request_release frees it, also after an error.
 */
struct collective_request {
	enum collective collective;
	const struct algorithm_class *algorithm; /* NULL: all of the operation */
	int processes, root, fanout;
	uint64_t segment;
	size_t group_size; /* as in the options: what is stored of the groups if it is not 0 */
	int *order, *group;
	uint64_t *counts; /* of scatterv and gatherv: blocks of one size */
	struct call call; /* the last that was made */
};

/* What the algorithms of an operation take, some of them or all: TAKES_SEGMENT and its like. Local. */
unsigned collective_takes(enum collective collective);

/*
 * Makes a request of typed values, of which lists are copied.
 *
 * ERR_INPUT if there are no processes or more than INT_MAX, if the root is none of them, if a number is larger than
 * calls can say, or if all algorithms are asked for and none of them has the segments, the fan-out, the order or the
 * groups that are given. ERR_MEMORY. Local, as are all of these.
 */
enum status collective_request_init(struct collective_request *request, const struct collective_options *options,
				    struct error *err);

/*
 * Makes a request of a measured experiment by an algorithm of sonde's own. The order and the groups of its setup are
 * lists or, of groups, a number; they never name a file.
 *
 * ERR_INPUT if there is no such operation or algorithm, or a list is none; as collective_request_init.
 */
enum status collective_request_of_experiment(struct collective_request *request, const struct experiment *what,
					     size_t processes, struct error *err);

void collective_request_release(struct collective_request *request);

/*
 * The first of the request's algorithms after NULL, NULL after the last: the one that it names, or all of the
 * operation.
 */
const struct algorithm_class *collective_request_next(const struct collective_request *request,
						      const struct algorithm_class *algorithm);

/*
 * Makes and checks the call of so many bytes by one of the request's algorithms. If the request is for all algorithms,
 * each is given only what it takes.
 *
 * use->call is the request's own, until the next call is made or the request is released. ERR_INPUT says why the call
 * cannot be (algorithm_check).
 */
enum status collective_request_use(struct collective_request *request, const struct algorithm_class *algorithm,
				   uint64_t bytes, struct algorithm_use *use, struct error *err);

/*
 * The experiment that measures the call of so many bytes by one of the request's algorithms, timed by the global clock.
 *
 * ERR_INPUT if the order or the groups are longer than a setup can hold.
 */
enum status collective_request_experiment(const struct collective_request *request,
					  const struct algorithm_class *algorithm, size_t bytes,
					  struct experiment *what, struct error *err);

#endif
