#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>

#include "base/random.h"
#include "file_texts.h"

/* A good text, what is put in place of a part of it, and what the refusal then says. */
struct broken {
	const char *good, *part, *by, *says;
};

static void check_broken(const struct broken *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct error err = {0};
		char *text = edited(cases[i].good, cases[i].part, cases[i].by);
		struct model *model = model_parse(text, "m.json", &err);
		if (model != NULL)
			fail_msg("\"%s\" in place of \"%s\" is not refused", cases[i].by, cases[i].part);
		assert_int_equal(err.status, ERR_INPUT);
		assert_contains(err.text, cases[i].says);
		free(text);
	}
}

static void a_wrong_head_is_refused_with_line_and_key(void **state)
{
	static const struct broken cases[] = {
		{whole, "{\n  \"format\"", "[{\n  \"format\"",
		 "m.json:34: not JSON: the text ends before the model does"},
		{whole, "1,\n", "1\n", "m.json:4: not JSON"},
		{whole, "}\n}\n", "}\n}\n\n}", "m.json:35: not JSON"},
		{whole, "\"runs\": 3", "\"runs\": 3,", "m.json:32: not JSON"},
		{whole, "\"runs\": 3", "\"clock\": 3", "duplicate object key"},
		{whole, "\"runs\": 3", "\"runs\": 1e999", "m.json:31: not JSON: real number overflow"},
		{whole, "\"runs\": 3", "\"runs\": NaN", "m.json:31: not JSON"},
		{whole, "Wtime", "Wtime\xff", "m.json:30: not JSON"},
		{whole, "  \"format\": \"sonde-model\",\n", "", "m.json:1: format: missing"},
		{whole, "sonde-model", "sonde-table", "m.json:2: format: not a model file"},
		{whole, "\"sonde-model\"", "7", "m.json:2: format: not a model file"},
		{whole, "  \"version\": 1,\n", "", "m.json:1: version: missing"},
		{whole, "\"version\": 1", "\"version\": 2",
		 "m.json:3: version: 2 is newer than the 1 that this sonde reads"},
		{whole, "\"version\": 1", "\"version\": 0", "m.json:3: version: a whole number"},
		{whole, "\"version\": 1", "\"version\": \"1\"", "m.json:3: version: a whole number"},
		{whole, "\"hosts\"", "\"host\"", "m.json:6: host: unknown key: did you mean hosts?"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"ports\": \"in a row\"",
		 "provenance.ports: \"in turn\", \"fair\" or \"parallel\" is expected"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"ports\": 1",
		 "provenance.ports: \"in turn\", \"fair\" or \"parallel\" is expected"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"ports_in\": \"one\"",
		 "provenance.ports_in: \"in turn\", \"fair\" or \"parallel\" is expected"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"duplex_factor\": 2.5",
		 "provenance.duplex_factor: a number from 1, full duplex, to 2, half duplex, is expected"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"rendezvous_control\": \"before\"",
		 "provenance.rendezvous_control: \"behind data\" or \"apart\" is expected"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"transfer_variation\": -0.1",
		 "provenance.transfer_variation: a number from 0 to 1 is expected"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"port_seconds\": \"none\"",
		 "provenance.port_seconds: seconds, 0 or more, are expected"},
		{whole, "\"clock\": \"MPI_Wtime\"", "\"eager_bytes\": -1",
		 "provenance.eager_bytes: a number of bytes, 0 or more, is expected"},
		{whole, "  \"model\": \"plogp\",\n", "", "m.json:1: model: missing"},
		{whole, "\"plogp\"", "\"plopg\"", "m.json:4: model: no model is called \"plopg\": did you mean plogp?"},
		{whole, "\"plogp\"", "null", "m.json:4: model: the name of a model is expected"},
		{whole, "  \"processes\": 2,\n", "", "m.json:1: processes: missing"},
		{whole, "\"processes\": 2", "\"processes\": 0", "m.json:5: processes: a whole number from 1"},
		{whole, "\"processes\": 2", "\"processes\": 2.5", "m.json:5: processes: a whole number from 1"},
		{whole, "\"processes\": 2", "\"processes\": 3000000000", "m.json:5: processes: a whole number from 1"},
		{whole, "\"processes\": 2", "\"processes\": 3", "m.json:6: hosts: 2 names for 3 processes"},
		{whole, "[\"a\"", "[1", "m.json:6: hosts[0]: the name of a host is expected"},
		{whole, "[\"a\", \"b \\\"ü\\\"\"]", "\"a\"", "m.json:6: hosts: an array of names"},
		{whole, "\"runs\": 3", "\"runs\": [3]", "m.json:31: provenance.runs: a text or a number is expected"},
		{whole, "\"runs\": 3", "\"\\u0072uns\": true",
		 "m.json:31: provenance.runs: a text or a number is expected"},
	};
	(void)state;
	check_broken(cases, sizeof(cases) / sizeof(cases[0]));
}

static void a_wrong_parameter_is_refused_with_line_and_key(void **state)
{
	static const struct broken cases[] = {
		{whole, "\"parameters\"", "\"provenances\"",
		 "m.json:7: provenances: unknown key: did you mean provenance?"},
		{whole, "    \"L\": 1e-05,\n", "", "m.json:7: parameters.L: missing: a plogp model needs it"},
		{whole, "\"o_s\"", "\"os\"", "m.json:9: parameters.os: unknown key: did you mean"},
		{whole, "\"L\": 1e-05", "\"L\": \"1e-05\"", "m.json:8: parameters.L: a number is expected (seconds)"},
		{whole, "\"L\": 1e-05", "\"L\": [1e-05]", "m.json:8: parameters.L: a number is expected"},
		{whole, "\"L\": 1e-05", "\"L\": null", "m.json:8: parameters.L: a number is expected"},
		{whole, "{\n      \"bytes\": [0],\n      \"seconds\": [3e-06]\n    }", "3e-6",
		 "m.json:13: parameters.o_r: {\"bytes\": [...], \"seconds\": [...]} is expected"},
		{whole, "      \"bytes\": [0],\n", "", "m.json:13: parameters.o_r.bytes: missing"},
		{whole, "[0],\n      \"seconds\": [3e-06]", "[0]", "m.json:13: parameters.o_r.seconds: missing"},
		{whole, "[0],", "[],", "m.json:14: parameters.o_r.bytes: at least one size"},
		{whole, "[0],", "0,", "m.json:14: parameters.o_r.bytes: an array of numbers"},
		{whole, "[0],", "[-1],",
		 "m.json:14: parameters.o_r.bytes[0]: a size is a whole number of bytes, not -1"},
		{whole, "[3e-06]", "[3e-06, 4e-06]", "m.json:15: parameters.o_r.seconds: 2 numbers for 1 sizes"},
		{whole, "\"seconds\": [3e-06]", "\"seconds_per_byte\": [3e-06]",
		 "m.json:15: parameters.o_r.seconds_per_byte: unknown key"},
		{whole, "[0, 8, 16, 1024]", "[0, 8, 16, 8]",
		 "m.json:18: parameters.g.bytes[3]: sizes must ascend: 8 follows 16"},
		{whole, "[0, 8, 16, 1024]", "[0, 8,\n16,\n16]",
		 "m.json:20: parameters.g.bytes[3]: sizes must ascend: 16 follows 16"},
		{whole, "[0, 8, 16, 1024]", "[0, 8,\n\n9.5, 1024]",
		 "m.json:20: parameters.g.bytes[2]: a size is a whole number of bytes, not 9.5"},
		{whole, "[0, 8, 16, 1024]", "[0, 8, 16, 1e300]",
		 "m.json:18: parameters.g.bytes[3]: a size is a whole number"},
		{whole, "[0, 8, 16, 1024]", "[0, \"8\", 16, 1024]",
		 "m.json:18: parameters.g.bytes[1]: a number is expected"},
		{whole, "3e-06, 9e-06", "null, 9e-06", "m.json:19: parameters.g.seconds[2]: a number is expected"},
		{links, "\"beta\": -2e-09", "\"betta\": -2e-09",
		 "m.json:13: parameters.2>0.betta: unknown key: did you mean beta?"},
		{links, ",\n      \"beta\": -2e-09", "", "m.json:11: parameters.2>0.beta: missing"},
		{links, "\"2>0\"", "\"3>0\"",
		 "m.json:11: parameters.3>0: there is no such process: the processes are 0 to 2"},
		{links, "\"2>0\"", "\"2>3\"", "m.json:11: parameters.2>3: there is no such process"},
		{links, "\"2>0\"", "\"-2>0\"", "m.json:11: parameters.-2>0: there is no such process"},
		{links, "\"2>0\"", "\"2>2\"", "m.json:11: parameters.2>2: a link needs two different processes"},
		{links, "\"2>0\"", "\"00>1\"", "m.json:11: parameters.00>1: not a link: "},
		{links, "\"2>0\"", "\"2>0>1\"", "m.json:11: parameters.2>0>1: not a link"},
		{links, "\"2>0\"", "\"2>99999999999999999999\"", "not a link"},
		{links, "\"2>0\"", "\"alpha\"", "m.json:11: parameters.alpha: not a link"},
		{links, "\"2>0\"", "\"0>1\"", "m.json:11: not JSON: duplicate object key"},
		{links, "{\n      \"alpha\": 3e-05,\n      \"beta\": 3e-09\n    }", "4",
		 "m.json:15: parameters.any: an object {...} is expected"},
	};
	(void)state;
	check_broken(cases, sizeof(cases) / sizeof(cases[0]));
}

static void a_wrong_uncertainty_is_refused_with_line_and_key(void **state)
{
	static const struct broken cases[] = {
		{whole, "\"L\": [null, 1.5e-05]", "\"LL\": [null, 1.5e-05]", "m.json:23: uncertainty.LL: unknown key"},
		{whole, "[null, 1.5e-05]", "[1e-05]", "m.json:23: uncertainty.L: [low, high] is expected"},
		{whole, "[null, 1.5e-05]", "1e-05", "m.json:23: uncertainty.L: [low, high] is expected"},
		{whole, "[null, 1.5e-05]", "[2e-05, 1.5e-05]",
		 "m.json:23: uncertainty.L: the low bound 2e-05 is above the high bound 1.5e-05"},
		{whole, "[null, 1.5e-05]", "[null, \"much\"]",
		 "m.json:23: uncertainty.L[1]: a number is expected, or null"},
		{whole, "\"L\": [null, 1.5e-05]", "\"o_r_expected\": [1, 2]",
		 "m.json:23: uncertainty.o_r_expected: the model has no such parameter"},
		{whole, "\"low\": [1e-06, ", "\"low\": [", "m.json:25: uncertainty.g.low: 3 numbers for 4 sizes"},
		{whole, ",\n      \"high\": [2e-06, 3e-06, null, 9.5e-06]", "",
		 "m.json:24: uncertainty.g.high: missing"},
		{whole,
		 "{\n      \"low\": [1e-06, null, 2.5e-06, 8e-06],\n      \"high\": [2e-06, 3e-06, null, 9.5e-06]\n    "
		 "}",
		 "[1e-06, 2e-06]", "m.json:24: uncertainty.g: {\"low\": [...], \"high\": [...]} is expected"},
		{whole, "\"high\"", "\"hihg\"", "m.json:26: uncertainty.g.hihg: unknown key: did you mean high?"},
		{whole, "[2e-06, 3e-06, null", "[2e-06, 3e-06, 2e-06",
		 "m.json:24: uncertainty.g: the low bound 2.5e-06 is above the high bound 2e-06"},
		{whole, "\"g\": {\n      \"low\"", "\"o_s\": {\n      \"low\"",
		 "m.json:25: uncertainty.o_s.low: 4 numbers for 2 sizes"},
		{links, "\"2>0\": {\n      \"alpha\": [", "\"2>1\": {\n      \"alpha\": [",
		 "m.json:22: uncertainty.2>1: the parameters have no such link"},
		{links, "\"any\": {}", "\"any\": 0", "m.json:25: uncertainty.any: an object {...} is expected"},
	};
	(void)state;
	check_broken(cases, sizeof(cases) / sizeof(cases[0]));
}

static void a_text_that_is_no_object_is_refused(void **state)
{
	static const char *const texts[] = {
		"", "\n\n", "[]", "7", "\"sonde-model\"", "null", "[1, {\"format\": \"sonde-model\"}]", "# a comment"};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct error err = {0};
		assert_null(model_parse(texts[i], "m.json", &err));
		assert_int_equal(err.status, ERR_INPUT);
		assert_contains(err.text, "m.json:");
	}
}

static void a_part_that_is_no_object_is_refused(void **state)
{
	static const struct {
		const char *rest, *says;
	} cases[] = {
		{"", "m.json:1: parameters: missing"},
		{",\n\"parameters\": 3", "m.json:2: parameters: an object {...} is expected"},
		{",\n\"parameters\": {\"0>1\": []}", "m.json:2: parameters.0>1: an object {...} is expected"},
		{",\n\"parameters\": {\"alpha\": 1, \"beta\": 2},\n\"uncertainty\": []",
		 "m.json:3: uncertainty: an object {...} is expected"},
		{",\n\"parameters\": {\"any\": {\"alpha\": 1, \"beta\": 2}},\n\"uncertainty\": []",
		 "m.json:3: uncertainty: an object {...} is expected"},
		{",\n\"parameters\": {\"0>1\": {\"alpha\": 1, \"beta\": 2}},\n\"uncertainty\": 1",
		 "m.json:3: uncertainty: an object {...} is expected"},
		{",\n\"parameters\": {\"alpha\": 1, \"beta\": 2},\n\"provenance\": \"mine\"",
		 "m.json:3: provenance: an object {...} is expected"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		char text[256];
		snprintf(text, sizeof(text),
			 "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2%s}",
			 cases[i].rest);
		assert_null(model_parse(text, "m.json", &err));
		assert_int_equal(err.status, ERR_INPUT);
		assert_contains(err.text, cases[i].says);
	}
}

static void a_deeply_nested_text_is_refused(void **state)
{
	size_t depth = 200000;
	char *text = malloc(depth + 1);
	struct error err = {0};
	(void)state;
	assert_non_null(text);
	memset(text, '[', depth);
	text[depth] = '\0';
	assert_null(model_parse(text, "m.json", &err));
	assert_int_equal(err.status, ERR_INPUT);
	free(text);
}

/* Without its last line break a text is still whole: everything shorter is not. */
static void a_truncated_file_is_refused_wherever_it_is_cut(void **state)
{
	const char *const texts[] = {whole, links};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		for (size_t length = 0; length + 1 < strlen(texts[i]); length++) {
			struct error err = {0};
			char *text = malloc(length + 1); /* exactly as long, so that a read beyond it is seen */
			assert_non_null(text);
			memcpy(text, texts[i], length);
			text[length] = '\0';
			if (model_parse(text, "m.json", &err) != NULL)
				fail_msg("cut after %zu bytes: not refused", length);
			assert_int_equal(err.status, ERR_INPUT);
			assert_contains(err.text, "m.json:");
			free(text);
		}
}

/* A damaged text is refused, or is a model that can be written and read again; it never harms. */
static void check_damaged(const char *text)
{
	struct error err = {0};
	struct model *model = model_parse(text, "m.json", &err);
	if (model == NULL) {
		assert_int_equal(err.status, ERR_INPUT);
		assert_contains(err.text, "m.json:");
		return;
	}
	char *written = text_of(model);
	struct model *again = parsed(written);
	char *rewritten = text_of(again);
	assert_string_equal(written, rewritten);
	free(written);
	free(rewritten);
	model_free(model);
	model_free(again);
}

static void no_flipped_bit_does_harm(void **state)
{
	const char *const texts[] = {whole, links};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char *text = edited(texts[i], "", "");
		for (size_t at = 0; at < strlen(texts[i]); at++)
			for (int bit = 0; bit < 8; bit++) {
				text[at] = (char)(texts[i][at] ^ (1 << bit));
				check_damaged(text);
				text[at] = texts[i][at];
			}
		free(text);
	}
}

static void no_random_damage_does_harm(void **state)
{
	static const char *const pieces[] = {"{",     "}",  "[",     "]",       ",",       ":",  "\"", "null",
					     "1e308", "-1", "\"g\"", "\"0>1\"", "\"any\"", "\\", "\n"};
	struct random random;
	(void)state;
	random_init(&random, 2);
	for (size_t i = 0; i < 4000; i++) {
		const char *good = i % 2 == 0 ? whole : links;
		size_t n = strlen(good), from = random_below(&random, n), gone = random_below(&random, 30);
		const char *piece = pieces[random_below(&random, sizeof(pieces) / sizeof(pieces[0]))];
		const char *rest = from + gone < n ? good + from + gone : "";
		size_t room = n + strlen(piece) + 1;
		char *text = malloc(room);
		assert_non_null(text);
		snprintf(text, room, "%.*s%s%s", (int)from, good, piece, rest);
		check_damaged(text);
		free(text);
	}
}

/* jansson's memory runs out after so many blocks; it passes its allocator nothing that could hold them. */
static size_t blocks_left;

static void *scarce_malloc(size_t size)
{
	if (blocks_left == 0)
		return NULL;
	blocks_left--;
	return malloc(size);
}

static int plentiful(void **state)
{
	(void)state;
	json_set_alloc_funcs(malloc, free);
	return 0;
}

static void no_model_comes_of_a_text_for_which_memory_runs_out(void **state)
{
	size_t refused = 0;
	(void)state;
	json_set_alloc_funcs(scarce_malloc, free);
	for (size_t n = 0;; n++) {
		struct error err = {0};
		blocks_left = n;
		struct model *model = model_parse(whole, "m.json", &err);
		if (model != NULL) {
			model_free(model);
			break;
		}
		assert_true(err.status == ERR_MEMORY ||
			    err.status == ERR_INPUT); /* jansson takes some of these for a wrong text */
		refused++;
	}
	assert_true(refused > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_head_is_refused_with_line_and_key),
		cmocka_unit_test(a_wrong_parameter_is_refused_with_line_and_key),
		cmocka_unit_test(a_wrong_uncertainty_is_refused_with_line_and_key),
		cmocka_unit_test(a_text_that_is_no_object_is_refused),
		cmocka_unit_test(a_part_that_is_no_object_is_refused),
		cmocka_unit_test(a_deeply_nested_text_is_refused),
		cmocka_unit_test(a_truncated_file_is_refused_wherever_it_is_cut),
		cmocka_unit_test(no_flipped_bit_does_harm),
		cmocka_unit_test(no_random_damage_does_harm),
		cmocka_unit_test_teardown(no_model_comes_of_a_text_for_which_memory_runs_out, plentiful),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
