#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/algorithm.h"

#define TEXT_MAX 65536

/* What an algorithm takes, as the table says it. */
static void takes_text(const struct algorithm_class *algorithm, char *text, size_t size)
{
	char fanout[64] = "";

	if (algorithm->takes & TAKES_FANOUT)
		snprintf(fanout, sizeof(fanout), ", fan-out (%d)", algorithm->fanout);
	snprintf(text, size, "%s%s%s%s", algorithm->takes & TAKES_SEGMENT ? ", segment" : "", fanout,
		 algorithm->takes & TAKES_ORDER ? ", order" : "", algorithm->takes & TAKES_GROUP ? ", groups" : "");
	if (*text)
		memmove(text, text + 2, strlen(text) - 1);
}

static void every_algorithm_is_in_the_document_under_its_operation_with_what_it_takes(void **state)
{
	static char text[TEXT_MAX];
	const char *source = getenv("SONDE_SOURCE");
	char path[4096];
	size_t missing = 0;
	FILE *file;

	(void)state;
	if (!source) {
		print_message("skipped: SONDE_SOURCE does not say where the document is\n");
		skip();
	}
	snprintf(path, sizeof(path), "%s/doc/algorithms.md", source);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_true(fread(text, 1, TEXT_MAX - 1, file) < TEXT_MAX - 1);
	fclose(file);
	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each)) {
		char heading[64], takes[128], row[1024];
		const char *section, *found, *next;

		takes_text(each, takes, sizeof(takes));
		snprintf(heading, sizeof(heading), "\n## %s\n", collective_words[each->collective]);
		snprintf(row, sizeof(row), "\n| %s | %s | %s | %s |\n", each->name, each->about, takes,
			 each->libraries ? each->libraries : "");
		section = strstr(text, heading);
		found = section ? strstr(section, row) : NULL;
		next = section ? strstr(section + 1, "\n## ") : NULL;
		if (!found || (next && found > next)) {
			print_message("%s: this row is missing:%s", collective_words[each->collective], row);
			missing++;
		}
	}
	assert_int_equal(missing, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_algorithm_is_in_the_document_under_its_operation_with_what_it_takes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
