#include "fuzz_goal.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static void part_of(const struct goal *goal, int process, struct rank_program *program)
{
	struct schedule schedule = goal_schedule(goal);
	struct error err = {0};

	FUZZ_REQUIRE(fuzz_accepted(schedule.build(schedule.self, process, program, &err), &err),
		     "a part that was checked is refused: %s", err.text);
}

static int order(const void *a, const void *b)
{
	const struct requirement *x = a, *y = b;

	return x->on != y->on ? (x->on > y->on) - (x->on < y->on) : (x->start > y->start) - (x->start < y->start);
}

static void same_operation(const struct operation *a, const struct operation *b)
{
	FUZZ_REQUIRE(a->kind == b->kind && a->count == b->count && a->peer == b->peer && a->tag == b->tag &&
			     a->cpu == b->cpu && a->nic == b->nic,
		     "an operation is another");
}

/* The requirements of an operation, of which the order means nothing. */
static void same_requirements(struct requirement *a, struct requirement *b, size_t n, size_t operation)
{
	qsort(a, n, sizeof(*a), order);
	qsort(b, n, sizeof(*b), order);
	for (size_t r = 0; r < n; r++)
		FUZZ_REQUIRE(order(&a[r], &b[r]) == 0, "operation %zu waits for another", operation);
}

static void same_part(const struct rank_program *a, const struct rank_program *b)
{
	FUZZ_REQUIRE(a->n == b->n && a->n_requirements == b->n_requirements,
		     "a rank had %zu operations with %zu requirements and has %zu with %zu", a->n, a->n_requirements,
		     b->n, b->n_requirements);
	for (size_t i = 0; i < a->n; i++) {
		size_t n = rank_program_requirement_count(a, i);

		same_operation(&a->operations[i], &b->operations[i]);
		FUZZ_REQUIRE(n == rank_program_requirement_count(b, i), "operation %zu waits for fewer or more", i);
		if (n > 0)
			same_requirements(&a->requirements[a->operations[i].first],
					  &b->requirements[b->operations[i].first], n, i);
	}
}

static void same_goal(const struct goal *a, const struct goal *b)
{
	FUZZ_REQUIRE(a->processes == b->processes, "%d ranks were written, %d are read", a->processes, b->processes);
	for (int p = 0; p < a->processes; p++) {
		struct rank_program one = {0}, other = {0};

		part_of(a, p, &one);
		part_of(b, p, &other);
		same_part(&one, &other);
		rank_program_release(&one);
		rank_program_release(&other);
	}
}

/* Binary GOAL needs a file in which one can go back. */
static void write_and_read(const struct goal *goal, bool binary)
{
	struct schedule schedule = goal_schedule(goal);
	struct error err = {0};
	struct goal again = {0};
	struct fuzz_file file;
	enum status status;
	FILE *out;

	fuzz_file_open(&file, NULL, 0);
	out = fopen(file.path, "wb");
	FUZZ_REQUIRE(out, "a file in memory cannot be opened");
	status = binary ? goal_write_binary(&schedule, out, &err) : goal_write_text(&schedule, out, &err);
	FUZZ_REQUIRE(fuzz_accepted(status, &err) && fclose(out) == 0, "it is not written: %s", err.text);
	FUZZ_REQUIRE(fuzz_accepted(goal_read(file.path, &again, &err), &err), "what was written is refused: %s",
		     err.text);
	FUZZ_REQUIRE(again.binary == binary, "it was written in another form");
	same_goal(goal, &again);
	goal_release(&again);
	fuzz_file_close(&file);
}

/* The form of a file is told by its first bytes: one of the other form may be read as that. */
static void read_file(const struct goal *goal, bool accepted, const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct goal read = {0};
	struct fuzz_file file;
	bool read_accepted;

	fuzz_file_open(&file, data, size);
	read_accepted = fuzz_accepted(goal_read(file.path, &read, &err), &err);
	FUZZ_REQUIRE(!accepted || read_accepted, "bytes are accepted, the file is refused: %s", err.text);
	if (accepted)
		same_goal(goal, &read);
	goal_release(&read);
	fuzz_file_close(&file);
}

/* Where an operation comes from is a text for errors. */
static void place_operations(const struct goal *goal)
{
	struct schedule schedule = goal_schedule(goal);
	char text[128];

	for (int p = 0; p < goal->processes && p < 4; p++)
		for (size_t i = 0; i < 4; i++) {
			schedule.place(schedule.self, p, i, text, sizeof(text));
			FUZZ_REQUIRE(strncmp(text, "input", 5) == 0, "an operation's place is \"%s\"", text);
		}
}

void fuzz_goal(struct goal *goal, enum status status, const struct error *err, const uint8_t *data, size_t size)
{
	bool accepted = fuzz_accepted(status, err);

	FUZZ_REQUIRE(accepted || !goal->reader, "of a file that is refused something stays");
	if (accepted) {
		write_and_read(goal, false);
		write_and_read(goal, true);
		place_operations(goal);
	}
	read_file(goal, accepted, data, size);
	goal_release(goal);
}
