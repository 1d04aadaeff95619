#include "rules/tuned_check.h"

#include "rules/tuned_use.h"

#include <limits.h>

/* What is being looked at: an operation of the file, one of its communicators, and for how many processes, first to
 * last, the library takes that. */
struct tuned_place {
	const struct tuned_class *class;
	const struct tuned_operation *operation;
	const struct tuned_communicator *communicator;
	int first, last; /* INT_MAX: any; last < first: for none */
	struct rule_effects *effects;
};

static struct rule_effect about(const struct tuned_place *place, enum rule_effect_kind kind, size_t line)
{
	return (struct rule_effect){.kind = kind,
				    .line = line,
				    .operation = place->class->name,
				    .processes = place->communicator ? place->communicator->processes : 0};
}

/* For how many processes the library takes the i-th communicator: it stops at the first that is larger than the one at
 * hand, and takes the first for all smaller ones. */
static void find_reach(struct tuned_place *place, size_t i)
{
	const struct tuned_operation *o = place->operation;

	place->communicator = &o->list[i];
	place->first = 2;
	for (size_t k = 0; i > 0 && k <= i; k++)
		if (o->list[k].processes > place->first)
			place->first = o->list[k].processes;
	place->last = i + 1 < o->n ? o->list[i + 1].processes - 1 : INT_MAX;
	if (i == 0 && place->last < o->list[0].processes - 1)
		place->last = o->list[0].processes - 1;
}

/* Whether messages of some size get the i-th rule: the library stops at the first size that is larger. */
static bool is_reached(const struct tuned_communicator *c, size_t i)
{
	uint64_t from = 0;

	for (size_t k = 0; k <= i; k++)
		from = c->rules[k].bytes > from ? c->rules[k].bytes : from;
	return i + 1 == c->n || c->rules[i + 1].bytes > from;
}

/* The algorithm's numbers, and what a fifth one does. */
static enum status check_use(const struct tuned_place *place, const struct tuned_rule *rule, unsigned makes,
			     struct error *err)
{
	const struct tuned_use use = {.name = place->class->algorithms[rule->algorithm].name,
				      .makes = makes,
				      .least = place->first,
				      .most = place->last,
				      .fanout = rule->fanout,
				      .segment = (int64_t)rule->segment};
	const struct rule_effect at = about(place, EFFECT_WITHOUT, rule->line);

	TRY(tuned_use_check(&use, at, place->effects, err));
	if (rule->fifth && !(makes & TUNED_REQUESTS))
		TRY(rule_effects_add(place->effects, &at, err,
				     "the fifth number, %d, is this rule's, and has no effect on %s: a rule that "
				     "is to begin there must stand in a line of its own",
				     rule->requests, use.name));
	return OK;
}

static enum status check_algorithm(const struct tuned_place *place, const struct tuned_rule *rule, struct error *err)
{
	const struct tuned_class *class = place->class;
	const struct rule_effect effect = about(place, EFFECT_ABORTS, rule->line);
	unsigned makes;

	if (rule->algorithm < 0 || rule->algorithm >= class->n)
		return rule_effects_add(place->effects, &effect, err,
					"%s has no algorithm %d: 1 to %d, or 0 for the library's own decision",
					class->name, rule->algorithm, class->n - 1);
	makes = class->algorithms[rule->algorithm].makes;
	if (makes & TUNED_PAIR && place->last > 2)
		return rule_effects_add(
			place->effects, &effect, err,
			"%s is for 2 processes, and is taken for more too: give 3 processes a rule of their "
			"own",
			class->algorithms[rule->algorithm].name);
	return check_use(place, rule, makes, err);
}

static enum status check_rule(const struct tuned_place *place, size_t i, struct error *err)
{
	const struct tuned_rule *rule = &place->communicator->rules[i];
	const struct rule_effect effect = about(place, EFFECT_NEVER, rule->line);

	if (place->class->measure == TUNED_NONE && rule->bytes > 0)
		return rule_effects_add(
			place->effects, &effect, err,
			"the library looks up the same size in every call of %s: rules from %llu B on are "
			"not for longer messages",
			place->class->name, (unsigned long long)rule->bytes);
	if (!is_reached(place->communicator, i))
		return rule_effects_add(place->effects, &effect, err,
					"sizes must ascend: the one after this, %llu B, is not larger than all before",
					(unsigned long long)place->communicator->rules[i + 1].bytes);
	return check_algorithm(place, rule, err);
}

/* Rules by size of an operation in which processes may look up different sizes. */
static enum status check_unlike(const struct tuned_place *place, struct error *err)
{
	const struct tuned_communicator *c = place->communicator;
	const struct tuned_rule *before = NULL;

	for (size_t i = 0; place->class->unlike && i < c->n; i++) {
		const struct rule_effect effect = about(place, EFFECT_DEADLOCKS, c->rules[i].line);

		if (!is_reached(c, i))
			continue;
		if (before && (before->algorithm != c->rules[i].algorithm || before->segment != c->rules[i].segment))
			return rule_effects_add(
				place->effects, &effect, err,
				"each process looks up its own size, which the standard has significant at "
				"the root only: one rule for all sizes is safe");
		before = &c->rules[i];
	}
	return OK;
}

static bool tunes(const struct tuned_communicator *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->rules[i].algorithm > 0)
			return true;
	return false;
}

/* The first communicator is taken for all smaller ones, and the last for all larger ones. */
static enum status check_ends(const struct tuned_place *place, struct error *err)
{
	const struct tuned_communicator *c = place->communicator;
	const struct rule_effect effect = about(place, EFFECT_WIDER, c->line);
	enum status status = OK;

	if (!tunes(c))
		return OK;
	if (c == place->operation->list && c->processes > 2)
		status =
			rule_effects_add(place->effects, &effect, err,
					 "its rules are for 2 to %d processes too: a communicator of 2 before it, with "
					 "algorithm 0, would leave these to the library",
					 c->processes - 1);
	if (status == OK && place->last == INT_MAX)
		status =
			rule_effects_add(place->effects, &effect, err,
					 "its rules are for more than %d processes too: a communicator of %d after it, "
					 "with algorithm 0, would leave these to the library",
					 c->processes, c->processes + 1);
	return status;
}

static enum status check_communicator(struct tuned_place *place, struct error *err)
{
	const struct tuned_communicator *c = place->communicator;
	struct rule_effect never = about(place, EFFECT_NEVER, c->line), misread = about(place, EFFECT_MISREAD, c->line);
	enum status status = OK;

	if (place->last < place->first)
		return rule_effects_add(place->effects, &never, err,
					"communicators must ascend: this one is taken for no number of processes");
	if (c > place->operation->list && c->processes < place->first)
		status = rule_effects_add(place->effects, &misread, err,
					  "communicators must ascend: the library takes this one from %d processes on",
					  place->first);
	for (size_t i = 0; status == OK && i < c->n; i++)
		status = check_rule(place, i, err);
	if (status == OK)
		status = check_unlike(place, err);
	return status == OK ? check_ends(place, err) : status;
}

/* Whether two communicators of different numbers of processes have the same sizes, two or more but 0. */
static bool same_sizes(const struct tuned_communicator *a, const struct tuned_communicator *b)
{
	if (a->processes == b->processes || a->n != b->n || a->n < 3)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->rules[i].bytes != b->rules[i].bytes)
			return false;
	return true;
}

/* Of operations whose sizes are those of all blocks. */
static enum status check_scale(struct tuned_place *place, struct error *err)
{
	const struct tuned_operation *o = place->operation;

	if (place->class->measure != TUNED_TOTAL)
		return OK;
	for (size_t i = 0; i < o->n; i++) {
		const struct rule_effect effect = {EFFECT_UNSCALED, o->list[i].line, place->class->name,
						   o->list[i].processes, ""};

		for (size_t k = 1; k < o->list[i].n; k++)
			if (o->list[i].rules[k].bytes < (uint64_t)o->list[i].processes)
				return rule_effects_add(
					place->effects, &effect, err,
					"%llu B are less than a byte of each process: the library compares "
					"the bytes of a block times the number of processes",
					(unsigned long long)o->list[i].rules[k].bytes);
		if (i > 0 && same_sizes(&o->list[i - 1], &o->list[i]))
			return rule_effects_add(
				place->effects, &effect, err,
				"the same sizes as for %d processes: the library compares the bytes of a "
				"block times the number of processes",
				o->list[i - 1].processes);
	}
	return OK;
}

/* 6.0 ends a communicator's processes before its own number, where 4.1 begins them. */
static enum status check_shifted(const struct tuned_place *place, struct error *err)
{
	const struct tuned_operation *o = place->operation;
	const struct rule_effect effect = about(place, EFFECT_MISREAD, o->list[0].line);

	return rule_effects_add(place->effects, &effect, err,
				"the rules for %d processes and more are taken for up to %d, and so on for each "
				"communicator but the last: 6.0 is better given JSON",
				o->list[0].processes, o->list[0].processes - 1);
}

static enum status check_operation(const struct tuned_file *file, const struct tuned_operation *operation,
				   struct rule_effects *effects, struct error *err)
{
	struct tuned_place place = {
		.class = tuned_class_of(file->edition, operation->id), .operation = operation, .effects = effects};
	const struct rule_effect never = about(&place, EFFECT_NEVER, operation->line);
	enum status status = OK;

	if (operation->n > 0 && place.class->n == 0)
		return rule_effects_add(effects, &never, err, "coll/tuned has no algorithms of %s", place.class->name);
	if (tuned_operation(file, operation->id) != operation)
		return rule_effects_add(effects, &never, err, "%s comes again further on, which replaces these rules",
					place.class->name);
	if (file->edition == TUNED_6_0 && operation->n > 1)
		return check_shifted(&place, err);
	for (size_t i = 0; status == OK && i < operation->n; i++) {
		find_reach(&place, i);
		status = check_communicator(&place, err);
	}
	return status == OK ? check_scale(&place, err) : status;
}

enum status tuned_check(const struct tuned_file *file, struct rule_effects *effects, struct error *err)
{
	struct rule_effect effect = {.kind = EFFECT_IGNORED, .line = file->ignored_at};
	enum status status = OK;

	if (*file->ignored)
		return rule_effects_add(effects, &effect, err,
					"%s: the library decides by itself, as if there were no file", file->ignored);
	effect = (struct rule_effect){.kind = EFFECT_MISREAD, .line = file->octal_at};
	if (file->octal_at > 0)
		status = rule_effects_add(effects, &effect, err, "a number that begins with 0 is read as an octal one");
	effect.line = file->left_at;
	if (status == OK && file->left_at > 0)
		status = rule_effects_add(
			effects, &effect, err,
			"the library reads no further: there is more than the numbers before announce");
	for (size_t i = 0; status == OK && i < file->n; i++)
		status = check_operation(file, &file->list[i], effects, err);
	return status;
}
