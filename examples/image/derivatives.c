/*
 * g(x) = exp(-x^2 / (2 s^2)) / (s sqrt(2 pi)), g' = -x / s^2 g, g'' = (x^2 / s^2 - 1) / s^2 g. The lengths of the
 * kernels are those of Seinstra, Koelma 2002, section 4.
 */
#include "derivatives.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	int x, y;
} orders[DERIVATIVES] = {{1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};

static const struct {
	int sigma, length[ORDERS];
} known[SIGMAS] = {{1, {7, 9, 9}}, {3, {15, 23, 25}}, {5, {23, 37, 39}}};

static double gaussian(int order, double x, double s)
{
	double g = exp(-x * x / (2 * s * s)) / (s * sqrt(2 * acos(-1)));

	return order == 0 ? g : order == 1 ? -x / (s * s) * g : (x * x / (s * s) - 1) / (s * s) * g;
}

int kernels_make(struct kernels *kernels, int sigma)
{
	for (int i = 0; i < SIGMAS; i++) {
		if (known[i].sigma != sigma)
			continue;
		kernels->sigma = sigma;
		for (int order = 0; order < ORDERS; order++) {
			int n = kernels->length[order] = known[i].length[order];

			/* in(x + k - n / 2) counts with g(n / 2 - k) */
			for (int k = 0; k < n; k++)
				kernels->weight[order][k] = (float)gaussian(order, n / 2 - k, sigma);
		}
		return 1;
	}
	return 0;
}

int kernels_border(const struct kernels *kernels)
{
	int most = 0;

	for (int order = 0; order < ORDERS; order++)
		most = kernels->length[order] > most ? kernels->length[order] : most;
	return most / 2;
}

/* sum[x] = weight[0] from[x] + weight[1] from[x + step] + …, in this order for each x: the same numbers always give the
 * same bits. */
static void convolve(const float *weight, int n, const float *restrict from, size_t step, int columns,
		     float *restrict sum)
{
	memset(sum, 0, (size_t)columns * sizeof(*sum));
	for (int k = 0; k < n; k++)
		for (int x = 0; x < columns; x++)
			sum[x] += weight[k] * from[(size_t)k * step + (size_t)x];
}

void derive(const struct kernels *kernels, int d, const struct block *part, const struct block *result)
{
	int ox = orders[d].x, oy = orders[d].y, nx = kernels->length[ox], ny = kernels->length[oy];
	int rows = part->rows + ny - 1, columns = part->columns;
	float *along_x = some((size_t)rows * (size_t)columns, sizeof(*along_x));

	for (int y = 0; y < rows; y++)
		convolve(kernels->weight[ox], nx, part->at + (ptrdiff_t)(y - ny / 2) * part->pitch - nx / 2, 1, columns,
			 &along_x[(size_t)y * (size_t)columns]);
	for (int y = 0; y < part->rows; y++)
		convolve(kernels->weight[oy], ny, &along_x[(size_t)y * (size_t)columns], (size_t)columns, columns,
			 &result->at[(size_t)y * (size_t)result->pitch]);
	free(along_x);
}

static int inside(int at, int length)
{
	return at < 0 ? 0 : at < length ? at : length - 1;
}

void derive_alone(const struct kernels *kernels, int d, const struct block *image, const struct block *result)
{
	int ox = orders[d].x, oy = orders[d].y, nx = kernels->length[ox], ny = kernels->length[oy];
	int rows = image->rows, columns = image->columns;
	float *along_x = some((size_t)rows * (size_t)columns, sizeof(*along_x));

	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			for (int k = 0; k < nx; k++)
				along_x[(size_t)y * (size_t)columns + (size_t)x] +=
					kernels->weight[ox][k] *
					image->at[(ptrdiff_t)y * image->pitch + inside(x + k - nx / 2, columns)];
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++) {
			float sum = 0;

			for (int k = 0; k < ny; k++)
				sum += kernels->weight[oy][k] *
				       along_x[(ptrdiff_t)inside(y + k - ny / 2, rows) * columns + x];
			result->at[(ptrdiff_t)y * result->pitch + x] = sum;
		}
	free(along_x);
}
