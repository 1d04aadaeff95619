#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "rules/covered.h"
#include "rules/tuned_json.h"
#include "rules/tuned_write.h"

enum { FILES = 300, PROBES = 100 };

/* Rules of an operation for some numbers of processes, with fences. */
struct drawn_rules {
	struct tuned_rule rules[4][4];
	struct tuned_communicator communicators[4];
	struct tuned_operation operation;
};

static void draw_communicator(struct drawn_rules *d, size_t k, struct random *random)
{
	const struct tuned_class *class = tuned_class(d->operation.id);
	bool fence = k == 0 || k + 1 == d->operation.n, one = class->unlike || class->measure == TUNED_NONE;
	struct tuned_communicator *c = &d->communicators[k];

	*c = (struct tuned_communicator){.processes = k == 0 ? 2 : c[-1].processes + 1 + (int)random_below(random, 60),
					 .rules = d->rules[k],
					 .n = fence || one ? 1 : 1 + random_below(random, 4)};
	for (size_t i = 0; i < c->n; i++) {
		struct tuned_rule *rule = &c->rules[i];

		*rule = (struct tuned_rule){.bytes = i == 0 ? 0 : rule[-1].bytes + 1 + random_below(random, 1 << 20),
					    .algorithm = fence ? 0 : (int)random_below(random, (size_t) class->n),
					    .fanout = (int)random_below(random, 5),
					    .segment = random_below(random, 1 << 20)};
		if (class->algorithms[rule->algorithm].makes & TUNED_PAIR)
			rule->algorithm = 1;
	}
}

static void draw(struct drawn_rules *d, struct random *random)
{
	int id;

	do
		id = (int)random_below(random, TUNED_OPERATIONS);
	while (tuned_class(id)->n == 0);
	d->operation = (struct tuned_operation){.id = id, .list = d->communicators, .n = 2 + random_below(random, 3)};
	for (size_t k = 0; k < d->operation.n; k++)
		draw_communicator(d, k, random);
}

/* What both libraries take for a call is the same: fan-outs below 2 of bruck-k-fanout are 2. */
static void expect_same(const struct drawn_rules *d, const struct tuned_json *file, struct random *random)
{
	int processes = 2 + (int)random_below(random, 200), id = d->operation.id;
	uint64_t bytes = random_below(random, 4 << 20);
	const struct tuned_rule *rule = tuned_rule(tuned_communicator(&d->operation, processes), bytes);
	const struct tuned_json_rule *found = tuned_json_find(file, id, processes, SPREAD_ANY, bytes);
	bool radix;

	if (!rule || rule->algorithm == 0) {
		assert_null(found);
		return;
	}
	radix = tuned_class_of(TUNED_6_0, id)->algorithms[rule->algorithm].makes & TUNED_RADIX && rule->fanout < 2;
	assert_non_null(found);
	assert_int_equal(found->algorithm, rule->algorithm);
	assert_int_equal(found->fanout, radix ? 2 : rule->fanout);
	assert_int_equal(found->segment, rule->segment);
}

static void what_is_written_is_taken_as_the_rules_say(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 23);
	for (int trial = 0; trial < FILES; trial++) {
		struct drawn_rules drawn;
		struct tuned_file rules = {.list = &drawn.operation, .n = 1};
		struct error err = {.status = OK};
		struct tuned_json file;
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);

		draw(&drawn, &random);
		assert_int_equal(tuned_json_write(out, &rules, "of \"a\\b\"\nand so on\n", &err), OK);
		fclose(out);
		assert_true(tuned_json_is(text, length));
		assert_int_equal(tuned_json_read(text, length, &file, &err), OK);
		assert_null(file.fault);
		assert_string_equal(file.ignored, "");
		assert_string_equal(file.crashes, "");
		for (int i = 0; i < PROBES; i++)
			expect_same(&drawn, &file, &random);
		tuned_json_release(&file);
		free(text);
	}
}

#define FILE_OF(operation, communicator) "{\"collectives\": {\"" operation "\": [" communicator "]}}"
#define BCAST(rule) FILE_OF("bcast", "{\"rules\": [" rule "]}")

static const struct {
	const char *text;
	enum rule_effect_kind kind;
	const char *why;
} harms[] = {
	{"{}", EFFECT_IGNORED, "collectives is missing"},
	{"{\"collectives\": []}", EFFECT_IGNORED, "collectives is no object"},
	{FILE_OF("reducescatter", ""), EFFECT_IGNORED, "reducescatter is no operation"},
	{"{\"collectives\": {\"bcast\": {}}}", EFFECT_IGNORED, "bcast is no array"},
	{FILE_OF("bcast", "{\"comm_size_min\": 2}"), EFFECT_IGNORED, "rules is missing"},
	{FILE_OF("bcast", "{\"rules\": 1}"), EFFECT_IGNORED, "rules is no array"},
	{FILE_OF("bcast", "{\"rules\": {\"alg\": 1}}"), EFFECT_ABORTS, "takes it for an array"},
	{FILE_OF("bcast", "{\"comm_rank_distribution\": 1, \"rules\": []}"), EFFECT_IGNORED, "is no text"},
	{FILE_OF("bcast", "{\"comm_size_max\": \"inf\", \"rules\": [{\"alg\": 1}]}"), EFFECT_MISREAD,
	 "read as 0 to -1"},
	{FILE_OF("bcast", "{\"comm_size_max\": \"inf\", \"rules\": [{\"alg\": 1}]}"), EFFECT_NEVER,
	 "for no communicator"},
	{FILE_OF("bcast", "{\"rules\": []}, {\"comm_size_min\": 4, \"rules\": [{\"alg\": 1}]}"), EFFECT_NEVER,
	 "for no communicator"},
	{BCAST("{\"alg\": \"chain\", \"msg_size_min\": 1.5}"), EFFECT_IGNORED, "neither a whole number"},
	{BCAST("{\"alg\": \"chains\"}"), EFFECT_NEVER, "no such algorithm"},
	{BCAST("{\"alg\": 10}"), EFFECT_NEVER, "no such algorithm"},
	{BCAST("{\"alg\": 1}, {\"alg\": 2, \"msg_size_min\": 8}"), EFFECT_NEVER, "the first that fits counts"},
	{BCAST("{\"alg\": 1, \"msg_size_min\": 8, \"msg_size_max\": 7}"), EFFECT_NEVER, "larger than"},
	{BCAST("{\"msg_size_min\": 8}"), EFFECT_OTHER, "it has no alg"},
	{BCAST("{\"alg\": 1, \"segsize\": 8}"), EFFECT_WITHOUT, "does not look at this key"},
	{BCAST("{\"alg\": 1, \"seg_size\": 8}"), EFFECT_WITHOUT, "takes no segment"},
	{BCAST("{\"alg\": 1, \"faninout\": 8}"), EFFECT_WITHOUT, "takes no fan-out"},
	{FILE_OF("allgather", "{\"rules\": [{\"alg\": 2}]}"), EFFECT_DEADLOCKS, "never ends"},
	{FILE_OF("allgather", "{\"rules\": [{\"alg\": \"two_proc\"}]}"), EFFECT_ABORTS, "comm_size_max 2"},
	{FILE_OF("alltoallw", "{\"rules\": [{\"alg\": 0}]}"), EFFECT_ABORTS, "every program crashes"},
	{FILE_OF("gather", "{\"rules\": [{\"alg\": 1, \"msg_size_max\": 9}, {\"alg\": 2}]}"), EFFECT_DEADLOCKS,
	 "looks up its own size"},
	{FILE_OF("gather", "{\"rules\": [{\"alg\": 1, \"msg_size_max\": 9}]}"), EFFECT_DEADLOCKS,
	 "looks up its own size"},
	{FILE_OF("gather", "{\"rules\": [{\"alg\": 1, \"msg_size_max\": 1023}, {\"alg\": 1, \"msg_size_min\": 4096}]}"),
	 EFFECT_DEADLOCKS, "looks up its own size"},
	{FILE_OF("gather", "{\"rules\": [{\"alg\": \"nosuch\"}, {\"alg\": 1, \"msg_size_max\": 9}, {\"alg\": 2}]}"),
	 EFFECT_DEADLOCKS, "looks up its own size"},
	{FILE_OF("alltoall", "{\"comm_size_min\": 64, \"rules\": [{\"alg\": 1, \"msg_size_min\": 8}]}"),
	 EFFECT_UNSCALED, "less than a byte"},
	{"{\"collectives\": {\"bcast\": [{\"rules\": [{\"alg\": 1}]}], \"bcast\": []}}", EFFECT_NEVER, "comes again"},
};

/* What the library does with a file that is not as its author may think. */
static void files_that_do_harm_are_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(harms) / sizeof(harms[0]); i++) {
		struct rule_effects effects = {.n = 0};
		struct error err = {.status = OK};
		struct tuned_json file;
		bool found = false;

		assert_int_equal(tuned_json_read(harms[i].text, strlen(harms[i].text), &file, &err), OK);
		assert_null(file.fault);
		assert_int_equal(tuned_json_check(&file, &effects, &err), OK);
		for (size_t k = 0; k < effects.n; k++)
			found = found ||
				(effects.list[k].kind == harms[i].kind && strstr(effects.list[k].text, harms[i].why));
		if (!found)
			print_error("%s: not found: %s\n", harms[i].text, harms[i].why);
		assert_true(found);
		rule_effects_release(&effects);
		tuned_json_release(&file);
	}
}

static void files_that_do_what_they_say_have_no_effects(void **state)
{
	static const char *const texts[] = {
		FILE_OF("bcast", ""),
		BCAST("{\"alg\": \"CHAIN\", \"faninout\": 2, \"seg_size\": 1024,}"),
		BCAST("{\"alg\": \"2\", \"msg_size_max\": \"Inf\"}"),
		BCAST("{\"alg\": \"no such\", \"msg_size_max\": 9}, {\"alg\": 1}"),
		FILE_OF("gather", "{\"rules\": [{\"alg\": 1}]}"),
		FILE_OF("gather",
			"{\"rules\": [{\"alg\": 1, \"msg_size_max\": 9}, {\"alg\": 1, \"msg_size_min\": 10}]}"),
		FILE_OF("gather", "{\"rules\": [{\"alg\": 0, \"msg_size_max\": 9, \"seg_size\": 0}]}"),
		FILE_OF("gather", "{\"rules\": [{\"alg\": \"nosuch\"}, {\"alg\": \"basic_linear\"}]}"),
		FILE_OF("gather",
			"{\"rules\": [{\"alg\": 2, \"msg_size_min\": 9, \"msg_size_max\": 8}, {\"alg\": 1}]}"),
		FILE_OF("allgather", "{\"comm_size_max\": 2, \"rules\": [{\"alg\": \"two_proc\"}]}"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct rule_effects effects = {.n = 0};
		struct error err = {.status = OK};
		struct tuned_json file;

		assert_int_equal(tuned_json_read(texts[i], strlen(texts[i]), &file, &err), OK);
		assert_null(file.fault);
		assert_int_equal(tuned_json_check(&file, &effects, &err), OK);
		for (size_t k = 0; k < effects.n; k++) /* an unknown algorithm leaves its rule out alone */
			assert_int_equal(effects.list[k].kind, EFFECT_NEVER);
		assert_true(effects.n <= 1);
		rule_effects_release(&effects);
		tuned_json_release(&file);
	}
}

/* What this JSON reader does not take the library reads as a classic file. */
static void what_is_no_json_is_told(void **state)
{
	static const char *const texts[] = {
		"",
		"{",
		"{} 1",
		"{\"a\": 01}",
		"{'a': 1}",
		"/* */ {}",
		"{\"a\": tru}",
		"{\"a\": \"b}",
		"{\"a\": \"\\u12x4\"}",
		"{\"a\" 1}",
		"{,}",
		"[1 2]",
		"{\"a\": 1.}",
		"{\"a\": 1e}",
		"\v{}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct error err = {.status = OK};
		struct tuned_json file;

		assert_int_equal(tuned_json_read(texts[i], strlen(texts[i]), &file, &err), OK);
		if (!file.fault)
			print_error("taken: %s\n", texts[i]);
		assert_non_null(file.fault);
		tuned_json_release(&file);
	}
}

enum { RANGES = 40, NUMBERS = 60, DRAWS = 500 };

/* Ranges of small numbers, those up to the last number to UINT64_MAX. */
static void draw_ranges(struct range *ranges, struct random *random)
{
	for (int i = 0; i < RANGES; i++) {
		size_t least = random_below(random, NUMBERS), most = least + random_below(random, 12);

		ranges[i] = (struct range){least, most >= NUMBERS - 1 ? UINT64_MAX : most};
		if (i % 7 == 3 && least > 0)
			ranges[i].most = least - 1; /* none */
	}
}

/* As when each number is looked at. */
static void what_ranges_cover_is_known(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 29);
	for (int draw = 0; draw < DRAWS; draw++) {
		struct range ranges[RANGES];
		bool is_covered[NUMBERS] = {false};
		struct covered covered;

		draw_ranges(ranges, &random);
		assert_true(covered_init(&covered, ranges, RANGES));
		for (int i = 0; i < RANGES; i++) {
			bool lacks = false, all = true;

			for (uint64_t k = ranges[i].least; k < NUMBERS && k <= ranges[i].most; k++) {
				lacks = lacks || !is_covered[k];
				is_covered[k] = true;
			}
			for (int k = 0; k < NUMBERS; k++)
				all = all && is_covered[k];
			assert_int_equal(covered_lacks(&covered, ranges[i]), lacks);
			covered_add(&covered, ranges[i]);
			assert_false(covered_lacks(&covered, ranges[i]));
			assert_int_equal(covered_all(&covered), all);
		}
		covered_release(&covered);
	}
}

/* By where its processes are, the first that fits. */
static void communicators_are_told_apart_by_nodes(void **state)
{
	static const char text[] =
		FILE_OF("bcast", "{\"comm_rank_distribution\": \"single-node\", \"rules\": [{\"alg\": 1}]}, "
				 "{\"comm_rank_distribution\": \"one-per-node\", \"rules\": [{\"alg\": 2}]}, "
				 "{\"comm_rank_distribution\": \"other\", \"rules\": [{\"alg\": 3}]}");
	struct error err = {.status = OK};
	struct tuned_json file;

	(void)state;
	assert_int_equal(tuned_json_read(text, strlen(text), &file, &err), OK);
	assert_int_equal(tuned_json_find(&file, 7, 4, SPREAD_SINGLE_NODE, 8)->algorithm, 1);
	assert_int_equal(tuned_json_find(&file, 7, 4, SPREAD_ONE_PER_NODE, 8)->algorithm, 2);
	assert_int_equal(tuned_json_find(&file, 7, 4, SPREAD_ANY, 8)->algorithm, 3);
	tuned_json_release(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_taken_as_the_rules_say),
		cmocka_unit_test(files_that_do_harm_are_told),
		cmocka_unit_test(files_that_do_what_they_say_have_no_effects),
		cmocka_unit_test(what_is_no_json_is_told),
		cmocka_unit_test(what_ranges_cover_is_known),
		cmocka_unit_test(communicators_are_told_apart_by_nodes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
