#include "rules/mpich_known.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What is being looked at. */
struct mpich_walk {
	const struct mpich_tree *tree;
	struct rule_effects *effects;
	const char *operation;        /* NULL: none yet */
	bool *reached;                /* of each node */
	bool told[MPICH_INNER_CALLS]; /* of each of mpich_inner_calls */
};

static struct rule_effect about(const struct mpich_walk *w, enum rule_effect_kind kind, size_t line,
				const struct mpich_known *known)
{
	bool one = known->processes.least == known->processes.most;

	return (struct rule_effect){.kind = kind,
				    .line = line,
				    .operation = w->operation,
				    .processes = one ? (int)known->processes.least : 0};
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Whether an operation has algorithms between communicators. */
static bool has_inter(const char *operation)
{
	bool found = false;

	for (const struct mpich_algorithm *a = mpich_algorithms; a->name; a++)
		found = found || (strcmp(a->operation, operation) == 0 && begins(a->name, "inter_"));
	return found;
}

static const char *where(const struct mpich_known *known)
{
	return known->truth[MPICH_TEST_INTRA] == TRUTH_NO    ? "between communicators"
	       : known->truth[MPICH_TEST_INTRA] == TRUTH_YES ? "inside a communicator"
							     : "of any communicator";
}

/* Where calls abort, or results are wrong: what the library calls by itself may get there, too. */
static enum status check_inner(struct mpich_walk *w, enum rule_effect_kind kind, size_t line,
			       const struct mpich_known *known, struct error *err)
{
	const struct rule_effect effect = about(w, kind, line, known);
	enum status status = OK;

	for (int i = 0; status == OK && i < MPICH_INNER_CALLS; i++) {
		const struct mpich_inner_call *call = &mpich_inner_calls[i];

		if (w->told[i] || strcmp(call->operation, w->operation) != 0 || !mpich_known_admits(known, call))
			continue;
		w->told[i] = true;
		status = rule_effects_add(w->effects, &effect, err, "%s", call->text);
	}
	return status;
}

/* No test holds, and there is no algorithm. */
static enum status check_missing(struct mpich_walk *w, size_t line, const struct mpich_known *known, struct error *err)
{
	const struct rule_effect effect = about(w, EFFECT_ABORTS, line, known);
	enum status status;

	if (known->truth[MPICH_TEST_INTRA] == TRUTH_NO && !has_inter(w->operation))
		return OK;
	if (known->processes.most > INT_MAX)
		status = rule_effects_add(w->effects, &effect, err,
					  "a call aborts for which none of these tests holds: %s, of %lld processes or "
					  "more",
					  where(known), (long long)known->processes.least);
	else
		status = rule_effects_add(
			w->effects, &effect, err,
			"a call aborts for which none of these tests holds: %s, of %lld to %lld processes",
			where(known), (long long)known->processes.least, (long long)known->processes.most);
	return status == OK ? check_inner(w, EFFECT_ABORTS, line, known, err) : status;
}

/* What algorithms need, and the test and its outcome that say that it is there. */
static const struct mpich_need {
	unsigned need;
	enum mpich_test test;
	enum mpich_truth truth;
	const char *text;
} all_needs[] = {
	{MPICH_POWER_OF_2, MPICH_TEST_POWER_OF_2, TRUTH_YES,
	 "is for a power of two of processes: put comm_size=pow2 before it"},
	{MPICH_IN_PLACE, MPICH_TEST_IN_PLACE, TRUTH_YES, "is for MPI_IN_PLACE: put is_sendbuf_inplace=yes before it"},
	{MPICH_OUT_OF_PLACE, MPICH_TEST_IN_PLACE, TRUTH_NO,
	 "is not for MPI_IN_PLACE: put is_sendbuf_inplace=no before it"},
	{MPICH_COMMUTES, MPICH_TEST_COMMUTES, TRUTH_YES,
	 "is for reductions that commute: put is_commutative=yes before it"},
	{MPICH_BUILT_IN, MPICH_TEST_BUILT_IN, TRUTH_YES,
	 "is for MPI's own reductions: put is_op_built_in=yes before it"},
	{MPICH_MANY, MPICH_TEST_FEW, TRUTH_NO,
	 "needs as many elements as processes: put count<pow2 before it, with another one"},
	{MPICH_PARENT, MPICH_TEST_HIERARCHY, TRUTH_YES,
	 "is for communicators that are split by nodes: put comm_hierarchy=parent before it"},
	{MPICH_REGULAR, MPICH_TEST_REGULAR, TRUTH_YES, "is for equal blocks: put is_block_regular=yes before it"},
};

static bool is_known(const struct mpich_need *need, const struct mpich_known *known)
{
	return known->truth[need->test] == need->truth ||
	       (need->need == MPICH_POWER_OF_2 && mpich_known_power_of_2(known));
}

/* Of calls without data nothing is needed: they return at once. */
static enum status check_needs(struct mpich_walk *w, const struct mpich_node *node, const struct mpich_known *known,
			       struct error *err)
{
	const struct mpich_algorithm *a = node->algorithm;
	enum status status = OK;

	for (size_t i = 0; status == OK && known->mean.most > 0 && i < sizeof(all_needs) / sizeof(all_needs[0]); i++) {
		const struct mpich_need *need = &all_needs[i];
		bool unnoticed = mpich_unnoticed(a) & need->need;
		const struct rule_effect effect =
			about(w, unnoticed ? EFFECT_DEADLOCKS : EFFECT_ABORTS, node->line, known);

		if (!(a->needs & need->need) || is_known(need, known))
			continue;
		status = rule_effects_add(w->effects, &effect, err, "%s %s%s", a->name, need->text,
					  unnoticed ? ". Results are wrong otherwise" : "");
		if (status == OK)
			status = check_inner(w, effect.kind, node->line, known, err);
	}
	return status;
}

static enum status check_kind(struct mpich_walk *w, const struct mpich_node *node, const struct mpich_known *known,
			      struct error *err)
{
	const struct mpich_algorithm *a = node->algorithm;
	struct rule_effect effect = about(w, EFFECT_ABORTS, node->line, known);
	enum mpich_truth intra = known->truth[MPICH_TEST_INTRA];
	enum status status;

	if (strcmp(a->operation, w->operation) != 0) {
		status = rule_effects_add(w->effects, &effect, err, "%s of %s is no algorithm of %s", a->name,
					  a->operation, w->operation);
	} else if (begins(a->name, "inter_") && intra != TRUTH_NO) {
		effect.kind = EFFECT_DEADLOCKS;
		status = rule_effects_add(w->effects, &effect, err,
					  "%s is for calls between communicators: put comm_type=inter before it. "
					  "Others may abort, hang or be wrong",
					  a->name);
	} else if (begins(a->name, "intra_") && intra != TRUTH_YES && has_inter(w->operation)) {
		return rule_effects_add(w->effects, &effect, err,
					"%s is for calls inside a communicator: put comm_type=intra before it",
					a->name);
	} else {
		return check_needs(w, node, known, err);
	}
	return status == OK ? check_inner(w, effect.kind, node->line, known, err) : status;
}

static enum status check_algorithm(struct mpich_walk *w, const struct mpich_node *node, const struct mpich_known *known,
				   struct error *err)
{
	const struct rule_effect never = about(w, EFFECT_NEVER, node->skipped_at, known);

	TRY(check_kind(w, node, known, err));
	if (node->skipped_at > 0)
		TRY(rule_effects_add(w->effects, &never, err, "of the algorithms of one object the last one is taken"));
	return OK;
}

static bool is_total(enum mpich_test test)
{
	return test == MPICH_TEST_TOTAL_UP_TO || test == MPICH_TEST_TOTAL_BELOW;
}

/* A test of sizes of which processes of a correct program may have unlike ones; NULL: none. */
static const char *unlike(const struct mpich_walk *w, const struct mpich_node *node, const struct mpich_known *known)
{
	const char *name = *w->operation == 'i' ? w->operation + 1 : w->operation;
	bool mean = node->test == MPICH_TEST_MEAN_UP_TO || node->test == MPICH_TEST_MEAN_BELOW;

	if (is_total(node->test) && (strcmp(name, "gather") == 0 || strcmp(name, "scatter") == 0) &&
	    known->truth[MPICH_TEST_INTRA] != TRUTH_NO)
		return "the library leaves the datatype out of this size, and takes a count that MPI_IN_PLACE makes "
		       "void: processes may choose unlike algorithms";
	if (is_total(node->test) && (strcmp(name, "alltoallv") == 0 || strcmp(name, "alltoallw") == 0))
		return "each process adds up what it sends itself: processes may choose unlike algorithms";
	if ((mean || is_total(node->test)) && strcmp(name, "alltoall") == 0 &&
	    known->truth[MPICH_TEST_IN_PLACE] != TRUTH_NO)
		return "with MPI_IN_PLACE the count that this size is made of is void: put is_sendbuf_inplace=yes "
		       "before it";
	if (node->test == MPICH_TEST_COUNT_UP_TO && (strcmp(name, "bcast") == 0 || begins(name, "allgather")))
		return "processes may have unlike datatypes, and with them unlike counts: processes may choose unlike "
		       "algorithms";
	return NULL;
}

static enum status check_test(struct mpich_walk *w, const struct mpich_node *node, const struct mpich_known *known,
			      struct error *err)
{
	struct rule_effect effect = about(w, EFFECT_ABORTS, node->line, known);
	const char *why = unlike(w, node, known);
	enum status status = OK;

	if (!mpich_has_test(w->operation, node->test)) {
		status = rule_effects_add(w->effects, &effect, err, "%s has no such test: a call aborts", w->operation);
		return status == OK ? check_inner(w, EFFECT_ABORTS, node->line, known, err) : status;
	}
	effect.kind = EFFECT_DEADLOCKS;
	if (why)
		status = rule_effects_add(w->effects, &effect, err, "%s", why);
	effect.kind = EFFECT_MISREAD;
	if (status == OK && node->misread)
		status = rule_effects_add(w->effects, &effect, err, "the library reads the number here as %d",
					  node->value);
	if (status == OK && node->test == MPICH_TEST_BELOW && known->called)
		status = rule_effects_add(w->effects, &effect, err,
					  "below a test of the call the library takes comm_size< for comm_size<=: this "
					  "is for %d processes too",
					  node->value);
	return status;
}

/* The tests of an operation from a node on: each test, and what is below it. */
static enum status walk(struct mpich_walk *w, size_t i, size_t line, const struct mpich_known *known, struct error *err)
{
	const struct mpich_node *node = &w->tree->list[i];
	struct mpich_known yes = *known, no = *known;

	if (i == 0)
		return check_missing(w, line, known, err);
	w->reached[i] = true;
	if (node->test == MPICH_ALGORITHM)
		return check_algorithm(w, node, known, err);
	TRY(check_test(w, node, known, err));
	if (mpich_known_refine(&yes, node, true))
		TRY(walk(w, node->success, node->line, &yes, err));
	if (mpich_known_refine(&no, node, false))
		TRY(walk(w, node->failure, node->line, &no, err));
	return OK;
}

/* Whether an operation comes in a row of nodes from one on. */
static bool comes(const struct mpich_walk *w, size_t from, const char *operation)
{
	const struct mpich_node *list = w->tree->list;
	bool found = false;

	for (size_t i = from; i > 0; i = list[i].failure)
		found = found || (list[i].test == MPICH_TEST_COLLECTIVE &&
				  strcmp(mpich_algorithms[list[i].value].operation, operation) == 0);
	return found;
}

/* Operations that a row of them, which ends at a line, lacks. */
static enum status check_operations(struct mpich_walk *w, size_t first, const struct mpich_known *known,
				    struct error *err)
{
	enum status status = OK;

	for (int i = 0; status == OK && mpich_algorithms[i].name; i++) {
		struct rule_effect effect;

		w->operation = mpich_algorithms[i].operation;
		if ((i > 0 && strcmp(mpich_algorithms[i - 1].operation, w->operation) == 0) ||
		    comes(w, first, w->operation))
			continue;
		effect = about(w, EFFECT_ABORTS, 0, known);
		status = rule_effects_add(w->effects, &effect, err,
					  "the file has no %s, and takes the place of the whole selection: a program "
					  "that calls it aborts",
					  w->operation);
		if (status == OK)
			status = check_inner(w, EFFECT_ABORTS, 0, known, err);
	}
	return status;
}

/* Nothing is said of the nodes from one on. */
static void pass_over(struct mpich_walk *w, size_t i)
{
	const struct mpich_node *list = w->tree->list;

	for (; i > 0 && !w->reached[i]; i = list[i].failure) {
		w->reached[i] = true;
		pass_over(w, list[i].success);
	}
}

/* A key beside operations. The library takes what it has not set in a node for the number of an operation. */
static enum status check_stray(struct mpich_walk *w, size_t i, const struct mpich_known *known, struct error *err)
{
	const struct rule_effect effect = about(w, EFFECT_DEADLOCKS, w->tree->list[i].line, known);

	pass_over(w, w->tree->list[i].success);
	return rule_effects_add(
		w->effects, &effect, err,
		"beside operations there must be operations alone: every program may crash, or these rules "
		"are taken for those of some operation");
}

/* From a communicator's first operation on. */
static enum status walk_operations(struct mpich_walk *w, size_t first, const struct mpich_known *known,
				   struct error *err)
{
	const struct mpich_node *list = w->tree->list;
	enum status status = OK;

	for (size_t i = first; status == OK && i > 0; i = list[i].failure) {
		bool operation = list[i].test == MPICH_TEST_COLLECTIVE;
		struct rule_effect never;

		w->operation = operation ? mpich_algorithms[list[i].value].operation : NULL;
		w->reached[i] = true;
		never = about(w, EFFECT_NEVER, list[i].line, known);
		if (!operation)
			status = check_stray(w, i, known, err);
		else if (comes(w, list[i].failure, w->operation))
			status =
				rule_effects_add(w->effects, &never, err,
						 "%s comes again further on, which replaces these rules", w->operation);
		else
			status = walk(w, list[i].success, list[i].line, known, err);
	}
	return status == OK ? check_operations(w, first, known, err) : status;
}

/* Tests of the communicator that stand above the operations. */
static enum status walk_top(struct mpich_walk *w, size_t i, const struct mpich_known *known, struct error *err)
{
	const struct mpich_node *node = &w->tree->list[i];
	struct mpich_known yes = *known, no = *known;
	struct rule_effect effect = about(w, EFFECT_ABORTS, node->line, known);
	enum status status = OK;

	if (i == 0)
		return rule_effects_add(w->effects, &effect, err,
					"a program aborts when it makes a communicator for which no test holds: %s",
					where(known));
	if (node->test == MPICH_TEST_COLLECTIVE)
		return walk_operations(w, i, known, err);
	w->operation = NULL;
	w->reached[i] = true;
	if (node->test >= MPICH_TEST_THREADED)
		return rule_effects_add(w->effects, &effect, err,
					"above the operations there may be tests of the communicator alone: every "
					"program aborts");
	if (mpich_known_refine(&yes, node, true))
		status = walk_top(w, node->success, &yes, err);
	w->operation = NULL;
	if (status == OK && mpich_known_refine(&no, node, false))
		status = walk_top(w, node->failure, &no, err);
	return status;
}

/* Tests that no call gets to, the first of each way. */
static enum status check_reached(const struct mpich_walk *w, struct error *err)
{
	const struct mpich_tree *tree = w->tree;
	enum status status = OK;

	for (size_t i = 1; status == OK && i < tree->n; i++) {
		const size_t below[] = {tree->list[i].success, tree->list[i].failure};

		for (int k = 0; status == OK && w->reached[i] && k < 2; k++) {
			const struct rule_effect effect = {.kind = EFFECT_NEVER, .line = tree->list[below[k]].line};

			if (tree->list[i].test != MPICH_TEST_COLLECTIVE && below[k] > 0 && !w->reached[below[k]])
				status = rule_effects_add(w->effects, &effect, err,
							  "no call gets here: what stands before decides already");
		}
	}
	return status;
}

static enum status check_ends(const struct mpich_tree *tree, struct rule_effects *effects, struct error *err)
{
	struct rule_effect effect = {.kind = EFFECT_MISREAD, .line = tree->left_at};
	enum status status = OK;

	if (tree->left_at > 0)
		status = rule_effects_add(effects, &effect, err, "the library reads no further: the tree has ended");
	effect.line = 0;
	if (status == OK && tree->fills_a_page)
		status = rule_effects_add(effects, &effect, err,
					  "the file's length is a multiple of 4096 B: the library reads on beyond its "
					  "end, and may crash there. A line break at the end helps");
	return status;
}

enum status mpich_check(const struct mpich_tree *tree, struct rule_effects *effects, struct error *err)
{
	struct mpich_walk w = {.tree = tree, .effects = effects};
	const struct mpich_known nothing = mpich_known_nothing();
	struct rule_effect effect = {.kind = EFFECT_ABORTS, .line = tree->aborts_at};
	enum status status = check_ends(tree, effects, err);

	if (status != OK)
		return status;
	if (*tree->aborts)
		return rule_effects_add(effects, &effect, err, "every program aborts in MPI_Init: %s", tree->aborts);
	if (tree->root == 0)
		return rule_effects_add(effects, &effect, err,
					"the file has no rules, and takes the place of the whole selection: a program "
					"aborts that calls a collective operation");
	w.reached = calloc(tree->n, sizeof(*w.reached));
	if (!w.reached)
		return error_memory(err, "what a rule file does");
	status = walk_top(&w, tree->root, &nothing, err);
	if (status == OK)
		status = check_reached(&w, err);
	free(w.reached);
	return status;
}
