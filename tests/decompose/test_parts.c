#include "table_1.h"

#include "decompose/exchange.h"

static const size_t none[DOMAIN_DIMS] = {0};

static void domains_that_cannot_be_are_refused(void **state)
{
	static const struct {
		struct domain domain;
		const char *why;
	} cases[] = {
		{{.ndims = 2, .extent = {1 << 24, 1 << 24, 1}, .element = 1 << 20}, "too large"},
		{{.ndims = 2, .extent = {1 << 24, 1 << 24, 1}, .element = 1 << 15}, "too large"},
		{{.ndims = 0, .extent = {1, 1, 1}, .element = 1}, "1 to 3"},
		{{.ndims = 2, .extent = {0, 1, 1}, .element = 1}, "dimension 1"},
		{{.ndims = 2, .extent = {1, (1 << 24) + 1, 1}, .element = 1}, "dimension 2"},
		{{.ndims = 2, .extent = {1, 1, 1}, .element = 0}, "elements of 0 bytes"},
	};
	const struct domain large = {.ndims = 2, .extent = {1 << 24, 1 << 24, 1}, .element = 1 << 13};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct error err = {0};

		assert_int_equal(domain_check(&cases[i].domain, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, cases[i].why));
	}
	assert_int_equal(domain_check(&large, NULL), OK);
}

/* Each element is in one part, and parts differ by one element at most along a dimension. */
static void parts_make_up_the_domain(void **state)
{
	static const struct {
		struct domain domain;
		struct grid grid;
	} cases[] = {
		{{.ndims = 1, .extent = {10, 1, 1}, .element = 1}, {{3, 1, 1}}},
		{{.ndims = 2, .extent = {7, 5, 1}, .element = 1}, {{3, 2, 1}}},
		{{.ndims = 3, .extent = {7, 5, 11}, .element = 1}, {{7, 2, 4}}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		int seen[7 * 5 * 11] = {0};
		const size_t *extent = cases[i].domain.extent;

		for (size_t p = 0; p < grid_processes(&cases[i].grid); p++) {
			struct box part = domain_part(&cases[i].domain, &cases[i].grid, p);

			for (size_t e = 0; e < part.length[0] * part.length[1] * part.length[2]; e++) {
				size_t x = part.from[0] + e % part.length[0],
				       y = part.from[1] + e / part.length[0] % part.length[1],
				       z = part.from[2] + e / part.length[0] / part.length[1];

				seen[x + extent[0] * (y + extent[1] * z)]++;
			}
			for (size_t d = 0; d < DOMAIN_DIMS; d++)
				assert_in_range(part.length[d], extent[d] / cases[i].grid.n[d],
						extent[d] / cases[i].grid.n[d] + 1);
		}
		for (size_t e = 0; e < extent[0] * extent[1] * extent[2]; e++)
			assert_int_equal(seen[e], 1);
	}
}

static void faces_of_three_dimensions_are_strided_but_for_the_slowest(void **state)
{
	const struct domain cube = {.ndims = 3, .extent = {64, 48, 32}, .element = 8};
	const struct grid grid = {{2, 3, 4}};
	const size_t border[DOMAIN_DIMS] = {2, 1, 3};
	struct model *model = das();
	struct part_message face;
	double seconds;

	(void)state;
	assert_true(exchange_message(&cube, &grid, border, 0, &face));
	assert_int_equal(face.bytes, 2 * 16 * 8 * 8);
	assert_true(face.strided_sender && face.strided_receiver);
	assert_close(face.stride, 36.0 / 2);
	assert_true(exchange_message(&cube, &grid, border, 1, &face));
	assert_int_equal(face.bytes, 36 * 1 * 8 * 8);
	assert_true(face.strided_sender);
	assert_close(face.stride, 18.0);
	assert_true(exchange_message(&cube, &grid, border, 2, &face));
	assert_int_equal(face.bytes, 36 * 18 * 3 * 8);
	assert_false(face.strided_sender);
	assert_int_equal(exchange_seconds(model, &cube, &grid, border, &seconds, NULL), OK);
	assert_close(seconds,
		     2 * (path(model, NN, 2048, 'f') + path(model, NN, 2304, 'f') + path(model, CC, 15552, 'f')));
	assert_false(exchange_message(&cube, &(struct grid){{1, 3, 4}}, border, 0, &face));
	assert_false(exchange_message(&cube, &grid, none, 0, &face));
	assert_false(exchange_is_possible(&cube, &(struct grid){{2, 3, 16}}, border));
	assert_true(exchange_is_possible(&cube, &(struct grid){{2, 48, 1}}, border));
	model_free(model);
}

/* From columns to rows of 4 x 4: each process sends 3 blocks of 128 x 128, cut out of columns, into rows. */
static void a_redistribution_sends_what_others_have_of_a_part(void **state)
{
	struct model *model = das();
	const struct grid columns = grid_of(4, 1), rows = grid_of(1, 4);
	double seconds = NAN, busy, received;

	(void)state;
	assert_int_equal(redistribution_seconds(model, &image, &columns, &columns, &seconds, NULL), OK);
	assert_close(seconds, 0);
	assert_int_equal(redistribution_seconds(model, &image, &columns, &rows, &seconds, NULL), OK);
	busy = fmax(3 * path(model, CN, 65536, 's'), 2 * path(model, CN, 65536, 's') + path(model, CN, 65536, 'f'));
	received = fmax(3 * path(model, CN, 65536, 'r'), 2 * path(model, CN, 65536, 'r') + path(model, CN, 65536, 'f'));
	assert_close(seconds, fmax(busy, received));
	/* 1 process to 2: half of the domain, which is contiguous. */
	assert_int_equal(redistribution_seconds(model, &image, &(struct grid){{1, 1, 1}}, &(struct grid){{1, 2, 1}},
						&seconds, NULL),
			 OK);
	assert_close(seconds, fmax(path(model, CC, 524288, 's'),
				   fmax(path(model, CC, 524288, 'r'), path(model, CC, 524288, 'f'))));
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(domains_that_cannot_be_are_refused),
		cmocka_unit_test(parts_make_up_the_domain),
		cmocka_unit_test(faces_of_three_dimensions_are_strided_but_for_the_slowest),
		cmocka_unit_test(a_redistribution_sends_what_others_have_of_a_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
