#include "rules/covered.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

bool covered_init(struct covered *covered, const struct range *ranges, size_t n)
{
	uint64_t *starts = malloc((2 * n + 1) * sizeof(*starts));
	size_t *next = malloc((2 * n + 1) * sizeof(*next)), ends = 0, cells = 0;

	*covered = (struct covered){.starts = starts, .next = next};
	if (!starts || !next)
		return false;
	starts[ends++] = 0;
	for (size_t i = 0; i < n; i++) {
		starts[ends++] = ranges[i].least;
		if (ranges[i].most < UINT64_MAX)
			starts[ends++] = ranges[i].most + 1;
	}
	qsort(starts, ends, sizeof(*starts), compare);
	for (size_t i = 0; i < ends; i++)
		if (cells == 0 || starts[i] != starts[cells - 1])
			starts[cells++] = starts[i];
	for (size_t i = 0; i < cells; i++)
		next[i] = i;
	covered->n = cells;
	return true;
}

void covered_release(struct covered *covered)
{
	free(covered->starts);
	free(covered->next);
	*covered = (struct covered){.n = 0};
}

/* The cell that begins with a number; one does. */
static size_t cell_of(const struct covered *covered, uint64_t start)
{
	size_t low = 0, high = covered->n;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (covered->starts[middle] <= start)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static size_t cell_behind(const struct covered *covered, uint64_t most)
{
	return most == UINT64_MAX ? covered->n : cell_of(covered, most + 1);
}

/* The first cell from one on that is not covered; n: none. Ways to it become shorter. */
static size_t find(struct covered *covered, size_t i)
{
	while (i < covered->n && covered->next[i] != i) {
		size_t next = covered->next[i];

		if (next < covered->n)
			covered->next[i] = covered->next[next];
		i = next;
	}
	return i;
}

bool covered_lacks(struct covered *covered, struct range range)
{
	return range.least <= range.most &&
	       find(covered, cell_of(covered, range.least)) < cell_behind(covered, range.most);
}

void covered_add(struct covered *covered, struct range range)
{
	size_t end = range.least <= range.most ? cell_behind(covered, range.most) : 0;

	for (size_t i = end > 0 ? find(covered, cell_of(covered, range.least)) : 0; i < end; i = find(covered, i))
		covered->next[i] = i + 1;
}

bool covered_all(struct covered *covered)
{
	return find(covered, 0) == covered->n;
}
