#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "stats/cluster.h"

enum { MOST = 8 };

static void points_on_a_line_fall_into_groups_no_wider_than_the_tolerance(void **state)
{
	static const struct {
		double x[MOST];
		size_t n;
		double tolerance;
		size_t most;
		size_t clusters[MOST], n_clusters;
		double width;
	} cases[] = {
		{{0, 1, 10, 11, 0.5}, 5, 2, 5, {0, 0, 1, 1, 0}, 2, 1},
		{{0, 1, 10, 11, 0.5}, 5, 0, 5, {0, 1, 2, 3, 4}, 5, 0},
		{{0, 0, 3, 3, 0}, 5, 0, 5, {0, 0, 1, 1, 0}, 2, 0},
		{{0, 1, 2, 3}, 4, 1.5, 4, {0, 0, 1, 1}, 2, 1}, /* a chain is not one cluster: its ends are too far apart
								*/
		{{0, 4, 10, 20}, 4, 1, 2, {0, 0, 0, 1}, 2, 10}, /* no more than two: the tolerance gives way */
		{{5}, 1, 1, 1, {0}, 1, 0},
	};
	(void)state;
	for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
		double distances[MOST * MOST], width;
		size_t clusters[MOST], n_clusters;

		for (size_t i = 0; i < cases[c].n; i++)
			for (size_t j = 0; j < cases[c].n; j++)
				distances[i * cases[c].n + j] = fabs(cases[c].x[i] - cases[c].x[j]);
		assert_int_equal(cluster_complete(distances, cases[c].n, cases[c].tolerance, cases[c].most, clusters,
						  &n_clusters, &width, NULL),
				 OK);
		assert_int_equal(n_clusters, cases[c].n_clusters);
		assert_memory_equal(clusters, cases[c].clusters, cases[c].n * sizeof(*clusters));
		assert_true(width == cases[c].width);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_on_a_line_fall_into_groups_no_wider_than_the_tolerance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
