/* A message's time as pieces of lines: of models whose overheads rise and fall, as measured ones do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "exchange/pieces.h"
#include "model/file/file.h"

enum { KNOTS = 12, HEADER = 16, EAGER = 65536, MOST = 20001 };

/* A file of a plogp model of two processes, each of whose curves has these values at 0, 1, 2, 4, ... bytes. */
static struct model *model_of(double L, double curves[4][KNOTS])
{
	static const char *const names[] = {"o_s", "o_r", "o_r_expected", "g"};
	char path[] = "pieces-XXXXXX";
	int file = mkstemp(path);
	FILE *out = fdopen(file, "w");
	struct error err = {0};
	struct model *model;

	assert_non_null(out);
	fprintf(out,
		"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"plogp\", \"processes\": 2, \"provenance\": "
		"{\"ports\": \"fair\"}, \"parameters\": {\"L\": %.17g",
		L);
	for (int c = 0; c < 4; c++) {
		fprintf(out, ", \"%s\": {\"bytes\": [0", names[c]);
		for (int k = 1; k < KNOTS; k++)
			fprintf(out, ", %d", k == 1 ? 1 : 1 << (2 * k - 3));
		fprintf(out, "], \"seconds\": [%.17g", curves[c][0]);
		for (int k = 1; k < KNOTS; k++)
			fprintf(out, ", %.17g", curves[c][k]);
		fprintf(out, "]}");
	}
	fprintf(out, "}}\n");
	fclose(out);
	model = model_read(path, &err);
	unlink(path);
	if (!model)
		fail_msg("%s", err.text);
	return model;
}

static double time_of(const struct pieces *pieces, size_t bytes)
{
	const struct message_piece *piece = pieces->list;
	double seconds = 0;

	for (size_t i = 1; i < pieces->n && pieces->list[i].from <= bytes; i++)
		piece = &pieces->list[i];
	for (int part = 0; part < MESSAGE_PARTS; part++)
		if (part != PART_ISEND)
			seconds += piece->of[part].constant +
				   piece->of[part].slope * ((double)bytes + (part == PART_WIRE ? HEADER : 0));
	return seconds;
}

/* Of a network whose empty messages take some 200 us and whose bytes 0.8 us, and where the receives of short messages
 * were found at work or not. */
static void short_messages_take_what_the_model_says(void **state)
{
	double curves[4][KNOTS] = {{12e-6, 12e-6, 12e-6, 12e-6},
				   {26e-6, 65e-6, 12e-6, 59e-6},
				   {59e-6, 5e-6, 13e-6, 45e-6},
				   {19e-6, 22e-6, 29e-6, 35e-6}};
	const struct link any = {LINK_ANY, LINK_ANY};
	struct pieces pieces;
	struct model *model;

	(void)state;
	for (int k = 4; k < KNOTS; k++) {
		double bytes = 1 << (2 * k - 3);

		curves[0][k] = 12e-6, curves[1][k] = curves[2][k] = 10e-6, curves[3][k] = 20e-6 + 0.8e-6 * bytes;
	}
	model = model_of(211e-6, curves);
	assert_int_equal(pieces_init(&pieces, model, EAGER, HEADER, NULL), OK);
	for (size_t bytes = 0; bytes < 100; bytes++) {
		double off = time_of(&pieces, bytes) / model_p2p(model, any, bytes) - 1;

		if (!(fabs(off) < 6e-3))
			fail_msg("%zu bytes: %.2f %% off", bytes, 100 * off);
	}
	assert_true(pieces.off_most < 6e-3);
	pieces_release(&pieces);
	model_free(model);
}

/* Whatever overheads do: there is an end of pieces, and off_most tells how far any is off. */
static void any_model_has_an_end_of_pieces_and_its_error_is_told(void **state)
{
	const uint64_t seed = 20261128;
	const struct link any = {LINK_ANY, LINK_ANY};
	struct random random;

	(void)state;
	random_init(&random, seed);
	for (int draw = 0; draw < 40; draw++) {
		double curves[4][KNOTS];
		struct pieces pieces;
		struct model *model;

		for (int c = 0; c < 4; c++)
			for (int k = 0; k < KNOTS; k++)
				curves[c][k] = exp(-14 + 4 * random_uniform(&random)) +
					       (c == 3 && k > 0 ? curves[c][k - 1] : 0);
		model = model_of(draw % 4 == 0 ? 0 : 1e-4 * random_uniform(&random), curves);
		assert_int_equal(pieces_init(&pieces, model, draw % 2 ? EAGER : UINT64_MAX, HEADER, NULL), OK);
		if (pieces.n > MOST + 200)
			fail_msg("seed %llu, draw %d: %zu pieces", (unsigned long long)seed, draw, pieces.n);
		for (size_t i = 0; i < pieces.n; i++) {
			double whole = model_p2p(model, any, pieces.list[i].from),
			       off = time_of(&pieces, pieces.list[i].from) / whole - 1;

			if (whole > 0 && !(fabs(off) <= pieces.off_most + 1e-9))
				fail_msg("seed %llu, draw %d, %zu bytes: %g off, not %g", (unsigned long long)seed,
					 draw, pieces.list[i].from, off, pieces.off_most);
		}
		pieces_release(&pieces);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_messages_take_what_the_model_says),
		cmocka_unit_test(any_model_has_an_end_of_pieces_and_its_error_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
