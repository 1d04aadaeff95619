/* Rule files of Open MPI's coll/tuned, as 4.1 and 5.0 read them: what can be written is read again and the same. */

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/tuned_check.h"
#include "rules/tuned_write.h"

static void same_rules(const struct tuned_communicator *a, const struct tuned_communicator *b, bool fifth)
{
	FUZZ_REQUIRE(a->processes == b->processes && a->n == b->n, "another communicator");
	for (size_t i = 0; i < a->n; i++) {
		const struct tuned_rule *x = &a->rules[i], *y = &b->rules[i];

		FUZZ_REQUIRE(x->bytes == y->bytes && x->algorithm == y->algorithm && x->fanout == y->fanout &&
				     x->segment == y->segment,
			     "rule %zu is another", i);
		FUZZ_REQUIRE(y->fifth == (fifth && x->fifth) && (!y->fifth || x->requests == y->requests),
			     "rule %zu has another fifth number", i);
	}
}

static void same_file(const struct tuned_file *a, const struct tuned_file *b, bool fifth)
{
	FUZZ_REQUIRE(a->n == b->n, "%zu operations were written, %zu are read", a->n, b->n);
	for (size_t o = 0; o < a->n; o++) {
		FUZZ_REQUIRE(a->list[o].id == b->list[o].id && a->list[o].n == b->list[o].n, "another operation");
		for (size_t c = 0; c < a->list[o].n; c++)
			same_rules(&a->list[o].list[c], &b->list[o].list[c], fifth);
	}
}

static bool has_negative(const struct tuned_file *file)
{
	bool found = false;

	for (size_t o = 0; o < file->n; o++)
		for (size_t c = 0; c < file->list[o].n; c++) {
			const struct tuned_communicator *of = &file->list[o].list[c];

			found = found || of->processes < 0;
			for (size_t i = 0; i < of->n; i++)
				found = found || of->rules[i].fanout < 0 || of->rules[i].requests < 0;
		}
	return found;
}

static void write_and_read(const struct tuned_file *file, enum tuned_edition edition)
{
	struct error err = {0};
	struct tuned_file again;
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	enum status status;

	FUZZ_REQUIRE(out, "no memory");
	status = edition == TUNED_5_0 ? tuned_write_version_2(out, file, "fuzzed\n", &err)
				      : tuned_write(out, file, "fuzzed\n", &err);
	fclose(out);
	/* A number that was too large for an int is written as the negative one that the library makes of it. */
	if (fuzz_accepted(status, &err) && !has_negative(file)) {
		FUZZ_REQUIRE(tuned_read_as(edition, text, length, &again, &err) == OK, "%s", err.text);
		FUZZ_REQUIRE(!*again.ignored && again.left_at == 0, "what was written is ignored: %s\n%s",
			     again.ignored, text);
		same_file(file, &again, edition == TUNED_5_0);
		tuned_release(&again);
	}
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	for (int edition = TUNED_4_1; edition <= TUNED_6_0; edition++) {
		struct error err = {0};
		struct tuned_file file;
		struct rule_effects effects = {.n = 0};

		FUZZ_REQUIRE(tuned_read_as((enum tuned_edition)edition, text, strlen(text), &file, &err) == OK, "%s",
			     err.text);
		FUZZ_REQUIRE(tuned_check(&file, &effects, &err) == OK, "%s", err.text);
		FUZZ_REQUIRE(!*file.ignored || effects.n > 0, "a file is ignored without a word");
		if (!*file.ignored && edition < TUNED_6_0)
			write_and_read(&file, (enum tuned_edition)edition);
		rule_effects_release(&effects);
		tuned_release(&file);
	}
	free(text);
	return 0;
}
