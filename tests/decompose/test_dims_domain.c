#include "table_1.h"

#include "base/random.h"
#include "decompose/dims_domain.h"
#include "decompose/exchange.h"
#include "decompose/intervals.h"
#include "model/classes.h"

enum { TRIALS = 300 };

#define FIRST_SEED 20261126

static void create(const struct model *model, const struct domain *domain, size_t border, size_t n, size_t dims[2])
{
	const size_t borders[DOMAIN_DIMS] = {border, border, 0};
	struct error err = {0};

	dims[0] = dims[1] = 0;
	if (dims_create_for(model, domain, borders, n, dims, &err) != OK)
		fail_msg("%s", err.text);
}

static void table_1_makes_2_by_8_where_loggp_star_and_bytes_make_4_by_4(void **state)
{
	struct model *model = das(), *star = model_convert(model, &model_loggp_star, NULL);
	size_t dims[2];

	(void)state;
	assert_non_null(star);
	create(model, &image, 18, 16, dims);
	assert_true(dims[0] == 2 && dims[1] == 8);
	create(star, &image, 18, 16, dims);
	assert_true(dims[0] == 4 && dims[1] == 4);
	create(NULL, &image, 18, 16, dims);
	assert_true(dims[0] == 4 && dims[1] == 4);
	/* A long domain is cut lengthwise, which a grid that knows nothing of it does not do. */
	create(NULL, &(struct domain){.ndims = 2, .extent = {64, 4096, 1}, .element = 8}, 1, 16, dims);
	assert_true(dims[0] == 1 && dims[1] == 16);
	model_free(star);
	model_free(model);
}

/* Of all triples of numbers that make n, without a word of divisors. */
static double least_of_all(const struct model *model, const struct domain *domain, const size_t border[DOMAIN_DIMS],
			   size_t n)
{
	double least = INFINITY;

	for (size_t x = 1; x <= n; x++) {
		for (size_t y = 1; y <= (domain->ndims > 1 ? n : 1); y++) {
			for (size_t z = 1; z <= (domain->ndims > 2 ? n : 1); z++) {
				const struct grid grid = {{x, y, z}};
				double seconds;

				if (x * y * z != n || !exchange_is_possible(domain, &grid, border))
					continue;
				assert_int_equal(exchange_seconds(model, domain, &grid, border, &seconds, NULL), OK);
				least = fmin(least, seconds);
			}
		}
	}
	return least;
}

static void the_least_exchange_of_all_grids_is_found(void **state)
{
	struct model *model = das();

	(void)state;
	for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + TRIALS; seed++) {
		size_t border[DOMAIN_DIMS] = {0}, dims[DOMAIN_DIMS] = {0}, n;
		struct domain domain = {.extent = {1, 1, 1}, .element = 4};
		struct grid grid = {{1, 1, 1}};
		struct random random;
		double least, found = NAN;

		random_init(&random, seed);
		n = 1 + random_below(&random, 40);
		domain.ndims = 1 + random_below(&random, 3);
		for (size_t d = 0; d < domain.ndims; d++) {
			domain.extent[d] = 8 + random_below(&random, 400);
			border[d] = random_below(&random, 6);
		}
		least = least_of_all(model, &domain, border, n);
		if (least == INFINITY) {
			assert_int_equal(dims_create_for(model, &domain, border, n, dims, NULL), ERR_INPUT);
			continue;
		}
		assert_int_equal(dims_create_for(model, &domain, border, n, dims, NULL), OK);
		memcpy(grid.n, dims, domain.ndims * sizeof(*dims));
		assert_int_equal(grid_processes(&grid), n);
		assert_int_equal(exchange_seconds(model, &domain, &grid, border, &found, NULL), OK);
		if (!(found <= least * (1 + 2 * TIMES_ROUNDING)))
			fail_msg("seed %llu: %zux%zux%zu takes %g, the least is %g", (unsigned long long)seed,
				 grid.n[0], grid.n[1], grid.n[2], found, least);
	}
	model_free(model);
}

/* What the busiest part sends, element by element: those that lie within the border of a side beyond which there is
 * another part, and the corners that came before. */
static size_t counted(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS])
{
	size_t most = 0;

	for (size_t p = 0; p < grid_processes(grid); p++) {
		const struct box part = domain_part(domain, grid, p);
		size_t sent = 0;

		for (size_t d = 0; d < DOMAIN_DIMS; d++) {
			size_t begin = part.from[d], end = begin + part.length[d], across = 1;
			bool cut = part.length[d] < domain->extent[d];

			for (size_t i = 0; i < DOMAIN_DIMS; i++)
				across *= i == d ? 1 : part.length[i] + (i < d ? 2 * border[i] : 0);
			for (size_t at = begin; cut && at < end; at++) {
				if (at < begin + border[d] && (begin > 0 || domain->periodic[d]))
					sent += across;
				if (at + border[d] >= end && (end < domain->extent[d] || domain->periodic[d]))
					sent += across;
			}
		}
		most = sent > most ? sent : most;
	}
	return most;
}

static void without_a_model_the_busiest_part_sends_the_fewest_bytes(void **state)
{
	size_t dims[2];

	(void)state;
	create(NULL, &(struct domain){.ndims = 2, .extent = {100, 150, 1}, .element = 4}, 1, 4, dims);
	assert_true(dims[0] == 2 && dims[1] == 2);
	for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + TRIALS; seed++) {
		size_t border[DOMAIN_DIMS] = {0}, found[DOMAIN_DIMS] = {0}, n, least = SIZE_MAX;
		struct domain domain = {.extent = {1, 1, 1}, .element = 4};
		struct grid grid = {{1, 1, 1}};
		struct random random;

		random_init(&random, seed);
		n = 1 + random_below(&random, 24);
		domain.ndims = 1 + random_below(&random, 3);
		for (size_t d = 0; d < domain.ndims; d++) {
			domain.extent[d] = 8 + random_below(&random, 60);
			domain.periodic[d] = random_below(&random, 3) == 0;
			border[d] = random_below(&random, 4);
		}
		for (size_t x = 1; x <= n; x++)
			for (size_t y = 1; y <= (domain.ndims > 1 ? n : 1); y++)
				for (size_t z = 1; z <= (domain.ndims > 2 ? n : 1); z++) {
					const struct grid other = {{x, y, z}};
					size_t sent;

					if (x * y * z != n || !exchange_is_possible(&domain, &other, border))
						continue;
					sent = counted(&domain, &other, border);
					least = sent < least ? sent : least;
				}
		if (least == SIZE_MAX)
			continue;
		assert_int_equal(dims_create_for(NULL, &domain, border, n, found, NULL), OK);
		memcpy(grid.n, found, domain.ndims * sizeof(*found));
		assert_int_equal(counted(&domain, &grid, border), least);
	}
}

static void what_is_given_stays_and_what_cannot_be_is_refused(void **state)
{
	const size_t border[DOMAIN_DIMS] = {18, 18, 0};
	struct model *model = das();
	size_t dims[2] = {8, 0};
	struct error err = {0};

	(void)state;
	assert_int_equal(dims_create_for(model, &image, border, 16, dims, NULL), OK);
	assert_true(dims[0] == 8 && dims[1] == 2);
	dims[0] = 3;
	dims[1] = 0;
	assert_int_equal(dims_create_for(model, &image, border, 16, dims, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "512x512"));
	assert_true(dims[0] == 3 && dims[1] == 0);
	dims[0] = 0;
	assert_int_equal(dims_create_for(model, &image, border, 1009, dims, NULL), ERR_INPUT); /* a prime */
	assert_int_equal(dims_create_for(model, &image, border, 0, dims, NULL), ERR_INPUT);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_1_makes_2_by_8_where_loggp_star_and_bytes_make_4_by_4),
		cmocka_unit_test(the_least_exchange_of_all_grids_is_found),
		cmocka_unit_test(without_a_model_the_busiest_part_sends_the_fewest_bytes),
		cmocka_unit_test(what_is_given_stays_and_what_cannot_be_is_refused),
	};

	printf("seeds from %d on\n", FIRST_SEED);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
