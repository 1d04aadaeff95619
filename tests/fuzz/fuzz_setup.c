/* Setups of experiments as stores keep them, and the lists of processes in them. */

#include "fuzz.h"

#include <string.h>
#include <stdlib.h>

#include "sample/process_list.h"
#include "sample/setup.h"

enum { PROCESSES_MOST = 64, LIST_TEXT = 4 * PROCESSES_MOST };

static void write_and_read_list(const int *list, size_t n)
{
	char text[LIST_TEXT];
	int again[PROCESSES_MOST];
	struct error err = {0};

	for (size_t i = 0; i < n; i++)
		FUZZ_REQUIRE(list[i] >= 0 && (size_t)list[i] < n, "%d of %zu processes", list[i], n);
	FUZZ_REQUIRE(process_list_format(list, n, text, sizeof(text)), "no room for %zu processes", n);
	FUZZ_REQUIRE(process_list_parse(text, n, again, &err) == OK, "\"%s\" was written: %s", text, err.text);
	FUZZ_REQUIRE(memcmp(list, again, n * sizeof(*list)) == 0, "\"%s\" was written and is another list", text);
	process_list_format(list, n, text, 8);
}

static void read_lists(const char *text)
{
	static const size_t processes[] = {1, 4, 8, PROCESSES_MOST};

	for (size_t i = 0; i < sizeof(processes) / sizeof(processes[0]); i++) {
		int *list = malloc(processes[i] * sizeof(*list));
		struct error err = {0}, groups_err = {0};

		FUZZ_REQUIRE(list, "no memory for a list");
		if (fuzz_accepted(process_list_parse(text, processes[i], list, &err), &err))
			write_and_read_list(list, processes[i]);
		if (fuzz_accepted(process_groups_parse(text, processes[i], list, &groups_err), &groups_err))
			write_and_read_list(list, processes[i]);
		free(list);
	}
}

static void write_and_read(const struct setup *setup)
{
	char text[SETUP_TEXT_MOST], text_again[SETUP_TEXT_MOST];
	struct setup again;
	struct error err = {0};

	setup_format(setup, text);
	FUZZ_REQUIRE(setup_parse(text, &again, &err) == OK, "\"%s\" was written: %s", text, err.text);
	FUZZ_REQUIRE(setup_same(setup, &again), "\"%s\" was written and is another setup", text);
	FUZZ_REQUIRE(strcmp(setup_format(&again, text_again), text) == 0, "\"%s\", then \"%s\"", text, text_again);
	for (int i = 0; i < 2; i++)
		FUZZ_REQUIRE(layout_span(&setup->layout[i], 0) == 0, "an empty message spans something");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct setup setup;
	struct error err = {0};

	if (fuzz_accepted(setup_parse(text, &setup, &err), &err)) {
		write_and_read(&setup);
		read_lists(setup.order);
		read_lists(setup.groups);
	}
	read_lists(text);
	free(text);
	return 0;
}
