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
	int64_t half;     /* ticks of half a unit */
	int64_t brief;    /* ticks up to which the step is a unit, for certain */
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
	coder->half = (int64_t)(coder->scale >> 17);
	coder->brief = (int64_t)(127 * coder->scale >> 16);
	coder->limit = (int64_t)(8064 * coder->scale >> 16);
}

/* Ticks of so many units; exact for as much as 2^48 units of as much as 2^15 ticks. */
static inline uint64_t trace_interval_ticks(uint64_t scale, uint64_t units)
{
	return units * (scale >> 16) + (units * (scale & 0xffff) >> 16);
}

/* Of an interval that is not brief. */
uint16_t trace_interval_code_longer(struct trace_interval_coder *coder, int64_t ticks, uint64_t *extra);

/* What rounding left, as much of it as half a step. */
static inline int64_t trace_interval_correction(int64_t carry, int64_t half)
{
	carry = carry > half ? half : carry;
	return carry < -half ? -half : carry;
}

/* The code of an interval of so many ticks, not negative. Where the code is long, *extra goes among the values. */
static inline uint16_t trace_interval_code(struct trace_interval_coder *coder, int64_t ticks, uint64_t *extra)
{
	int64_t x;
	uint64_t m;

	if (ticks >= coder->brief)
		return trace_interval_code_longer(coder, ticks, extra);
	x = ticks - trace_interval_correction(coder->carry, coder->half);
	x = x < 0 ? 0 : x;
	m = ((uint64_t)x * coder->inverse + ((uint64_t)1 << 31)) >> 32;
	coder->carry += (int64_t)(m * coder->scale >> 16) - ticks;
	return (uint16_t)m;
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
