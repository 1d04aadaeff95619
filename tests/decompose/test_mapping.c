#include "table_1.h"

#include "base/random.h"
#include "decompose/mapping.h"

enum { MOST_PROCESSES = 12, TRIALS = 60 };

static const uint64_t SEED = 20261126;

static struct sequence exchange_of(const struct domain *domain, size_t border)
{
	struct sequence s = {.domain = *domain};
	const struct domain_step step = {
		.kind = STEP_EXCHANGE, .border = {border, border, domain->ndims > 2 ? border : 0}, .times = 1};

	assert_int_equal(sequence_add(&s, &step, NULL), OK);
	return s;
}

/* 8 x 8 on 4 nodes of 16: boxes of 4 x 4 have 4 columns and 4 rows at their two inner sides. */
static void a_square_grid_gets_square_boxes(void **state)
{
	const struct domain domain = {.ndims = 2, .extent = {64, 64, 1}, .element = 1};
	const size_t room[] = {16, 16, 16, 16};
	const struct grid grid = grid_of(8, 8);
	struct sequence sequence = exchange_of(&domain, 1);
	struct mapping_traffic traffic, rows;
	size_t node[64], by_rows[64];

	(void)state;
	assert_int_equal(mapping_find(&sequence, &grid, room, COUNT(room), node, &traffic, NULL), OK);
	for (size_t p = 0; p < 64; p++) {
		assert_int_equal(node[p], node[p / 32 * 32 + p % 8 / 4 * 4]);
		by_rows[p] = p / 16;
	}
	/* A column has 8 elements, a row 8 and both corners. */
	assert_true(traffic.most == 4 * 8 + 4 * 10);
	assert_true(traffic.all == 4 * traffic.most);
	assert_int_equal(mapping_traffic(&sequence, &grid, by_rows, COUNT(room), &rows, NULL), OK);
	assert_true(rows.most == 2 * 8 * 10);
	sequence_release(&sequence);
}

/* All ways to place the processes from p on, with so much room left. */
static void try_all(const struct sequence *sequence, const struct grid *grid, size_t *room, size_t n, size_t p,
		    size_t *node, struct mapping_traffic *least)
{
	if (p == grid_processes(grid)) {
		struct mapping_traffic traffic;

		assert_int_equal(mapping_traffic(sequence, grid, node, n, &traffic, NULL), OK);
		if (traffic.most < least->most || (traffic.most == least->most && traffic.all < least->all))
			*least = traffic;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (room[i] == 0)
			continue;
		room[i]--;
		node[p] = i;
		try_all(sequence, grid, room, n, p + 1, node, least);
		room[i]++;
	}
}

/* Small grids, drawn, on nodes of the same room and of unlike. */
static void small_grids_are_mapped_in_the_best_of_all_ways(void **state)
{
	size_t best = 0;
	double worst = 1;
	struct random random;

	(void)state;
	random_init(&random, SEED);
	for (size_t trial = 0; trial < TRIALS; trial++) {
		struct domain domain = {.ndims = 1 + random_below(&random, 3), .extent = {1, 1, 1}, .element = 1};
		size_t room[3] = {0}, n = 2 + random_below(&random, 2), node[MOST_PROCESSES];
		bool alike = random_below(&random, 2) == 0;
		struct mapping_traffic found, least = {INFINITY, INFINITY};
		struct grid grid = {{1, 1, 1}};
		struct sequence sequence;

		do {
			for (size_t d = 0; d < domain.ndims; d++)
				grid.n[d] = 1 + random_below(&random, 6);
		} while (grid_processes(&grid) > (n == 2 ? MOST_PROCESSES : 9) || grid_processes(&grid) < n ||
			 (alike && grid_processes(&grid) % n));
		for (size_t d = 0; d < domain.ndims; d++) {
			domain.extent[d] = grid.n[d] * (2 + random_below(&random, 20));
			domain.periodic[d] = random_below(&random, 3) == 0;
		}
		for (size_t i = 0; i < n; i++)
			room[i] = grid_processes(&grid) / n;
		room[0] += grid_processes(&grid) % n;
		if (!alike && room[1] > 1) {
			room[1]--;
			room[0]++;
		}
		sequence = exchange_of(&domain, 1 + random_below(&random, 2));
		assert_int_equal(mapping_find(&sequence, &grid, room, n, node, &found, NULL), OK);
		try_all(&sequence, &grid, room, n, 0, node, &least);
		assert_true(found.most >= least.most);
		best += found.most == least.most;
		worst = least.most > 0 ? fmax(worst, found.most / least.most) : worst;
		sequence_release(&sequence);
	}
	printf("seed %llu: %zu of %d the best, at worst %.3g times as much\n", (unsigned long long)SEED, best, TRIALS,
	       worst);
	assert_int_equal(best, TRIALS);
}

/* A mapping as text. */
static char *written(enum mapping_format format, const char *const *hosts, const size_t *node, size_t n,
		     size_t processes)
{
	FILE *out = tmpfile();
	char *text = calloc(1, 4096);

	assert_true(out && text);
	assert_int_equal(mapping_write(format, hosts, node, n, processes, out, NULL), OK);
	rewind(out);
	assert_true(fread(text, 1, 4095, out) > 0);
	fclose(out);
	return text;
}

static void mappings_are_written_as_launchers_read_them(void **state)
{
	static const char *const hosts[] = {"a", "b"};
	static const size_t node[] = {0, 1, 0, 0, 1};
	static const char *const texts[MAPPING_FORMATS] = {
		[MAPPING_RANKFILE] = ("rank 0=a slot=0\nrank 2=a slot=1\nrank 3=a slot=2\nrank 1=b slot=0\n"
				      "rank 4=b slot=1\n"),
		[MAPPING_HYDRA] = "a:1\nb:1\na:1\na:1\nb:1\n",
		[MAPPING_RANK_ORDER] = "0,2,3\n1,4\n",
		[MAPPING_SLURM] = "a\nb\na\na\nb\n",
	};

	(void)state;
	for (size_t f = 0; f < MAPPING_FORMATS; f++) {
		char *text = written((enum mapping_format)f, hosts, node, 2, COUNT(node));

		assert_string_equal(text, texts[f]);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_square_grid_gets_square_boxes),
		cmocka_unit_test(small_grids_are_mapped_in_the_best_of_all_ways),
		cmocka_unit_test(mappings_are_written_as_launchers_read_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
