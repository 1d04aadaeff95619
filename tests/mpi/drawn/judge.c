#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/decision/decision.h"
#include "rules/tuned_check.h"

const char *const outcome_words[] = {"fine", "aborts", "may", "harms"};

static void require(enum status status, const struct error *err)
{
	if (status == OK)
		return;
	fprintf(stderr, "%s\n", err->text);
	exit(2);
}

void judged_read(struct judged *j, enum drawn_form form, const char *text, size_t n)
{
	struct error err = {.status = OK};

	*j = (struct judged){.form = form};
	if (form == DRAWN_MPICH)
		require(mpich_read(text, n, &j->tree, &err), &err);
	if (form == DRAWN_MPICH)
		require(mpich_check(&j->tree, &j->effects, &err), &err);
	if (form == DRAWN_JSON)
		require(tuned_json_read(text, n, &j->json, &err), &err);
	if (form == DRAWN_JSON && !j->json.fault)
		require(tuned_json_check(&j->json, &j->effects, &err), &err);
	if (form != DRAWN_CLASSIC && form != DRAWN_VERSION_2)
		return;
	require(tuned_read_as(form == DRAWN_CLASSIC ? TUNED_4_1 : TUNED_5_0, text, n, &j->file, &err), &err);
	require(tuned_check(&j->file, &j->effects, &err), &err);
}

void judged_release(struct judged *j)
{
	tuned_release(&j->file);
	tuned_json_release(&j->json);
	mpich_release(&j->tree);
	rule_effects_release(&j->effects);
}

static bool has_effect(const struct judged *j, enum rule_effect_kind kind, size_t line, const char *operation,
		       int processes, const char *part)
{
	for (size_t i = 0; i < j->effects.n; i++) {
		const struct rule_effect *e = &j->effects.list[i];

		if (e->kind == kind && (line == 0 || e->line == line) &&
		    (!operation || (e->operation && strcmp(e->operation, operation) == 0)) &&
		    (processes == 0 || e->processes == processes) && strstr(e->text, part))
			return true;
	}
	return false;
}

/* What coll/tuned compares a rule's bytes with. */
static uint64_t compared(const struct tuned_class *class, int processes, int bytes)
{
	switch (class->measure) {
	case TUNED_TOTAL:
	case TUNED_SUM:
		return (uint64_t)bytes * (uint64_t)processes;
	case TUNED_NONE:
		return 0;
	default:
		return (uint64_t)bytes;
	}
}

/* The rule for a call by what is compared; NULL: none. */
static const struct tuned_rule *rule_of(const struct judged *j, int id, int processes, uint64_t bytes,
					const struct tuned_communicator **c)
{
	const struct tuned_operation *o = *j->file.ignored ? NULL : tuned_operation(&j->file, id);

	*c = o && tuned_class(id)->n > 0 ? tuned_communicator(o, processes) : NULL;
	return *c ? tuned_rule(*c, bytes) : NULL;
}

/* By the effects of the rule's line. */
static enum outcome judge_rule(const struct judged *j, const struct tuned_rule *rule, int processes, bool *said)
{
	bool pair = rule && has_effect(j, EFFECT_ABORTS, rule->line, NULL, 0, "is for 2 processes"),
	     none = rule && has_effect(j, EFFECT_ABORTS, rule->line, NULL, 0, "has no algorithm");

	*said = *said || pair || none;
	return none || (pair && processes != 2) ? OUTCOME_ABORTS : OUTCOME_FINE;
}

static enum outcome judge_classic(const struct judged *j, const struct drawn_call *call, bool *said)
{
	const struct tuned_class *class = tuned_class(call->id);
	uint64_t bytes = compared(class, call->processes, call->bytes);
	const struct tuned_communicator *c;
	const struct tuned_rule *rule = rule_of(j, call->id, call->processes, bytes, &c), *zero;
	enum outcome outcome = judge_rule(j, rule, call->processes, said);

	if (!call->unlike)
		return outcome;
	zero = rule_of(j, call->id, call->processes, 0, &c);
	if (judge_rule(j, zero, call->processes, said) != outcome)
		return OUTCOME_MAY;
	if (!c || !has_effect(j, EFFECT_DEADLOCKS, 0, class->name, c->processes, ""))
		return outcome;
	*said = true;
	return outcome == OUTCOME_FINE && zero != rule &&
			       (zero->algorithm != rule->algorithm || zero->segment != rule->segment)
		       ? OUTCOME_MAY
		       : outcome;
}

/* Looks at what a selection has for each communicator of a call; all processes are on one node. */
struct looked {
	const struct judged *judged;
	enum decision_operation operation; /* of the call */
	bool aborts, harm;
};

static void look_up_call(struct looked *looked, const struct mpich_call *call);

/* The same sizes for another operation, or on another communicator. */
static void look_up_next(struct looked *looked, const struct mpich_call *call, const char *operation, int processes,
			 enum mpich_hierarchy hierarchy)
{
	struct mpich_call next = *call;

	next.operation = operation;
	next.processes = processes;
	next.hierarchy = hierarchy;
	if (strcmp(operation, "bcast") == 0 && strcmp(call->operation, "barrier") == 0)
		mpich_call_size(&next, 1);
	else if (processes != call->processes) /* total_msg_size goes by their number */
		mpich_call_size(&next, call->mean);
	look_up_call(looked, &next);
}

/* By the only process of the node that is its first one, and among all of them. */
static void look_up_node(struct looked *looked, const struct mpich_call *call)
{
	const char *name = call->operation;
	bool on_all = strcmp(name, "allreduce") == 0;

	look_up_next(looked, call, name, 1, MPICH_NODE_ROOTS);
	look_up_next(looked, call, on_all ? "reduce" : name, call->processes, MPICH_NODE);
	if (on_all || strcmp(name, "barrier") == 0)
		look_up_next(looked, call, "bcast", call->processes, MPICH_NODE);
}

/* What the algorithm of a call does with it: it may go on to others. */
static void look_up_call(struct looked *looked, const struct mpich_call *call)
{
	struct mpich_way way;
	const struct mpich_algorithm *a = mpich_find_way(&looked->judged->tree, call, &way);
	unsigned lacks = a ? mpich_lacks(a, call) : 0, unnoticed = a ? mpich_unnoticed(a) : 0;
	char nonblocking[64];

	looked->aborts = looked->aborts || way.untested ||
			 (a ? strcmp(a->operation, call->operation) != 0 : !way.unsure) || lacks & ~unnoticed;
	looked->harm = looked->harm || way.unsure || (a && strncmp(a->name, "inter_", 6) == 0) || lacks & unnoticed;
	if (looked->aborts || looked->harm)
		return;
	if (strcmp(a->name, "intra_smp") == 0)
		look_up_node(looked, call);
	if (strcmp(a->name, "allcomm_nb") != 0)
		return;
	snprintf(nonblocking, sizeof(nonblocking), "i%s", call->operation);
	look_up_next(looked, call, nonblocking, call->processes, call->hierarchy);
}

static const char *look_up(const void *self, const struct decision_case *what)
{
	struct looked *looked = *(struct looked *const *)self;
	struct mpich_call call = {.operation = decision_operation_words[what->operation],
				  .processes = what->processes,
				  .nodes = 1,
				  .hierarchy = what->level == LEVEL_NODE ? MPICH_NODE : MPICH_IS_PARENT,
				  .commutes = true,
				  .built_in = true};

	mpich_call_size(&call, what->count * what->size);
	look_up_call(looked, &call);
	if (what->level == LEVEL_NODE && what->operation == looked->operation)
		look_up_next(looked, &call, call.operation, 1, MPICH_NODE_ROOTS);
	return NULL;
}

static void look_up_inner(struct looked *looked, int which, int processes)
{
	const struct mpich_inner_call *inner = &mpich_inner_calls[which];
	const struct mpich_call call = {.operation = inner->operation,
					.processes = processes,
					.nodes = 1,
					.hierarchy = MPICH_IS_PARENT,
					.mean = inner->bytes,
					.total = inner->bytes * (uint64_t)processes,
					.count = inner->count,
					.commutes = true,
					.built_in = true};

	look_up_call(looked, &call);
}

/* What a call on a communicator takes that is made for it (calls.c), or that makes another one. */
static void look_up_making(struct looked *looked, const struct drawn_call *call)
{
	look_up_inner(looked, MPICH_NEW_COMMUNICATOR, call->processes);
	if (call->id >= TUNED_OPERATIONS)
		look_up_inner(looked, MPICH_NEW_CONTEXT, call->processes);
	if (call->id == DRAWN_SPLIT)
		look_up_inner(looked, MPICH_COLOURS, call->processes);
}

static bool says_harm(const struct judged *j, const char *operation)
{
	return has_effect(j, EFFECT_ABORTS, 0, operation, 0, "") ||
	       has_effect(j, EFFECT_DEADLOCKS, 0, operation, 0, "");
}

/* Whether the effects say it: of the operation, of the broadcast and the reduction that are steps of it, or of all. */
static bool says(const struct judged *j, const char *operation)
{
	char nonblocking[64];
	bool said = says_harm(j, operation) || says_harm(j, "bcast") || says_harm(j, "reduce");

	snprintf(nonblocking, sizeof(nonblocking), "i%s", operation);
	for (size_t i = 0; i < j->effects.n; i++)
		said = said || (!j->effects.list[i].operation && j->effects.list[i].kind <= EFFECT_DEADLOCKS);
	return said || says_harm(j, nonblocking);
}

/* What each process of a call does, by the steps of the library. */
static void look_up_steps(struct looked *looked, const struct drawn_call *call)
{
	const char *name = tuned_class(call->id)->name;
	struct looked *self = looked;
	const struct decision_selection selection = {.choose = look_up, .self = &self};
	struct decision_case what = {.library = LIBRARY_MPICH_4_0,
				     .processes = call->processes,
				     .count = (uint64_t)call->bytes,
				     .size = 1,
				     .commutes = true,
				     .predefined = true,
				     .selection = &selection};
	int operation = 0;

	while (strcmp(decision_operation_words[operation], name) != 0)
		operation++;
	what.operation = looked->operation = (enum decision_operation)operation;
	for (int p = 0; p < call->processes; p++) {
		struct error err = {.status = OK};
		struct decision decision;

		require(decision_find(&what, p, &decision, &err), &err);
		decision_release(&decision);
	}
}

static enum outcome judge_mpich(const struct judged *j, const struct drawn_call *call, bool *said)
{
	bool makes = call->id >= TUNED_OPERATIONS;
	struct looked looked = {.judged = j};

	look_up_making(&looked, call);
	if (!makes)
		look_up_steps(&looked, call);
	*said = says(j, makes ? "allreduce" : tuned_class(call->id)->name) ||
		(call->id == DRAWN_SPLIT && says(j, "allgather"));
	return *j->tree.aborts ? OUTCOME_ABORTS
	       : looked.harm   ? OUTCOME_HARMS
	       : looked.aborts ? OUTCOME_ABORTS
			       : OUTCOME_FINE;
}

enum outcome judged_call(const struct judged *j, const struct drawn_call *call, bool *said)
{
	*said = false;
	return j->form == DRAWN_MPICH ? judge_mpich(j, call, said) : judge_classic(j, call, said);
}

/* The line of the rule that a drawn call takes; 0: none. */
static size_t line_of(const struct judged *j, int id, int processes, uint64_t bytes, enum tuned_spread spread)
{
	const struct tuned_communicator *c;

	if (j->form == DRAWN_JSON) {
		const struct tuned_json_rule *rule = tuned_json_find(&j->json, id, processes, spread, bytes);

		return rule ? rule->line : 0;
	}
	return rule_of(j, id, processes, bytes, &c) ? rule_of(j, id, processes, bytes, &c)->line : 0;
}

/* The node of a selection that stands alone on its line; 0: none. */
static size_t node_at(const struct mpich_tree *tree, size_t line)
{
	size_t found = 0, n = 0;

	for (size_t i = 1; i < tree->n; i++)
		if (tree->list[i].line == line) {
			found = i;
			n++;
		}
	return n == 1 ? found : 0;
}

static struct mpich_call draw_mpich_call(struct drawn *d)
{
	size_t n = 0;
	struct mpich_call call = {.processes = 2 + (int)random_below(&d->random, 12),
				  .hierarchy = (enum mpich_hierarchy)random_below(&d->random, MPICH_ANY_HIERARCHY),
				  .inter = random_below(&d->random, 8) == 0,
				  .in_place = random_below(&d->random, 2),
				  .irregular = random_below(&d->random, 2),
				  .commutes = random_below(&d->random, 2),
				  .built_in = random_below(&d->random, 2)};

	while (mpich_algorithms[n].name)
		n++;
	call.operation = mpich_algorithms[random_below(&d->random, n)].operation;
	call.nodes = 1 + (int)random_below(&d->random, (size_t)call.processes);
	mpich_call_size(&call, random_below(&d->random, (size_t)1 << random_below(&d->random, 20)));
	return call;
}

/* Whether a look-up goes by a node: another algorithm stands there then. */
static bool goes_by(const struct mpich_tree *tree, size_t node, struct drawn *d)
{
	static const struct mpich_algorithm other = {"other", "other", 0};
	struct mpich_tree changed = *tree;
	size_t at = tree->list[node].test == MPICH_TEST_COLLECTIVE ? tree->list[node].success : node;
	bool found = false;

	if (at == 0)
		return false;
	changed.list = malloc(tree->n * sizeof(*changed.list));
	if (!changed.list)
		exit(2);
	memcpy(changed.list, tree->list, tree->n * sizeof(*changed.list));
	changed.list[at] = (struct mpich_node){.test = MPICH_ALGORITHM, .algorithm = &other};
	for (int i = 0; i < 2000 && !found; i++) {
		const struct mpich_call call = draw_mpich_call(d);

		found = mpich_find(&changed, &call) != mpich_find(tree, &call);
	}
	free(changed.list);
	return found;
}

static size_t mpich_contradictions(const struct judged *j, struct drawn *d)
{
	size_t found = 0;

	for (size_t i = 0; i < j->effects.n; i++) {
		const struct rule_effect *e = &j->effects.list[i];
		size_t node = e->kind == EFFECT_NEVER ? node_at(&j->tree, e->line) : 0;

		found += node > 0 && goes_by(&j->tree, node, d);
	}
	return found;
}

size_t judged_contradictions(const struct judged *j, struct drawn *d)
{
	size_t found = 0;

	if (j->form == DRAWN_MPICH)
		return mpich_contradictions(j, d);
	for (int i = 0; i < 2000; i++) {
		int id = (int)random_below(&d->random, TUNED_OPERATIONS),
		    processes = 2 + (int)random_below(&d->random, 12);
		uint64_t bytes = random_below(&d->random, (size_t)1 << random_below(&d->random, 20));
		size_t line = line_of(j, id, processes, tuned_class(id)->measure == TUNED_NONE ? 0 : bytes,
				      (enum tuned_spread)random_below(&d->random, 3));

		for (size_t k = 0; line > 0 && k < j->effects.n; k++)
			found += j->effects.list[k].kind == EFFECT_NEVER && j->effects.list[k].line == line &&
				 !strstr(j->effects.list[k].text, "communicator");
	}
	return found;
}
