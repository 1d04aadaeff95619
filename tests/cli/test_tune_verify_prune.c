#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file_read.h"
#include "cli/tune/verify_prune.h"

enum { ROWS = 16, SIZES = 4 };

/* What was seen of a rule: sizes in ascending order, and at which it was slower. */
struct seen {
	const char *operation;
	int processes;
	size_t row;    /* of a table */
	uint64_t rule; /* of a file of rules: its first byte */
	uint64_t sizes[SIZES];
	const char *verdicts; /* a letter for each size: w, slower; b, quicker */
};

static char written[] = "/tmp/sonde-prune-XXXXXX";

static int make_file(void **state)
{
	int file = mkstemp(written);

	(void)state;
	return file >= 0 && close(file) == 0 ? 0 : -1;
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(written);
}

static void put_rows(struct verify_result *result, const struct rules *rules, const struct seen *seen)
{
	for (size_t i = 0; seen->verdicts[i]; i++) {
		struct verify_row *row = &result->list[result->n++];

		*row = (struct verify_row){.processes = seen->processes,
					   .bytes = seen->sizes[i],
					   .row = seen->row,
					   .rule = {.bytes = seen->rule, .algorithm = 1},
					   .name = "algorithm",
					   .in_force = true,
					   .timed = true,
					   .test = {.p = 0.001, .holm = 0.001},
					   .slower.part.value = seen->verdicts[i] == 'w' ? 0.5 : -0.5};
		while (strcmp(rules->target->operation(row->id), seen->operation) != 0)
			row->id++;
	}
}

/* Writes what is left; the rules are released. said and text, of the file without comments, are the caller's. */
static void prune(struct rules *rules, const struct seen *seen, size_t n, char **said, char **text)
{
	const struct tune_verification asked = {.file = "rules", .prune = true, .output = written, .confidence = 0.95};
	struct verify_row list[ROWS];
	struct verify_result result = {.list = list};
	struct error err = {.status = OK};
	size_t length;
	struct context context = {.chatter = open_memstream(said, &length)};

	assert_non_null(context.chatter);
	for (size_t i = 0; i < n; i++)
		put_rows(&result, rules, &seen[i]);
	assert_int_equal(verify_prune(&context, &asked, rules, &result, &err), OK);
	fclose(context.chatter);
	rules_release(rules);
	assert_int_equal(file_read(written, "rule file", 1 << 20, text, &length, &err), OK);
}

static void expect(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

/* All but comments, a space for each line's end. */
static void strip(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		if (*from == '#')
			from += strcspn(from, "\n");
		if (*from != '\t')
			*to++ = *from == '\n' ? ' ' : *from;
	}
	*to = '\0';
}

static void a_row_is_left_for_sizes_between_those_at_which_it_was_not_slower(void **state)
{
	static const struct seen seen[] = {
		{"bcast", 2, 0, 0, {1024, 16384, 262144, 1048576}, "bwbb"},
		{"bcast", 8, 0, 0, {1024, 16384, 262144, 1048576}, "bbbw"},
		{"reduce", 4, 2, 0, {1, 16}, "ww"},
		{"gatherv", 4, 3, 0, {1, 1048576}, "bw"},
	};
	struct rules rules = {.target = &verify_target_table, .mpi = MPI_KIND_OPENMPI};
	struct error err = {.status = OK};
	char *said = NULL, *text = NULL;

	(void)state;
	assert_int_equal(choices_read(&rules.table,
				      "bcast 2-8 1K- chain\nbcast any any binomial\nreduce 4 0-16 binomial\n"
				      "gatherv any any binomial\nscatter 4 any binomial\n",
				      &err),
			 OK);
	prune(&rules, seen, sizeof(seen) / sizeof(*seen), &said, &text);
	expect(said, "cut: line 1, bcast chain: slower in 2 of 8 cases, and is left for 1K B, 256K B\n");
	expect(said, "taken out: line 3, reduce binomial: slower in 2 of 2 cases\n");
	expect(said, "taken out: line 4, gatherv binomial: slower in 1 of 2 cases\n");
	expect(text,
	       "{\"operation\": \"bcast\", \"processes\": [2, 8], \"bytes\": 1024, \"algorithm\": \"chain\"},\n"
	       "    {\"operation\": \"bcast\", \"processes\": [2, 8], \"bytes\": 262144, \"algorithm\": \"chain\"},\n"
	       "    {\"operation\": \"bcast\", \"processes\": [2, 8], \"bytes\": [1024, null], \"algorithm\": "
	       "\"own\"},\n    {\"operation\": \"bcast\", \"algorithm\": \"binomial\"},\n    {\"operation\": "
	       "\"scatter\"");
	free(said);
	free(text);
}

/* Of a table of one broadcast's row for all sizes from 16 B on: what is said, and what is left. */
static void expect_cut(const struct seen *seen, const char *wanted, const char *left)
{
	struct rules rules = {.target = &verify_target_table, .mpi = MPI_KIND_OPENMPI};
	struct error err = {.status = OK};
	char *said = NULL, *text = NULL;

	assert_int_equal(choices_read(&rules.table, "bcast any 16- chain\n", &err), OK);
	prune(&rules, seen, 1, &said, &text);
	expect(said, wanted);
	expect(text, left);
	free(said);
	free(text);
}

static void a_row_without_end_that_is_quicker_at_its_end_stays_without_end(void **state)
{
	static const struct seen seen = {"bcast", 2, 0, 0, {16, 256, 4096, 1048576}, "wwbb"};

	(void)state;
	expect_cut(&seen, "cut: line 1, bcast chain: slower in 2 of 4 cases, and is left for 4K B and more\n",
		   "[\n    {\"operation\": \"bcast\", \"bytes\": [4096, null], \"algorithm\": \"chain\"}\n");
}

static void where_nothing_is_slower_nothing_is_cut(void **state)
{
	static const struct seen seen = {"bcast", 2, 0, 0, {16, 256}, "bb"};

	(void)state;
	expect_cut(&seen, "no rule was slower: none is taken out\n",
		   "\"bytes\": [16, null], \"algorithm\": \"chain\"}\n");
}

static void rules_of_open_mpi_are_cut_by_bytes_as_the_library_compares_them(void **state)
{
	static const char file[] = "3\n0 1\n4 2\n0 0 0 0\n64 3 0 0\n7 1\n4 3\n0 6 0 0\n4096 2 2 1024\n65536 0 0 0\n"
				   "9 1\n4 1\n0 1 0 0\n";
	static const struct seen seen[] = {
		{"allgather", 4, 0, 64, {16, 256, 4096}, "wbb"},
		{"bcast", 4, 0, 0, {1, 4095}, "bb"},
		{"bcast", 4, 0, 4096, {4096, 65535}, "bw"},
		{"gather", 4, 0, 0, {1, 4}, "bw"},
	};
	struct rules rules = {.target = &verify_target_openmpi, .mpi = MPI_KIND_OPENMPI};
	struct error err = {.status = OK};
	char *said = NULL, *text = NULL;

	(void)state;
	assert_int_equal(tuned_read(file, sizeof(file) - 1, &rules.file, &err), OK);
	assert_string_equal(rules.file.ignored, "");
	prune(&rules, seen, sizeof(seen) / sizeof(*seen), &said, &text);
	expect(said, "cut: allgather algorithm for 4 processes from 64 B on, which is left for 1K B and more\n");
	expect(said, "cut: bcast algorithm for 4 processes from 4096 B on, which is left for 4K B\n");
	expect(said, "taken out: gather algorithm for 4 processes from 0 B on\n");
	strip(text);
	expect(text, "1024 3 0 0");
	expect(text, "0 6 0 0 4096 2 2 1024 4097 0 0 0");
	assert_null(strstr(text, "64 3 0 0"));
	free(said);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_left_for_sizes_between_those_at_which_it_was_not_slower),
		cmocka_unit_test(a_row_without_end_that_is_quicker_at_its_end_stays_without_end),
		cmocka_unit_test(rules_of_open_mpi_are_cut_by_bytes_as_the_library_compares_them),
		cmocka_unit_test(where_nothing_is_slower_nothing_is_cut),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
