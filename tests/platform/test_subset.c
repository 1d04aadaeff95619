#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "model/classes.h"
#include "platform/subset.h"
#include "platform/synthetic.h"

static void run(struct platform *platform, int from, int to)
{
	struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP,
				  .from = from,
				  .to = to,
				  .bytes = 8,
				  .reply_bytes = 8,
				  .count = 1,
				  .loop = 1};
	struct observation observed;
	struct error err = {0};

	if (platform_run(platform, &what, 1, &observed, &err) != OK)
		fail_msg("%s", err.text);
}

/* Hockney: 1 s a message, among 3 processes. */
static struct model *slow_model(void)
{
	static const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_hockney, 3, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "alpha", 1, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	return model;
}

static void a_clock_of_the_whole_that_jumped_is_seen_by_a_part(void **state)
{
	static const int members[] = {0, 2};
	const struct noise noise = {.unrest = {.jump = 10, .jump_at = 5}};
	struct model *model = slow_model();
	struct platform *whole = NULL, *part;

	(void)state;
	assert_int_equal(synthetic_open(model, &noise, 1, &whole, NULL), OK);
	part = subset_open(whole, members, 2, NULL);
	assert_non_null(part);
	run(part, 0, 1);
	assert_true(fabs(platform_ahead(part)) < 1e-9);
	for (int i = 0; i < 4; i++)
		run(part, 0, 1);
	assert_true(fabs(platform_ahead(whole) - 10) < 1e-9);
	assert_true(fabs(platform_ahead(part) - 10) < 1e-9);
	platform_close(part);
	platform_close(whole);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_clock_of_the_whole_that_jumped_is_seen_by_a_part)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
