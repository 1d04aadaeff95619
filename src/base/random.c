#include "base/random.h"

#include <assert.h>
#include <math.h>

static uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int bits)
{
	return (x << bits) | (x >> (64 - bits));
}

void random_init(struct random *random, uint64_t seed)
{
	for (size_t i = 0; i < 4; i++)
		random->state[i] = splitmix64(&seed);
}

uint64_t random_bits(struct random *random)
{
	uint64_t *s = random->state;
	uint64_t bits = rotate_left(s[1] * 5, 7) * 9;
	uint64_t shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = rotate_left(s[3], 45);
	return bits;
}

double random_uniform(struct random *random)
{
	return (double)(random_bits(random) >> 11) * 0x1p-53;
}

size_t random_below(struct random *random, size_t n)
{
	uint64_t bits, range = n, excess;

	assert(n > 0);
	/* 2^64 mod n: that many draws are refused, so that each remainder is left equally often. */
	excess = (UINT64_MAX % range + 1) % range;
	do
		bits = random_bits(random);
	while (bits < excess);
	return (size_t)(bits % range);
}

double random_exponential(struct random *random)
{
	return -log1p(-random_uniform(random));
}

/* Marsaglia's polar method. Its second number is thrown away: keeping it would be state that a seed does not determine.
 */
double random_normal(struct random *random)
{
	double u, v, square;

	do {
		u = 2 * random_uniform(random) - 1;
		v = 2 * random_uniform(random) - 1;
		square = u * u + v * v;
	} while (square >= 1 || square == 0);
	return u * sqrt(-2 * log(square) / square);
}

void random_shuffle(struct random *random, size_t *order, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = random_below(random, i);
		size_t kept = order[i - 1];

		order[i - 1] = order[j];
		order[j] = kept;
	}
}
