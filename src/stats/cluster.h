#ifndef SONDE_STATS_CLUSTER_H
#define SONDE_STATS_CLUSTER_H

#include <stddef.h>

#include "base/error.h"

/*
 * Agglomerative clustering with complete linkage: the two clusters whose farthest members are nearest are merged again
 * and again.
 *
 * - Ends when the nearest two are farther apart than tolerance and there are at most most clusters.
 * - distances: from i to j at `i * n + j`, symmetric.
 * - clusters[i]: the cluster of i, numbered from 0 by their first members.
 * - *n_clusters: how many there are.
 * - *width: the largest distance within one, in the unit of distances.
 * - ERR_MEMORY.
 * - Local.
 */
enum status cluster_complete(const double *distances, size_t n, double tolerance, size_t most, size_t *clusters,
			     size_t *n_clusters, double *width, struct error *err);

#endif
