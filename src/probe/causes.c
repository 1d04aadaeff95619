#include "probe/causes.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* How finely what was measured is told apart. */
enum division { BY_KIND, BY_PROCESSES, BY_POINT, DIVISIONS };

static const double odds = 1e3;

enum status causes_remember(struct tracking *t, const struct sample *sample, struct error *err)
{
	size_t *grown = memory_grow(t->looks.after, &t->looks.capacity, t->n + 1, sizeof(*grown)), i = t->all.n;

	if (!grown)
		return error_memory(err, "the states of the machine");
	t->looks.after = grown;
	while (i > 0 && t->all.samples[i - 1] != sample)
		i--;
	grown[t->n] = i; /* 0: nothing */
	return OK;
}

/* A sample, and which one it is. */
struct classified {
	const struct experiment *what;
	size_t number;
};

static int compare(long a, long b)
{
	return (a > b) - (a < b);
}

static int by_kind(const void *one, const void *other)
{
	return compare(((const struct classified *)one)->what->kind, ((const struct classified *)other)->what->kind);
}

static int by_processes(const void *one, const void *other)
{
	const struct experiment *a = ((const struct classified *)one)->what,
				*b = ((const struct classified *)other)->what;
	int order = by_kind(one, other);

	order = order ? order : compare(a->from, b->from);
	order = order ? order : compare(a->to, b->to);
	return order ? order : (a->setup.third > b->setup.third) - (a->setup.third < b->setup.third);
}

/* The classes of the samples, by their numbers from 1 on; 0 is that of nothing. Returns how many there are with that.
 */
static size_t classify(const struct campaign *all, enum division division, struct classified *sorted, size_t *classes)
{
	int (*order)(const void *, const void *) = division == BY_KIND ? by_kind : by_processes;
	size_t n = 0;

	for (size_t s = 0; s < all->n; s++)
		sorted[s] = (struct classified){&all->samples[s]->what, s + 1};
	if (division != BY_POINT)
		qsort(sorted, all->n, sizeof(*sorted), order);
	classes[0] = 0;
	for (size_t s = 0; s < all->n; s++) {
		n += s == 0 || division == BY_POINT || order(&sorted[s - 1], &sorted[s]) != 0;
		classes[sorted[s].number] = n;
	}
	return n + 1;
}

/* What bounds are judged by: of each look what it followed, in each division, and room for looks that are judged. */
struct causes {
	const struct regimes *levels;
	const double *seconds;
	size_t *done[DIVISIONS], kinds[DIVISIONS];
	size_t n;
	double *x;
	size_t *before;
};

/* By how much better what was measured tells on which side of a bound the looks on levels first to last are. */
static enum status evidence_of(const struct causes *c, size_t first, size_t last, size_t bound, double *most,
			       struct error *err)
{
	const struct regimes two = {.n = 2, .bound = {c->levels->bound[bound]}};
	enum status status = OK;

	*most = -INFINITY;
	for (int division = 0; status == OK && division < DIVISIONS; division++) {
		double evidence;
		size_t n = 0;

		for (size_t i = 0; i < c->n; i++) {
			size_t level = regimes_index(c->levels, c->seconds[i]);

			if (level < first || level > last)
				continue;
			c->x[n] = c->seconds[i];
			c->before[n++] = c->done[division][i];
		}
		status = regimes_made(&two, c->x, c->before, c->kinds[division], n, &evidence, err);
		*most = fmax(*most, evidence);
	}
	return status;
}

/* Judges the bounds between levels first to last. */
static enum status judge(const struct causes *c, size_t first, size_t last, bool *made, struct error *err)
{
	double least = INFINITY;
	size_t at = first;
	enum status status = OK;

	for (size_t bound = first; status == OK && bound < last; bound++) {
		double evidence;

		status = evidence_of(c, first, last, bound, &evidence, err);
		if (status == OK && evidence < least) {
			least = evidence;
			at = bound;
		}
	}
	for (size_t bound = first; bound < last; bound++)
		made[bound] = least > log(DIVISIONS * odds);
	if (status != OK || first == last || made[at])
		return status;
	status = judge(c, first, at, made, err);
	return status == OK ? judge(c, at + 1, last, made, err) : status;
}

enum status causes_find(const struct tracking *t, const struct regimes *levels, bool made[REGIMES_MOST],
			struct error *err)
{
	struct classified *sorted = malloc((t->all.n + 1) * sizeof(*sorted));
	size_t *classes = malloc((t->all.n + 1) * sizeof(*classes)),
	       *room = malloc((DIVISIONS + 1) * (t->n + 1) * sizeof(*room));
	struct causes c = {.levels = levels, .seconds = t->seconds, .n = t->n, .x = malloc((t->n + 1) * sizeof(*c.x))};
	enum status status = sorted && classes && room && c.x ? OK : error_memory(err, "the states of the machine");

	c.before = room;
	for (int division = 0; status == OK && division < DIVISIONS; division++) {
		c.done[division] = room + (size_t)(division + 1) * (t->n + 1);
		c.kinds[division] = classify(&t->all, (enum division)division, sorted, classes);
		for (size_t i = 0; i < t->n; i++)
			c.done[division][i] = classes[t->looks.after[i]];
	}
	if (status == OK)
		status = judge(&c, 0, levels->n - 1, made, err);
	free(sorted);
	free(classes);
	free(room);
	free(c.x);
	return status;
}
