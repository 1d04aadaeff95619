#ifndef SONDE_TEST_STORE_PLACE_H
#define SONDE_TEST_STORE_PLACE_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"

/* What the tests of the store share; cmocka.h and what it needs come before it. */

/* Every test has a folder of its own and a path for a store in it. */
struct place {
	char folder[64];
	char path[80];
	char log[96];     /* the store's write-ahead log */
	char journal[96]; /* or its rollback journal */
};

static inline int make_place(void **state)
{
	struct place *place = calloc(1, sizeof *place);

	if (!place)
		return -1;
	snprintf(place->folder, sizeof place->folder, "/tmp/sonde-test-store-XXXXXX");
	if (!mkdtemp(place->folder))
		return -1;
	snprintf(place->path, sizeof place->path, "%s/a.sonde", place->folder);
	snprintf(place->log, sizeof place->log, "%s-wal", place->path);
	snprintf(place->journal, sizeof place->journal, "%s-journal", place->path);
	*state = place;
	return 0;
}

static inline int remove_place(void **state)
{
	struct place *place = *state;

	chmod(place->folder, 0700);
	unlink(place->path);
	unlink(place->log);
	unlink(place->journal);
	rmdir(place->folder);
	free(place);
	return 0;
}

static const struct experiment roundtrip = {EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 1, 10, 2, 0, {.compute = 0}};

static inline struct store *must_open(const char *path, int create)
{
	struct error err = {0};
	struct store *store = store_open(path, create, &err);

	assert_string_equal(err.text, "");
	assert_non_null(store);
	return store;
}

/* As store_begin, for an estimation of plogp of which no more is known. */
static inline enum status begin_run(struct store *store, const char *name, const struct circumstances *circumstances,
				    int64_t *id, struct error *err)
{
	struct purpose purpose = purpose_of(PURPOSE_ESTIMATE, "estimate plogp fast");
	const struct run_begin begin = {
		.name = name, .purpose = &purpose, .statistic = STATISTIC_UNKNOWN, .circumstances = circumstances};

	snprintf(purpose.model, sizeof purpose.model, "plogp");
	snprintf(purpose.method, sizeof purpose.method, "fast");
	return store_begin(store, &begin, id, err);
}

static inline int64_t must_begin(struct store *store, const char *name)
{
	struct circumstances none = {0};
	struct error err = {0};
	int64_t id = 0;

	assert_int_equal(begin_run(store, name, &none, &id, &err), OK);
	return id;
}

static inline long file_size(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

#define IN_A_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

#endif
