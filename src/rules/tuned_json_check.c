#include "rules/tuned_json.h"

#include <limits.h>

/* What is being looked at: an operation of the file, and one of its communicators. */
struct tuned_json_place {
	const struct tuned_class *class;
	const struct tuned_json_operation *operation;
	const struct tuned_json_communicator *communicator;
	struct rule_effects *effects;
};

static struct rule_effect about(const struct tuned_json_place *place, enum rule_effect_kind kind, size_t line)
{
	return (struct rule_effect){.kind = kind,
				    .line = line,
				    .operation = place->class->name,
				    .processes = place->communicator ? place->communicator->least : 0};
}

/* The first number of processes, from 2 on, that the i-th communicator is taken for; 0: none. */
static int first_of(const struct tuned_json_operation *o, size_t i)
{
	const struct tuned_json_communicator *c = &o->list[i];
	int first = c->least > 2 ? c->least : 2;

	for (size_t k = 0; k < i; k++) /* at most i of those before end before the first free number */
		for (size_t j = 0; j < i; j++) {
			const struct tuned_json_communicator *before = &o->list[j];

			if ((before->spread != SPREAD_ANY && before->spread != c->spread) || before->least > first ||
			    before->most < first)
				continue;
			if (before->most == INT_MAX)
				return 0;
			first = before->most + 1;
		}
	return first <= c->most ? first : 0;
}

/* Whether some size gets the i-th rule. */
static bool is_reached(const struct tuned_json_communicator *c, size_t i)
{
	uint64_t first = c->rules[i].least;

	for (size_t k = 0; k < i; k++)
		for (size_t j = 0; j < i; j++) {
			const struct tuned_json_rule *before = &c->rules[j];

			if (before->unknown || before->least > first || before->most < first)
				continue;
			if (before->most == UINT64_MAX)
				return false;
			first = before->most + 1;
		}
	return first <= c->rules[i].most;
}

static bool is_power_of_2(int n)
{
	return (n & (n - 1)) == 0;
}

static enum status check_fall_back(const struct tuned_json_place *place, const struct tuned_json_rule *rule,
				   unsigned makes, struct error *err)
{
	const struct tuned_json_communicator *c = place->communicator;
	const struct rule_effect effect = about(place, EFFECT_OTHER, rule->line);
	const char *name = place->class->algorithms[rule->algorithm].name;
	bool one = c->least == c->most;

	if (makes & TUNED_EVEN && !(one && c->least % 2 == 0))
		return rule_effects_add(place->effects, &effect, err,
					"among an odd number of processes another algorithm takes the place of %s",
					name);
	if (makes & TUNED_POWER_OF_2 && !(one && is_power_of_2(c->least)))
		return rule_effects_add(place->effects, &effect, err,
					"among a number of processes that is no power of two another algorithm takes "
					"the place of %s",
					name);
	return OK;
}

static enum status check_numbers(const struct tuned_json_place *place, const struct tuned_json_rule *rule,
				 unsigned makes, struct error *err)
{
	const struct rule_effect without = about(place, EFFECT_WITHOUT, rule->line),
				 hangs = about(place, EFFECT_DEADLOCKS, rule->line);
	const char *name = place->class->algorithms[rule->algorithm].name;

	if (makes & TUNED_RADIX && rule->fanout < 2)
		return rule_effects_add(place->effects, &hangs, err, "%s with a fan-out of %d never ends: give it 2",
					name, rule->fanout);
	if (rule->fanout != 0 && !(makes & TUNED_FANOUT))
		return rule_effects_add(place->effects, &without, err, "%s takes no fan-out: %d has no effect", name,
					rule->fanout);
	if (rule->segment != 0 && !(makes & TUNED_SEGMENT))
		return rule_effects_add(place->effects, &without, err, "%s takes no segment: %lld has no effect", name,
					(long long)rule->segment);
	return OK;
}

static enum status check_algorithm(const struct tuned_json_place *place, const struct tuned_json_rule *rule,
				   struct error *err)
{
	unsigned makes = place->class->algorithms[rule->algorithm].makes;
	const struct rule_effect aborts = about(place, EFFECT_ABORTS, rule->line);
	enum status status = OK;

	if (makes & TUNED_PAIR && place->communicator->most > 2)
		status = rule_effects_add(place->effects, &aborts, err,
					  "%s is for 2 processes, and is taken for more too: say comm_size_max 2",
					  place->class->algorithms[rule->algorithm].name);
	if (status == OK)
		status = check_numbers(place, rule, makes, err);
	return status == OK ? check_fall_back(place, rule, makes, err) : status;
}

/* Why a rule is never taken; NULL: it may be. */
static const char *never(const struct tuned_json_place *place, size_t i)
{
	const struct tuned_json_rule *rule = &place->communicator->rules[i];

	if (rule->unknown)
		return "there is no such algorithm: the rule is left out";
	if (rule->least > rule->most)
		return "msg_size_min is larger than msg_size_max";
	if (place->class->measure == TUNED_NONE && rule->least > 0)
		return "the library looks up the same size in every call: the rule is not for longer messages";
	return is_reached(place->communicator, i)
		       ? NULL
		       : "rules before this one are for all of its sizes: the first that fits counts";
}

static enum status check_rule(const struct tuned_json_place *place, size_t i, struct error *err)
{
	const struct tuned_json_rule *rule = &place->communicator->rules[i];
	const struct rule_effect out = about(place, EFFECT_NEVER, rule->line),
				 without = about(place, EFFECT_WITHOUT, rule->other),
				 other = about(place, EFFECT_OTHER, rule->line);
	const char *why = never(place, i);
	enum status status = OK;

	if (rule->other > 0)
		status = rule_effects_add(place->effects, &without, err, "the library does not look at this key");
	if (status == OK && why)
		return rule_effects_add(place->effects, &out, err, "%s", why);
	if (status == OK && rule->missing)
		return rule_effects_add(place->effects, &other, err,
					"it has no alg: the library's own decision takes the place of one");
	return status == OK ? check_algorithm(place, rule, err) : status;
}

/* Rules by size of an operation in which processes may look up different sizes. What no rule is for counts as one. */
static enum status check_unlike(const struct tuned_json_place *place, struct error *err)
{
	const struct tuned_json_communicator *c = place->communicator;
	uint64_t from = UINT64_MAX, to = 0;
	bool differ = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct tuned_json_rule *rule = &c->rules[i];

		if (rule->unknown || rule->least > rule->most || !is_reached(c, i))
			continue;
		differ = differ || rule->algorithm != c->rules[0].algorithm || rule->segment != c->rules[0].segment;
		from = rule->least < from ? rule->least : from;
		to = rule->most > to ? rule->most : to;
	}
	if (place->class->unlike && c->n > 0 && from <= to && (differ || from > 0 || to < UINT64_MAX)) {
		const struct rule_effect effect = about(place, EFFECT_DEADLOCKS, c->line);

		return rule_effects_add(place->effects, &effect, err,
					"each process looks up its own size, which the standard has significant at the "
					"root only: one rule for all sizes is safe");
	}
	return OK;
}

/* Sizes of operations whose sizes are those of all blocks. */
static enum status check_scale(const struct tuned_json_place *place, struct error *err)
{
	const struct tuned_json_communicator *c = place->communicator;

	for (size_t i = 0; place->class->measure == TUNED_TOTAL && i < c->n; i++) {
		const struct rule_effect effect = about(place, EFFECT_UNSCALED, c->rules[i].line);

		if (c->least > 0 && c->rules[i].least > 0 && c->rules[i].least < (uint64_t)c->least)
			return rule_effects_add(place->effects, &effect, err,
						"%llu B are less than a byte of each process: the library compares the "
						"bytes of a block times the number of processes",
						(unsigned long long)c->rules[i].least);
	}
	return OK;
}

static enum status check_communicator(struct tuned_json_place *place, size_t i, struct error *err)
{
	const struct tuned_json_communicator *c = &place->operation->list[i];
	struct rule_effect effect;
	enum status status = OK;

	place->communicator = c;
	effect = about(place, EFFECT_MISREAD, c->line);
	if (c->misread)
		status = rule_effects_add(place->effects, &effect, err,
					  "numbers of processes are kept as int, \"inf\" as -1: it is read as %d to %d",
					  c->least, c->most);
	effect = about(place, EFFECT_WITHOUT, c->other);
	if (status == OK && c->other > 0)
		status = rule_effects_add(place->effects, &effect, err, "the library does not look at this key");
	effect = about(place, EFFECT_NEVER, c->line);
	if (status == OK && first_of(place->operation, i) == 0)
		return rule_effects_add(place->effects, &effect, err,
					"it is taken for no communicator: the first that fits counts");
	for (size_t k = 0; status == OK && k < c->n; k++)
		status = check_rule(place, k, err);
	if (status == OK)
		status = check_unlike(place, err);
	return status == OK ? check_scale(place, err) : status;
}

static enum status check_operation(const struct tuned_json *file, const struct tuned_json_operation *operation,
				   struct rule_effects *effects, struct error *err)
{
	struct tuned_json_place place = {
		.class = tuned_class_of(TUNED_6_0, operation->id), .operation = operation, .effects = effects};
	const struct rule_effect effect = about(&place, EFFECT_NEVER, operation->line);
	enum status status = OK;

	for (const struct tuned_json_operation *o = operation + 1; o < file->list + file->n; o++)
		if (o->id == operation->id)
			return rule_effects_add(effects, &effect, err,
						"%s comes again further on, which replaces these rules",
						place.class->name);
	for (size_t i = 0; status == OK && i < operation->n; i++)
		status = check_communicator(&place, i, err);
	return status;
}

enum status tuned_json_check(const struct tuned_json *file, struct rule_effects *effects, struct error *err)
{
	const struct rule_effect ignored = {.kind = EFFECT_IGNORED, .line = file->ignored_at},
				 aborts = {.kind = EFFECT_ABORTS, .line = file->ignored_at};
	enum status status = OK;

	if (*file->crashes)
		return rule_effects_add(effects, &aborts, err, "%s: every program crashes", file->crashes);
	if (*file->ignored)
		return rule_effects_add(effects, &ignored, err,
					"%s: the library decides by itself, as if there were no file", file->ignored);
	for (size_t i = 0; status == OK && i < file->n; i++)
		status = check_operation(file, &file->list[i], effects, err);
	return status;
}
