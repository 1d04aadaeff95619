#ifndef SONDE_MPI_STRESS_CONTENT_H
#define SONDE_MPI_STRESS_CONTENT_H

#include <stddef.h>
#include <stdint.h>

/* What a message is made of, in words of 64 bits. */
enum stress_pattern {
	STRESS_WALKING_ONE,  /* one bit is set, in the next place of each word */
	STRESS_WALKING_ZERO, /* one bit is not */
	STRESS_ONES,
	STRESS_ZEROS,
	STRESS_COUNTER,
	STRESS_RANDOM
};

#define STRESS_PATTERNS 6

extern const char *const stress_pattern_names[];

/* A content without end, of which a message is the beginning. */
struct content {
	enum stress_pattern pattern;
	uint64_t seed;
	int merged; /* 0, or the number of processes whose contents, by content_of, are merged by exclusive or */
};

/* The content that a process contributes to a merged one, or what it sends if each sends its own. Local, as are all of
 * these. */
struct content content_of(const struct content *content, int process);

/* Writes the n bytes from first on. */
void content_write(const struct content *content, size_t first, unsigned char *to, size_t n);

/* How many of the n bytes are those from first on before one differs; n if none does. */
size_t content_check(const struct content *content, size_t first, const unsigned char *data, size_t n);

unsigned char content_byte(const struct content *content, size_t at);

#endif
