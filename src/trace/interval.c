#include "trace/interval.h"

uint16_t trace_interval_code_long(struct trace_interval_coder *coder, int64_t ticks, uint64_t *extra)
{
	uint64_t step = coder->scale << 6, units;
	int64_t half = (int64_t)(step >> 17), x;

	if (coder->scale == 0) {
		*extra = ticks < TRACE_INTERVAL_EXACT_LONG ? 0 : (uint64_t)ticks - TRACE_INTERVAL_EXACT_LONG;
		return (uint16_t)(ticks < TRACE_INTERVAL_EXACT_LONG ? ticks : TRACE_INTERVAL_EXACT_LONG);
	}
	x = ticks - (coder->carry > half ? half : coder->carry < -half ? -half : coder->carry);
	x += half;
	units = ((uint64_t)x / step << 16) + ((uint64_t)x % step << 16) / step;
	units = units > TRACE_INTERVAL_LONGEST ? TRACE_INTERVAL_LONGEST : units;
	units = units < 126 ? 126 : units;
	coder->carry += (int64_t)trace_interval_ticks(coder->scale, units << 6) - ticks;
	if (units < 128)
		return (uint16_t)(384 + units);
	*extra = units - 128;
	return TRACE_INTERVAL_LONG;
}
