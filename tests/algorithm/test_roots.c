#include "checked.h"

#include <stdlib.h>

#define MOST_PROCESSES 130

/*
 * Every root of up to 24 processes and of some numbers about powers of two, a few roots of the others; with SONDE_TEST_ALL_ROOTS in the environment every root
 * of all, which takes some times as long (bench/check does the same and says how long).
 */
static bool is_one_of_few(int processes, int root)
{
	return processes <= 12 || root < 2 || root == processes / 2 || root == processes - 1 || getenv("SONDE_TEST_ALL_ROOTS");
}

static bool is_chosen(int processes, int root)
{
	bool about_a_power = processes == 64 || processes == 65 || processes == 127 || processes == 130;

	return processes <= 24 || about_a_power || is_one_of_few(processes, root);
}

/*
 * A short message in one piece, in segments of one element, and in segments that do not divide it; for the few, one that has elements for all, not as many for
 * each, where some algorithms become others for less.
 */
static void check_messages(struct check *check, const struct algorithm_class *algorithm, int processes, int root, uint64_t *counts)
{
	static const uint64_t segments[] = {0, 1, 2};
	struct call call = call_of(algorithm, processes, root, 3, counts);

	for (size_t s = 0; s < (algorithm->takes & TAKES_SEGMENT ? 3 : 1); s++) {
		call.segment = segments[s];
		assert_checked(check, algorithm, &call);
	}
	if (!is_one_of_few(processes, root) || (algorithm->collective != COLLECTIVE_BCAST && algorithm->collective != COLLECTIVE_REDUCE &&
		algorithm->collective != COLLECTIVE_ALLREDUCE))
		return;
	call = call_of(algorithm, processes, root, 2 * (uint64_t)processes + 1, counts);
	assert_checked(check, algorithm, &call);
}

static void all_algorithms_are_right_for_the_roots_of_up_to_130_processes(void **state)
{
	uint64_t counts[MOST_PROCESSES];
	struct check *check = check_new();

	(void)state;
	assert_non_null(check);
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm; algorithm = algorithm_next(algorithm))
		for (int processes = 1; processes <= MOST_PROCESSES; processes++)
			for (int root = 0; root < (collective_has_root(algorithm->collective) ? processes : 1); root++)
				if (is_chosen(processes, root))
					check_messages(check, algorithm, processes, root, counts);
	check_free(check);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_algorithms_are_right_for_the_roots_of_up_to_130_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
