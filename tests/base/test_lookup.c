#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/lookup.h"
#include "base/random.h"

enum { KEYS = 300, STEPS = 20000 };

/* Puts, gets and removals at random, beside a plain array. */
static void a_lookup_has_what_was_put_and_not_removed(void **state)
{
	struct lookup lookup = {0};
	bool there[KEYS] = {false};
	uint64_t values[KEYS], found;
	struct random random;
	size_t n = 0;

	(void)state;
	random_init(&random, 4);
	for (uint64_t step = 0; step < STEPS; step++) {
		size_t key = random_below(&random, KEYS);

		if (random_below(&random, 2)) {
			assert_true(lookup_put(&lookup, key << 32, step));
			n += !there[key];
			there[key] = true;
			values[key] = step;
		} else {
			lookup_remove(&lookup, key << 32);
			n -= there[key];
			there[key] = false;
		}
		key = random_below(&random, KEYS);
		assert_int_equal(lookup_get(&lookup, key << 32, &found), there[key]);
		if (there[key])
			assert_int_equal(found, values[key]);
		assert_int_equal(lookup.n, n);
	}
	lookup_release(&lookup);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_lookup_has_what_was_put_and_not_removed)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
