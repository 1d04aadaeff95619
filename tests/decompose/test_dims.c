#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "decompose/dims.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* Twice the area of a box of the cube of side n = d0 d1 d2, over n: whole numbers, found side by side. */
static unsigned long long surface(const size_t *dims, size_t ndims, size_t n)
{
	unsigned long long sum = 0;

	for (size_t i = 0; i < ndims; i++) {
		unsigned long long face = n; /* n times prod_{j != i} 1 / d_j */

		for (size_t j = 0; j < ndims; j++)
			face /= j == i ? 1 : dims[j];
		sum += face;
	}
	return sum;
}

static size_t largest(const size_t *dims, size_t ndims)
{
	size_t most = 0;

	for (size_t i = 0; i < ndims; i++)
		most = dims[i] > most ? dims[i] : most;
	return most;
}

/* The best of all grids, tried one by one without a bound. */
struct brute {
	size_t n, ways, best[DIMS_MOST];
	unsigned long long least;
};

static bool consider(const size_t *dims, size_t ndims, void *work)
{
	struct brute *b = work;
	unsigned long long area = surface(dims, ndims, b->n);

	if (b->ways++ == 0 || area < b->least || (area == b->least && largest(dims, ndims) < largest(b->best, ndims))) {
		memcpy(b->best, dims, ndims * sizeof(*dims));
		b->least = area;
	}
	return true;
}

static void check(int n, int ndims)
{
	struct brute b = {.n = (size_t)n};
	size_t found[3], none[3] = {0};
	int dims[3] = {0};

	dims_each((size_t)n, (size_t)ndims, none, consider, &b);
	assert_int_equal(dims_create(n, ndims, dims, NULL), OK);
	for (int i = 0; i < ndims; i++) {
		found[i] = (size_t)dims[i];
		assert_true(i == 0 || dims[i] <= dims[i - 1]);
	}
	if (surface(found, (size_t)ndims, b.n) != b.least ||
	    largest(found, (size_t)ndims) != largest(b.best, (size_t)ndims))
		fail_msg("%d processes in %d dimensions: %d x %d x %d", n, ndims, dims[0], dims[1], dims[2]);
}

static void grids_are_the_best_of_all_by_brute_force(void **state)
{
	(void)state;
	for (int n = 1; n <= 100000; n++) {
		check(n, 2);
		check(n, 3);
	}
}

static void all_ways_to_write_a_number_as_a_product_are_visited_once(void **state)
{
	static const struct {
		size_t n, ndims, ways;
	} cases[] = {{1, 1, 1}, {1, 3, 1}, {7, 2, 2}, {16, 2, 5}, {12, 2, 6}, {12, 3, 18}, {36, 2, 9}, {72, 3, 60}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct brute b = {.n = cases[i].n};
		size_t dims[3] = {0};

		dims_each(cases[i].n, cases[i].ndims, dims, consider, &b);
		assert_int_equal(b.ways, cases[i].ways);
	}
}

static void dimensions_that_are_given_stay(void **state)
{
	static const struct {
		int n, ndims, given[4], expected[4];
	} cases[] = {
		{72, 2, {0, 0}, {9, 8}},
		{72, 2, {0, 4}, {18, 4}},
		{72, 3, {0, 2, 0}, {6, 2, 6}},
		{72, 3, {0, 0, 0}, {6, 4, 3}},
		{6, 2, {3, 2}, {3, 2}},
		{16, 4, {0, 0, 0, 0}, {2, 2, 2, 2}},
		{1, 1, {0}, {1}},
		{99991, 3, {0, 0, 0}, {99991, 1, 1}}, /* a prime */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		int dims[4];

		memcpy(dims, cases[i].given, sizeof(dims));
		assert_int_equal(dims_create(cases[i].n, cases[i].ndims, dims, NULL), OK);
		assert_memory_equal(dims, cases[i].expected, (size_t)cases[i].ndims * sizeof(dims[0]));
	}
}

static void what_cannot_be_is_refused_and_leaves_the_dimensions(void **state)
{
	static const struct {
		int n, ndims, given[2];
		const char *why;
	} cases[] = {
		{0, 2, {0, 0}, "at least 1 process"}, {4, 0, {0, 0}, "1 to 32 dimensions"},
		{4, 2, {-1, 0}, "dimension 0 is -1"}, {7, 2, {2, 0}, "no multiple"},
		{12, 2, {2, 3}, "make 6 processes"},  {4, 2, {8, 0}, "no multiple"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		int dims[2] = {cases[i].given[0], cases[i].given[1]};
		struct error err = {0};

		assert_int_equal(dims_create(cases[i].n, cases[i].ndims, dims, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, cases[i].why));
		assert_memory_equal(dims, cases[i].given, sizeof(dims));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grids_are_the_best_of_all_by_brute_force),
		cmocka_unit_test(all_ways_to_write_a_number_as_a_product_are_visited_once),
		cmocka_unit_test(dimensions_that_are_given_stay),
		cmocka_unit_test(what_cannot_be_is_refused_and_leaves_the_dimensions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
