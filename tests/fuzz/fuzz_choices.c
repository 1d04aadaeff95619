/* Tables of algorithms, as text and as JSON, and lists of them: what is accepted is written in both forms, read again
 * and the same, and a call finds the same row. */

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/choice.h"

static bool same_order(const struct algorithm_choice *a, const struct algorithm_choice *b)
{
	return !a->order || !b->order ? a->order == b->order
				      : memcmp(a->order, b->order, a->processes[0] * sizeof(*a->order)) == 0;
}

static void same_rows(const struct choices *a, const struct choices *b, const char *text)
{
	FUZZ_REQUIRE(a->n == b->n, "%zu rows were written, %zu are read:\n%s", a->n, b->n, text);
	for (size_t i = 0; i < a->n; i++) {
		const struct algorithm_choice *x = &a->list[i], *y = &b->list[i];

		FUZZ_REQUIRE(x->collective == y->collective && x->algorithm == y->algorithm &&
				     memcmp(x->processes, y->processes, sizeof(x->processes)) == 0 &&
				     memcmp(x->bytes, y->bytes, sizeof(x->bytes)) == 0 && x->segment == y->segment &&
				     x->fanout == y->fanout && x->split == y->split && same_order(x, y),
			     "row %zu is another:\n%s", i, text);
	}
}

static void write_and_read(const struct choices *choices, bool json)
{
	struct choices again = {.n = 0};
	struct error err = {0};
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	enum status status;

	FUZZ_REQUIRE(out, "no memory");
	status = json ? choices_write_json(choices, "fuzzed", out, &err) : choices_write(choices, out, &err);
	fclose(out);
	FUZZ_REQUIRE(status == OK, "not written: %s", err.text);
	FUZZ_REQUIRE(choices_read(&again, text, &err) == OK, "what was written is refused: %s\n%s", err.text, text);
	same_rows(choices, &again, text);
	choices_release(&again);
	free(text);
}

/* Calls of each operation find a row that they belong to. */
static void find(const struct choices *choices)
{
	static const uint64_t bytes[] = {0, 1000, (uint64_t)1 << 40};
	static const int processes[] = {1, 4, 1000};

	for (size_t i = 0; i < choices->n; i++)
		for (int k = 0; k < 9; k++) {
			enum collective collective = choices->list[i].collective;
			const struct algorithm_choice *row =
				choices_row(choices, collective, processes[k / 3], 0, bytes[k % 3]);

			FUZZ_REQUIRE(!row || (row->collective == collective && row->bytes[0] <= bytes[k % 3] &&
					      row->bytes[1] >= bytes[k % 3] &&
					      row->processes[0] <= (uint64_t)processes[k / 3] &&
					      row->processes[1] >= (uint64_t)processes[k / 3]),
				     "a call belongs to row %zu", row ? (size_t)(row - choices->list) : 0);
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct choices table = {.n = 0}, list = {.n = 0};
	struct error err = {0}, list_err = {0};
	char *text = fuzz_text(data, size);

	if (fuzz_accepted(choices_read(&table, text, &err), &err)) {
		write_and_read(&table, false);
		write_and_read(&table, true);
		find(&table);
	}
	if (fuzz_accepted(choices_parse(&list, text, &list_err), &list_err))
		find(&list);
	choices_release(&table);
	choices_release(&list);
	free(text);
	return 0;
}
