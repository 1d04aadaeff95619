#ifndef SONDE_TRACE_INTERVAL_H
#define SONDE_TRACE_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Intervals between ticks as codes of 16 bits.
 *
 * - A unit is the step of short intervals, 8 ns. Code m + 64 e stands for m << e units: with e = 0 and 0 <= m < 128, or
 *   e = 1 .. 6 and 64 <= m < 128. So the step is the larger of a unit and 1/64 of the interval, rounded down to units
 *   times a power of two.
 * - Code 512 is followed by a varint v among the values and stands for 64 (v + 128) units: of long intervals, from
 *   65 us on, the step is 0.5 us.
 * - A unit has scale / 65536 ticks, and an interval of u units has floor(u * scale / 65536) ticks.
 * - With scale 0 every tick is kept: the code is the ticks, and 65535 is followed by a varint of what is beyond that.
 *
 * What rounding leaves goes to the next intervals, of each as much as half of its step. So times since the beginning
 * never drift: they are wrong by half of the largest step, 0.26 us.
 */

enum { TRACE_INTERVAL_LONG = 512, TRACE_INTERVAL_EXACT_LONG = 65535 };

/* The greatest v + 128: 13 days. */
#define TRACE_INTERVAL_LONGEST ((uint64_t)1 << 41)

struct trace_interval_coder {
	uint64_t scale;   /* ticks in a unit, times 2^16; 0: exact */
	uint64_t inverse; /* units in a tick, times 2^32 */
	int64_t carry;    /* ticks by which the coded time is ahead of the true one */
	int64_t limit;    /* ticks from which on an interval is long */
};

/* tick: s. Units are a tick at least. Local, as are these. */
static inline void trace_interval_init(struct trace_interval_coder *coder, double tick, bool exact)
{
	double unit = 8e-9 / tick;

	*coder = (struct trace_interval_coder){0};
	if (exact)
		return;
	coder->scale = (uint64_t)((unit < 1 ? 1 : unit) * 65536);
	coder->inverse = ((uint64_t)1 << 48) / coder->scale;
	coder->limit = (int64_t)(8064 * coder->scale >> 16);
}

/* Ticks of so many units; exact for as much as 2^48 units of as much as 2^15 ticks. */
static inline uint64_t trace_interval_ticks(uint64_t scale, uint64_t units)
{
	return units * (scale >> 16) + (units * (scale & 0xffff) >> 16);
}

/* Of a long interval: sets *extra to what goes among the values. */
uint16_t trace_interval_code_long(struct trace_interval_coder *coder, int64_t ticks, uint64_t *extra);

/* The code of an interval of so many ticks, not negative; long ones need *extra too. */
static inline uint16_t trace_interval_code(struct trace_interval_coder *coder, int64_t ticks, uint64_t *extra)
{
	int64_t half, x;
	unsigned shift;
	uint64_t m;

	if (ticks >= coder->limit)
		return trace_interval_code_long(coder, ticks, extra);
	shift = 57 - (unsigned)__builtin_clzll(((uint64_t)ticks * coder->inverse >> 32) | 64);
	half = (int64_t)(coder->scale << shift >> 17);
	x = ticks - (coder->carry > half ? half : coder->carry < -half ? -half : coder->carry);
	x = x < 0 ? 0 : x;
	shift = 57 - (unsigned)__builtin_clzll(((uint64_t)x * coder->inverse >> 32) | 64);
	m = ((uint64_t)x * coder->inverse + ((uint64_t)1 << (31 + shift))) >> (32 + shift);
	coder->carry += (int64_t)trace_interval_ticks(coder->scale, m << shift) - ticks;
	return (uint16_t)(m + 64 * shift);
}

/* Units of a code that is not long. */
static inline uint64_t trace_interval_units(uint16_t code)
{
	unsigned shift = code < 128 ? 0 : (code >> 6) - 1u;

	return ((uint64_t)code - 64 * shift) << shift;
}

/* Ticks of a code, with what follows a long one. */
static inline uint64_t trace_interval_decode(uint64_t scale, uint16_t code, uint64_t extra)
{
	if (scale == 0)
		return code + (code == TRACE_INTERVAL_EXACT_LONG ? extra : 0);
	return trace_interval_ticks(scale,
				    code < TRACE_INTERVAL_LONG ? trace_interval_units(code) : 64 * (extra + 128));
}

static inline bool trace_interval_is_long(uint64_t scale, uint16_t code)
{
	return code == (scale == 0 ? TRACE_INTERVAL_EXACT_LONG : TRACE_INTERVAL_LONG);
}

#endif
