#include "algorithm/bine_tree.h"

#include "algorithm/fold.h"

/* A row of m neighbours is cut into the part of the root, a power of two, and the rest; of m = 1 there is no rest. */
static int part_of_root(int m)
{
	return m > 1 ? power_below(m - 1) : 1;
}

/* How many neighbours of the row there are between its root and its parent's way. */
static int inside(int m)
{
	int part = part_of_root(m);

	return m > 1 ? part - 1 - part / 3 : 0;
}

/* A row on the way down: of m neighbours, the root at further, its rest on one side: 1 or -1. */
struct bine_way {
	int m, place, further, side;
};

static void into_part(struct bine_way *way)
{
	way->m = part_of_root(way->m);
	way->side = -way->side;
}

/* The rest's root is on the other side of the cut, and the rest of the rest beyond it. */
static void into_rest(struct bine_way *way)
{
	int part = part_of_root(way->m), rest = way->m - part;

	way->place += part;
	way->further += way->side * (inside(part) + inside(rest) + 1);
	way->m = rest;
}

int bine_further(int n, int place)
{
	struct bine_way way = {n, 0, 0, 1};

	while (way.m > 1)
		if (place - way.place < part_of_root(way.m))
			into_part(&way);
		else
			into_rest(&way);
	return (way.further + n) % n;
}

int bine_place(int n, int further)
{
	struct bine_way way = {n, 0, 0, 1};
	int part = part_of_root(n), beyond = n - part + inside(part); /* how far the circle's row goes on side 1 */
	int wanted = further > beyond ? further - n : further;

	while (way.m > 1)
		if (way.side * (wanted - way.further) <= inside(part_of_root(way.m)))
			into_part(&way);
		else
			into_rest(&way);
	return way.place;
}
