/* Sizes at which an estimation is sure to measure are no sizes to hold its model against. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/units.h"
#include "estimate/method/triplets.h"
#include "estimate/protocol.h"
#include "evaluate/evaluation_sizes.h"

static enum status check(const struct estimate_options *o, size_t bytes)
{
	const struct size_list sizes = {.bytes = &bytes, .n = 1};
	struct error err = {0};

	return evaluation_sizes_check(&sizes, o, "lmo", &err);
}

static void lmo_is_not_held_against_the_sizes_beyond_its_switch(void **state)
{
	static const size_t switches[] = {128, 4096, 12345, 65536, 1000000};
	const struct model_class *class = model_class_find("lmo", NULL);

	(void)state;
	for (size_t i = 0; i < sizeof(switches) / sizeof(*switches); i++) {
		struct estimate_options o = estimate_options_default(class, &class->methods[0]);

		protocol_take_switch(&o, (double)switches[i]);
		assert_int_equal(check(&o, o.long_size), ERR_INPUT);
		assert_int_equal(check(&o, switches[i] + switches[i] / 2), ERR_INPUT);
		assert_int_equal(check(&o, triplets_largest(&o)), ERR_INPUT);
		assert_int_equal(check(&o, triplets_largest(&o) - 3), OK);
		if (triplets_largest(&o) > 4 * switches[i])
			assert_int_equal(check(&o, 4 * switches[i]), OK);
	}
}

static void a_size_that_only_lmo_measures_is_free_for_others(void **state)
{
	const struct model_class *class = model_class_find("hockney", NULL);
	const struct estimate_options o = estimate_options_default(class, &class->methods[0]);

	(void)state;
	assert_int_equal(check(&o, 0), ERR_INPUT);
	assert_int_equal(check(&o, o.long_size), ERR_INPUT);
	assert_int_equal(check(&o, 6144), OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lmo_is_not_held_against_the_sizes_beyond_its_switch),
		cmocka_unit_test(a_size_that_only_lmo_measures_is_free_for_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
