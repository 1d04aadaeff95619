#ifndef IMAGE_PARTS_H
#define IMAGE_PARTS_H

#include "block.h"

/* An image in parts over a grid of processes, x of them side by side and y one above the other. Process x * j + i is
 * the i-th in row j. */

struct grid {
	int x, y;
};

/* Processes, or pixels: from these on so many. */
struct box {
	int x, y, columns, rows;
};

struct parts {
	int width, height, border; /* pixels */
	struct grid grid;
	struct pack_costs costs;
	int rank;
	struct box own;        /* the pixels of this process */
	struct block whole;    /* the image, at process 0 */
	struct block part;     /* of this process, without borders */
	struct block bordered; /* the same inside an array with borders on all sides */
	float *memory;         /* that array */
};

enum tree { TREE_FLAT, TREE_BINOMIAL };

/* Whether parts are at least as large as their borders. */
int parts_are_possible(int width, int height, int border, struct grid grid);

/* Collective. Memory for the image is made at process 0. */
void parts_make(struct parts *parts, int width, int height, int border, struct grid grid);
void parts_free(struct parts *parts);

/* The image from process 0 to the part of each. Collective. */
void parts_scatter(struct parts *parts, enum tree tree);

/* The part of each, of the image or of another one that is cut in the same way, to the whole at process 0. Collective.
 */
void parts_gather(struct parts *parts, enum tree tree, const struct block *part, const struct block *whole);

/* Copies the part to where it has borders; where they lie beyond the image's left and right edge they become as the
 * edge is. */
void parts_extend(struct parts *parts);

/* Borders of neighbours, in four steps: to the right, to the left, downward, upward, the latter two with the corners
 * that came before. Collective. */
void parts_exchange(struct parts *parts);

/* What lies beyond the upper and the lower edge. */
void parts_extend_rows(struct parts *parts);

#endif
