#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "rules/tuned.h"

/*
 * Rule files drawn at random, whole and broken, are read by Open MPI's own functions and by sonde's: both ignore the
 * same files, and find the same algorithm, fan-out and segment for all operations, processes and sizes.
 *
 *   sonde_test_rules mca_coll_tuned.so FILES SEED
 */
enum { ROOM = 1 << 16, PROBES = 400 };

struct library {
	int (*read)(char *path, void **rules, int operations);
	void *(*communicator)(void *rules, int id, int processes);
	int (*rule)(void *communicator, size_t bytes, int *fanout, int *segment, int *requests);
	void (*release)(void *rules, int operations);
};

static void take(void *tuned, const char *name, void *to)
{
	void *symbol = dlsym(tuned, name);

	if (!symbol) {
		printf("not ok: the library has no %s\n", name);
		exit(1);
	}
	memcpy(to, &symbol, sizeof(symbol));
}

static void library_open(struct library *library, const char *path)
{
	void *tuned = dlopen(path, RTLD_LAZY);

	if (!tuned) {
		printf("not ok: %s cannot be loaded\n", path);
		exit(1);
	}
	take(tuned, "ompi_coll_tuned_read_rules_config_file", &library->read);
	take(tuned, "ompi_coll_tuned_get_com_rule_ptr", &library->communicator);
	take(tuned, "ompi_coll_tuned_get_target_method_params", &library->rule);
	take(tuned, "ompi_coll_tuned_free_all_rules", &library->release);
}

/* A text that grows. */
struct drawn {
	struct random random;
	char text[ROOM];
	size_t n;
	bool plain; /* decimal numbers of any size; else numbers that may be read as others stay small: the library
		       makes room for as many as are announced */
};

static size_t below(struct drawn *d, size_t n)
{
	return random_below(&d->random, n);
}

static void put(struct drawn *d, long number)
{
	static const char *const spaces[] = {" ", "\n", "\t", "  ", " # note 7\n", "\r\n"};
	static const char *const forms[] = {"%ld", "%ld", "%ld", "%ld", "%ld", "%ld", "+%ld", "0%ld", "0x%lx"};

	if (d->n + 64 > ROOM)
		return;
	d->n += (size_t)snprintf(d->text + d->n, ROOM - d->n,
				 forms[below(d, d->plain ? 7 : sizeof(forms) / sizeof(forms[0]))], number);
	d->n += (size_t)snprintf(d->text + d->n, ROOM - d->n, "%s", spaces[below(d, 6)]);
}

/* Numbers mostly ascend, and now and then do not. */
static long draw_next(struct drawn *d, long before, long step)
{
	return below(d, 12) == 0 ? (long)below(d, (size_t)step) : before + 1 + (long)below(d, (size_t)step);
}

static void draw_rules(struct drawn *d)
{
	long sizes = (long)below(d, 6), bytes = 0;

	put(d, sizes);
	for (long m = 0; m < sizes; m++) {
		bytes = m == 0 ? 0 : draw_next(d, bytes, 1L << below(d, d->plain ? 34 : 12));
		put(d, bytes);
		put(d, (long)below(d, 11));
		put(d, (long)below(d, 5));
		put(d, below(d, 3) == 0 ? 1L << below(d, d->plain ? 20 : 12) : 0);
	}
}

static void draw_file(struct drawn *d)
{
	long operations = (long)below(d, 8);

	d->n = 0;
	put(d, operations);
	for (long o = 0; o < operations; o++) {
		long communicators = (long)below(d, 5), processes = 0;

		put(d, (long)below(d, TUNED_OPERATIONS));
		put(d, communicators);
		for (long c = 0; c < communicators; c++) {
			processes = draw_next(d, processes, 40);
			put(d, processes);
			draw_rules(d);
		}
	}
}

/* Changes some characters, or cuts the end off. */
static void spoil(struct drawn *d)
{
	static const char odd[] = "-+#0x9 \n.,a8\"";

	for (size_t k = 1 + below(d, 3); k > 0 && d->n > 1; k--) {
		if (below(d, 3) == 0)
			d->n = below(d, d->n);
		else
			d->text[below(d, d->n)] = odd[below(d, sizeof(odd) - 1)];
	}
}

static bool differs(const struct library *library, void *rules, const struct tuned_file *file, int id, int processes,
		    size_t bytes)
{
	int fanout = 0, segment = 0, requests = 0, algorithm;
	void *theirs = library->communicator(rules, id, processes);
	const struct tuned_operation *operation = tuned_operation(file, id);
	const struct tuned_communicator *ours = operation ? tuned_communicator(operation, processes) : NULL;
	const struct tuned_rule *rule = ours ? tuned_rule(ours, bytes) : NULL;

	if (!theirs || !ours)
		return (theirs != NULL) != (ours != NULL);
	algorithm = library->rule(theirs, bytes, &fanout, &segment, &requests);
	if (!rule)
		return algorithm != 0;
	return algorithm != rule->algorithm || fanout != rule->fanout || segment != (int)rule->segment;
}

/* How many look-ups differ. */
static int compare(const struct library *library, void *rules, const struct tuned_file *file, struct drawn *d,
		   long *compared)
{
	int failures = 0;

	for (int i = 0; i < PROBES; i++) {
		int id = file->n > 0 && below(d, 4) > 0 ? file->list[below(d, file->n)].id
							: (int)below(d, TUNED_OPERATIONS);
		int processes = 2 + (int)below(d, 120);
		size_t bytes = below(d, (size_t)1 << below(d, 36));

		failures += differs(library, rules, file, id, processes, bytes);
		++*compared;
	}
	return failures;
}

int main(int argc, char **argv)
{
	static struct drawn d;
	struct library library;
	char path[] = "/tmp/sonde-rules-XXXXXX";
	int files = argc > 3 ? atoi(argv[2]) : 0, failures = 0, ignored = 0, descriptor;
	long compared = 0;

	MPI_Init(&argc, &argv);
	descriptor = mkstemp(path);
	if (files == 0 || descriptor < 0)
		return 1;
	library_open(&library, argv[1]);
	random_init(&d.random, strtoull(argv[3], NULL, 10));
	for (int i = 0; i < files; i++) {
		struct tuned_file file;
		struct error err = {.status = OK};
		void *rules = NULL;
		int found, before = failures;

		d.plain = i % 3 == 0;
		draw_file(&d);
		if (i % 3 == 2)
			spoil(&d);
		if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, d.text, d.n, 0) != (ssize_t)d.n ||
		    tuned_read(d.text, d.n, &file, &err) != OK)
			return 1;
		found = library.read(path, &rules, TUNED_OPERATIONS);
		ignored += found < 0;
		if ((found < 0) != (*file.ignored != '\0'))
			failures++;
		else if (found >= 0)
			failures += compare(&library, rules, &file, &d, &compared);
		if (failures > before)
			printf("not ok: file %d, by the library %d, by sonde '%s':\n%.*s\n", i, found, file.ignored,
			       (int)d.n, d.text);
		if (rules)
			library.release(rules, TUNED_OPERATIONS);
		tuned_release(&file);
	}
	unlink(path);
	printf("seed %s: %d files, %d ignored, %ld compared, %d failures\n", argv[3], files, ignored, compared,
	       failures);
	MPI_Finalize();
	return failures > 0;
}
