#include "mpi/stress/case.h"

#include <stdio.h>
#include <string.h>

void stress_fault(struct stress_case *c, const char *kind, int from, size_t i, long long offset, const char *expected,
		  const char *found)
{
	struct stress_report *report = &c->stress->report;
	struct stress_fault *fault = &report->faults[report->n];

	if (c->faulty || report->n == STRESS_BATCH)
		return;
	*fault = (struct stress_fault){.number = c->step->number,
				       .process = c->stress->process->rank,
				       .peer = from,
				       .bytes = c->step->bytes,
				       .message = i,
				       .offset = offset,
				       .count = 1};
	snprintf(fault->kind, sizeof(fault->kind), "%s", kind);
	snprintf(fault->operation, sizeof(fault->operation), "%s", stress_operation_names[c->step->operation]);
	for (int side = 0; side < 2; side++)
		snprintf(fault->layout[side], sizeof(fault->layout[side]), "%s", layout_names[c->step->layout[side]]);
	snprintf(fault->pattern, sizeof(fault->pattern), "%s",
		 stress_pattern_names[stress_content(c->step, c->step->operation < STRESS_BCAST ? i : 0).pattern]);
	snprintf(fault->expected, sizeof(fault->expected), "%s", expected);
	snprintf(fault->found, sizeof(fault->found), "%s", found);
	report->n++;
	c->faulty = true;
}

bool stress_failed(struct stress_case *c, int code, size_t i)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	if (code == MPI_SUCCESS)
		return false;
	MPI_Error_string(code, text, &length);
	stress_fault(c, "call", c->peer, i, 0, "success", text);
	return true;
}

static void fault_of_byte(struct stress_case *c, const char *kind, int from, size_t i, long long offset,
			  unsigned char expected, unsigned char found)
{
	char texts[2][8];

	snprintf(texts[0], sizeof(texts[0]), "0x%02x", expected);
	snprintf(texts[1], sizeof(texts[1]), "0x%02x", found);
	stress_fault(c, kind, from, i, offset, texts[0], texts[1]);
}

/* True if slot i holds the message j of the row that this one belongs to. */
static bool holds(const struct stress_case *c, size_t i, size_t j, int from)
{
	const struct content base = stress_content(c->step, j), content = content_of(&base, from);
	unsigned char found;

	return row_check(&c->in, i, &content, &found) == c->in.bytes;
}

/* A wrong content may be that of another message: an earlier one that is also in its own place came once more, else two
 * were exchanged. */
static const char *kind_of_wrong(const struct stress_case *c, size_t i, int from, size_t siblings)
{
	for (size_t j = 0; j < siblings; j++)
		if (j != i && holds(c, i, j, from))
			return j < i && holds(c, j, j, from) ? "repeated" : "order";
	return "bits";
}

void stress_look(struct stress_case *c, size_t i, const struct content *content, int from, size_t siblings)
{
	struct stress_report *report = &c->stress->report;
	unsigned char expected = 0, found = 0;
	long long offset = 0;
	size_t wrong = row_check(&c->in, i, content, &found);

	report->messages[c->step->operation]++;
	report->bytes[c->step->operation] += (double)c->in.bytes;
	if (c->faulty)
		return;
	if (wrong < c->in.bytes)
		fault_of_byte(c, kind_of_wrong(c, i, from, siblings), from, i, (long long)wrong,
			      content_byte(content, wrong), found);
	else if (!row_intact(&c->in, i, &offset, &expected, &found))
		fault_of_byte(c, "outside", from, i, offset, expected, found);
}
