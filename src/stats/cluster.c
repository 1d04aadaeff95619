/*
 * Agglomerative clustering with complete linkage: d(A, B) = max of d(i, j) over i in A and j in B;
 * the two clusters of least d merge.
 */
#include "stats/cluster.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Clusters named by their first members; distance between the farthest members of a and b at a * n + b. */
struct clustering {
	double *far;
	size_t *of;
	bool *merged; /* into one with a lower first member */
	size_t n;
};

/* The two nearest clusters, a < b, and their distance; INFINITY if there is one only. */
static double nearest(const struct clustering *c, size_t *a, size_t *b)
{
	double least = INFINITY;

	for (size_t i = 0; i < c->n; i++)
		for (size_t j = i + 1; !c->merged[i] && j < c->n; j++)
			if (!c->merged[j] && c->far[i * c->n + j] < least) {
				least = c->far[i * c->n + j];
				*a = i;
				*b = j;
			}
	return least;
}

static void merge(struct clustering *c, size_t a, size_t b)
{
	c->merged[b] = true;
	for (size_t i = 0; i < c->n; i++) {
		double far = fmax(c->far[a * c->n + i], c->far[b * c->n + i]);

		if (c->of[i] == b)
			c->of[i] = a;
		c->far[a * c->n + i] = c->far[i * c->n + a] = far;
	}
}

/* From first members to numbers in a row. */
static size_t number(const struct clustering *c, size_t *clusters)
{
	size_t count = 0;

	for (size_t i = 0; i < c->n; i++)
		clusters[i] = c->of[i] == i ? count++ : clusters[c->of[i]];
	return count;
}

enum status cluster_complete(const double *distances, size_t n, double tolerance, size_t most, size_t *clusters,
			     size_t *n_clusters, double *width, struct error *err)
{
	struct clustering c = {malloc((n * n + 1) * sizeof(*c.far)), malloc((n + 1) * sizeof(*c.of)),
			       calloc(n + 1, sizeof(*c.merged)), n};
	size_t left = n, a = 0, b = 0;
	double least;

	*width = 0;
	if (!c.far || !c.of || !c.merged) {
		free(c.far);
		free(c.of);
		free(c.merged);
		return error_memory(err, "clusters");
	}
	memcpy(c.far, distances, n * n * sizeof(*c.far));
	for (size_t i = 0; i < n; i++)
		c.of[i] = i;
	for (; left > 1 && (least = nearest(&c, &a, &b)) < INFINITY && (least <= tolerance || left > most); left--) {
		merge(&c, a, b);
		*width = fmax(*width, least);
	}
	*n_clusters = number(&c, clusters);
	free(c.far);
	free(c.of);
	free(c.merged);
	return OK;
}
