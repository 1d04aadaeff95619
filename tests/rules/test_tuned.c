#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "rules/tuned_check.h"
#include "rules/tuned_write.h"

/* Rules of an operation for some numbers of processes, with fences. */
struct drawn_rules {
	struct tuned_rule rules[4][4];
	struct tuned_communicator communicators[4];
	struct tuned_operation operation;
};

static void draw(struct drawn_rules *d, int id, struct random *random)
{
	const struct tuned_class *class = tuned_class(id);
	size_t n = 2 + random_below(random, 3);

	for (size_t k = 0; k < n; k++) {
		bool fence = k == 0 || k == n - 1;
		uint64_t bytes = 0;

		d->communicators[k] = (struct tuned_communicator){
			.processes = k == 0 ? 2 : d->communicators[k - 1].processes + 1 + (int)random_below(random, 60),
			.rules = d->rules[k],
			.n = fence || class->unlike || class->measure == TUNED_NONE ? 1 : 1 + random_below(random, 4)};
		for (size_t i = 0; i < d->communicators[k].n; i++) {
			d->rules[k][i] = (struct tuned_rule){
				.bytes = bytes,
				.algorithm = fence ? 0 : (int)random_below(random, (size_t) class->n),
				.fanout = (int)random_below(random, 5),
				.segment = random_below(random, 1 << 20)};
			bytes += 1 + random_below(random, (size_t)1 << 40);
			if (class->algorithms[d->rules[k][i].algorithm].makes & TUNED_PAIR)
				d->rules[k][i].algorithm = 1;
		}
	}
	d->operation = (struct tuned_operation){.id = id, .list = d->communicators, .n = n};
}

static void expect_same_rules(const struct tuned_operation *a, const struct tuned_operation *b)
{
	assert_int_equal(a->id, b->id);
	assert_int_equal(a->n, b->n);
	for (size_t k = 0; k < a->n; k++) {
		assert_int_equal(a->list[k].processes, b->list[k].processes);
		assert_int_equal(a->list[k].n, b->list[k].n);
		for (size_t i = 0; i < a->list[k].n; i++) {
			assert_int_equal(a->list[k].rules[i].bytes, b->list[k].rules[i].bytes);
			assert_int_equal(a->list[k].rules[i].algorithm, b->list[k].rules[i].algorithm);
			assert_int_equal(a->list[k].rules[i].fanout, b->list[k].rules[i].fanout);
			assert_int_equal(a->list[k].rules[i].segment, b->list[k].rules[i].segment);
		}
	}
}

static void what_is_written_is_read(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 17);
	for (int trial = 0; trial < 500; trial++) {
		struct drawn_rules drawn;
		struct tuned_file file = {.list = &drawn.operation, .n = 1}, read;
		struct error err = {.status = OK};
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);
		int id;

		do
			id = (int)random_below(&random, TUNED_OPERATIONS);
		while (tuned_class(id)->n == 0);
		draw(&drawn, id, &random);
		assert_int_equal(tuned_write(out, &file, "", &err), OK);
		fclose(out);
		assert_int_equal(tuned_read(text, length, &read, &err), OK);
		assert_string_equal(read.ignored, "");
		assert_int_equal(read.left_at, 0);
		assert_int_equal(read.n, 1);
		expect_same_rules(&drawn.operation, &read.list[0]);
		tuned_release(&read);
		free(text);
	}
}

/* Rules of 8 processes between fences, one of which is changed by the caller. */
static enum status write_one(int id, struct tuned_rule rules[2], size_t n, struct error *err)
{
	struct tuned_rule own = {.bytes = 0};
	struct tuned_communicator list[] = {{.processes = 2, .rules = &own, .n = 1},
					    {.processes = 8, .rules = rules, .n = n},
					    {.processes = 9, .rules = &own, .n = 1}};
	struct tuned_operation operation = {.id = id, .list = list, .n = 3};
	struct tuned_file file = {.list = &operation, .n = 1};
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	enum status status = tuned_write(out, &file, "", err);

	fclose(out);
	assert_true((status == OK) == (length > 0));
	free(text);
	return status;
}

static void what_would_do_harm_is_not_written(void **state)
{
	static const struct {
		int id;
		struct tuned_rule rules[2];
		size_t n;
		const char *why; /* NULL: it is written */
	} cases[] = {
		{7, {{.algorithm = 9}}, 1, NULL},
		{7, {{.algorithm = 10}}, 1, "no algorithm 10"},
		{0, {{.algorithm = 6}}, 1, "two_proc is for 2 processes"},
		{7, {{.bytes = 1, .algorithm = 6}}, 1, "the first must be for 0 B"},
		{15, {{.algorithm = 1}, {.bytes = 64, .algorithm = 2}}, 2, "one rule for all sizes"},
		{15, {{.algorithm = 2}, {.bytes = 64, .algorithm = 2}}, 2, NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tuned_rule rules[2];
		struct error err = {.status = OK};

		memcpy(rules, cases[i].rules, sizeof(rules));
		if (!cases[i].why) {
			assert_int_equal(write_one(cases[i].id, rules, cases[i].n, &err), OK);
			continue;
		}
		assert_int_equal(write_one(cases[i].id, rules, cases[i].n, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, cases[i].why));
	}
}

/* Both sides of each border of communicators and sizes. */
static void rules_are_looked_up_as_the_library_does(void **state)
{
	static const char text[] = "1 7 2 4 2 0 6 0 0 1024 3 0 64 16 1 0 1 0 0";
	static const struct {
		int processes;
		uint64_t bytes;
		int algorithm;
	} cases[] = {{2, 0, 6}, {4, 1023, 6}, {4, 1024, 3}, {15, 1u << 30, 3}, {16, 1024, 1}, {1000, 0, 1}};
	struct tuned_file file;
	struct error err = {.status = OK};

	(void)state;
	assert_int_equal(tuned_read(text, strlen(text), &file, &err), OK);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct tuned_communicator *c = tuned_communicator(tuned_operation(&file, 7), cases[i].processes);

		assert_int_equal(tuned_rule(c, cases[i].bytes)->algorithm, cases[i].algorithm);
	}
	assert_null(tuned_operation(&file, 8));
	tuned_release(&file);
}

/* The first characters say the version; a fifth number is one that follows in the line. */
static void newer_libraries_read_a_version_and_a_fifth_number(void **state)
{
	static const struct {
		const char *text;
		enum tuned_edition edition;
		bool ignored;
		int requests[2]; /* of the rules of alltoall for 8 processes; -1: none */
		uint64_t second; /* bytes of the second rule */
	} cases[] = {
		{"rule-file-version-2\n1 3 1 8 2\n0 4 0 0 16\n64 4 0 0\n", TUNED_5_0, false, {16, -1}, 64},
		{"rule-file-version-2 1 3 1 8 2 0 4 0 0\t8\n64 4 0 0 # 9\n", TUNED_5_0, false, {8, -1}, 64},
		{"rule-file-version-2\n1 3 1 8 2\n0 4 0 0 64\n4 0 0\n", TUNED_5_0, true, {0, 0}, 0}, /* one too few */
		{"rule-file-version-2\n1 3 1 8 2\n0 4 0 0\n16 64 0 0\n", TUNED_5_0, false, {-1, -1}, 16},
		{"rule-file-version-1\n1 3 1 8 2\n0 4 0 0\n16 4 0 0\n", TUNED_5_0, false, {-1, -1}, 16},
		{"1 3 1 8 2\n0 4 0 0 16 4 0 0\n", TUNED_5_0, false, {-1, -1}, 16},
		{"# rules\nrule-file-version-2\n1 3 1 8 2\n0 4 0 0\n16 4 0 0\n", TUNED_5_0, true, {0, 0}, 0},
		{"rule-file-version-2\n1 3 1 8 2\n0 4 0 0\n16 4 0 0\n", TUNED_4_1, true, {0, 0}, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tuned_file file;
		struct error err = {.status = OK};

		assert_int_equal(tuned_read_as(cases[i].edition, cases[i].text, strlen(cases[i].text), &file, &err),
				 OK);
		if (cases[i].ignored != (*file.ignored != '\0'))
			print_error("%s: \"%s\"\n", cases[i].text, file.ignored);
		assert_int_equal(cases[i].ignored, *file.ignored != '\0');
		for (size_t k = 0; !cases[i].ignored && k < 2; k++) {
			const struct tuned_rule *rule = &file.list[0].list[0].rules[k];

			assert_int_equal(rule->fifth ? rule->requests : -1, cases[i].requests[k]);
			assert_int_equal(rule->bytes, k == 0 ? 0 : cases[i].second);
		}
		tuned_release(&file);
	}
}

/* Of rules that are drawn, each with or without a fifth number. */
static void what_is_written_with_a_version_is_read(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 29);
	for (int trial = 0; trial < 300; trial++) {
		struct drawn_rules drawn;
		struct tuned_file file = {.list = &drawn.operation, .n = 1}, read;
		struct error err = {.status = OK};
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);

		draw(&drawn, 3, &random);
		for (size_t k = 0; k < drawn.operation.n; k++) {
			drawn.rules[k][0].fifth = random_below(&random, 2) == 0;
			drawn.rules[k][0].requests = (int)random_below(&random, 1000);
		}
		assert_int_equal(tuned_write_version_2(out, &file, "drawn\n", &err), OK);
		fclose(out);
		assert_true(tuned_has_version(text, length));
		assert_int_equal(tuned_read_as(TUNED_5_0, text, length, &read, &err), OK);
		assert_string_equal(read.ignored, "");
		assert_int_equal(read.left_at, 0);
		expect_same_rules(&drawn.operation, &read.list[0]);
		for (size_t k = 0; k < drawn.operation.n; k++) {
			assert_int_equal(read.list[0].list[k].rules[0].fifth, drawn.rules[k][0].fifth);
			if (drawn.rules[k][0].fifth)
				assert_int_equal(read.list[0].list[k].rules[0].requests, drawn.rules[k][0].requests);
		}
		tuned_release(&read);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(what_would_do_harm_is_not_written),
		cmocka_unit_test(rules_are_looked_up_as_the_library_does),
		cmocka_unit_test(newer_libraries_read_a_version_and_a_fifth_number),
		cmocka_unit_test(what_is_written_with_a_version_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
