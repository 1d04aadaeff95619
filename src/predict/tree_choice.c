#include "predict/tree_choice.h"

#include "predict/escalation.h"
#include "predict/segment.h"
#include "predict/tree_mapping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t segments_tried[] = {0, 4096, 16384, 65536, 1 << 18, 1 << 20};
static const int fanouts_tried[] = {0, 1, 2, 4}; /* 0: the algorithm's default */

enum {
	MAPPED = 3,
	SEGMENTS = sizeof(segments_tried) / sizeof(segments_tried[0]),
	FANOUTS = sizeof(fanouts_tried) / sizeof(fanouts_tried[0])
};

/* An algorithm as it would do a call, in its own order. */
struct way {
	const struct algorithm_class *algorithm;
	struct call call;
	double seconds, adds; /* adds: of a gather, what escalations add in the mean */
};

/* One that has segments, is in one piece and takes just as long as one of the list is left out: it has its messages. */
static void insert(struct way *list, size_t n, const struct way *way)
{
	size_t i = n;

	while (i > 0 && list[i - 1].seconds + list[i - 1].adds > way->seconds + way->adds)
		i--;
	if (i == n || (i > 0 && way->algorithm->takes & TAKES_SEGMENT && way->call.segment == 0 &&
		       list[i - 1].seconds == way->seconds && list[i - 1].adds == way->adds))
		return;
	memmove(&list[i + 1], &list[i], (n - 1 - i) * sizeof(*list));
	list[i] = *way;
}

/* The best ways until now, of all algorithms, and of those that take an order; the quickest first. */
struct ways {
	struct way best, mapped[MAPPED];
	bool any;
};

static enum status try_way(const struct predict_options *options, const struct algorithm_class *algorithm,
			   struct call call, struct ways *ways, struct error *err)
{
	struct way way = {.algorithm = algorithm, .call = call};
	const struct algorithm_use use = {algorithm, &way.call};
	enum status status;

	if (algorithm_check(algorithm, &way.call, NULL) != OK)
		return OK;
	status = predict_collective(options, &use, &way.seconds, err);
	if (status != OK)
		return status;
	way.adds = escalation_expected(options->use.model, algorithm, &way.call);
	insert(&ways->best, 1, &way);
	if (algorithm->takes & TAKES_ORDER)
		insert(ways->mapped, MAPPED, &way);
	ways->any = true;
	return OK;
}

/* In one piece, and in all segments. */
static enum status try_segments(const struct predict_options *options, const struct algorithm_class *algorithm,
				struct call call, struct ways *ways, struct error *err)
{
	bool segments = algorithm->takes & TAKES_SEGMENT,
	     gathers = call.collective == COLLECTIVE_GATHER || call.collective == COLLECTIVE_GATHERV;
	uint64_t escalating[2];
	enum status status = OK;

	for (size_t i = 0; status == OK && i < (segments ? SEGMENTS : 1); i++) {
		call.segment = segments_tried[i];
		if (i == 0 || segment_is_tried(call.segment, segments_tried[SEGMENTS - 1], call.count, call.processes))
			status = try_way(options, algorithm, call, ways, err);
	}
	if (status == OK && segments && gathers && escalation_sizes(options->use.model, escalating) &&
	    escalating[0] <= call.count) {
		call.segment = escalating[0] - 1; /* the longest that does not escalate; a longer one is one piece */
		status = try_way(options, algorithm, call, ways, err);
	}
	return status;
}

static enum status try_algorithm(const struct predict_options *options, const struct algorithm_class *algorithm,
				 struct call call, struct ways *ways, struct error *err)
{
	bool fanouts = algorithm->takes & TAKES_FANOUT;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < (fanouts ? FANOUTS : 1); i++) {
		call.fanout = i == 0 && fanouts ? algorithm->fanout : fanouts_tried[i];
		if (i == 0 || (call.fanout != algorithm->fanout && call.fanout < call.processes))
			status = try_segments(options, algorithm, call, ways, err);
	}
	return status;
}

/* The plain times of everything. */
static enum status try_all(const struct predict_options *options, const struct call *call, struct ways *ways,
			   struct error *err)
{
	enum status status = OK;

	for (const struct algorithm_class *each = algorithm_next(NULL); status == OK && each;
	     each = algorithm_next(each))
		if (each->collective == call->collective)
			status = try_algorithm(options, each, *call, ways, err);
	if (status == OK && !ways->any)
		status = error_set(err, ERR_INPUT, "no algorithm of %s can do the call",
				   collective_words[call->collective]);
	return status;
}

static void take(struct tree_choice *choice, const struct way *way, double seconds)
{
	choice->algorithm = way->algorithm;
	choice->segment = way->call.segment;
	choice->fanout = way->call.fanout;
	choice->seconds = seconds;
}

/* The way in the best order of processes, if that is quicker than what was chosen. */
static enum status try_order(const struct predict_options *options, const struct way *way,
			     const struct tree_mapping_options *limits, struct tree_choice *choice, struct error *err)
{
	const struct algorithm_use use = {way->algorithm, &way->call};
	struct tree_mapping found;
	enum status status = tree_mapping_find(options, &use, limits, &found, err);

	if (status != OK)
		return status;
	if (found.order && found.seconds + way->adds < choice->seconds) {
		free(choice->order);
		choice->order = found.order;
		found.order = NULL;
		take(choice, way, found.seconds + way->adds);
	}
	tree_mapping_release(&found);
	return OK;
}

enum status tree_choose(const struct predict_options *options, const struct call *call,
			const struct tree_mapping_options *limits, struct tree_choice *found, struct error *err)
{
	struct ways ways = {.best.seconds = INFINITY};
	enum status status;

	for (int i = 0; i < MAPPED; i++)
		ways.mapped[i].seconds = INFINITY;
	*found = (struct tree_choice){.order = NULL};
	status = try_all(options, call, &ways, err);
	if (status != OK)
		return status;
	found->plain = ways.best.seconds + ways.best.adds;
	take(found, &ways.best, found->plain);
	for (int i = 0; status == OK && i < MAPPED && ways.mapped[i].algorithm; i++)
		status = try_order(options, &ways.mapped[i], limits, found, err);
	if (status != OK)
		tree_choice_release(found);
	return status;
}

void tree_choice_release(struct tree_choice *choice)
{
	free(choice->order);
	choice->order = NULL;
}
