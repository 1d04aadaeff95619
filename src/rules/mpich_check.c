#include "rules/mpich_known.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What is being looked at. */
struct mpich_walk {
	const struct mpich_tree *tree;
	struct rule_effects *effects;
	const char *operation; /* NULL: none yet */
	bool *reached;         /* of each node */
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

/* No test holds, and there is no algorithm. */
static enum status check_missing(const struct mpich_walk *w, size_t line, const struct mpich_known *known,
				 struct error *err)
{
	const struct rule_effect effect = about(w, EFFECT_ABORTS, line, known);

	if (known->truth[MPICH_TEST_INTRA] == TRUTH_NO && !has_inter(w->operation))
		return OK;
	if (known->processes.most > INT_MAX)
		return rule_effects_add(w->effects, &effect, err,
					"a call aborts for which none of these tests holds: %s, of %lld processes or "
					"more",
					where(known), (long long)known->processes.least);
	return rule_effects_add(w->effects, &effect, err,
				"a call aborts for which none of these tests holds: %s, of %lld to %lld processes",
				where(known), (long long)known->processes.least, (long long)known->processes.most);
}

/* What is missing of an algorithm's needs; NULL: nothing. */
static const char *lacks(unsigned needs, const struct mpich_known *known)
{
	const enum mpich_truth *truth = known->truth;

	if (needs & MPICH_POWER_OF_2 && !mpich_known_power_of_2(known))
		return "is for a power of two of processes: put comm_size=pow2 before it";
	if (needs & MPICH_IN_PLACE && truth[MPICH_TEST_IN_PLACE] != TRUTH_YES)
		return "is for MPI_IN_PLACE: put is_sendbuf_inplace=yes before it";
	if (needs & MPICH_OUT_OF_PLACE && truth[MPICH_TEST_IN_PLACE] != TRUTH_NO)
		return "is not for MPI_IN_PLACE: put is_sendbuf_inplace=no before it";
	if (needs & MPICH_COMMUTES && truth[MPICH_TEST_COMMUTES] != TRUTH_YES)
		return "is for reductions that commute: put is_commutative=yes before it";
	if (needs & MPICH_BUILT_IN && truth[MPICH_TEST_BUILT_IN] != TRUTH_YES)
		return "is for MPI's own reductions: put is_op_built_in=yes before it";
	if (needs & MPICH_MANY && truth[MPICH_TEST_FEW] != TRUTH_NO)
		return "needs as many elements as processes: put count<pow2 before it, with another one";
	if (needs & MPICH_PARENT && truth[MPICH_TEST_HIERARCHY] != TRUTH_YES)
		return "is for communicators that are split by nodes: put comm_hierarchy=parent before it";
	if (needs & MPICH_REGULAR && truth[MPICH_TEST_REGULAR] != TRUTH_YES)
		return "is for equal blocks: put is_block_regular=yes before it";
	return NULL;
}

static enum status check_kind(const struct mpich_walk *w, const struct mpich_node *node,
			      const struct mpich_known *known, struct error *err)
{
	const struct mpich_algorithm *a = node->algorithm;
	const struct rule_effect effect = about(w, EFFECT_ABORTS, node->line, known);
	enum mpich_truth intra = known->truth[MPICH_TEST_INTRA];
	const char *lack = known->mean.most > 0 ? lacks(a->needs, known) : NULL; /* of 0 B nothing is sent */

	if (strcmp(a->operation, w->operation) != 0)
		return rule_effects_add(w->effects, &effect, err, "%s of %s is no algorithm of %s", a->name,
					a->operation, w->operation);
	if (begins(a->name, "inter_") && intra != TRUTH_NO)
		return rule_effects_add(w->effects, &effect, err,
					"%s is for calls between communicators: put comm_type=inter before it",
					a->name);
	if (begins(a->name, "intra_") && intra != TRUTH_YES && has_inter(w->operation))
		return rule_effects_add(w->effects, &effect, err,
					"%s is for calls inside a communicator: put comm_type=intra before it",
					a->name);
	return lack ? rule_effects_add(w->effects, &effect, err, "%s %s", a->name, lack) : OK;
}

static enum status check_algorithm(const struct mpich_walk *w, const struct mpich_node *node,
				   const struct mpich_known *known, struct error *err)
{
	const struct rule_effect never = about(w, EFFECT_NEVER, node->skipped_at, known);
	enum status status = check_kind(w, node, known, err);

	if (status == OK && node->skipped_at > 0)
		status = rule_effects_add(w->effects, &never, err,
					  "beside an algorithm no other key of its object is looked at");
	return status;
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

static enum status check_test(const struct mpich_walk *w, const struct mpich_node *node,
			      const struct mpich_known *known, struct error *err)
{
	struct rule_effect effect = about(w, EFFECT_ABORTS, node->line, known);
	const char *why = unlike(w, node, known);
	enum status status = OK;

	if (!mpich_has_test(w->operation, node->test))
		return rule_effects_add(w->effects, &effect, err, "%s has no such test: a call aborts", w->operation);
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
static enum status walk(const struct mpich_walk *w, size_t i, size_t line, const struct mpich_known *known,
			struct error *err)
{
	const struct mpich_node *node = &w->tree->list[i];
	struct mpich_known yes = *known, no = *known;
	enum status status;

	if (i == 0)
		return check_missing(w, line, known, err);
	w->reached[i] = true;
	if (node->test == MPICH_ALGORITHM)
		return check_algorithm(w, node, known, err);
	status = check_test(w, node, known, err);
	if (status == OK && mpich_known_refine(&yes, node, true))
		status = walk(w, node->success, node->line, &yes, err);
	if (status == OK && mpich_known_refine(&no, node, false))
		status = walk(w, node->failure, node->line, &no, err);
	return status;
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
	}
	return status;
}

/* From a communicator's first operation on. */
static enum status walk_operations(struct mpich_walk *w, size_t first, const struct mpich_known *known,
				   struct error *err)
{
	const struct mpich_node *list = w->tree->list;
	enum status status = OK;

	for (size_t i = first; status == OK && i > 0; i = list[i].failure) {
		struct rule_effect effect;

		w->operation = list[i].test == MPICH_TEST_COLLECTIVE ? mpich_algorithms[list[i].value].operation : NULL;
		w->reached[i] = true;
		effect = about(w, w->operation ? EFFECT_NEVER : EFFECT_ABORTS, list[i].line, known);
		if (!w->operation)
			return rule_effects_add(w->effects, &effect, err,
						"beside operations there must be operations alone: every program "
						"aborts");
		if (comes(w, list[i].failure, w->operation))
			status =
				rule_effects_add(w->effects, &effect, err,
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
