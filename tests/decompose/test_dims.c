#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
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

#define MOST 100000

/* The divisors of all numbers up to MOST, by a sieve: those of n from first[n] to first[n + 1]. */
static unsigned first[MOST + 2], *divisors;

static void sieve(void)
{
	unsigned *end = calloc(MOST + 2, sizeof(*end));

	for (unsigned d = 1; d <= MOST; d++)
		for (unsigned n = d; n <= MOST; n += d)
			first[n + 1]++;
	for (unsigned n = 1; n <= MOST + 1; n++)
		first[n] += first[n - 1];
	divisors = calloc(first[MOST + 1], sizeof(*divisors));
	assert_true(end && divisors);
	for (unsigned d = 1; d <= MOST; d++)
		for (unsigned n = d; n <= MOST; n += d)
			divisors[first[n] + end[n]++] = d;
	free(end);
}

/* The best of all grids, and how many there are. */
struct brute {
	size_t n, ndims, ways, best[3];
	unsigned long long least;
};

static void consider(struct brute *b, size_t x, size_t y, size_t z)
{
	const size_t dims[3] = {x, y, z};
	unsigned long long area = surface(dims, b->ndims, b->n);

	if (b->ways++ == 0 || area < b->least ||
	    (area == b->least && largest(dims, b->ndims) < largest(b->best, b->ndims))) {
		memcpy(b->best, dims, sizeof(dims));
		b->least = area;
	}
}

static struct brute try_all(size_t n, size_t ndims)
{
	struct brute b = {.n = n, .ndims = ndims};

	for (unsigned i = first[n]; i < first[n + 1]; i++) {
		size_t x = divisors[i], rest = n / x;

		if (ndims == 2)
			consider(&b, x, rest, 1);
		for (unsigned k = first[rest]; ndims == 3 && k < first[rest + 1]; k++)
			consider(&b, x, divisors[k], rest / divisors[k]);
	}
	return b;
}

static void check(int n, int ndims)
{
	const struct brute b = try_all((size_t)n, (size_t)ndims);
	size_t found[3] = {1, 1, 1}, product = 1;
	int dims[3] = {0};

	assert_int_equal(dims_create(n, ndims, dims, NULL), OK);
	for (int i = 0; i < ndims; i++) {
		found[i] = (size_t)dims[i];
		product *= found[i];
		assert_true(i == 0 || dims[i] <= dims[i - 1]);
	}
	if (product != b.n || surface(found, b.ndims, b.n) != b.least ||
	    largest(found, b.ndims) != largest(b.best, b.ndims))
		fail_msg("%d processes in %d dimensions: %d x %d x %d", n, ndims, dims[0], dims[1], dims[2]);
}

static void grids_are_the_best_of_all_by_brute_force(void **state)
{
	(void)state;
	for (int n = 1; n <= MOST; n++) {
		check(n, 2);
		check(n, 3);
	}
}

/* Grids that are visited, each as a number. */
struct visits {
	size_t n, ways, room;
	unsigned long long *list;
};

static bool visit(const size_t *dims, size_t ndims, void *work)
{
	struct visits *v = work;
	unsigned long long product = 1, number = 0;

	for (size_t i = 0; i < ndims; i++) {
		product *= dims[i];
		number = number * (MOST + 1) + dims[i];
	}
	assert_true(product == v->n && v->ways < v->room);
	v->list[v->ways++] = number;
	return true;
}

static int ascending(const void *a, const void *b)
{
	const unsigned long long *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void all_ways_to_write_a_number_as_a_product_are_visited_once(void **state)
{
	enum { ROOM = 10000 };
	struct visits v = {.room = ROOM, .list = calloc(ROOM, sizeof(*v.list))};

	(void)state;
	assert_non_null(v.list);
	for (v.n = 1; v.n <= MOST; v.n++) {
		for (size_t ndims = 2; ndims <= 3; ndims++) {
			size_t dims[3] = {0};

			v.ways = 0;
			dims_each(v.n, ndims, dims, visit, &v);
			if (v.ways != try_all(v.n, ndims).ways)
				fail_msg("%zu in %zu dimensions: %zu ways", v.n, ndims, v.ways);
			qsort(v.list, v.ways, sizeof(*v.list), ascending);
			for (size_t i = 1; i < v.ways; i++)
				assert_true(v.list[i] != v.list[i - 1]);
		}
	}
	free(v.list);
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

	int failed;

	sieve();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(divisors);
	return failed;
}
