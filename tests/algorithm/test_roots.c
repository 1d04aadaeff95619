#include "checked.h"

#include <stdlib.h>

#define MOST_PROCESSES 130

/* Every algorithm for every number of processes and every root, with messages in one piece, in segments of one element, and in segments that do not divide them. */
static void all_algorithms_are_right_for_all_roots_of_up_to_130_processes(void **state)
{
	static const uint64_t segments[] = {0, 1, 2};
	const uint64_t count = 3;
	uint64_t counts[MOST_PROCESSES];
	struct check *check = check_new();

	(void)state;
	assert_non_null(check);
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm; algorithm = algorithm_next(algorithm))
		for (int processes = 1; processes <= MOST_PROCESSES; processes++)
			for (int root = 0; root < (collective_has_root(algorithm->collective) ? processes : 1); root++)
				for (size_t s = 0; s < (algorithm->takes & TAKES_SEGMENT ? 3 : 1); s++) {
					struct call call = call_of(algorithm, processes, root, count, counts);

					call.segment = segments[s];
					assert_checked(check, algorithm, &call);
				}
	check_free(check);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_algorithms_are_right_for_all_roots_of_up_to_130_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
