/* What other benchmarks print, and configurations of Dimemas: times that are read can be, and a model from a
 * configuration is the same after it was written and read. */

#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "exchange/benchmark.h"
#include "exchange/dimemas.h"

static void read_times(const char *text)
{
	struct benchmark_lines lines;
	struct error err = {0};

	if (fuzz_accepted(benchmark_read(text, "fuzzed", &lines, &err), &err)) {
		FUZZ_REQUIRE(lines.n > 0, "no line is accepted:\n%s", text);
		for (size_t i = 0; i < lines.n; i++)
			FUZZ_REQUIRE(lines.list[i].seconds > 0 && isfinite(lines.list[i].seconds), "%zu B in %g s",
				     lines.list[i].bytes, lines.list[i].seconds);
	}
	benchmark_release(&lines);
}

static bool same(double one, double other)
{
	return fabs(one - other) <= 4e-16 * fabs(one);
}

static void read_model(const char *text)
{
	struct error err = {0};
	struct model *model = dimemas_read(text, "fuzzed", &err), *again;
	char *written = NULL;
	size_t length;
	FILE *out;

	if (!model) {
		fuzz_accepted(err.status, &err);
		return;
	}
	out = open_memstream(&written, &length);
	FUZZ_REQUIRE(out && dimemas_write(model, model->processes, out, &err) == OK, "not written: %s", err.text);
	fclose(out);
	again = dimemas_read(written, "again", &err);
	FUZZ_REQUIRE(again, "what was written is refused: %s\n%s", err.text, written);
	FUZZ_REQUIRE(again->processes == model->processes &&
			     same(model_value(model, 0, "alpha", 0), model_value(again, 0, "alpha", 0)) &&
			     same(model_value(model, 0, "beta", 0), model_value(again, 0, "beta", 0)),
		     "what was written is another model:\n%s", written);
	model_free(again);
	model_free(model);
	free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	read_times(text);
	read_model(text);
	free(text);
	return 0;
}
