#include "parts.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* Where part i of n begins: the larger ones first. */
static int begin(int length, int n, int i)
{
	return length / n * i + (i < length % n ? i : length % n);
}

/* The pixels of a box of processes. */
static struct box pixels(const struct parts *p, struct box places)
{
	struct box box = {.x = begin(p->width, p->grid.x, places.x), .y = begin(p->height, p->grid.y, places.y)};

	box.columns = begin(p->width, p->grid.x, places.x + places.columns) - box.x;
	box.rows = begin(p->height, p->grid.y, places.y + places.rows) - box.y;
	return box;
}

static struct box place_of(const struct parts *p, int rank)
{
	return (struct box){rank % p->grid.x, rank / p->grid.x, 1, 1};
}

/* A box of pixels inside the array of another one. */
static struct block block_of(const struct block *array, struct box of, struct box box)
{
	return (struct block){array->at + (ptrdiff_t)(box.y - of.y) * array->pitch + (box.x - of.x), box.rows,
			      box.columns, array->pitch};
}

static struct block block_new(int rows, int columns)
{
	return (struct block){some((size_t)rows * (size_t)columns, sizeof(float)), rows, columns, columns};
}

int parts_are_possible(int width, int height, int border, struct grid grid)
{
	return grid.x > 0 && grid.y > 0 && width / grid.x >= (grid.x > 1 ? border : 1) &&
	       height / grid.y >= (grid.y > 1 ? border : 1);
}

void parts_make(struct parts *p, int width, int height, int border, struct grid grid)
{
	*p = (struct parts){.width = width, .height = height, .border = border, .grid = grid};
	MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
	p->own = pixels(p, place_of(p, p->rank));
	if (p->rank == 0)
		p->whole = block_new(height, width);
	p->part = block_new(p->own.rows, p->own.columns);
	p->bordered = block_new(p->own.rows + 2 * border, p->own.columns + 2 * border);
	p->memory = p->bordered.at;
	p->bordered.at += (ptrdiff_t)border * p->bordered.pitch + border;
	p->bordered.rows = p->own.rows;
	p->bordered.columns = p->own.columns;
}

void parts_free(struct parts *p)
{
	free(p->whole.at);
	free(p->part.at);
	free(p->memory);
	free(p->costs.list);
}

/* A message of a tree: the pixels of a box of processes. A process gets its own before it gives any away. */
struct gift {
	int from, to;
	struct box places;
};

/* Who has the pixels of a box gives half of its rows away, then of its columns, until its own place is left; who gets
 * them goes on in the same way. Returns how many gifts there are then. */
static int halve(const struct parts *p, struct box places, struct gift *gifts, int n)
{
	int from = places.y * p->grid.x + places.x;

	while (places.rows > 1 || places.columns > 1) {
		int along_y = places.rows > 1, length = along_y ? places.rows : places.columns, kept = 1;
		struct box away = places;

		while (2 * kept < length)
			kept *= 2;
		*(along_y ? &away.y : &away.x) += kept;
		*(along_y ? &away.rows : &away.columns) -= kept;
		*(along_y ? &places.rows : &places.columns) = kept;
		gifts[n++] = (struct gift){from, away.y * p->grid.x + away.x, away};
		n = halve(p, away, gifts, n);
	}
	return n;
}

static struct gift *gifts_of(const struct parts *p, enum tree tree, int *n)
{
	int size = p->grid.x * p->grid.y;
	struct gift *gifts = some((size_t)size, sizeof(*gifts));

	*n = size - 1;
	for (int to = 1; to < size; to++)
		gifts[to - 1] = (struct gift){0, to, place_of(p, to)};
	if (tree == TREE_BINOMIAL)
		halve(p, (struct box){0, 0, p->grid.x, p->grid.y}, gifts, 0);
	return gifts;
}

/* What a process has on the way: the pixels of a box, in memory of their own unless it is the whole or its part alone.
 */
struct held {
	struct box box;
	struct block block;
	int made;
};

static struct held held_of(const struct parts *p, const struct gift *gifts, int n, const struct block *part,
			   const struct block *whole)
{
	struct held held = {.box = {0, 0, p->width, p->height}, .block = *whole};

	for (int i = 0; i < n; i++)
		if (gifts[i].to == p->rank)
			held.box = pixels(p, gifts[i].places);
	if (p->rank > 0) {
		held.made = held.box.columns != part->columns || held.box.rows != part->rows;
		held.block = held.made ? block_new(held.box.rows, held.box.columns) : *part;
	}
	return held;
}

void parts_scatter(struct parts *p, enum tree tree)
{
	int n;
	struct gift *gifts = gifts_of(p, tree, &n);
	struct held held = held_of(p, gifts, n, &p->part, &p->whole);
	struct block own = block_of(&held.block, held.box, p->own);

	for (int i = 0; i < n; i++) {
		struct block away = block_of(&held.block, held.box, pixels(p, gifts[i].places));

		if (gifts[i].to == p->rank)
			block_receive(&held.block, gifts[i].from, &p->costs);
		else if (gifts[i].from == p->rank)
			block_send(&away, gifts[i].to, &p->costs);
	}
	if (own.at != p->part.at)
		block_copy(&own, &p->part);
	if (held.made)
		free(held.block.at);
	free(gifts);
}

void parts_gather(struct parts *p, enum tree tree, const struct block *part, const struct block *whole)
{
	int n;
	struct gift *gifts = gifts_of(p, tree, &n);
	struct held held = held_of(p, gifts, n, part, whole);
	struct block own = block_of(&held.block, held.box, p->own);

	if (own.at != part->at)
		block_copy(part, &own);
	for (int i = n; i-- > 0;) {
		struct block away = block_of(&held.block, held.box, pixels(p, gifts[i].places));

		if (gifts[i].to == p->rank)
			block_send(&held.block, gifts[i].from, &p->costs);
		else if (gifts[i].from == p->rank)
			block_receive(&away, gifts[i].to, &p->costs);
	}
	if (held.made)
		free(held.block.at);
	free(gifts);
}

/* Rows and columns of the array with borders, counted from the first pixel of the part. */
static struct block bordered(const struct parts *p, int x, int y, int columns, int rows)
{
	return (struct block){p->bordered.at + (ptrdiff_t)y * p->bordered.pitch + x, rows, columns, p->bordered.pitch};
}

void parts_extend(struct parts *p)
{
	struct box place = place_of(p, p->rank);
	int w = p->own.columns, b = p->border;

	block_copy(&p->part, &p->bordered);
	for (int y = 0; y < p->own.rows; y++) {
		float *row = bordered(p, 0, y, w, 1).at;

		for (int x = 1; x <= b; x++) {
			if (place.x == 0)
				row[-x] = row[0];
			if (place.x == p->grid.x - 1)
				row[w - 1 + x] = row[w - 1];
		}
	}
}

static int neighbour(const struct parts *p, int dx, int dy)
{
	struct box place = place_of(p, p->rank);
	int x = place.x + dx, y = place.y + dy;

	return x < 0 || y < 0 || x == p->grid.x || y == p->grid.y ? MPI_PROC_NULL : y * p->grid.x + x;
}

void parts_exchange(struct parts *p)
{
	int w = p->own.columns, h = p->own.rows, b = p->border, wide = w + 2 * b;
	const struct {
		struct block out, in;
		int dx, dy;
	} steps[] = {
		{bordered(p, w - b, 0, b, h), bordered(p, -b, 0, b, h), 1, 0},
		{bordered(p, 0, 0, b, h), bordered(p, w, 0, b, h), -1, 0},
		{bordered(p, -b, h - b, wide, b), bordered(p, -b, -b, wide, b), 0, 1},
		{bordered(p, -b, 0, wide, b), bordered(p, -b, h, wide, b), 0, -1},
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		block_exchange(&steps[i].out, neighbour(p, steps[i].dx, steps[i].dy), &steps[i].in,
			       neighbour(p, -steps[i].dx, -steps[i].dy), &p->costs);
}

void parts_extend_rows(struct parts *p)
{
	int h = p->own.rows, b = p->border, wide = p->own.columns + 2 * b;
	struct box place = place_of(p, p->rank);
	struct block first = bordered(p, -b, 0, wide, 1), last = bordered(p, -b, h - 1, wide, 1);

	for (int y = 1; y <= b; y++) {
		struct block above = bordered(p, -b, -y, wide, 1), below = bordered(p, -b, h - 1 + y, wide, 1);

		if (place.y == 0)
			block_copy(&first, &above);
		if (place.y == p->grid.y - 1)
			block_copy(&last, &below);
	}
}
