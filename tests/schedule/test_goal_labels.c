#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "schedule/goal_labels.h"

static struct word word_of(const char *text)
{
	return (struct word){text, strlen(text)};
}

/* Three operations, of which the last waits for the first, and the first for the second's start. */
static void resolve(struct labels *labels, const char *const names[3], struct rank_program *program)
{
	struct error err = {0};

	labels_clear(labels);
	rank_program_clear(program);
	for (size_t i = 0; i < 3; i++) {
		rank_program_compute(program, i);
		assert_int_equal(labels_add(labels, word_of(names[i]), i + 1, &err), OK);
	}
	assert_int_equal(labels_require(labels,
					(struct goal_requirement){.label = word_of(names[2]), .on = word_of(names[0])},
					&err),
			 OK);
	assert_int_equal(labels_require(labels,
					(struct goal_requirement){
						.label = word_of(names[0]), .on = word_of(names[1]), .start = true},
					&err),
			 OK);
	assert_int_equal(labels_resolve(labels, program, &err), OK);
}

static void labels_mean_the_same_whether_they_are_counted_or_not(void **state)
{
	static const char *const names[][3] = {{"l8", "l9", "l10"},
					       {"8", "9", "10"},
					       {"a", "b", "c"},
					       {"l8", "l9", "c"},
					       {"l08", "l09", "l9"},
					       {"l9", "m10", "l11"},
					       {"1a2", "1a3", "2a4"},
					       {"x1", "x2", "x02"},
					       {"l999999999999999999", "l1000000000000000000", "l1000000000000000001"}};
	struct labels labels = {.file = "f"};
	struct rank_program program = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		resolve(&labels, names[i], &program);
		assert_int_equal(program.n_requirements, 2);
		assert_int_equal(rank_program_requirement_count(&program, 0), 1);
		assert_int_equal(rank_program_requirement_count(&program, 2), 1);
		assert_true(program.requirements[0].on == 1 && program.requirements[0].start);
		assert_true(program.requirements[1].on == 0 && !program.requirements[1].start);
	}
	labels_release(&labels);
	rank_program_release(&program);
}

/* Also when the table has been used for a process before. */
static void a_label_that_no_operation_has_is_an_error_whether_they_are_counted_or_not(void **state)
{
	static const char *const names[][4] = {
		{"l1", "l2", "l3", "l4"}, {"l1", "l2", "l3", "l0"}, {"l1", "l2", "l3", "l02"}, {"l1", "l2", "l3", "m2"},
		{"a", "b", "c", "d"},     {"l1", "l2", "l4", "l3"}, {"l1", "l2", "l3", "l"},   {"l1", "l2", "l3", "2"}};
	struct labels labels = {.file = "f"};
	struct rank_program program = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct error err = {0};

		resolve(&labels, names[i], &program);
		assert_int_equal(labels_require(&labels,
						(struct goal_requirement){.label = word_of(names[i][1]),
									  .on = word_of(names[i][3]),
									  .line = 9},
						&err),
				 OK);
		rank_program_clear(&program);
		for (int k = 0; k < 3; k++)
			rank_program_compute(&program, 1);
		assert_int_equal(labels_resolve(&labels, &program, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "f:9: no operation of this rank has the label"));
	}
	labels_release(&labels);
	rank_program_release(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels_mean_the_same_whether_they_are_counted_or_not),
		cmocka_unit_test(a_label_that_no_operation_has_is_an_error_whether_they_are_counted_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
