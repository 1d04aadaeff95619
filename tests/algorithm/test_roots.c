#include "checked.h"
#include "messages.h"

#include "../drawn.h"

#define MOST_PROCESSES 130

/* What all checks of this test share. */
struct checking {
	struct check *check;
	struct rank_program parts[2];
	uint64_t counts[MOST_PROCESSES];
	bool all;
};

/* Whether each process has as many messages as there are processes, so that checks of all roots take far longer. */
static bool is_dense(const struct algorithm_class *algorithm)
{
	return strcmp(algorithm->name, "scatter-ring") == 0 || strcmp(algorithm->name, "segmented-ring") == 0;
}

/*
 * Every root of up to 16 processes and about a power of two, some roots of up to 36, of some numbers about powers of
 * two and of every eighth, the last root of the others; of algorithms of many messages fewer of both. All
 * of them takes minutes: bench/check does it and says how long, or this test with SONDE_TEST_ALL in the environment.
 */
static bool is_chosen(const struct algorithm_class *algorithm, int processes, int root)
{
	bool about_a_power = processes == 64 || processes == 65 || processes == 127 || processes == 130,
	     some = processes <= 36 || about_a_power || processes % 8 == 3, ends = root == 0 || root == processes - 1;

	if (is_dense(algorithm))
		return processes <= 12 || (some && (ends || root == 7));
	return processes <= 16 || processes == 64 || processes == 65 || root == processes - 1 ||
	       (some && (root < 2 || root == processes / 2));
}

static void check_messages(struct checking *c, const struct algorithm_class *algorithm, int processes, int root)
{
	struct message messages[MESSAGES_MAX];
	size_t n = messages_of(algorithm, processes, messages);

	for (size_t i = 0; i < n; i++) {
		struct call call = call_of(algorithm, processes, root, messages[i].count, c->counts);

		call.segment = messages[i].segment;
		if (messages[i].itself && !is_itself(algorithm, &call, c->parts))
			fail_msg("%s %s, %d processes, root %d, %llu elements, segment %llu: is %s",
				 collective_words[call.collective], algorithm->name, processes, root,
				 (unsigned long long)call.count, (unsigned long long)call.segment,
				 threshold_of(algorithm)->otherwise);
		assert_checked(c->check, algorithm, &call);
	}
}

static void all_algorithms_are_right_for_the_roots_of_up_to_130_processes(void **state)
{
	struct checking c = {.check = check_new(), .all = drawn_cases(true, false)};

	(void)state;
	assert_non_null(c.check);
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm))
		for (int processes = 1; processes <= MOST_PROCESSES; processes++)
			for (int root = 0; root < (collective_has_root(algorithm->collective) ? processes : 1); root++)
				if (c.all || is_chosen(algorithm, processes, root))
					check_messages(&c, algorithm, processes, root);
	rank_program_release(&c.parts[0]);
	rank_program_release(&c.parts[1]);
	check_free(c.check);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_algorithms_are_right_for_the_roots_of_up_to_130_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
