#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "schedule/goal.h"

static const char *const programs[] = {
	"num_ranks 1 rank 0 { }",
	"num_ranks 2\n\nrank 0 {\nl1: send 8b to 1 tag 3\n}\n\nrank 1 {\nl1: recv 8b from 0 tag 3\n}\n",
	("num_ranks 2 /* two\n */ rank 0 { // first\n\ta: calc 5 cpu 1\n\tsend 0b to 1 tag -1 nic 2 cpu 255\n\tlast "
	 "requires a\n\tb irequires last\n\tlast: recv 1b from -1\n b: calc 0 } rank 1 {send 1b to 0\n}"),
	"num_ranks 1 rank 0 { tag: calc 1 cpu: calc 2 nic: calc 3 tag requires cpu nic requires tag }",
	"num_ranks 1\nrank 0 {\nsend 9223372036854775807b to 0 tag 2147483647\nrecv 5b from 0\n}",
};

static void part_of(const struct goal *goal, int process, struct rank_program *part)
{
	struct schedule schedule = goal_schedule(goal);

	rank_program_clear(part);
	assert_int_equal(schedule.build(schedule.self, process, part, NULL), OK);
}

static void assert_same(const struct goal *a, const struct goal *b)
{
	assert_int_equal(a->processes, b->processes);
	for (int p = 0; p < a->processes; p++) {
		struct rank_program one = {0}, other = {0};
		const struct rank_program *x = &one, *y = &other;

		part_of(a, p, &one);
		part_of(b, p, &other);
		assert_int_equal(x->n, y->n);
		assert_int_equal(x->n_requirements, y->n_requirements);
		for (size_t i = 0; i < x->n; i++) {
			const struct operation *o = &x->operations[i], *q = &y->operations[i];

			assert_true(o->kind == q->kind && o->count == q->count && o->peer == q->peer &&
				    o->tag == q->tag && o->cpu == q->cpu && o->nic == q->nic);
			assert_int_equal(rank_program_requirement_count(x, i), rank_program_requirement_count(y, i));
		}
		rank_program_release(&one);
		rank_program_release(&other);
	}
}

/* Whether operation i of a part waits for on as said. */
static bool waits(const struct rank_program *part, size_t i, size_t on, bool start)
{
	for (size_t r = part->operations[i].first, end = r + rank_program_requirement_count(part, i); r < end; r++) {
		if (part->requirements[r].on == on && part->requirements[r].start == start)
			return true;
	}
	return false;
}

static void indented_text_with_comments_and_later_labels_is_read(void **state)
{
	struct goal goal = {0};
	struct error err = {0};
	const struct operation *send;
	struct rank_program part = {0};
	char text[20];

	(void)state;
	assert_int_equal(goal_parse_text(programs[2], strlen(programs[2]), "x", &goal, &err), OK);
	assert_int_equal(goal.processes, 2);
	part_of(&goal, 0, &part);
	assert_int_equal(part.n, 4);
	send = &part.operations[1];
	assert_true(send->kind == OP_SEND && send->count == 0 && send->peer == 1 && send->tag == TAG_ANY &&
		    send->cpu == 255 && send->nic == 2);
	assert_int_equal(part.operations[2].peer, PEER_ANY);
	assert_true(waits(&part, 2, 0, false));
	assert_true(waits(&part, 3, 2, true));
	assert_int_equal(part.n_requirements, 2);
	goal_schedule(&goal).place(&goal, 0, 1, text, sizeof(text));
	assert_string_equal(text, "x:4");
	rank_program_release(&part);
	goal_release(&goal);
}

/* A new file, open for writing; its name goes into path. */
static FILE *new_file(char *path)
{
	int handle;
	FILE *file;

	strcpy(path, "/tmp/sonde-goal-XXXXXX");
	handle = mkstemp(path);
	assert_true(handle >= 0);
	file = fdopen(handle, "wb");
	assert_non_null(file);
	return file;
}

/* Reads what a writer wrote. The file is gone by then but for whoever has it open. */
static void read_back(const struct goal *goal, bool binary, struct goal *again)
{
	struct schedule schedule = goal_schedule(goal);
	struct error err = {0};
	char path[40];
	FILE *file = new_file(path);

	assert_int_equal(binary ? goal_write_binary(&schedule, file, &err) : goal_write_text(&schedule, file, &err),
			 OK);
	fclose(file);
	if (goal_read(path, again, &err) != OK)
		fail_msg("%s", err.text);
	remove(path);
}

static void what_is_written_in_either_form_is_read_back_the_same(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		struct goal goal = {0}, text = {0}, binary = {0};

		assert_int_equal(goal_parse_text(programs[i], strlen(programs[i]), "x", &goal, NULL), OK);
		read_back(&goal, false, &text);
		read_back(&goal, true, &binary);
		assert_same(&goal, &text);
		assert_same(&goal, &binary);
		goal_release(&goal);
		goal_release(&text);
		goal_release(&binary);
	}
}

static const struct {
	const char *text, *error;
} wrongs[] = {
	{"", "f:1: the file ends where \"num_ranks\" should be"},
	{"num_ranks 0", "f:1: a schedule has at least one rank"},
	{"num_ranks x", "f:1: \"x\" where the number of ranks should be"},
	{"num_ranks 99999", "f:1: 99999 ranks, which the file is too short for"},
	{"num_ranks 99999999999", "f:1: 99999999999 is too large"},
	{"num_ranks 2\nrank 0 {\n}\n", "f:4: the file ends after 1 of 2 ranks"},
	{"num_ranks 2\nrank 1 {\n}\nrank 0 {\n}\n", "f:2: rank 1 where rank 0 should be"},
	{"num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n", "f:4: rank 0 where rank 1 should be"},
	{"num_ranks 1\nrank 0 {\n}\nrank 1 {\n}\n", "f:4: \"rank\" where the end, after the last rank, should be"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5\n", "f:4: the file ends where an operation, a label or } should be"},
	{"num_ranks 1\nrank 0 {\nl1: send 5 to 0\n}", "f:3: \"5\" where a size in bytes like 64b should be"},
	{"num_ranks 1\nrank 0 {\nl1: send -5b to 0\n}", "f:3: \"-5b\" where a size"},
	{"num_ranks 1\nrank 0 {\nl1: send 99999999999999999999b to 0\n}", "f:3: 99999999999999999999b is too large"},
	{"num_ranks 1\nrank 0 {\nl1: calc 1.5\n}", "f:3: \"1.5\" where a whole number of nanoseconds"},
	{"num_ranks 1\nrank 0 {\nl1: send 5b to 1\n}", "f:3: there is no rank 1: the ranks are 0 to 0"},
	{"num_ranks 1\nrank 0 {\nl1: send 5b to -1\n}", "f:3: \"-1\" where the number of a rank should be"},
	{"num_ranks 1\nrank 0 {\nl1: send 5b from 0\n}", "f:3: \"from\" where \"to\" should be"},
	{"num_ranks 1\nrank 0 {\nl1: send 5b to 0 tag -2\n}", "f:3: \"-2\" where a tag"},
	{"num_ranks 1\nrank 0 {\nl1: send 5b to 0 tag 1 tag 2\n}", "f:3: tag is given twice"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5 tag 1\n}", "f:3: a calc has no tag"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5 cpu 1 nic 0\n}", "f:3: a calc has no nic"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5 cpu 256\n}", "f:3: 256 is too large: at most 255"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5\nl2: calc 5\nl1: calc 6\n}",
	 "f:5: label l1 is already that of the operation in line 3"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5\nl1 requires l2\n}", "f:4: no operation of this rank has the label l2"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5\nl3 requires l1\n}", "f:4: no operation of this rank has the label l3"},
	{"num_ranks 1\nrank 0 {\nl08: calc 1\nl09: calc 1\nl10: calc 1\nl8 requires l10\n}",
	 "f:6: no operation of this rank has the label l8"},
	{"num_ranks 1\nrank 0 {\nl1: calc 1\nm2: calc 1\nl2 requires l1\n}",
	 "f:5: no operation of this rank has the label l2"},
	{"num_ranks 1\nrank 0 {\nl1: calc 1\nl2: calc 1\nl4: calc 1\nl2: calc 1\n}",
	 "f:6: label l2 is already that of the operation in line 4"},
	{"num_ranks 1\nrank 0 {\nl1: calc 5\nl1 requires l1\n}", "f:3: a cycle"},
	{"num_ranks 1\nrank 0 {\nl0: calc 1\nl1: calc 5\nl2: calc 5\nl1 requires l2\nl2 irequires l1\nl0 requires "
	 "l1\n}",
	 "a cycle"},
	{"num_ranks 1\nrank 0 {\nl1: jump 5\n}", "f:3: \"jump\" where send, recv or calc should be"},
	{"num_ranks 1\nrank 0 {\nl1 needs l2\n}", "f:3: \"needs\" where \":\""},
	{"num_ranks 1\nrank 0 {\n\001\n}", "f:3: byte 01 where an operation"},
	{"num_ranks 1\n/* rank 0 {\n}", "f:2: a comment begins with /* and does not end"},
};

static void an_error_in_text_is_told_with_file_line_and_reason(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
		struct goal goal = {0};
		struct error err = {0};

		assert_int_equal(goal_parse_text(wrongs[i].text, strlen(wrongs[i].text), "f", &goal, &err), ERR_INPUT);
		if (!strstr(err.text, wrongs[i].error))
			fail_msg("\"%s\" instead of \"%s\"", err.text, wrongs[i].error);
		assert_null(goal.sections);
		assert_null(goal.reader);
	}
}

static void a_file_that_is_only_opened_is_checked_while_its_programs_are_built(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
		const char *error = wrongs[i].error + (strncmp(wrongs[i].error, "f:", 2) == 0);
		struct rank_program part = {0};
		struct goal goal = {0};
		struct error err = {0};
		enum status status;
		char path[40];
		FILE *file = new_file(path);

		fputs(wrongs[i].text, file);
		fclose(file);
		status = goal_open(path, &goal, &err);
		for (int p = 0; p < goal.processes && status == OK; p++) {
			rank_program_clear(&part);
			status = goal_schedule(&goal).build(&goal, p, &part, &err);
		}
		assert_int_equal(status, ERR_INPUT);
		if (!strstr(err.text, error) || strncmp(err.text, path, strlen(path)) != 0)
			fail_msg("\"%s\" instead of \"%s\"", err.text, error);
		rank_program_release(&part);
		goal_release(&goal);
		remove(path);
	}
}

/* The second program in binary. */
static size_t make_binary(unsigned char *bytes, size_t room)
{
	struct goal goal = {0};
	struct schedule schedule;
	FILE *file = tmpfile();
	size_t n;

	assert_int_equal(goal_parse_text(programs[2], strlen(programs[2]), "x", &goal, NULL), OK);
	schedule = goal_schedule(&goal);
	assert_int_equal(goal_write_binary(&schedule, file, NULL), OK);
	rewind(file);
	n = fread(bytes, 1, room, file);
	assert_true(n > 0 && n < room);
	fclose(file);
	goal_release(&goal);
	return n;
}

static void a_binary_file_cut_anywhere_is_refused_with_an_offset(void **state)
{
	unsigned char bytes[2000];
	size_t length = make_binary(bytes, sizeof(bytes));

	(void)state;
	for (size_t n = 0; n < length; n++) {
		struct goal goal = {0};
		struct error err = {0};
		unsigned char *cut = malloc(n > 0 ? n : 1);

		memcpy(cut, bytes, n);
		assert_int_equal(goal_parse_binary(cut, n, "f", &goal, &err), ERR_INPUT);
		assert_non_null(strstr(err.text, "f: offset "));
		free(cut);
	}
}

static void an_operation_of_a_binary_file_is_told_with_the_offset_at_which_an_error_in_it_is(void **state)
{
	enum { TYPE = 4 };
	unsigned char bytes[2000];
	size_t length = make_binary(bytes, sizeof(bytes));
	struct goal goal = {0};

	(void)state;
	assert_int_equal(goal_parse_binary(bytes, length, "f", &goal, NULL), OK);
	for (int p = 0; p < goal.processes; p++) {
		struct rank_program part = {0};

		part_of(&goal, p, &part);
		for (size_t i = 0; i < part.n; i++) {
			struct goal broken = {0};
			struct error err = {0};
			unsigned char changed[2000];
			unsigned long offset;
			char place[100], named[200];

			goal_schedule(&goal).place(&goal, p, i, place, sizeof(place));
			assert_int_equal(sscanf(place, "f: offset %lu", &offset), 1);
			memcpy(changed, bytes, length);
			changed[offset + TYPE] = 9;
			assert_int_equal(goal_parse_binary(changed, length, "f", &broken, &err), ERR_INPUT);
			snprintf(named, sizeof(named), "%s: rank %d, operation %zu: there is no type 9", place, p, i);
			assert_string_equal(err.text, named);
		}
		rank_program_release(&part);
	}
	goal_release(&goal);
}

/* Two ranks whose data are the same part of the file: a small file must not become any number of operations. */
static void ranks_of_a_binary_file_do_not_share_their_data(void **state)
{
	enum { FIRST_RANK = 14, ENTRY = 16 };
	unsigned char bytes[2000];
	size_t length = make_binary(bytes, sizeof(bytes));
	struct goal goal = {0};
	struct error err = {0};

	(void)state;
	for (size_t r = 1; r < bytes[8]; r++)
		memcpy(bytes + FIRST_RANK + r * ENTRY, bytes + FIRST_RANK, ENTRY);
	assert_int_equal(goal_parse_binary(bytes, length, "f", &goal, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "overlap those of others"));
}

/* Under the sanitizers a read outside the file would end the test. */
static void no_changed_byte_of_a_binary_file_leads_outside_it(void **state)
{
	unsigned char bytes[2000], changed[2000];
	size_t length = make_binary(bytes, sizeof(bytes));
	struct random random;
	size_t refused = 0;

	(void)state;
	random_init(&random, 1);
	for (int run = 0; run < 20000; run++) {
		struct goal goal = {0};
		struct error err = {0};
		unsigned char *copy = malloc(length);

		memcpy(changed, bytes, length);
		for (uint64_t k = 0, n = 1 + random_below(&random, 3); k < n; k++)
			changed[random_below(&random, length)] = (unsigned char)random_below(&random, 256);
		memcpy(copy, changed, length);
		if (goal_parse_binary(copy, length, "f", &goal, &err) != OK)
			refused += strstr(err.text, "f: offset ") != NULL;
		goal_release(&goal);
		free(copy);
	}
	assert_true(refused > 10000);
}

static void no_changed_text_does_harm(void **state)
{
	struct random random;
	size_t refused = 0;

	(void)state;
	random_init(&random, 2);
	for (int run = 0; run < 20000; run++) {
		const char *program = programs[random_below(&random, sizeof(programs) / sizeof(programs[0]))];
		size_t length = strlen(program) - random_below(&random, 3) * random_below(&random, strlen(program) / 3);
		char *copy = malloc(length);
		struct goal goal = {0};
		struct error err = {0};

		memcpy(copy, program, length);
		for (uint64_t k = 0, n = random_below(&random, 4); k < n; k++)
			copy[random_below(&random, length)] = program[random_below(&random, strlen(program))];
		if (goal_parse_text(copy, length, "f", &goal, &err) != OK)
			refused += strncmp(err.text, "f:", 2) == 0;
		goal_release(&goal);
		free(copy);
	}
	assert_true(refused > 5000);
}

/* Ranks longer than what is read at once, braces in comments, comments that begin, end or have stars where a piece of
 * any length may be cut. */
static void write_long(FILE *file, int ranks)
{
	fprintf(file, "/* } */ num_ranks %d // }\n", ranks);
	for (int r = 0; r < ranks; r++) {
		fprintf(file, "rank %d { // { } */ /*\n", r);
		for (int i = 0; i < (r % 600 == 7 ? 20000 : r % 13); i++) {
			fprintf(file, "l%d: send %db to %d /*** } **//* }*/\n", i, i, (r + 1) % ranks);
			if (i > 0)
				fprintf(file, "l%d %s l%d//}\n", i, i % 3 == 0 ? "irequires" : "requires", i - 1);
		}
		fputs("} /*\n*/", file);
	}
}

static void a_file_longer_than_what_is_read_at_once_gives_the_same_parts_in_any_order(void **state)
{
	enum { RANKS = 3000 };
	struct goal text = {0}, opened = {0}, memory = {0}, binary = {0};
	struct error err = {0};
	char path[40], *bytes;
	struct rank_program one = {0}, other = {0};
	FILE *file = new_file(path);
	long length;

	(void)state;
	write_long(file, RANKS);
	length = ftell(file);
	assert_true(length > 10 * 262144);
	fclose(file);
	file = fopen(path, "rb");
	bytes = malloc((size_t)length);
	assert_int_equal(fread(bytes, 1, (size_t)length, file), length);
	fclose(file);
	if (goal_read(path, &text, &err) != OK || goal_open(path, &opened, &err) != OK ||
	    goal_parse_text(bytes, (size_t)length, "f", &memory, &err) != OK)
		fail_msg("%s", err.text);
	read_back(&text, true, &binary);
	assert_same(&text, &memory);
	assert_same(&text, &binary);
	part_of(&opened, RANKS / 2, &one);
	assert_same(&text, &opened);
	for (int i = 0; i < 300; i++) {
		int rank = i * 1009 % RANKS;
		char at[200];

		part_of(i % 3 == 0 ? &text : i % 3 == 1 ? &opened : &binary, rank, &one);
		part_of(&memory, rank, &other);
		assert_int_equal(one.n, rank % 600 == 7 ? 20000 : rank % 13);
		assert_int_equal(one.n, other.n);
		assert_int_equal(one.n_requirements, other.n_requirements);
		if (one.n > 1) {
			assert_true(waits(&one, one.n - 1, one.n - 2, (one.n - 1) % 3 == 0));
			goal_schedule(&memory).place(&memory, rank, one.n - 1, at, sizeof(at));
			assert_int_equal(strncmp(at, "f:", 2), 0);
			goal_schedule(&text).place(&text, rank, one.n - 1, at + 100, 100);
			assert_string_equal(strrchr(at, ':'), strrchr(at + 100, ':'));
		}
	}
	rank_program_release(&one);
	rank_program_release(&other);
	goal_release(&text);
	goal_release(&opened);
	goal_release(&memory);
	goal_release(&binary);
	free(bytes);
	remove(path);
}

static void a_file_that_changes_after_it_was_checked_is_an_error_of_the_part(void **state)
{
	const struct {
		const char *text, *error;
	} changes[] = {
		{"num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\nrecv xb from 0\n}\n", ":6: \"xb\""},
		{"num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\nrecv 5b from }\n}\n", ":6: \"}\""},
		{"num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 0 {\nrecv 5b from 0\n}\n", ":5: rank 0 where rank 1"},
		{"num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\n} cv 5b from 0\n}\n", ":6: the file has changed"},
		{"num_ranks 2\nrank 0 {", "shorter"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct goal goal = {0};
		struct error err = {0};
		struct rank_program part = {0};
		char path[40];
		FILE *file = new_file(path);
		struct schedule schedule;

		fputs("num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\nrecv 5b from 0\n}\n", file);
		/* So that the window has to go back for rank 1. */
		for (int n = 0; n < 70000; n++)
			fputs("// gap\n", file);
		fclose(file);
		assert_int_equal(goal_read(path, &goal, &err), OK);
		file = fopen(path, "wb");
		fputs(changes[i].text, file);
		fclose(file);
		schedule = goal_schedule(&goal);
		assert_int_not_equal(schedule.build(schedule.self, 1, &part, &err), OK);
		if (!strstr(err.text, changes[i].error) || !strstr(err.text, path))
			fail_msg("\"%s\" instead of \"%s\"", err.text, changes[i].error);
		rank_program_release(&part);
		goal_release(&goal);
		remove(path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(indented_text_with_comments_and_later_labels_is_read),
		cmocka_unit_test(what_is_written_in_either_form_is_read_back_the_same),
		cmocka_unit_test(an_error_in_text_is_told_with_file_line_and_reason),
		cmocka_unit_test(a_file_that_is_only_opened_is_checked_while_its_programs_are_built),
		cmocka_unit_test(a_binary_file_cut_anywhere_is_refused_with_an_offset),
		cmocka_unit_test(an_operation_of_a_binary_file_is_told_with_the_offset_at_which_an_error_in_it_is),
		cmocka_unit_test(ranks_of_a_binary_file_do_not_share_their_data),
		cmocka_unit_test(no_changed_byte_of_a_binary_file_leads_outside_it),
		cmocka_unit_test(no_changed_text_does_harm),
		cmocka_unit_test(a_file_longer_than_what_is_read_at_once_gives_the_same_parts_in_any_order),
		cmocka_unit_test(a_file_that_changes_after_it_was_checked_is_an_error_of_the_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
