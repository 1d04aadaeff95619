#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "base/random.h"
#include "model/classes.h"
#include "model/file.h"

/* A file with every shape that there is, as the writer lays it out. */
static const char whole[] = "{\n"                                                 /*  1 */
			    "  \"format\": \"sonde-model\",\n"                    /*  2 */
			    "  \"version\": 1,\n"                                 /*  3 */
			    "  \"model\": \"plogp\",\n"                           /*  4 */
			    "  \"processes\": 2,\n"                               /*  5 */
			    "  \"hosts\": [\"a\", \"b \\\"ü\\\"\"],\n"            /*  6 */
			    "  \"parameters\": {\n"                               /*  7 */
			    "    \"L\": 1e-05,\n"                                 /*  8 */
			    "    \"o_s\": {\n"                                    /*  9 */
			    "      \"bytes\": [0, 1024],\n"                       /* 10 */
			    "      \"seconds\": [1e-06, 2e-06]\n"                 /* 11 */
			    "    },\n"                                            /* 12 */
			    "    \"o_r\": {\n"                                    /* 13 */
			    "      \"bytes\": [0],\n"                             /* 14 */
			    "      \"seconds\": [3e-06]\n"                        /* 15 */
			    "    },\n"                                            /* 16 */
			    "    \"g\": {\n"                                      /* 17 */
			    "      \"bytes\": [0, 8, 16, 1024],\n"                /* 18 */
			    "      \"seconds\": [1e-06, 2e-06, 3e-06, 9e-06]\n"   /* 19 */
			    "    }\n"                                             /* 20 */
			    "  },\n"                                              /* 21 */
			    "  \"uncertainty\": {\n"                              /* 22 */
			    "    \"L\": [null, 1.5e-05],\n"                       /* 23 */
			    "    \"g\": {\n"                                      /* 24 */
			    "      \"low\": [1e-06, null, 2.5e-06, 8e-06],\n"     /* 25 */
			    "      \"high\": [2e-06, 3e-06, null, 9.5e-06]\n"     /* 26 */
			    "    }\n"                                             /* 27 */
			    "  },\n"                                              /* 28 */
			    "  \"provenance\": {\n"                               /* 29 */
			    "    \"clock\": \"MPI_Wtime\",\n"                     /* 30 */
			    "    \"runs\": 3\n"                                   /* 31 */
			    "  }\n"                                               /* 32 */
			    "}\n";

/* The same for parameters per link. */
static const char links[] = "{\n"                                                        /*  1 */
			    "  \"format\": \"sonde-model\",\n"                           /*  2 */
			    "  \"version\": 1,\n"                                        /*  3 */
			    "  \"model\": \"hockney\",\n"                                /*  4 */
			    "  \"processes\": 3,\n"                                      /*  5 */
			    "  \"parameters\": {\n"                                      /*  6 */
			    "    \"0>1\": {\n"                                           /*  7 */
			    "      \"alpha\": 1e-05,\n"                                  /*  8 */
			    "      \"beta\": 1e-09\n"                                    /*  9 */
			    "    },\n"                                                   /* 10 */
			    "    \"2>0\": {\n"                                           /* 11 */
			    "      \"alpha\": 2e-05,\n"                                  /* 12 */
			    "      \"beta\": -2e-09\n"                                   /* 13 */
			    "    },\n"                                                   /* 14 */
			    "    \"any\": {\n"                                           /* 15 */
			    "      \"alpha\": 3e-05,\n"                                  /* 16 */
			    "      \"beta\": 3e-09\n"                                    /* 17 */
			    "    }\n"                                                    /* 18 */
			    "  },\n"                                                     /* 19 */
			    "  \"uncertainty\": {\n"                                     /* 20 */
			    "    \"0>1\": {},\n"                                         /* 21 */
			    "    \"2>0\": {\n"                                           /* 22 */
			    "      \"alpha\": [1.9e-05, null]\n"                         /* 23 */
			    "    },\n"                                                   /* 24 */
			    "    \"any\": {}\n"                                          /* 25 */
			    "  }\n"                                                      /* 26 */
			    "}\n";

static void assert_contains(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text, part);
}

static struct model *parsed(const char *text)
{
	struct error err = {0};
	struct model *model = model_parse(text, "m.json", &err);
	if (model == NULL)
		fail_msg("%s", err.text);
	return model;
}

static char *text_of(const struct model *model)
{
	struct error err = {0};
	char *text = model_text(model, &err);
	if (text == NULL)
		fail_msg("%s", err.text);
	return text;
}

/* The text with the first occurrence of a part replaced; the caller frees it. */
static char *edited(const char *text, const char *part, const char *by)
{
	const char *at = strstr(text, part);
	if (at == NULL)
		fail_msg("there is no \"%s\" to replace", part);
	size_t before = (size_t)(at - text), room = strlen(text) + strlen(by) + 1;
	char *result = malloc(room);
	assert_non_null(result);
	snprintf(result, room, "%.*s%s%s", (int)before, text, by, at + strlen(part));
	return result;
}

static void all_that_a_file_says_is_in_the_model(void **state)
{
	struct model *model = parsed(whole);
	const struct parameter *latency = model_param(model, 0, "L"), *gap = model_param(model, 0, "g");
	(void)state;
	assert_ptr_equal(model->class, &model_plogp);
	assert_int_equal(model->processes, 2);
	assert_string_equal(model->hosts[1], "b \"ü\"");
	assert_int_equal(model->n_links, 1);
	assert_int_equal(model->links[0].from, LINK_ANY);
	assert_true(latency->curve.y[0] == 1e-05);
	assert_true(latency->low[0] == -INFINITY);
	assert_true(latency->high[0] == 1.5e-05);
	assert_int_equal(gap->curve.n, 4);
	assert_true(gap->curve.x[3] == 1024 && gap->curve.y[3] == 9e-06);
	assert_true(gap->low[1] == -INFINITY && gap->low[2] == 2.5e-06);
	assert_true(gap->high[1] == 3e-06 && gap->high[2] == INFINITY);
	assert_int_equal(model_param(model, 0, "o_r_expected")->curve.n, 0);
	assert_null(model_param(model, 0, "o_s")->low);
	assert_string_equal(model_fact(model, "clock")->text, "MPI_Wtime");
	assert_true(model_fact(model, "runs")->number == 3);
	model_free(model);
}

static void each_link_has_its_own_parameters_and_intervals(void **state)
{
	struct model *model = parsed(links);
	(void)state;
	assert_int_equal(model->n_links, 3);
	assert_null(model->hosts);
	assert_int_equal(model->links[1].from, 2);
	assert_int_equal(model->links[1].to, 0);
	assert_int_equal(model->links[2].to, LINK_ANY);
	assert_true(model_value(model, 1, "beta", 0) == -2e-09);
	assert_true(model_value(model, model_link(model, (struct link){1, 2}), "alpha", 0) == 3e-05);
	assert_null(model_param(model, 0, "alpha")->low);
	assert_true(model_param(model, 1, "alpha")->low[0] == 1.9e-05);
	assert_true(model_param(model, 1, "alpha")->high[0] == INFINITY);
	model_free(model);
}

static void what_is_read_is_written_as_it_was(void **state)
{
	char *one_way = edited(links, "    },\n    \"2>0\": {\n      \"alpha\": 2e-05,\n      \"beta\": -2e-09\n    },\n    \"any\": {\n      \"alpha\": 3e-05,\n      \"beta\": 3e-09\n    }\n  },\n"
				      "  \"uncertainty\": {\n    \"0>1\": {},\n    \"2>0\": {\n      \"alpha\": [1.9e-05, null]\n    },\n    \"any\": {}\n  }\n", "    }\n  }\n");
	const char *const texts[] = {whole, links, one_way};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct model *model = parsed(texts[i]);
		char *text = text_of(model);
		assert_string_equal(text, texts[i]);
		free(text);
		model_free(model);
	}
	free(one_way);
}

static void numbers_read_back_exactly_and_are_short(void **state)
{
	const struct {
		double number;
		const char *text;
	} cases[] = {
		{0, "\"x\": 0\n"}, {-0.0, "\"x\": -0.0\n"}, {0.1, "\"x\": 0.1\n"}, {1e-06, "\"x\": 1e-06\n"}, {1024, "\"x\": 1024\n"}, {-17, "\"x\": -17\n"},
		{1.0 / 3, "0.333"}, {0.1 + 0.2, "0.30000000000000004"}, {1e22, "1e+22"}, {123456789012345678.0, "e+17"}, {9007199254740994.0, "9007199254740994\n"},
		{5e-324, "e-324"}, {DBL_MIN, "e-308"}, {DBL_MAX, "e+308"}, {-DBL_MAX, "e+308"}, {1 + DBL_EPSILON, "1.0000000000000002"}, {1e15, "1e+15"}, {999999999999999.0, "999999999999999\n"},
	};
	struct error err = {0};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct model *model = parsed(links);
		assert_int_equal(model_fact_number(model, "x", cases[i].number, &err), OK);
		char *text = text_of(model);
		struct model *again = parsed(text);
		assert_contains(text, cases[i].text);
		assert_memory_equal(&model_fact(again, "x")->number, &cases[i].number, sizeof(double));
		free(text);
		model_free(model);
		model_free(again);
	}
}

static void random_numbers_read_back_exactly(void **state)
{
	struct random random;
	double bytes[500], values[500];
	struct error err = {0};
	(void)state;
	random_init(&random, 1);
	for (size_t i = 0; i < 500; i++) {
		bytes[i] = (double)i * 4097;
		values[i] = ldexp(random_uniform(&random) - 0.5, (int)random_below(&random, 200) - 100);
	}
	struct model *model = parsed(whole);
	assert_int_equal(model_set_curve(model, 0, "g", bytes, values, 500, &err), OK);
	char *text = text_of(model);
	struct model *again = parsed(text);
	const struct curve *curve = &model_param(again, 0, "g")->curve;
	assert_int_equal(curve->n, 500);
	assert_memory_equal(curve->x, bytes, sizeof(bytes));
	assert_memory_equal(curve->y, values, sizeof(values));
	for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 100);
	free(text);
	model_free(model);
	model_free(again);
}

static void any_text_can_be_a_fact(void **state)
{
	struct model *model = parsed(links);
	struct error err = {0};
	(void)state;
	assert_int_equal(model_fact_text(model, "a \"b\"\n>\\", "\t\x01 µs {[\",", &err), OK);
	assert_int_equal(model_fact_text(model, "latin-1", "\xb5s", &err), OK);
	assert_int_equal(model_fact_number(model, "unknown", NAN, &err), OK);
	char *text = text_of(model);
	struct model *again = parsed(text);
	assert_string_equal(model_fact(again, "a \"b\"\n>\\")->text, "\t\x01 µs {[\",");
	assert_string_equal(model_fact(again, "latin-1")->text, "?s");
	assert_true(isnan(model_fact(again, "unknown")->number));
	free(text);
	model_free(model);
	model_free(again);
}

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
		{whole, "{\n  \"format\"", "[{\n  \"format\"", "m.json:34: not JSON: the text ends before the model does"},
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
		{whole, "\"version\": 1", "\"version\": 2", "m.json:3: version: 2 is newer than the 1 that this sonde reads"},
		{whole, "\"version\": 1", "\"version\": 0", "m.json:3: version: a whole number"},
		{whole, "\"version\": 1", "\"version\": \"1\"", "m.json:3: version: a whole number"},
		{whole, "\"hosts\"", "\"host\"", "m.json:6: host: unknown key: did you mean hosts?"},
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
		{whole, "\"runs\": 3", "\"\\u0072uns\": true", "m.json:31: provenance.runs: a text or a number is expected"},
	};
	(void)state;
	check_broken(cases, sizeof(cases) / sizeof(cases[0]));
}

static void a_wrong_parameter_is_refused_with_line_and_key(void **state)
{
	static const struct broken cases[] = {
		{whole, "\"parameters\"", "\"provenances\"", "m.json:7: provenances: unknown key: did you mean provenance?"},
		{whole, "    \"L\": 1e-05,\n", "", "m.json:7: parameters.L: missing: a plogp model needs it"},
		{whole, "\"o_s\"", "\"os\"", "m.json:9: parameters.os: unknown key: did you mean"},
		{whole, "\"L\": 1e-05", "\"L\": \"1e-05\"", "m.json:8: parameters.L: a number is expected (seconds)"},
		{whole, "\"L\": 1e-05", "\"L\": [1e-05]", "m.json:8: parameters.L: a number is expected"},
		{whole, "\"L\": 1e-05", "\"L\": null", "m.json:8: parameters.L: a number is expected"},
		{whole, "{\n      \"bytes\": [0],\n      \"seconds\": [3e-06]\n    }", "3e-6", "m.json:13: parameters.o_r: {\"bytes\": [...], \"seconds\": [...]} is expected"},
		{whole, "      \"bytes\": [0],\n", "", "m.json:13: parameters.o_r.bytes: missing"},
		{whole, "[0],\n      \"seconds\": [3e-06]", "[0]", "m.json:13: parameters.o_r.seconds: missing"},
		{whole, "[0],", "[],", "m.json:14: parameters.o_r.bytes: at least one size"},
		{whole, "[0],", "0,", "m.json:14: parameters.o_r.bytes: an array of numbers"},
		{whole, "[0],", "[-1],", "m.json:14: parameters.o_r.bytes[0]: a size is a whole number of bytes, not -1"},
		{whole, "[3e-06]", "[3e-06, 4e-06]", "m.json:15: parameters.o_r.seconds: 2 numbers for 1 sizes"},
		{whole, "\"seconds\": [3e-06]", "\"seconds_per_byte\": [3e-06]", "m.json:15: parameters.o_r.seconds_per_byte: unknown key"},
		{whole, "[0, 8, 16, 1024]", "[0, 8, 16, 8]", "m.json:18: parameters.g.bytes[3]: sizes must ascend: 8 follows 16"},
		{whole, "[0, 8, 16, 1024]", "[0, 8,\n16,\n16]", "m.json:20: parameters.g.bytes[3]: sizes must ascend: 16 follows 16"},
		{whole, "[0, 8, 16, 1024]", "[0, 8,\n\n9.5, 1024]", "m.json:20: parameters.g.bytes[2]: a size is a whole number of bytes, not 9.5"},
		{whole, "[0, 8, 16, 1024]", "[0, 8, 16, 1e300]", "m.json:18: parameters.g.bytes[3]: a size is a whole number"},
		{whole, "[0, 8, 16, 1024]", "[0, \"8\", 16, 1024]", "m.json:18: parameters.g.bytes[1]: a number is expected"},
		{whole, "3e-06, 9e-06", "null, 9e-06", "m.json:19: parameters.g.seconds[2]: a number is expected"},
		{links, "\"beta\": -2e-09", "\"betta\": -2e-09", "m.json:13: parameters.2>0.betta: unknown key: did you mean beta?"},
		{links, ",\n      \"beta\": -2e-09", "", "m.json:11: parameters.2>0.beta: missing"},
		{links, "\"2>0\"", "\"3>0\"", "m.json:11: parameters.3>0: there is no such process: the processes are 0 to 2"},
		{links, "\"2>0\"", "\"2>3\"", "m.json:11: parameters.2>3: there is no such process"},
		{links, "\"2>0\"", "\"-2>0\"", "m.json:11: parameters.-2>0: there is no such process"},
		{links, "\"2>0\"", "\"2>2\"", "m.json:11: parameters.2>2: a link needs two different processes"},
		{links, "\"2>0\"", "\"00>1\"", "m.json:11: parameters.00>1: not a link such as \"0>1\""},
		{links, "\"2>0\"", "\"2>0>1\"", "m.json:11: parameters.2>0>1: not a link"},
		{links, "\"2>0\"", "\"2>99999999999999999999\"", "not a link"},
		{links, "\"2>0\"", "\"alpha\"", "m.json:11: parameters.alpha: not a link"},
		{links, "\"2>0\"", "\"0>1\"", "m.json:11: not JSON: duplicate object key"},
		{links, "{\n      \"alpha\": 3e-05,\n      \"beta\": 3e-09\n    }", "4", "m.json:15: parameters.any: an object {...} is expected"},
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
		{whole, "[null, 1.5e-05]", "[2e-05, 1.5e-05]", "m.json:23: uncertainty.L: the low bound 2e-05 is above the high bound 1.5e-05"},
		{whole, "[null, 1.5e-05]", "[null, \"much\"]", "m.json:23: uncertainty.L[1]: a number is expected, or null"},
		{whole, "\"L\": [null, 1.5e-05]", "\"o_r_expected\": [1, 2]", "m.json:23: uncertainty.o_r_expected: the model has no such parameter"},
		{whole, "\"low\": [1e-06, ", "\"low\": [", "m.json:25: uncertainty.g.low: 3 numbers for 4 sizes"},
		{whole, ",\n      \"high\": [2e-06, 3e-06, null, 9.5e-06]", "", "m.json:24: uncertainty.g.high: missing"},
		{whole, "{\n      \"low\": [1e-06, null, 2.5e-06, 8e-06],\n      \"high\": [2e-06, 3e-06, null, 9.5e-06]\n    }", "[1e-06, 2e-06]",
			"m.json:24: uncertainty.g: {\"low\": [...], \"high\": [...]} is expected"},
		{whole, "\"high\"", "\"hihg\"", "m.json:26: uncertainty.g.hihg: unknown key: did you mean high?"},
		{whole, "[2e-06, 3e-06, null", "[2e-06, 3e-06, 2e-06", "m.json:24: uncertainty.g: the low bound 2.5e-06 is above the high bound 2e-06"},
		{whole, "\"g\": {\n      \"low\"", "\"o_s\": {\n      \"low\"", "m.json:25: uncertainty.o_s.low: 4 numbers for 2 sizes"},
		{links, "\"2>0\": {\n      \"alpha\": [", "\"2>1\": {\n      \"alpha\": [", "m.json:22: uncertainty.2>1: the parameters have no such link"},
		{links, "\"any\": {}", "\"any\": 0", "m.json:25: uncertainty.any: an object {...} is expected"},
	};
	(void)state;
	check_broken(cases, sizeof(cases) / sizeof(cases[0]));
}

static void a_text_that_is_no_object_is_refused(void **state)
{
	static const char *const texts[] = {"", "\n\n", "[]", "7", "\"sonde-model\"", "null", "[1, {\"format\": \"sonde-model\"}]", "# a comment"};
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
		{",\n\"parameters\": {\"alpha\": 1, \"beta\": 2},\n\"uncertainty\": []", "m.json:3: uncertainty: an object {...} is expected"},
		{",\n\"parameters\": {\"any\": {\"alpha\": 1, \"beta\": 2}},\n\"uncertainty\": []", "m.json:3: uncertainty: an object {...} is expected"},
		{",\n\"parameters\": {\"0>1\": {\"alpha\": 1, \"beta\": 2}},\n\"uncertainty\": 1", "m.json:3: uncertainty: an object {...} is expected"},
		{",\n\"parameters\": {\"alpha\": 1, \"beta\": 2},\n\"provenance\": \"mine\"", "m.json:3: provenance: an object {...} is expected"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		char text[256];
		snprintf(text, sizeof(text), "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2%s}", cases[i].rest);
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
	static const char *const pieces[] = {"{", "}", "[", "]", ",", ":", "\"", "null", "1e308", "-1", "\"g\"", "\"0>1\"", "\"any\"", "\\", "\n"};
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
		assert_true(err.status == ERR_MEMORY || err.status == ERR_INPUT); /* jansson takes some of these for a wrong text */
		refused++;
	}
	assert_true(refused > 10);
}

/* A folder of its own for each test that needs files. */
struct folder {
	char name[32];
	char path[64];  /* of the model file */
	char fresh[64]; /* of the new file that replaces it */
};

static int make_folder(void **state)
{
	static const char pattern[] = "/tmp/sonde-test-file-XXXXXX";
	struct folder *folder = calloc(1, sizeof(*folder));
	if (folder == NULL)
		return -1;
	*state = folder;
	memcpy(folder->name, pattern, sizeof(pattern));
	if (mkdtemp(folder->name) == NULL)
		return -1;
	snprintf(folder->path, sizeof(folder->path), "%s/m.json", folder->name);
	snprintf(folder->fresh, sizeof(folder->fresh), "%s/m.json.new", folder->name);
	return 0;
}

static int remove_folder(void **state)
{
	struct folder *folder = *state;
	unlink(folder->path);
	unlink(folder->fresh);
	int removed = rmdir(folder->name);
	free(folder);
	return removed;
}

static void put(const char *where, const void *bytes, size_t n)
{
	FILE *out = fopen(where, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, n, out), n);
	assert_int_equal(fclose(out), 0);
}

static void assert_file_holds(const char *where, const char *text)
{
	char *found = calloc(1, strlen(text) + 2);
	FILE *in = fopen(where, "r");
	assert_non_null(found);
	assert_non_null(in);
	size_t n = fread(found, 1, strlen(text) + 1, in);
	assert_int_equal(n, strlen(text));
	assert_string_equal(found, text);
	fclose(in);
	free(found);
}

static void a_written_file_reads_back(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(whole), *other = parsed(links);
	struct error err = {0};
	struct stat there;
	assert_int_equal(model_write(model, folder->path, NULL, &err), OK);
	assert_file_holds(folder->path, whole);
	assert_int_equal(chmod(folder->path, 0640), 0);
	assert_int_equal(model_write(other, folder->path, NULL, &err), OK);
	assert_file_holds(folder->path, links);
	assert_int_equal(stat(folder->path, &there), 0);
	assert_int_equal(there.st_mode & 0777, 0640);
	assert_int_equal(access(folder->fresh, F_OK), -1);
	struct model *again = model_read(folder->path, &err);
	assert_non_null(again);
	assert_int_equal(again->n_links, 3);
	model_free(model);
	model_free(other);
	model_free(again);
}

static void a_failed_write_leaves_what_was_there(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(whole);
	struct error err = {0};
	put(folder->path, "precious", 8);
	assert_int_equal(mkdir(folder->fresh, 0700), 0);
	assert_int_equal(model_write(model, folder->path, NULL, &err), ERR_IO);
	assert_contains(err.text, folder->path);
	assert_file_holds(folder->path, "precious");
	assert_int_equal(rmdir(folder->fresh), 0);
	model_free(model);
}

static void what_a_symbolic_link_points_at_is_replaced_not_the_link(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(whole);
	struct error err = {0};
	struct stat there;
	char target[64], target_fresh[64];
	snprintf(target, sizeof(target), "%s/target.json", folder->name);
	snprintf(target_fresh, sizeof(target_fresh), "%s/target.json.new", folder->name);
	put(target, "old", 3);
	assert_int_equal(symlink("target.json", folder->path), 0);
	assert_int_equal(model_write(model, folder->path, NULL, &err), OK);
	assert_file_holds(target, whole);
	assert_int_equal(lstat(folder->path, &there), 0);
	assert_true(S_ISLNK(there.st_mode));
	assert_int_equal(access(target_fresh, F_OK), -1);
	unlink(target);
	model_free(model);
}

static void a_pipe_is_written_to_not_replaced(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(whole);
	struct error err = {0};
	struct stat there;
	char text[sizeof(whole) + 1];
	assert_int_equal(mkfifo(folder->path, 0600), 0);
	int in = open(folder->path, O_RDONLY | O_NONBLOCK);
	assert_true(in >= 0);
	assert_int_equal(model_write(model, folder->path, NULL, &err), OK);
	assert_int_equal(read(in, text, sizeof(text)), strlen(whole));
	assert_memory_equal(text, whole, strlen(whole));
	assert_int_equal(stat(folder->path, &there), 0);
	assert_true(S_ISFIFO(there.st_mode));
	close(in);
	model_free(model);
}

static void a_dash_means_the_stream(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(links);
	struct error err = {0}, full = {0};
	FILE *out = fopen(folder->path, "w"), *nowhere = fopen("/dev/full", "w");
	assert_non_null(out);
	assert_int_equal(model_write(model, "-", out, &err), OK);
	assert_int_equal(fclose(out), 0);
	assert_file_holds(folder->path, links);
	if (nowhere != NULL) {
		assert_int_equal(model_write(model, "-", nowhere, &full), ERR_IO);
		fclose(nowhere);
	}
	model_free(model);
}

static void a_file_that_cannot_be_read_or_written_is_named(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(links);
	struct error missing = {0}, directory = {0}, nowhere = {0};
	char deep[64];
	assert_null(model_read(folder->path, &missing));
	assert_int_equal(missing.status, ERR_IO);
	assert_contains(missing.text, folder->path);
	assert_null(model_read(folder->name, &directory));
	assert_int_equal(directory.status, ERR_IO);
	snprintf(deep, sizeof(deep), "%s/none/m.json", folder->name);
	assert_int_equal(model_write(model, deep, NULL, &nowhere), ERR_IO);
	assert_contains(nowhere.text, deep);
	model_free(model);
}

static void a_file_with_a_zero_byte_or_without_any_is_refused(void **state)
{
	const struct folder *folder = *state;
	struct error zero = {0}, empty = {0};
	put(folder->path, whole, sizeof(whole)); /* with the 0 at its end */
	assert_null(model_read(folder->path, &zero));
	assert_int_equal(zero.status, ERR_INPUT);
	assert_contains(zero.text, folder->path);
	put(folder->path, "", 0);
	assert_null(model_read(folder->path, &empty));
	assert_int_equal(empty.status, ERR_INPUT);
	assert_contains(empty.text, "m.json:1: not JSON");
}

static void a_long_file_is_read_whole(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(links);
	struct error err = {0};
	char name[32];
	for (int i = 0; i < 2000; i++) {
		snprintf(name, sizeof(name), "fact number %d", i);
		assert_int_equal(model_fact_number(model, name, i, &err), OK);
	}
	assert_int_equal(model_write(model, folder->path, NULL, &err), OK);
	struct model *again = model_read(folder->path, &err);
	assert_non_null(again);
	assert_int_equal(again->n_facts, 2000);
	assert_true(model_fact(again, "fact number 1999")->number == 1999);
	model_free(model);
	model_free(again);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_a_file_says_is_in_the_model),
		cmocka_unit_test(each_link_has_its_own_parameters_and_intervals),
		cmocka_unit_test(what_is_read_is_written_as_it_was),
		cmocka_unit_test(numbers_read_back_exactly_and_are_short),
		cmocka_unit_test(random_numbers_read_back_exactly),
		cmocka_unit_test(any_text_can_be_a_fact),
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
		WITH_FOLDER(a_written_file_reads_back),
		WITH_FOLDER(a_failed_write_leaves_what_was_there),
		WITH_FOLDER(what_a_symbolic_link_points_at_is_replaced_not_the_link),
		WITH_FOLDER(a_pipe_is_written_to_not_replaced),
		WITH_FOLDER(a_dash_means_the_stream),
		WITH_FOLDER(a_file_that_cannot_be_read_or_written_is_named),
		WITH_FOLDER(a_file_with_a_zero_byte_or_without_any_is_refused),
		WITH_FOLDER(a_long_file_is_read_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
