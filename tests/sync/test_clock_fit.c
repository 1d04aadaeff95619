#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "sync/clock_fit.h"

enum { SEEDS = 50, BURST = 50 };

/* Two clocks: this one is true time; the other is off by seconds and runs fast or slow. */
struct pair_of_clocks {
	double now, offset, drift;
	double latency, jitter,
		asymmetry; /* s; mean of exponential perturbations each way; how much slower the way back is */
	struct random random;
};

static double other_shows(const struct pair_of_clocks *c)
{
	return c->now * (1 + c->drift) + c->offset;
}

static struct clock_exchange exchange(struct pair_of_clocks *c)
{
	struct clock_exchange exchange = {.sent = c->now};

	c->now += c->latency + c->jitter * random_exponential(&c->random);
	exchange.there = other_shows(c);
	c->now += c->latency + c->asymmetry + c->jitter * random_exponential(&c->random);
	exchange.received = c->now;
	return exchange;
}

static void read_clock(struct pair_of_clocks *c, struct clock_fit *fit)
{
	struct clock_exchange burst[BURST];
	struct clock_reading reading;

	for (size_t i = 0; i < BURST; i++)
		burst[i] = exchange(c);
	reading = clock_read(burst, BURST);
	clock_fit_add(fit, &reading);
}

/* Ten minutes: asked every 37 ms, the clock is read again when it is due. Returns the largest error. *readings counts.
 */
static double largest_error(struct pair_of_clocks *c, size_t *readings)
{
	struct clock_fit fit = {.n = 0};
	double worst = 0;

	*readings = 0;
	while (c->now < 600) {
		if (clock_fit_is_stale(&fit, c->now, 0.5e-6)) {
			read_clock(c, &fit);
			++*readings;
		}
		worst = fmax(worst, fabs(clock_fit_other(&fit, c->now) - other_shows(c)));
		worst = fmax(worst, fabs(clock_fit_here(&fit, other_shows(c)) - c->now));
		c->now += c->now < 1 ? 1e-3 : 37e-3;
	}
	return worst;
}

static void clocks_that_are_off_by_seconds_and_drift_stay_right_within_a_microsecond(void **state)
{
	static const struct {
		double offset, drift, latency, jitter, asymmetry;
	} cases[] = {
		{0, 0, 1e-6, 0, 0},          {3.7, 50e-6, 20e-6, 2e-6, 0},       {-5, -50e-6, 20e-6, 2e-6, 0.4e-6},
		{1e3, 50e-6, 2e-6, 5e-6, 0}, {-1e-3, 1e-6, 50e-6, 2e-6, 0.2e-6},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct pair_of_clocks clocks = {.offset = cases[i].offset,
							.drift = cases[i].drift,
							.latency = cases[i].latency,
							.jitter = cases[i].jitter,
							.asymmetry = cases[i].asymmetry};
			size_t readings;
			double error;

			random_init(&clocks.random, seed);
			error = largest_error(&clocks, &readings);
			if (!(error <= 1e-6))
				fail_msg("case %zu, seed %llu: off by %.3g us after %zu readings", i,
					 (unsigned long long)seed, 1e6 * error, readings);
			assert_in_range(readings, 5, 400); /* of a clock that is asked 16,000 times */
		}
	}
}

static void without_the_rate_the_clock_would_be_wrong(void **state)
{
	struct pair_of_clocks clocks = {.offset = 1, .drift = 50e-6, .latency = 10e-6};
	struct clock_fit fit = {.n = 0};
	(void)state;

	random_init(&clocks.random, 1);
	read_clock(&clocks, &fit);
	clocks.now += 1;
	assert_true(fabs(clock_fit_other(&fit, clocks.now) - other_shows(&clocks)) >
		    40e-6); /* what the test above would miss otherwise */
	for (int i = 0; i < 3; i++, clocks.now += 1)
		read_clock(&clocks, &fit);
	assert_true(fabs(clock_fit_other(&fit, clocks.now) - other_shows(&clocks)) < 0.1e-6);
	assert_true(fabs(fit.rate - 50e-6) < 1e-8);
}

/* Either clock may: of the other one the offset changes, of this one what it shows, too. */
static void what_was_read_before_a_clock_jumped_is_forgotten(void **state)
{
	static const double jumps[] = {10, -10, 0.02, -0.02};
	(void)state;

	for (size_t i = 0; i < sizeof(jumps) / sizeof(jumps[0]); i++) {
		for (int own = 0; own < 2; own++) {
			struct pair_of_clocks clocks = {.offset = 3, .drift = 50e-6, .latency = 10e-6};
			struct clock_fit fit = {.n = 0};

			random_init(&clocks.random, 1);
			for (int k = 0; k < 20; k++, clocks.now += 1)
				read_clock(&clocks, &fit);
			clocks.offset -= jumps[i];
			clocks.now += own ? jumps[i] : 0;
			read_clock(&clocks, &fit);
			assert_int_equal(fit.n, 1);
			assert_true(fabs(clock_fit_other(&fit, clocks.now) - other_shows(&clocks)) < 1e-6);
			for (int k = 0; k < 3; k++, clocks.now += 1)
				read_clock(&clocks, &fit);
			assert_true(fabs(fit.rate - 50e-6) < 1e-8);
		}
	}
}

static void the_quickest_message_each_way_bounds_the_offset(void **state)
{
	static const struct clock_exchange burst[] = {
		{0, 105, 10}, {20, 121.5, 22}}; /* the offset is in 95..105 and in 99.5..101.5 */
	struct clock_reading reading = clock_read(burst, 2);
	(void)state;

	assert_true(reading.at == 11 && reading.offset == 100.5 && reading.error == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clocks_that_are_off_by_seconds_and_drift_stay_right_within_a_microsecond),
		cmocka_unit_test(without_the_rate_the_clock_would_be_wrong),
		cmocka_unit_test(what_was_read_before_a_clock_jumped_is_forgotten),
		cmocka_unit_test(the_quickest_message_each_way_bounds_the_offset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
