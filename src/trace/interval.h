#ifndef SONDE_TRACE_INTERVAL_H
#define SONDE_TRACE_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Intervals between ticks as codes of 16 bits.
 *
 * - A unit is the step of short intervals: as many whole ticks as 8 ns have, one at least. Code m + 64 e stands for m
 * << e units: with e = 0 and 0 <= m < 128, or e = 1 .. 6 and 64 <= m < 128. So the step is the larger of a unit and
 * 1/64 of the interval, rounded down to units times a power of two.
 * - Code 512 is followed by a varint v among the values and stands for 64 (v + 128) units: of long intervals, from
 *   65 us on, the step is 0.5 us.
 * - A unit has scale / 65536 ticks, and an interval of u units has floor(u * scale / 65536) ticks.
 * - With scale 0 every tick is kept: the code is the ticks, and 65535 is followed by a varint of what is beyond that.
 *
 * What rounding leaves goes to the next intervals, of each as much as half of its step. So times since the beginning
 * never drift: they are wrong by half of the largest step, 0.26 us. Coded times are always whole units from the first
 * one on. As long as they are the nearest ones, the codes of brief intervals are differences of such times.
 */

enum { TRACE_INTERVAL_LONG = 512, TRACE_INTERVAL_EXACT_LONG = 65535 };

/* The greatest v + 128: 13 days. */
#define TRACE_INTERVAL_LONGEST ((uint64_t)1 << 41)

struct trace_interval_coder {
	uint64_t high;    /* units in a tick, times 2^64, rounded up; 0: a unit is a tick */
	uint64_t zero;    /* tick half a unit before that from which units are counted */
	uint64_t units;   /* the coded time; while it is exact, it is not counted */
	bool nearest;     /* the coded time is the unit that is the nearest to the true one */
	uint64_t scale;   /* ticks in a unit, times 2^16; 0: exact */
	uint64_t inverse; /* units in a tick, times 2^32 */
	int64_t carry; /* ticks by which the coded time is ahead of the true one; not kept up to date while nearest */
	int64_t half;  /* ticks of half a unit */
	int64_t brief; /* ticks up to which the step is a unit, for certain */
	int64_t limit; /* ticks from which on an interval is long */
};

/* tick: s. Units are a tick at least. Local, as are these. */
static inline void trace_interval_init(struct trace_interval_coder *coder, double tick, bool exact)
{
	double unit = 8e-9 / tick + 1e-9;

	*coder = (struct trace_interval_coder){0};
	if (exact)
		return;
	coder->scale = (unit < 1 ? 1 : (uint64_t)unit) << 16;
	coder->high = UINT64_MAX / (coder->scale >> 16) + 1;
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

/* The unit that is the nearest to a tick. */
static inline uint64_t trace_interval_nearest(const struct trace_interval_coder *coder, uint64_t tick)
{
	__extension__ typedef unsigned __int128 uint128;

	return coder->high == 0 ? tick - coder->zero : (uint64_t)((uint128)(tick - coder->zero) * coder->high >> 64);
}

/*
 * The codes of the gap up to the tick begin and of what lasts from there to end, if both are brief and coded times are
 * the nearest ones; false if not, and nothing has changed.
 */
static inline bool trace_interval_brief(struct trace_interval_coder *coder, uint64_t begin, uint64_t end,
					uint16_t codes[2])
{
	uint64_t first, last;

	if (!coder->nearest)
		return false;
	first = trace_interval_nearest(coder, begin);
	last = trace_interval_nearest(coder, end);
	if (((first - coder->units) | (last - first)) >= 128)
		return false;
	codes[0] = (uint16_t)(first - coder->units);
	codes[1] = (uint16_t)(last - first);
	coder->units = last;
	return true;
}

/* The tick of the coded time, tick being the true one. */
static inline uint64_t trace_interval_coded(const struct trace_interval_coder *coder, uint64_t tick)
{
	return coder->nearest ? coder->zero + (uint64_t)coder->half + coder->units * (coder->scale >> 16)
			      : tick + (uint64_t)coder->carry;
}

/* Units are counted from this tick on, to which nothing is coded yet. */
static inline void trace_interval_begin(struct trace_interval_coder *coder, uint64_t tick)
{
	coder->carry = 0;
	coder->zero = tick - (uint64_t)coder->half;
	coder->units = 0;
	coder->nearest = coder->scale != 0;
}

/* Before trace_interval_code, tick being the end of the last interval, and after it, tick being that of the new one. */
static inline void trace_interval_leave_nearest(struct trace_interval_coder *coder, uint64_t tick)
{
	coder->carry = (int64_t)(trace_interval_coded(coder, tick) - tick);
	coder->nearest = false;
}

static inline void trace_interval_seek_nearest(struct trace_interval_coder *coder, uint64_t tick)
{
	uint64_t coded = tick + (uint64_t)coder->carry;

	if (coder->scale == 0)
		return;
	coder->units = trace_interval_nearest(coder, coded);
	coder->nearest = coder->units == trace_interval_nearest(coder, tick);
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
