#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "place.h"
#include "store/store.h"

enum { TEXT_MOST = 65536 };

/* The text of doc/store.md; skips the test if its place is not known. */
static char *read_document(void)
{
	static char text[TEXT_MOST];
	const char *source = getenv("SONDE_SOURCE");
	char path[4096];
	FILE *file;
	size_t n;

	if (!source) {
		print_message("skipped: SONDE_SOURCE does not say where the document is\n");
		skip();
	}
	snprintf(path, sizeof(path), "%s/doc/store.md", source);
	file = fopen(path, "r");
	assert_non_null(file);
	n = fread(text, 1, TEXT_MOST - 1, file);
	fclose(file);
	assert_true(n < TEXT_MOST - 1);
	text[n] = '\0';
	return text;
}

/* Copies the next indented block of the document, a query, into query; returns what follows it, NULL if there is none.
 */
static char *next_query(char *text, char *query, size_t room)
{
	size_t used = 0;

	query[0] = '\0';
	while (*text && (used == 0 || strncmp(text, "    ", 4) == 0)) {
		size_t length = strcspn(text, "\n");

		if (strncmp(text, "    ", 4) == 0)
			used += (size_t)snprintf(query + used, room - used, "%.*s\n", (int)length, text);
		assert_true(used < room);
		text += length + (text[length] == '\n');
	}
	return used ? text : NULL;
}

/* Whether the query runs to its end on the store; says why not. */
static bool runs_through(sqlite3 *db, const char *query)
{
	char *message = NULL;
	bool well = sqlite3_exec(db, query, NULL, NULL, &message) == SQLITE_OK;

	if (!well)
		print_message("%s: %s\n", message, query);
	sqlite3_free(message);
	return well;
}

static void the_queries_of_the_document_run_on_a_store(void **state)
{
	struct place *place = *state;
	char *text = read_document(), query[2000];
	size_t n = 0, wrong = 0;
	sqlite3 *db = NULL;

	store_close(must_open(place->path, 1));
	assert_int_equal(sqlite3_open_v2(place->path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	while ((text = next_query(text, query, sizeof(query)))) {
		n++;
		wrong += !runs_through(db, query);
	}
	sqlite3_close(db);
	assert_true(n >= 5);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_queries_of_the_document_run_on_a_store, make_place, remove_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
