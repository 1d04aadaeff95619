/*
 * What shell scripts do with a store by sonde's own functions. Arguments of sonde_test_store:
 *
 * - hold STORE: opens the store for writing, says "held" and keeps it until standard input ends
 * - collective STORE: adds a run of 8 processes with what standard input has, a line each: operation, algorithm (- for
 *   native), segment, root, bytes, seconds
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "sonde_test_store: %s: %s\n", what, why);
	return EXIT_FAILURE;
}

static int hold(const char *path)
{
	struct error err = {0};
	struct store *store = store_open(path, 1, &err);

	if (!store)
		return complain(path, err.text);
	puts("held");
	fflush(stdout);
	while (getchar() != EOF)
		;
	store_close(store);
	return EXIT_SUCCESS;
}

/* Three equal timings of each. */
static enum status add_lines(struct store *store, int64_t run, struct error *err)
{
	char operation[32], algorithm[32];
	enum status status = OK;
	unsigned segment, root, bytes;
	double seconds;

	while (status == OK &&
	       scanf("%31s %31s %u %u %u %lf", operation, algorithm, &segment, &root, &bytes, &seconds) == 6) {
		struct experiment what = {.kind = EXPERIMENT_COLLECTIVE,
					  .from = (int)root,
					  .to = (int)root,
					  .bytes = bytes,
					  .count = 1,
					  .loop = 1};
		struct observation timings[3] = {{.at = 0, .seconds = seconds, .send_seconds = 0},
						 {.at = 1, .seconds = seconds, .send_seconds = 0},
						 {.at = 2, .seconds = seconds, .send_seconds = 0}};

		what.setup.segment = segment;
		snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", operation);
		snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s",
			 strcmp(algorithm, "-") == 0 ? "" : algorithm);
		status = store_append(store, run, &what, timings, 3, err);
	}
	return status;
}

static int collective(const char *path)
{
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_COLLECTIVE, "measure collective");
	struct circumstances circumstances = {0};
	struct error err = {0};
	struct store *store = store_open(path, 1, &err);
	enum status status = store ? circumstances_processes(&circumstances, 8, &err) : err.status;
	int64_t run = 0;

	if (status == OK)
		status = store_begin(store,
				     &(struct run_begin){.purpose = &purpose,
							 .statistic = STATISTIC_UNKNOWN,
							 .circumstances = &circumstances},
				     &run, &err);
	if (status == OK)
		status = add_lines(store, run, &err);
	if (status == OK)
		status = store_end(store, run, &err);
	circumstances_release(&circumstances);
	store_close(store);
	return status == OK ? EXIT_SUCCESS : complain(path, err.text);
}

int main(int argc, char **argv)
{
	const char *what = argc == 3 ? argv[1] : "";

	if (strcmp(what, "collective") == 0)
		return collective(argv[2]);
	if (strcmp(what, "hold") == 0)
		return hold(argv[2]);
	return complain(argv[0], "hold STORE or collective STORE");
}
