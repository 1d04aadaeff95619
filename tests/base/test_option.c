#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/option_read.h"
#include "base/option_help.h"
#include "base/option_value.h"
#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ARGUMENTS_MAX 12

static const char *const methods[] = {"fast", "saturation", NULL};
static const char *const operations[] = {"bcast",   "scatter",   "scatterv",  "gather",   "gatherv",
					 "reduce",  "allreduce", "allgather", "alltoall", "reduce_scatter",
					 "barrier", "scan",      NULL};

/* What a command of this test can be told, with its defaults. */
struct settings {
	bool json, quiet;
	const char *output;
	size_t processes, segment, reps[2];
	double epsilon, shift, timeout;
	struct size_list sizes;
	int pair[2], method, operation;
};

static const struct settings defaults = {.output = "out.json",
					 .processes = 4,
					 .reps = {5, 100},
					 .epsilon = 0.01,
					 .timeout = 1,
					 .pair = {0, 1},
					 .method = 1};

#define TABLE_LINES 14

static void fill_table(struct option table[TABLE_LINES], struct settings *s)
{
	const struct option lines[TABLE_LINES] = {
		OPT_FLAG(0, "json", &s->json, "print JSON"),
		OPT_FLAG('q', "quiet", &s->quiet, "print no progress"),
		OPT_TEXT('o', "output", &s->output, "FILE", "write the model to FILE (default: out.json)"),
		OPT_COUNT('n', "processes", &s->processes, "N", 1, 1024, "processes"),
		OPT_BYTES(0, "segment", &s->segment, "SIZE", 1024, 1048576, "segment"),
		OPT_RANGE(0, "reps", s->reps, "MIN:MAX", 1, INFINITY, "repetitions"),
		OPT_NUMBER('e', "epsilon", &s->epsilon, "E", 0, 1, "precision"),
		OPT_NUMBER('s', "shift", &s->shift, "X", 0, 0, "any number"),
		OPT_SECONDS(0, "timeout", &s->timeout, "TIME", 1e-3, 60, "time limit", OPTION_OR_NONE),
		OPT_SIZES(0, "sizes", &s->sizes, "SIZES", "message sizes"),
		OPT_PAIR(0, "pair", s->pair, "FROM:TO", "processes that talk"),
		OPT_CHOICE(0, "method", &s->method, methods, "how to measure"),
		OPT_CHOICE(0, "op", &s->operation, operations, "operation"),
		OPT_END,
	};

	memcpy(table, lines, sizeof lines);
}

/* A command line that was read: what came of it. */
struct outcome {
	struct settings settings;
	const char *operands[ARGUMENTS_MAX];
	size_t n_operands;
	enum status status;
	struct error err;
};

static void read_arguments(struct outcome *outcome, const char *const *arguments)
{
	struct option table[TABLE_LINES];
	int argc = 0;

	memset(outcome, 0, sizeof *outcome);
	memcpy(&outcome->settings, &defaults, sizeof defaults); /* padding and all: tests compare memory */
	fill_table(table, &outcome->settings);
	while (arguments[argc])
		argc++;
	outcome->status = options_read(table, argc, (char **)arguments, outcome->operands, &outcome->n_operands, NULL,
				       &outcome->err);
}

static void nothing_given_leaves_the_defaults(void **state)
{
	const char *const arguments[] = {NULL};
	struct outcome got;

	(void)state;
	read_arguments(&got, arguments);
	assert_int_equal(got.status, OK);
	assert_int_equal(got.n_operands, 0);
	assert_memory_equal(&got.settings, &defaults, sizeof defaults);
}

static void every_type_of_option_is_read(void **state)
{
	const char *const first[] = {"--json",        "-q",     "--output", "m.json", "-n",   "16",
				     "--segment=64K", "--reps", "3:7",      "-e",     "0.05", NULL};
	const char *const second[] = {"--timeout",     "5ms",  "--sizes", "0,1K",        "--pair", "2:0",
				      "--method=fast", "--op", "scan",    "--shift=1e3", NULL};
	struct outcome got;

	(void)state;
	read_arguments(&got, first);
	assert_int_equal(got.status, OK);
	assert_true(got.settings.json && got.settings.quiet);
	assert_ptr_equal(got.settings.output, first[3]);
	assert_int_equal(got.settings.processes, 16);
	assert_int_equal(got.settings.segment, 65536);
	assert_int_equal(got.settings.reps[0], 3);
	assert_int_equal(got.settings.reps[1], 7);
	assert_true(got.settings.epsilon == 0.05);
	read_arguments(&got, second);
	assert_int_equal(got.status, OK);
	assert_true(got.settings.timeout == 5e-3);
	assert_int_equal(got.settings.sizes.n, 2);
	assert_int_equal(got.settings.sizes.bytes[1], 1024);
	assert_int_equal(got.settings.pair[0], 2);
	assert_int_equal(got.settings.pair[1], 0);
	assert_int_equal(got.settings.method, 0);
	assert_int_equal(got.settings.operation, 11);
	assert_true(got.settings.shift == 1000);
	size_list_release(&got.settings.sizes);
}

static void what_was_given_is_told_and_equal_values_have_equal_texts(void **state)
{
	const char *const lines[][ARGUMENTS_MAX] = {{"--segment=64K", "--sizes", "0,1K,4K", "--timeout", "5ms",
						     "--reps", "3:7", "--pair", "all", "--json", NULL},
						    {"--json", "--pair=all", "--reps=3:7", "--timeout=0.005s",
						     "--sizes=0,1024,4096", "--segment", "65536", NULL}};
	static const struct {
		const char *name, *text;
	} expected[] = {{"json", "1"},
			{"segment", "65536"},
			{"reps", "3:7"},
			{"timeout", "0.0050000000000000001"},
			{"sizes", "0,1024,4096"},
			{"pair", "all"},
			{NULL, NULL}};

	(void)state;
	for (size_t l = 0; l < COUNT(lines); l++) {
		struct settings settings = defaults;
		struct option table[TABLE_LINES];
		const char *operands[ARGUMENTS_MAX];
		bool given[TABLE_LINES] = {false};
		size_t n = 0, found = 0;
		int argc = 0;

		while (lines[l][argc])
			argc++;
		fill_table(table, &settings);
		assert_int_equal(options_read(table, argc, (char **)lines[l], operands, &n, given, NULL), OK);
		for (size_t i = 0; table[i].name; i++) {
			char *text = option_text(&table[i]);

			assert_non_null(text);
			if (given[i]) {
				assert_string_equal(table[i].name, expected[found].name);
				assert_string_equal(text, expected[found++].text);
			}
			free(text);
		}
		assert_null(expected[found].name);
		size_list_release(&settings.sizes);
	}
}

static void a_list_of_sizes_replaces_the_default_list(void **state)
{
	struct settings s = defaults;
	struct option table[TABLE_LINES];
	char *arguments[] = {(char *)"--sizes", (char *)"7,8,9"};
	const char *operands[2];
	size_t n_operands;

	(void)state;
	assert_int_equal(size_list_parse("1:64", &s.sizes, NULL), OK);
	fill_table(table, &s);
	assert_int_equal(options_read(table, 2, arguments, operands, &n_operands, NULL, NULL), OK);
	assert_int_equal(s.sizes.n, 3);
	assert_int_equal(s.sizes.bytes[2], 9);
	size_list_release(&s.sizes);
}

static void operands_and_options_may_be_mixed_until_two_dashes(void **state)
{
	const char *const arguments[] = {"plogp", "--json", "-", "-n", "8", "p2p", "--", "--quiet", "-x", "--", NULL};
	const char *const expected[] = {"plogp", "-", "p2p", "--quiet", "-x", "--"};
	struct outcome got;

	(void)state;
	read_arguments(&got, arguments);
	assert_int_equal(got.status, OK);
	assert_true(got.settings.json);
	assert_false(got.settings.quiet);
	assert_int_equal(got.settings.processes, 8);
	assert_int_equal(got.n_operands, COUNT(expected));
	for (size_t i = 0; i < COUNT(expected); i++)
		assert_string_equal(got.operands[i], expected[i]);
}

static void a_negative_number_is_an_argument(void **state)
{
	static const char *const cases[][3] = {
		{"--shift", "-2.5", NULL}, {"-s", "-2.5", NULL}, {"--shift=-2.5", NULL, NULL}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct outcome got;

		read_arguments(&got, cases[i]);
		assert_int_equal(got.status, OK);
		assert_true(got.settings.shift == -2.5);
	}
}

static void a_text_may_look_like_an_option_that_does_not_exist(void **state)
{
	static const char *const cases[][3] = {{"-o", "--strange", NULL}, {"--output=--strange", NULL, NULL}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct outcome got;

		read_arguments(&got, cases[i]);
		assert_int_equal(got.status, OK);
		assert_string_equal(got.settings.output, "--strange");
	}
}

static void the_limits_themselves_are_allowed(void **state)
{
	static const char *const cases[][5] = {
		{"-n", "1", "-e", "0", NULL},
		{"-n", "1024", "-e", "1", NULL},
		{"--segment", "1K", "--timeout", "1ms", NULL},
		{"--segment", "1M", "--timeout=60s", NULL},
		{"--reps", "1", "--timeout", "none", NULL},
		{"--reps=1:18446744073709551615", NULL},
		{"--pair", "2147483647:0", NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct outcome got;

		read_arguments(&got, cases[i]);
		assert_int_equal(got.status, OK);
	}
}

static void one_number_is_a_range_from_it_to_itself(void **state)
{
	const char *const arguments[] = {"--reps", "12", NULL};
	struct outcome got;

	(void)state;
	read_arguments(&got, arguments);
	assert_int_equal(got.status, OK);
	assert_int_equal(got.settings.reps[0], 12);
	assert_int_equal(got.settings.reps[1], 12);
}

static const struct {
	const char *arguments[5], *text;
} wrong_usages[] = {
	{{"--no-such"}, "unknown option --no-such: --help lists the options"},
	{{"--outptu", "x"}, "unknown option --outptu: did you mean --output?"},
	{{"--jsn"}, "unknown option --jsn: did you mean --json?"},
	{{"--epsilom=0.1"}, "unknown option --epsilom: did you mean --epsilon?"},
	{{"--=3"}, "unknown option --: --help lists the options"},
	{{"-x"}, "unknown option -x"},
	{{"-3"}, "unknown option -3"},
	{{"-output"}, "did you mean --output?"},
	{{"-n16"}, "a space belongs between -n and its argument"},
	{{"-qe"}, "-q takes no argument"},
	{{"--output"}, "option --output needs an argument: --output FILE"},
	{{"-o"}, "option --output needs an argument: --output FILE"},
	{{"--output", "--json"}, "option --output needs an argument: --output FILE"},
	{{"-o", "-q"}, "option --output needs an argument: --output FILE"},
	{{"-o", "--shift=3"}, "option --output needs an argument"},
	{{"-o", "--"}, "option --output needs an argument"},
	{{"--method"}, "option --method needs an argument: --method {fast|saturation}"},
	{{"--json=yes"}, "option --json takes no argument"},
	{{"--json", "--json"}, "option --json is given twice"},
	{{"-n", "2", "--processes=2"}, "option --processes is given twice"},
	{{"-n", "0"}, "--processes: '0' is not allowed; it must be from 1 to 1024"},
	{{"-n", "1025"}, "from 1 to 1024"},
	{{"-n", "-4"}, "--processes: '-4' is not a whole number"},
	{{"-n", "4.0"}, "'4.0' is not a whole number"},
	{{"-n", "4K"}, "'4K' is not a whole number"},
	{{"-n", "18446744073709551616"}, "is not a whole number"},
	{{"--processes="}, "'' is not a whole number"},
	{{"-e", "1.5"}, "--epsilon: '1.5' is not allowed; it must be from 0 to 1"},
	{{"-e", "-0.1"}, "from 0 to 1"},
	{{"-e", "nan"}, "'nan' is not a number"},
	{{"-e", "0.1x"}, "'0.1x' is not a number"},
	{{"--segment", "512"}, "--segment: '512' is not allowed; it must be from 1K to 1M"},
	{{"--segment", "1.5K"}, "--segment: '1.5K' is not a size"},
	{{"--timeout", "2min"}, "--timeout: '2min' is not a time"},
	{{"--timeout", "2us"}, "from 0.001s to 60s"},
	{{"--reps", "0:5"}, "--reps: '0:5' is not allowed; it must be at least 1"},
	{{"--reps", "5:3"}, "'5:3' is not MIN:MAX"},
	{{"--reps", "5:"}, "'5:' is not MIN:MAX"},
	{{"--reps", "1:2:3"}, "'1:2:3' is not MIN:MAX"},
	{{"--reps", ":"}, "':' is not MIN:MAX"},
	{{"--sizes", "1K,x"}, "--sizes: sizes '1K,x': 'x' is not a size"},
	{{"--pair", "1:1"}, "--pair: '1:1' is not FROM:TO"},
	{{"--pair", "1"}, "'1' is not FROM:TO"},
	{{"--pair", "0:2147483648"}, "is not FROM:TO"},
	{{"--method", "slow"}, "--method: 'slow' is not one of {fast|saturation}"},
	{{"--method", "fsat"}, "'fsat' is not one of {fast|saturation}: did you mean fast?"},
	{{"--method", "Fast"}, "did you mean fast?"},
	{{"--method", ""}, "'' is not one of {fast|saturation}"},
};

static void wrong_usage_is_refused_and_explained(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(wrong_usages); i++) {
		struct outcome got;

		read_arguments(&got, wrong_usages[i].arguments);
		assert_int_equal(got.status, ERR_USAGE);
		assert_int_equal(got.err.status, ERR_USAGE);
		if (!strstr(got.err.text, wrong_usages[i].text))
			fail_msg("\"%s\" does not say \"%s\"", got.err.text, wrong_usages[i].text);
	}
}

static void a_refused_argument_leaves_the_value_alone(void **state)
{
	static const char *const cases[][3] = {
		{"-n", "0", NULL},       {"-e", "2", NULL},       {"--segment", "1", NULL}, {"--timeout", "1us", NULL},
		{"--reps", "0:5", NULL}, {"--sizes", "1,", NULL}, {"--pair", "3:3", NULL},  {"--method", "x", NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct outcome got;

		read_arguments(&got, cases[i]);
		assert_int_equal(got.status, ERR_USAGE);
		assert_memory_equal(&got.settings, &defaults, sizeof defaults);
	}
}

static void the_nearest_name_is_found_if_it_is_near(void **state)
{
	static const char *const names[] = {"estimate", "predict", "compare", "report", "info", "fit", "np", NULL};
	static const struct {
		const char *text, *nearest;
	} cases[] = {
		{"predict", "predict"},
		{"perdict", "predict"},
		{"reprot", "report"},
		{"estmiate", "estimate"},
		{"estmate", "estimate"},
		{"comparee", "compare"},
		{"ifno", "info"},
		{"fi", "fit"},
		{"xyz", NULL},
		{"simulate", NULL},
		{"a", NULL},
		{"", NULL},
		{"repaired", NULL},
		{"perdcit", "predict"},
		{"a-name-of-more-than-sixty-three-characters-that-is-near-to-nothing-at-all", NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *nearest = name_nearest(cases[i].text, names);

		if (cases[i].nearest)
			assert_string_equal(nearest, cases[i].nearest);
		else
			assert_null(nearest);
	}
}

static void of_two_near_names_the_nearer_is_found(void **state)
{
	static const char *const names[] = {"gathers", "gather", "gatherv", NULL};

	(void)state;
	assert_string_equal(name_nearest("gatherv", names), "gatherv");
	assert_string_equal(name_nearest("gathe", names), "gather");
}

static void help_is_two_aligned_columns(void **state)
{
	struct settings s = defaults;
	struct option table[TABLE_LINES];
	char *help;

	(void)state;
	fill_table(table, &s);
	help = options_help(table);
	assert_non_null(help);
	assert_non_null(strstr(help, "      --json                      print JSON\n"));
	assert_non_null(strstr(help, "  -q, --quiet                     print no progress\n"));
	assert_non_null(
		strstr(help, "  -o, --output FILE               write the model to FILE (default: out.json)\n"));
	assert_non_null(strstr(help, "      --method {fast|saturation}  how to measure\n"));
	free(help);
}

static void no_line_of_the_help_is_wider_than_100_columns(void **state)
{
	static const char long_help[] =
		"many words that say at great length, with \xc2\xb5s and with semicolons; what the option is for, what "
		"is allowed as its "
		"argument and what is assumed where it is not given at all, for example one (default: none of these)";
	struct settings s = defaults;
	struct option table[TABLE_LINES];
	char *help, *line, *rest, together[sizeof long_help + 64] = "";

	(void)state;
	fill_table(table, &s);
	table[3].help = long_help;
	help = options_help(table);
	assert_non_null(help);
	for (line = strtok_r(help, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		assert_true(text_width(line) <= 100);
		assert_true(line[strlen(line) - 1] != ' ');
		if (strstr(line, "--processes") || together[0]) {
			const char *start = together[0] ? line + strspn(line, " ") : strstr(line, "many");

			if (strstr(line, "--segment"))
				break;
			snprintf(together + strlen(together), sizeof together - strlen(together), "%s%s",
				 together[0] ? " " : "", start);
		}
	}
	assert_string_equal(together, long_help);
	free(help);
}

static void too_long_a_list_of_choices_is_broken_between_them(void **state)
{
	struct settings s = defaults;
	struct option table[TABLE_LINES];
	char *help;

	(void)state;
	fill_table(table, &s);
	help = options_help(table);
	assert_non_null(help);
	assert_non_null(
		strstr(help, "      --op {bcast|scatter|scatterv|gather|gatherv|reduce|allreduce|allgather|alltoall|\n"
			     "          reduce_scatter|barrier|scan}\n"));
	assert_non_null(strstr(help, "\n                                  operation\n"));
	free(help);
}

static void the_help_of_no_options_is_empty(void **state)
{
	const struct option none[] = {{.name = NULL}};
	char *help = options_help(none);

	(void)state;
	assert_string_equal(help, "");
	free(help);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_given_leaves_the_defaults),
		cmocka_unit_test(every_type_of_option_is_read),
		cmocka_unit_test(what_was_given_is_told_and_equal_values_have_equal_texts),
		cmocka_unit_test(a_list_of_sizes_replaces_the_default_list),
		cmocka_unit_test(operands_and_options_may_be_mixed_until_two_dashes),
		cmocka_unit_test(a_negative_number_is_an_argument),
		cmocka_unit_test(a_text_may_look_like_an_option_that_does_not_exist),
		cmocka_unit_test(the_limits_themselves_are_allowed),
		cmocka_unit_test(one_number_is_a_range_from_it_to_itself),
		cmocka_unit_test(wrong_usage_is_refused_and_explained),
		cmocka_unit_test(a_refused_argument_leaves_the_value_alone),
		cmocka_unit_test(the_nearest_name_is_found_if_it_is_near),
		cmocka_unit_test(of_two_near_names_the_nearer_is_found),
		cmocka_unit_test(help_is_two_aligned_columns),
		cmocka_unit_test(no_line_of_the_help_is_wider_than_100_columns),
		cmocka_unit_test(too_long_a_list_of_choices_is_broken_between_them),
		cmocka_unit_test(the_help_of_no_options_is_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
