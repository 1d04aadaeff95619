/* Lists and tables about processes: where they run, when they come, in which class each is, what their computation
 * takes; pairs of them; how a synthetic machine changes, and LogGOPS. Each reader gets the whole input. */

#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/classes/class_file.h"
#include "platform/course.h"
#include "probe/pairs.h"
#include "replay/scales.h"
#include "sample/arrival.h"
#include "sample/placement.h"
#include "sample/setup.h"
#include "simulate/simulate.h"

enum { PROCESSES_MOST = 64 };
static const size_t processes_of[] = {1, 8, PROCESSES_MOST};
enum { NUMBERS = sizeof(processes_of) / sizeof(processes_of[0]) };

static void read_placement(const char *text, size_t processes)
{
	int *node = malloc(processes * sizeof(*node));
	char(*names)[PLACEMENT_NAME] = malloc(processes * sizeof(*names));
	struct error err = {0}, names_err = {0};

	FUZZ_REQUIRE(node && names, "no memory for a placement");
	if (fuzz_accepted(placement_parse(text, processes, node, &err), &err)) {
		size_t n = placement_nodes(node, processes);

		for (size_t p = 0; p < processes; p++)
			FUZZ_REQUIRE(node[p] >= 0 && (size_t)node[p] <= p && node[node[p]] == node[p],
				     "process %zu shares the node of %d", p, node[p]);
		FUZZ_REQUIRE(n >= 1 && n <= processes, "%zu nodes of %zu processes", n, processes);
	}
	if (fuzz_accepted(placement_names(text, processes, names, &names_err), &names_err)) {
		FUZZ_REQUIRE(err.status == OK, "nodes have names, and are none: %s", err.text);
		for (size_t p = 0; p < processes; p++)
			FUZZ_REQUIRE(strcmp(names[p], names[node[p]]) == 0, "process %zu is on \"%s\", not on \"%s\"",
				     p, names[p], names[node[p]]);
	}
	free(node);
	free(names);
}

/* A pattern that was made of a text: delays from 0 to an hour, by which the longest is told. */
static void use_pattern(const char *pattern, size_t processes, bool must)
{
	double *delays = malloc(processes * sizeof(*delays)), longest = 0, most = 0;
	struct error err = {0};

	FUZZ_REQUIRE(delays, "no memory for delays");
	if (fuzz_accepted(arrival_delays(pattern, processes, processes - 1, delays, &err), &err)) {
		for (size_t p = 0; p < processes; p++) {
			FUZZ_REQUIRE(delays[p] >= 0 && isfinite(delays[p]), "process %zu comes %g s late", p,
				     delays[p]);
			most = fmax(most, delays[p]);
		}
		FUZZ_REQUIRE(arrival_longest(pattern, processes, processes - 1, &longest, &err) == OK &&
				     longest == most,
			     "the longest delay is %g or %g", longest, most);
	}
	FUZZ_REQUIRE(err.status == OK || !must, "\"%s\" is a pattern of a user's, and none: %s", pattern, err.text);
	free(delays);
}

static void read_arrivals(const char *text)
{
	char pattern[SETUP_ARRIVAL_MOST], file_pattern[SETUP_ARRIVAL_MOST];
	struct error err = {0}, file_err = {0};
	bool named = false;
	size_t n = 0;

	if (fuzz_accepted(arrival_parse(text, 7, pattern, sizeof(pattern), &named, &err), &err) && named)
		use_pattern(pattern, PROCESSES_MOST, true);
	if (fuzz_accepted(arrival_read(text, file_pattern, sizeof(file_pattern), &n, &file_err), &file_err) &&
	    n < 1000000)
		use_pattern(file_pattern, n, true);
	use_pattern(text, PROCESSES_MOST, false);
}

static void read_scales(const char *text)
{
	struct computation_scales scales = {.n = 0};
	struct error err = {0};

	if (fuzz_accepted(scales_read(&scales, text, &err), &err))
		for (size_t i = 0; i < scales.n; i++) {
			const struct computation_scale *row = &scales.list[i];

			FUZZ_REQUIRE(row->factor >= 0 && isfinite(row->factor) && row->line > 0 &&
					     row->processes[0] <= row->processes[1],
				     "row %zu is of %g", i, row->factor);
			scales_holds(row, 3, "solve");
			scales_holds(row, 0, NULL);
		}
	scales_release(&scales);
}

static void read_pairs(const char *text, size_t processes)
{
	int(*pairs)[2] = malloc((processes / 2 + 1) * sizeof(*pairs));
	bool taken[PROCESSES_MOST] = {false};
	struct error err = {0};
	size_t n = 0;

	FUZZ_REQUIRE(pairs, "no memory for pairs");
	if (fuzz_accepted(pairs_parse(text, processes, pairs, &n, &err), &err))
		for (size_t i = 0; i < 2 * n; i++) {
			int process = pairs[i / 2][i % 2];

			FUZZ_REQUIRE(process >= 0 && (size_t)process < processes && !taken[process],
				     "process %d is none, or in two pairs", process);
			taken[process] = true;
		}
	free(pairs);
}

static void read_classes(const uint8_t *data, size_t size, size_t processes)
{
	static char *const hosts[PROCESSES_MOST] = {"a", "b", "a", "b", NULL, "node1"};
	struct fuzz_file file;
	struct error err = {0};
	size_t *classes = NULL;

	fuzz_file_open(&file, data, size);
	if (fuzz_accepted(classes_read(file.path, hosts, processes, &classes, &err), &err))
		for (size_t p = 0; p < processes; p++)
			FUZZ_REQUIRE(classes[p] <= p, "process %zu has class %zu", p, classes[p]);
	fuzz_file_close(&file);
	free(classes);
}

static void read_machine(const char *text)
{
	struct error err[5] = {{0}};
	struct unrest unrest = {0};
	struct loggops loggops;
	char note[LOGGOPS_NOTE], said[200];
	bool right = fuzz_accepted(unrest_read_switching(text, &unrest, &err[0]), &err[0]);

	right |= fuzz_accepted(unrest_read_drift(text, &unrest, &err[1]), &err[1]);
	right |= fuzz_accepted(unrest_read_disturbances(text, &unrest, &err[2]), &err[2]);
	right |= fuzz_accepted(unrest_read_jump(text, &unrest, &err[4]), &err[4]);
	unrest_text(&unrest, said, sizeof(said));
	if (right) {
		struct error ignored = {0};

		fuzz_accepted(unrest_check(&unrest, &ignored), &ignored);
	}
	fuzz_accepted(loggops_parse(text, &loggops, note, &err[3]), &err[3]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	for (int i = 0; i < NUMBERS; i++) {
		read_placement(text, processes_of[i]);
		read_pairs(text, processes_of[i]);
	}
	read_classes(data, size, 8);
	read_arrivals(text);
	read_scales(text);
	read_machine(text);
	free(text);
	return 0;
}
