#ifndef SONDE_TESTS_MPI_DRAWN_DRAW_H
#define SONDE_TESTS_MPI_DRAWN_DRAW_H

#include "base/random.h"
#include "rules/tuned.h"

/* Rule files that are drawn at random from the grammar of each form, and broken ones. */

enum drawn_form { DRAWN_CLASSIC, DRAWN_VERSION_2, DRAWN_JSON, DRAWN_MPICH };
extern const char *const drawn_forms[]; /* "classic", "version-2", "json", "mpich", NULL */

enum { DRAWN_ROOM = 1 << 17 };

struct drawn {
	struct random random;
	char text[DRAWN_ROOM];
	size_t n;
};

/* Draws the i-th file of a seed; broken: characters are changed then, or the end is cut off. */
void drawn_file(struct drawn *d, enum drawn_form form, uint64_t seed, uint64_t i, bool broken);

#endif
