/* Selections of MPICH: rules that are taken from one can be written, and the library begins with them. */

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/mpich.h"

enum { PROCESSES = 5 };

/* Whether all rules name algorithms that can be chosen. */
static bool can_be_written(const struct tuned_file *file)
{
	bool can = true;

	for (size_t o = 0; o < file->n; o++)
		for (size_t c = 0; c < file->list[o].n; c++)
			for (size_t i = 0; i < file->list[o].list[c].n; i++)
				can = can &&
				      file->list[o].list[c].rules[i].algorithm < mpich_class(file->list[o].id)->n;
	return can;
}

static void write_and_read(const struct tuned_file *file)
{
	struct error err = {0};
	struct mpich_tree again;
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	enum status status;

	FUZZ_REQUIRE(out, "no memory");
	status = mpich_write(out, file, "fuzzed\n", &err);
	fclose(out);
	if (fuzz_accepted(status, &err)) {
		FUZZ_REQUIRE(mpich_read(text, length, &again, &err) == OK, "%s", err.text);
		FUZZ_REQUIRE(!*again.aborts && again.left_at == 0, "what was written aborts: %s\n%s", again.aborts,
			     text);
		for (int i = 0; mpich_own[i].operation; i++) {
			struct mpich_call call = {.operation = mpich_own[i].operation,
						  .processes = PROCESSES,
						  .nodes = 1,
						  .hierarchy = MPICH_IS_PARENT,
						  .commutes = true,
						  .built_in = true};

			mpich_call_size(&call, 100);
			FUZZ_REQUIRE(mpich_find(&again, &call), "what was written has no %s", call.operation);
		}
		mpich_release(&again);
	}
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct mpich_tree tree;
	struct rule_effects effects = {.n = 0};
	struct tuned_file rules = {.n = 0};
	char *text = fuzz_text(data, size);

	FUZZ_REQUIRE(mpich_read(text, strlen(text), &tree, &err) == OK, "%s", err.text);
	FUZZ_REQUIRE(mpich_check(&tree, &effects, &err) == OK, "%s", err.text);
	FUZZ_REQUIRE(!*tree.aborts || effects.n > 0, "programs abort without a word");
	if (!*tree.aborts && tree.root > 0) {
		FUZZ_REQUIRE(mpich_all_rules(&tree, PROCESSES, &rules, &err) == OK, "%s", err.text);
		if (can_be_written(&rules))
			write_and_read(&rules);
		tuned_release(&rules);
	}
	rule_effects_release(&effects);
	mpich_release(&tree);
	free(text);
	return 0;
}
