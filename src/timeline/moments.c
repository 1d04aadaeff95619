#include "timeline/moments.h"

#include <stdlib.h>

#include "base/memory.h"

static bool before(const struct timeline_moment *a, const struct timeline_moment *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

bool moments_add(struct timeline_moments *moments, const struct timeline_moment *moment)
{
	struct timeline_moment *grown = memory_grow(moments->at, &moments->capacity, moments->n + 1, sizeof(*grown));
	struct timeline_moment added = *moment;
	size_t i = moments->n;

	if (!grown)
		return false;
	moments->at = grown;
	added.order = moments->order++;
	moments->n++;
	for (; i > 0 && before(&added, &grown[(i - 1) / 2]); i = (i - 1) / 2)
		grown[i] = grown[(i - 1) / 2];
	grown[i] = added;
	return true;
}

struct timeline_moment moments_take(struct timeline_moments *moments)
{
	struct timeline_moment *at = moments->at, first = at[0], last = at[--moments->n];
	size_t i = 0, n = moments->n;

	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && before(&at[child + 1], &at[child]))
			child++;
		if (!before(&at[child], &last))
			break;
		at[i] = at[child];
	}
	at[i] = last;
	return first;
}

void moments_release(struct timeline_moments *moments)
{
	for (size_t i = 0; i < moments->n; i++)
		free(moments->at[i].messages);
	free(moments->at);
	*moments = (struct timeline_moments){0};
}
