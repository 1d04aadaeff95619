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

static bool are_alike(const struct experiment *a, const struct experiment *b, enum division division)
{
	return a->kind == b->kind &&
	       (division == BY_KIND || (a->from == b->from && a->to == b->to && a->setup.third == b->setup.third));
}

/* The classes of the samples, from 1 on; 0 is that of nothing. Returns how many there are with that. */
static size_t classify(const struct campaign *all, enum division division, size_t *classes)
{
	size_t n = 1, *first = classes + all->n + 1; /* of each class a sample */

	classes[0] = 0;
	for (size_t s = 0; s < all->n; s++) {
		size_t class = division == BY_POINT ? n : 1;

		while (class < n && !are_alike(&all->samples[first[class]]->what, &all->samples[s]->what, division))
			class ++;
		if (class == n)
			first[n++] = s;
		classes[s + 1] = class;
	}
	return n;
}

enum status causes_find(const struct tracking *t, const struct regimes *levels, bool *made, struct error *err)
{
	size_t *classes = malloc(2 * (t->all.n + 1) * sizeof(*classes)), *done = malloc((t->n + 1) * sizeof(*done));
	double most = 0;
	enum status status = classes && done ? OK : error_memory(err, "the states of the machine");

	for (int division = 0; status == OK && levels->n > 1 && division < DIVISIONS; division++) {
		size_t n = classify(&t->all, (enum division)division, classes);
		double evidence;

		for (size_t i = 0; i < t->n; i++)
			done[i] = classes[t->looks.after[i]];
		status = regimes_made(levels, t->seconds, done, n, t->n, &evidence, err);
		most = fmax(most, evidence);
	}
	*made = most > log(DIVISIONS * odds);
	free(classes);
	free(done);
	return status;
}
