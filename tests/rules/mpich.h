#ifndef SONDE_TESTS_RULES_MPICH_H
#define SONDE_TESTS_RULES_MPICH_H

/* Rules of MPICH that are drawn, and calls. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../drawn.h"
#include "base/random.h"
#include "rules/mpich.h"

enum { SEED = 4711, PROBES = 200 };

/* How many files are drawn. */
static inline int drawn_files(void)
{
	return drawn_cases(200, 50);
}

struct drawn_rules {
	struct tuned_rule rules[4][4];
	struct tuned_communicator communicators[4];
	struct tuned_operation operation;
	struct tuned_file file;
};

static inline void draw(struct drawn_rules *d, struct random *random)
{
	const struct tuned_class *class;
	int id;

	do
		id = (int)random_below(random, TUNED_OPERATIONS);
	while (mpich_class(id)->n == 0);
	class = mpich_class(id);
	d->operation = (struct tuned_operation){.id = id, .list = d->communicators, .n = 1 + random_below(random, 4)};
	d->file = (struct tuned_file){.list = &d->operation, .n = 1};
	for (size_t k = 0; k < d->operation.n; k++) {
		struct tuned_communicator *c = &d->communicators[k];

		*c = (struct tuned_communicator){.processes = k == 0 ? 2 + (int)random_below(random, 6)
								     : d->communicators[k - 1].processes + 1 +
									       (int)random_below(random, 9),
						 .rules = d->rules[k],
						 .n = class->measure == TUNED_NONE ? 1 : 1 + random_below(random, 4)};
		for (size_t i = 0; i < c->n; i++)
			c->rules[i] = (struct tuned_rule){
				.bytes = i == 0 ? 0 : c->rules[i - 1].bytes + 1 + random_below(random, 100000),
				.algorithm = (int)random_below(random, (size_t) class->n)};
	}
}

static inline void write_and_read(const struct tuned_file *file, struct mpich_tree *tree)
{
	struct error err = {.status = OK};
	struct rule_effects effects = {.n = 0};
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	assert_int_equal(mpich_write(out, file, "", &err), OK);
	fclose(out);
	assert_int_equal(mpich_read(text, length, tree, &err), OK);
	assert_string_equal(tree->aborts, "");
	assert_int_equal(mpich_check(tree, &effects, &err), OK);
	for (size_t i = 0; i < effects.n; i++)
		print_error("line %zu: %s\n%s", effects.list[i].line, effects.list[i].text, text);
	assert_int_equal(effects.n, 0);
	rule_effects_release(&effects);
	free(text);
}

static inline void draw_call(const char *operation, struct mpich_call *call, struct random *random)
{
	*call = (struct mpich_call){.operation = operation,
				    .processes = 2 + (int)random_below(random, 40),
				    .hierarchy = random_below(random, 2) ? MPICH_IS_PARENT : MPICH_FLAT,
				    .count = 1 + random_below(random, (size_t)1 << random_below(random, 18)),
				    .in_place = random_below(random, 4) == 0 && strncmp(operation, "allto", 5) == 0,
				    .inter = random_below(random, 8) == 0,
				    .irregular = random_below(random, 2) == 0,
				    .commutes = random_below(random, 4) > 0};
	call->built_in = call->commutes && random_below(random, 4) > 0;
	call->mean = 4 * call->count;
	call->total = call->mean * (uint64_t)call->processes;
}

/* The algorithm that rules have for a call; 0: they leave it to the library. */
static inline int ruled(const struct tuned_operation *o, const struct mpich_call *call)
{
	const struct tuned_class *class = mpich_class(o->id);
	bool total = class->measure == TUNED_TOTAL || class->measure == TUNED_SUM;
	const struct tuned_rule *rule;

	if (strcmp(class->name, call->operation) != 0 || call->inter || call->processes < o->list[0].processes)
		return 0;
	rule = tuned_rule(tuned_communicator(o, call->processes), total ? call->total : call->mean);
	return rule ? rule->algorithm : 0;
}

/* Whether a call has what an algorithm needs, and its operation's rules are for. */
static inline bool can(const struct mpich_call *call, unsigned needs)
{
	int power = 1;

	while (power <= call->processes / 2)
		power *= 2;
	return !(needs & MPICH_POWER_OF_2 && power != call->processes) && !call->in_place &&
	       !(needs & MPICH_BUILT_IN && !call->built_in) && !(needs & MPICH_MANY && call->count < (uint64_t)power) &&
	       (call->commutes || strncmp(call->operation, "reduce_sc", 9) != 0);
}

static inline const struct mpich_algorithm *algorithm_of(const char *operation, const char *name)
{
	const struct mpich_algorithm *a = mpich_algorithms;

	while (a->name && (strcmp(a->operation, operation) != 0 || strcmp(a->name + 6, name) != 0))
		a++;
	assert_non_null(a->name);
	return a;
}

#endif
