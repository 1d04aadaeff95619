#include "rules/tuned_json.h"

#include "rules/covered.h"
#include "rules/tuned_use.h"

#include <stdlib.h>

enum { SPREADS = SPREAD_SINGLE_NODE + 1 };

/* What is being looked at: an operation of the file, and one of its communicators. */
struct tuned_json_place {
	const struct tuned_class *class;
	const struct tuned_json_operation *operation;
	const struct tuned_json_communicator *communicator;
	bool *reached; /* of each of its rules: some size gets it */
	bool gap;      /* some size gets none */
	struct rule_effects *effects;
};

static struct rule_effect about(const struct tuned_json_place *place, enum rule_effect_kind kind, size_t line)
{
	return (struct rule_effect){.kind = kind,
				    .line = line,
				    .operation = place->class->name,
				    .processes = place->communicator ? place->communicator->least : 0};
}

static enum status check_algorithm(const struct tuned_json_place *place, const struct tuned_json_rule *rule,
				   struct error *err)
{
	const struct tuned_use use = {.name = place->class->algorithms[rule->algorithm].name,
				      .makes = place->class->algorithms[rule->algorithm].makes,
				      .least = place->communicator->least,
				      .most = place->communicator->most,
				      .fanout = rule->fanout,
				      .segment = rule->segment};
	const struct rule_effect at = about(place, EFFECT_ABORTS, rule->line);
	enum status status = OK;

	if (use.makes & TUNED_PAIR && use.most > 2)
		status = rule_effects_add(place->effects, &at, err,
					  "%s is for 2 processes, and is taken for more too: say comm_size_max 2",
					  use.name);
	return status == OK ? tuned_use_check(&use, at, place->effects, err) : status;
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
	return place->reached[i] ? NULL : "rules before this one are for all of its sizes: the first that fits counts";
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

/* Which rules of the communicator some size gets, and whether some size gets none. */
static enum status find_reached(struct tuned_json_place *place, struct error *err)
{
	const struct tuned_json_communicator *c = place->communicator;
	struct range *ranges = malloc((c->n + 1) * sizeof(*ranges));
	struct covered covered = {.n = 0};
	bool made;

	place->reached = calloc(c->n + 1, sizeof(*place->reached));
	for (size_t i = 0; ranges && i < c->n; i++)
		ranges[i] = (struct range){c->rules[i].least, c->rules[i].most};
	made = ranges && place->reached && covered_init(&covered, ranges, c->n);
	for (size_t i = 0; made && i < c->n; i++)
		if (!c->rules[i].unknown) {
			place->reached[i] = covered_lacks(&covered, ranges[i]);
			covered_add(&covered, ranges[i]);
		}
	place->gap = made && !covered_all(&covered);
	covered_release(&covered);
	free(ranges);
	return made ? OK : error_memory(err, "the rules of a communicator");
}

/* Rules by size of an operation in which processes may look up different sizes. What no rule is for is the library's
 * own decision, as algorithm 0. */
static enum status check_unlike(const struct tuned_json_place *place, struct error *err)
{
	const struct tuned_json_communicator *c = place->communicator;
	const struct rule_effect effect = about(place, EFFECT_DEADLOCKS, c->line);
	static const struct tuned_json_rule own = {.algorithm = 0};
	const struct tuned_json_rule *first = place->gap ? &own : NULL;
	bool differ = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct tuned_json_rule *rule = &c->rules[i];

		if (!place->reached[i])
			continue;
		first = first ? first : rule;
		differ = differ || rule->algorithm != first->algorithm ||
			 (rule->algorithm != 0 && rule->segment != first->segment);
	}
	if (place->class->unlike && differ)
		return rule_effects_add(place->effects, &effect, err,
					"each process looks up its own size, which the standard has significant at the "
					"root only: one rule for all sizes is safe");
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

static enum status check_rules(struct tuned_json_place *place, struct error *err)
{
	enum status status = find_reached(place, err);

	for (size_t k = 0; status == OK && k < place->communicator->n; k++)
		status = check_rule(place, k, err);
	if (status == OK)
		status = check_unlike(place, err);
	if (status == OK)
		status = check_scale(place, err);
	free(place->reached);
	place->reached = NULL;
	return status;
}

/* taken: some number of processes gets it. */
static enum status check_communicator(struct tuned_json_place *place, size_t i, bool taken, struct error *err)
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
	if (status == OK && !taken)
		return rule_effects_add(place->effects, &effect, err,
					"it is taken for no communicator: the first that fits counts");
	return status == OK ? check_rules(place, err) : status;
}

/* The numbers of processes that a communicator of the file is for, from 2 on. */
static struct range processes_of(const struct tuned_json_communicator *c)
{
	return c->most < 2 ? (struct range){2, 1}
			   : (struct range){(uint64_t)(c->least > 2 ? c->least : 2), (uint64_t)c->most};
}

/* Each communicator of an operation, with whether those before it leave it some number of processes: of its own spread,
 * or of all where it is for all. */
static enum status check_communicators(struct tuned_json_place *place, struct error *err)
{
	const struct tuned_json_operation *o = place->operation;
	struct range *ranges = malloc((o->n + 1) * sizeof(*ranges));
	struct covered covered[SPREADS] = {{.n = 0}};
	enum status status = ranges ? OK : error_memory(err, "the communicators of rules");

	for (size_t i = 0; ranges && i < o->n; i++)
		ranges[i] = processes_of(&o->list[i]);
	for (int k = 0; status == OK && k < SPREADS; k++)
		status = covered_init(&covered[k], ranges, o->n) ? OK : error_memory(err, "the communicators of rules");
	for (size_t i = 0; status == OK && i < o->n; i++) {
		enum tuned_spread spread = o->list[i].spread;

		status = check_communicator(place, i, covered_lacks(&covered[spread], ranges[i]), err);
		for (int k = 0; k < SPREADS; k++)
			if (spread == SPREAD_ANY || k == (int)spread)
				covered_add(&covered[k], ranges[i]);
	}
	for (int k = 0; k < SPREADS; k++)
		covered_release(&covered[k]);
	free(ranges);
	return status;
}

static enum status check_operation(const struct tuned_json *file, const struct tuned_json_operation *operation,
				   struct rule_effects *effects, struct error *err)
{
	struct tuned_json_place place = {
		.class = tuned_class_of(TUNED_6_0, operation->id), .operation = operation, .effects = effects};
	const struct rule_effect effect = about(&place, EFFECT_NEVER, operation->line);

	for (const struct tuned_json_operation *o = operation + 1; o < file->list + file->n; o++)
		if (o->id == operation->id)
			return rule_effects_add(effects, &effect, err,
						"%s comes again further on, which replaces these rules",
						place.class->name);
	return check_communicators(&place, err);
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
