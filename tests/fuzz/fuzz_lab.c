/* Files of labs: the state that one keeps, what was accepted of it written and read again, and what a user says of
 * nodes. */

#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/shape.h"
#include "lab/slowness.h"
#include "lab/state_file.h"

static void read_lines(const uint8_t *data, size_t size)
{
	double rate[LAB_NODES_MOST] = {0}, cpu[LAB_NODES_MOST] = {0};
	struct lab_slowness slow[LAB_NODES_MOST] = {{0}};
	struct error err[3] = {{0}};
	struct fuzz_file file;

	fuzz_file_open(&file, data, size);
	fuzz_accepted(lab_values_read(file.path, lab_rate_parse, rate, "25mbit", LAB_NODES_MOST, &err[0]), &err[0]);
	fuzz_accepted(lab_values_read(file.path, lab_share_parse, cpu, "0.5", LAB_NODES_MOST, &err[1]), &err[1]);
	fuzz_accepted(slowness_read(file.path, slow, LAB_NODES_MOST, &err[2]), &err[2]);
	fuzz_file_close(&file);
	for (int i = 0; i < LAB_NODES_MOST; i++)
		FUZZ_REQUIRE(rate[i] >= 0 && rate[i] <= 1e11 && cpu[i] >= 0 && cpu[i] <= 64 && slow[i].call >= 0 &&
				     slow[i].call <= 1 && slow[i].byte >= 0 && slow[i].byte <= 1e-3,
			     "node %d has rate %g, share %g, %g s per call, %g s per byte", i + 1, rate[i], cpu[i],
			     slow[i].call, slow[i].byte);
}

static void same_shape(const struct lab_shape *a, const struct lab_shape *b)
{
	FUZZ_REQUIRE(a->nodes == b->nodes && a->buffer == b->buffer && a->links == b->links &&
			     (a->links == LAB_BUCKETS || a->latency == b->latency) && strcmp(a->tcp, b->tcp) == 0,
		     "the lab is another");
	for (size_t i = 0; i < a->nodes; i++)
		FUZZ_REQUIRE(a->rate[i] == b->rate[i] && a->cpu[i] == b->cpu[i] && a->slow[i].call == b->slow[i].call &&
				     a->slow[i].byte == b->slow[i].byte,
			     "node %zu is another", i + 1);
}

static void read_state(const void *data, size_t size, struct lab *lab, struct error *err)
{
	struct fuzz_file file;

	fuzz_file_open(&file, data, size);
	*lab = (struct lab){.name = "fuzz", .hold = -1};
	fuzz_accepted(state_read_file(lab, file.path, err), err);
	fuzz_file_close(&file);
}

static void write_and_read(const struct lab *lab)
{
	struct error err = {0};
	struct lab again;
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	FUZZ_REQUIRE(out, "no memory");
	state_print(lab, out);
	fclose(out);
	read_state(text, length, &again, &err);
	FUZZ_REQUIRE(err.status == OK, "what was written is refused: %s\n%s", err.text, text);
	FUZZ_REQUIRE(strcmp(lab->tag, again.tag) == 0 && lab->owner == again.owner && lab->started == again.started,
		     "another tag or owner:\n%s", text);
	same_shape(&lab->shape, &again.shape);
	free(again.things);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct lab lab;

	read_lines(data, size);
	read_state(data, size, &lab, &err);
	if (err.status == OK && *lab.tag)
		write_and_read(&lab);
	free(lab.things);
	return 0;
}
