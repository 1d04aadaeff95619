#ifndef SONDE_STATS_CLUSTER_H
#define SONDE_STATS_CLUSTER_H

#include <stddef.h>

#include "base/error.h"

/*
 * Agglomerative clustering with complete linkage: of all clusters the two whose farthest members are nearest are
 * merged, as long as these are no farther apart than tolerance, or there are more than most clusters. distances: from i
 * to j at i * n + j, symmetric. clusters[i] receives that of i, numbered from 0 by their first members; *n_clusters how
 * many there are, *width the largest distance within one. ERR_MEMORY. Local.
 */
enum status cluster_complete(const double *distances, size_t n, double tolerance, size_t most, size_t *clusters,
			     size_t *n_clusters, double *width, struct error *err);

#endif
