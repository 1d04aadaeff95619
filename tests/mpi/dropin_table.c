/* The tables that tests/mpi/dropin.c is run under. */
#include "dropin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_counted(int collective)
{
	return collective == COLLECTIVE_GATHERV || collective == COLLECTIVE_SCATTERV;
}

/* How many processes there are, before MPI says it; 0: it is not known. */
static int processes(void)
{
	const char *size = getenv("OMPI_COMM_WORLD_SIZE");

	size = size ? size : getenv("PMI_SIZE");
	return size ? atoi(size) : 0;
}

/* A row for calls of any root, and before it one for each root with an order drawn of the seed, where the algorithm
 * takes one. */
static void write_row(const struct trial *t, FILE *out, const char *range, const struct algorithm_class *a,
		      bool segmented)
{
	size_t n = (size_t)processes(), order[64];
	bool rooted = collective_has_root(a->collective);
	struct random random;
	char segment[32] = "";

	random_init(&random, t->seed);
	if (segmented && a->takes & TAKES_SEGMENT)
		snprintf(segment, sizeof(segment), " segment=%d", SEGMENT);
	for (size_t root = 0; a->takes & TAKES_ORDER && n <= 64 && root < (rooted ? n : n > 0); root++) {
		for (size_t i = 0; i + 1 < n; i++)
			order[i] = i < root ? i : i + 1;
		random_shuffle(&random, order, n - 1);
		fprintf(out, "%s %zu %s %s%s order=%zu", collective_words[a->collective], n, range, a->name, segment,
			root);
		for (size_t i = 0; i + 1 < n; i++)
			fprintf(out, ",%zu", order[i]);
		fprintf(out, "\n");
	}
	fprintf(out, "%s any %s %s%s\n", collective_words[a->collective], range, a->name, segment);
}

/* A table: by bytes three algorithms of each operation, or one of gatherv and scatterv; every process writes its own.
 */
void trial_write_table(struct trial *t, int turn, bool differs, const char *path)
{
	static const char *const ranges[] = {"0-64", "65-1024", "1025-"};
	FILE *out = fopen(path, "w");

	if (!out)
		exit(1);
	fprintf(out, "bcast any %d chain segment=1\n", MANY);
	for (int c = 0; c <= COLLECTIVE_SCAN; c++) {
		const struct algorithm_class *list[64];
		int n = 0;

		for (const struct algorithm_class *a = algorithm_next(NULL); a; a = algorithm_next(a))
			if (a->collective == (enum collective)c)
				list[n++] = a;
		if (is_counted(c) && turn % 2 == 0) {
			t->pairs[c] = list[turn / 2 % n]->takes & ROOT_WITH_EACH;
			write_row(t, out, "any", list[turn / 2 % n], true);
			continue;
		}
		for (int i = 0; i < 3; i++) {
			const struct algorithm_class *a = list[(turn + i) % n];

			if (i == 1 && turn % 3 == 2 &&
			    (c == COLLECTIVE_GATHER || c == COLLECTIVE_SCATTER || is_counted(c))) {
				fprintf(out, "%s any %s own split=%d\n", collective_words[c], ranges[i], 16 + turn);
				continue;
			}
			write_row(t, out, ranges[i], a, turn % 2);
		}
	}
	if (differs)
		fprintf(out, "# %ld\n", (long)getpid());
	fclose(out);
}
