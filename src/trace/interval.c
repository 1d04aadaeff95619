#include "trace/interval.h"

static uint16_t code_long(struct trace_interval_coder *coder, int64_t ticks, uint64_t *extra)
{
	uint64_t step = coder->scale << 6, units;
	int64_t half = (int64_t)(step >> 17);
	uint64_t x = (uint64_t)(ticks - trace_interval_correction(coder->carry, half) + half);

	units = (x / step << 16) + (x % step << 16) / step;
	units = units > TRACE_INTERVAL_LONGEST ? TRACE_INTERVAL_LONGEST : units;
	units = units < 126 ? 126 : units;
	coder->carry += (int64_t)trace_interval_ticks(coder->scale, units << 6) - ticks;
	if (units < 128)
		return (uint16_t)(384 + units);
	*extra = units - 128;
	return TRACE_INTERVAL_LONG;
}

/* The octave above a unit in which so many ticks are. */
static unsigned octave(const struct trace_interval_coder *coder, int64_t ticks)
{
	return 57 - (unsigned)__builtin_clzll(((uint64_t)ticks * coder->inverse >> 32) | 64);
}

uint16_t trace_interval_code_longer(struct trace_interval_coder *coder, int64_t ticks, uint64_t *extra)
{
	int64_t x;
	unsigned shift;
	uint64_t m;

	if (coder->scale == 0) {
		*extra = ticks < TRACE_INTERVAL_EXACT_LONG ? 0 : (uint64_t)ticks - TRACE_INTERVAL_EXACT_LONG;
		return (uint16_t)(ticks < TRACE_INTERVAL_EXACT_LONG ? ticks : TRACE_INTERVAL_EXACT_LONG);
	}
	if (ticks >= coder->limit)
		return code_long(coder, ticks, extra);
	x = ticks - trace_interval_correction(coder->carry, (int64_t)(coder->scale << octave(coder, ticks) >> 17));
	shift = octave(coder, x);
	m = ((uint64_t)x * coder->inverse + ((uint64_t)1 << (31 + shift))) >> (32 + shift);
	coder->carry += (int64_t)((m << shift) * coder->scale >> 16) - ticks;
	return (uint16_t)(m + (uint64_t)64 * shift);
}
