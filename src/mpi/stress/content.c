#include "mpi/stress/content.h"

#include <string.h>

enum { WORD = 8, CHUNK = 128 };

const char *const stress_pattern_names[] = {"walking-one", "walking-zero", "ones", "zeros", "counter", "random", NULL};

static const uint64_t by_process = UINT64_C(0xda942042e4dd58b5);

/* The finish of splitmix64. */
static uint64_t mixed(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static uint64_t word(enum stress_pattern pattern, uint64_t seed, uint64_t i)
{
	switch (pattern) {
	case STRESS_WALKING_ONE:
		return UINT64_C(1) << ((seed + i) & 63);
	case STRESS_WALKING_ZERO:
		return ~(UINT64_C(1) << ((seed + i) & 63));
	case STRESS_ONES:
		return ~UINT64_C(0);
	case STRESS_ZEROS:
		return 0;
	case STRESS_COUNTER:
		return seed + i;
	case STRESS_RANDOM:
		return mixed(seed + i * UINT64_C(0x9e3779b97f4a7c15));
	}
	return 0;
}

struct content content_of(const struct content *content, int process)
{
	return (struct content){.pattern = content->pattern, .seed = content->seed + (uint64_t)process * by_process};
}

/* The words from first on. */
static void words(const struct content *content, size_t first, uint64_t *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = content->merged ? 0 : word(content->pattern, content->seed, first + i);
	for (int process = 0; process < content->merged; process++)
		for (size_t i = 0; i < n; i++)
			to[i] ^= word(content->pattern, content_of(content, process).seed, first + i);
}

/* The words that hold the bytes from first on, as many as fit: returns where those begin, and in *n how many of the n
 * bytes there are. */
static const unsigned char *part(const struct content *content, size_t first, uint64_t room[CHUNK], size_t *n)
{
	size_t skip = first % WORD, need = (skip + *n + WORD - 1) / WORD;

	if (need > CHUNK) {
		need = CHUNK;
		*n = (size_t)CHUNK * WORD - skip;
	}
	words(content, first / WORD, room, need);
	return (const unsigned char *)room + skip;
}

void content_write(const struct content *content, size_t first, unsigned char *to, size_t n)
{
	uint64_t room[CHUNK];

	for (size_t done = 0, now; done < n; done += now) {
		const unsigned char *from;

		now = n - done;
		from = part(content, first + done, room, &now);
		memcpy(to + done, from, now);
	}
}

size_t content_check(const struct content *content, size_t first, const unsigned char *data, size_t n)
{
	uint64_t room[CHUNK];

	for (size_t done = 0, now; done < n; done += now) {
		const unsigned char *right;

		now = n - done;
		right = part(content, first + done, room, &now);
		if (memcmp(data + done, right, now) == 0)
			continue;
		for (size_t i = 0; i < now; i++)
			if (data[done + i] != right[i])
				return done + i;
	}
	return n;
}

unsigned char content_byte(const struct content *content, size_t at)
{
	unsigned char byte = 0;

	content_write(content, at, &byte, 1);
	return byte;
}
