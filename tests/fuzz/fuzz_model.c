/* Model files: what is accepted is written, read again and the same; a file is read as its text is. */

#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/file/file.h"

static bool same_number(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static void same_numbers(const double *a, const double *b, size_t n, const char *what)
{
	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(same_number(a[i], b[i]), "%s %zu was %.17g and is %.17g", what, i, a[i], b[i]);
}

static bool same_text(const char *a, const char *b)
{
	return !a || !b ? a == b : strcmp(a, b) == 0;
}

static void same_parameter(const struct parameter *a, const struct parameter *b)
{
	size_t n = a->curve.n;
	bool known = n > 0 && a->low && a->high;

	FUZZ_REQUIRE(n == b->curve.n, "a parameter had %zu values and has %zu", n, b->curve.n);
	same_numbers(a->curve.x, b->curve.x, n, "size");
	same_numbers(a->curve.y, b->curve.y, n, "value");
	FUZZ_REQUIRE(known == (b->low && b->high), "an interval was known or not");
	same_numbers(a->low, b->low, known ? n : 0, "low bound");
	same_numbers(a->high, b->high, known ? n : 0, "high bound");
}

static void same_processes(const struct model *a, const struct model *b)
{
	FUZZ_REQUIRE(!a->hosts == !b->hosts, "hosts were named or not");
	FUZZ_REQUIRE(!a->classes == !b->classes, "classes were given or not");
	for (size_t i = 0; a->hosts && i < a->processes; i++)
		FUZZ_REQUIRE(same_text(a->hosts[i], b->hosts[i]), "host %zu has another name", i);
	for (size_t i = 0; a->classes && i < a->processes; i++)
		FUZZ_REQUIRE(a->classes[i] == b->classes[i], "process %zu has another class", i);
}

static void same_facts(const struct model *a, const struct model *b)
{
	FUZZ_REQUIRE(a->facts.n == b->facts.n, "the provenance had %zu lines and has %zu", a->facts.n, b->facts.n);
	for (size_t i = 0; i < a->facts.n; i++) {
		const struct fact *x = &a->facts.list[i], *y = &b->facts.list[i];

		FUZZ_REQUIRE(same_text(x->name, y->name) && same_text(x->text, y->text) &&
				     (x->text || same_number(x->number, y->number)),
			     "line %zu of the provenance is another", i);
	}
}

static void same_model(const struct model *a, const struct model *b)
{
	FUZZ_REQUIRE(a->class == b->class && a->processes == b->processes && a->n_links == b->n_links,
		     "another class, or number of processes or links");
	for (size_t l = 0; l < a->n_links; l++)
		FUZZ_REQUIRE(a->links[l].from == b->links[l].from && a->links[l].to == b->links[l].to,
			     "link %zu is another", l);
	for (size_t i = 0; i < a->n_links * a->class->n_params; i++)
		same_parameter(&a->parameters[i], &b->parameters[i]);
	same_processes(a, b);
	same_facts(a, b);
}

/* A model that was accepted can be used: a message between its first two processes has a cost. */
static void use(const struct model *model)
{
	static const size_t sizes[] = {0, 1, 1000, (size_t)1 << 30};
	struct cost cost;

	for (size_t i = 0; model->processes > 1 && i < sizeof(sizes) / sizeof(sizes[0]); i++)
		model->class->cost(model, (struct link){0, 1}, sizes[i], &cost);
}

static void write_and_read(const struct model *model)
{
	struct error err = {0};
	char *text = model_text(model, &err), *again;
	struct model *other;

	FUZZ_REQUIRE(text, "a model is not written: %s", err.text);
	other = model_parse(text, "written", &err);
	FUZZ_REQUIRE(other, "what was written is refused: %s\n%s", err.text, text);
	same_model(model, other);
	again = model_text(other, &err);
	FUZZ_REQUIRE(again && strcmp(text, again) == 0, "written twice:\n%s\n%s", text, again);
	model_free(other);
	free(again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0}, file_err = {0};
	char *text = fuzz_text(data, size);
	struct model *model = model_parse(text, "input", &err), *read;
	struct fuzz_file file;

	fuzz_file_open(&file, data, size);
	read = model_read(file.path, &file_err);
	fuzz_file_close(&file);
	FUZZ_REQUIRE(fuzz_accepted(err.status, &err) == (model != NULL), "a model or an error");
	FUZZ_REQUIRE(fuzz_accepted(file_err.status, &file_err) == (read != NULL), "a model of a file or an error");
	if (strlen(text) == size)
		FUZZ_REQUIRE(!model == !read, "the text is accepted or refused, the file is not");
	else
		FUZZ_REQUIRE(!read, "a file with a byte 0 is accepted");
	if (model && read)
		same_model(model, read);
	if (model) {
		write_and_read(model);
		use(model);
	}
	model_free(model);
	model_free(read);
	free(text);
	return 0;
}
