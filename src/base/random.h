#ifndef SONDE_BASE_RANDOM_H
#define SONDE_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* A seeded generator, the same on every machine: xoshiro256** (Blackman, Vigna 2018), its state filled by splitmix64.
 */
struct random {
	uint64_t state[4];
};

/* Local, as are all of these; none fails. */
void random_init(struct random *random, uint64_t seed);

/* 64 random bits. */
uint64_t random_bits(struct random *random);

/* Uniform on [0, 1). */
double random_uniform(struct random *random);

/* Uniform on 0 .. n-1, without bias; n > 0. */
size_t random_below(struct random *random, size_t n);

/* Exponential with mean 1. */
double random_exponential(struct random *random);

/* Normal with mean 0 and standard deviation 1. */
double random_normal(struct random *random);

/* Puts the n indices of order into random order (Fisher, Yates). */
void random_shuffle(struct random *random, size_t *order, size_t n);

#endif
