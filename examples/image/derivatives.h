#ifndef IMAGE_DERIVATIVES_H
#define IMAGE_DERIVATIVES_H

#include "block.h"

/* Partial derivatives of an image by convolution with the derivatives of a Gaussian, first along x, then along y. */

enum { DERIVATIVES = 5 };

/* The longest kernel of an image: 39 numbers. */
enum { SIGMAS = 3, ORDERS = 3, KERNEL_MOST = 39 };

/* By order of the derivative. */
struct kernels {
	double sigma;
	int length[ORDERS]; /* odd */
	float weight[ORDERS][KERNEL_MOST];
};

/* Returns 0 for a sigma other than 1, 3 and 5 pixels. */
int kernels_make(struct kernels *kernels, int sigma);

/* How many pixels beyond its own a part needs on every side. */
int kernels_border(const struct kernels *kernels);

/*
 * Derivative number d of a part.
 *
 * - part: its own pixels; kernels_border more lie on every side of them in the same array.
 * - result: as large; no part of that array.
 */
void derive(const struct kernels *kernels, int d, const struct block *part, const struct block *result);

/* The same of a whole image, pixel by pixel and without borders: beyond its edges it is as the nearest edge is. */
void derive_alone(const struct kernels *kernels, int d, const struct block *image, const struct block *result);

#endif
