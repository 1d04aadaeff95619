/* Codes of intervals: how near the times that a reader makes of them are to the true ones. */
#include "traced.h"

#include <math.h>

#include "trace/interval.h"

/* Every interval alone, from a tick to 13 days: the larger of 8 ns and 1/64, whatever was carried over. */
static void an_interval_is_kept_within_its_step(void **state)
{
	static const double ticks[] = {1e-9, 0.385e-9, 8e-9, 1e-6};

	(void)state;
	for (size_t k = 0; k < sizeof(ticks) / sizeof(*ticks); k++) {
		struct trace_interval_coder coder;
		double unit;

		trace_interval_init(&coder, ticks[k], false);
		unit = (double)coder.scale / 65536;
		assert_true(unit == 1 || (unit * ticks[k] <= 8.0001e-9 && unit * ticks[k] > 4e-9));
		for (double interval = 1; interval < 1.4e14 * unit; interval *= 1.0137) {
			int64_t before = coder.carry, read;
			uint64_t extra = 0;
			uint16_t code = trace_interval_code(&coder, (int64_t)interval, &extra);

			read = (int64_t)trace_interval_decode(coder.scale, code, extra);
			assert_int_equal(coder.carry - before, read - (int64_t)interval);
			assert_true(fabs((double)read - floor(interval)) <= fmax(unit, interval / 64) + 1);
			assert_true(fabs((double)coder.carry) <= 32 * unit + 1);
		}
	}
}

/* The next calls' ticks, and the coded ones that a reader makes of what was coded: false where the quick way does not
 * do. */
static bool code_quickly(struct trace_interval_coder *coder, uint64_t begin, uint64_t end, uint64_t *read)
{
	uint16_t codes[2];

	if (!trace_interval_brief(coder, begin, end, codes))
		return false;
	*read += trace_interval_decode(coder->scale, codes[0], 0);
	assert_true(llabs((long long)(*read - begin)) <= coder->half + 1);
	*read += trace_interval_decode(coder->scale, codes[1], 0);
	return true;
}

/* Many short intervals with long ones between them: half a unit from the true time, and half a step behind a long one.
 */
static void coded_times_stay_near(void **state)
{
	static const double ticks[] = {1e-9, 0.385e-9, 3e-9, 8e-9, 1e-6};

	(void)state;
	for (size_t k = 0; k < sizeof(ticks) / sizeof(*ticks); k++) {
		struct trace_interval_coder coder;
		uint64_t random = 7, last = 123456789, read = last, quick = 0;
		long long unit;

		trace_interval_init(&coder, ticks[k], false);
		unit = (long long)(coder.scale >> 16);
		trace_interval_begin(&coder, last);
		for (int i = 0; i < 200000; i++) {
			uint64_t begin, end, extra[2] = {0, 0};
			uint16_t codes[2];

			random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
			begin = last + (random >> 33) % 100 * (i % 1000 == 0 ? 1000 : 1);
			end = begin + (random >> 45) % 300;
			if (code_quickly(&coder, begin, end, &read)) {
				quick++;
			} else {
				trace_interval_leave_nearest(&coder, last);
				codes[0] = trace_interval_code(&coder, (int64_t)(begin - last), &extra[0]);
				codes[1] = trace_interval_code(&coder, (int64_t)(end - begin), &extra[1]);
				for (int c = 0; c < 2; c++)
					read += trace_interval_decode(coder.scale, codes[c], extra[c]);
				trace_interval_seek_nearest(&coder, end);
			}
			last = end;
			assert_int_equal(read, trace_interval_coded(&coder, last));
			assert_true(llabs((long long)(read - last)) <= (coder.nearest ? coder.half + 1 : 33 * unit));
		}
		assert_true(quick > 10000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interval_is_kept_within_its_step),
		cmocka_unit_test(coded_times_stay_near),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
