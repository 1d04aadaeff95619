#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "file_texts.h"
#include "model/classes.h"

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
	char *one_way = edited(links,
			       "    },\n    \"2>0\": {\n      \"alpha\": 2e-05,\n      \"beta\": -2e-09\n    },\n    "
			       "\"any\": {\n      \"alpha\": 3e-05,\n      \"beta\": 3e-09\n    }\n  },\n"
			       "  \"uncertainty\": {\n    \"0>1\": {},\n    \"2>0\": {\n      \"alpha\": [1.9e-05, "
			       "null]\n    },\n    \"any\": {}\n  }\n",
			       "    }\n  }\n");
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
		{0, "\"x\": 0\n"},
		{-0.0, "\"x\": -0.0\n"},
		{0.1, "\"x\": 0.1\n"},
		{1e-06, "\"x\": 1e-06\n"},
		{1024, "\"x\": 1024\n"},
		{-17, "\"x\": -17\n"},
		{1.0 / 3, "0.333"},
		{0.1 + 0.2, "0.30000000000000004"},
		{1e22, "1e+22"},
		{123456789012345678.0, "e+17"},
		{9007199254740994.0, "9007199254740994\n"},
		{5e-324, "e-324"},
		{DBL_MIN, "e-308"},
		{DBL_MAX, "e+308"},
		{-DBL_MAX, "e+308"},
		{1 + DBL_EPSILON, "1.0000000000000002"},
		{1e15, "1e+15"},
		{999999999999999.0, "999999999999999\n"},
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

/* A folder of its own for each test that needs files. */
struct folder {
	char name[32];
	char path[64]; /* of the model file */
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
	return 0;
}

static int remove_folder(void **state)
{
	struct folder *folder = *state;
	unlink(folder->path);
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
	struct model *again = model_read(folder->path, &err);
	assert_non_null(again);
	assert_int_equal(again->n_links, 3);
	model_free(model);
	model_free(other);
	model_free(again);
}

static void what_a_symbolic_link_points_at_is_replaced_not_the_link(void **state)
{
	const struct folder *folder = *state;
	struct model *model = parsed(whole);
	struct error err = {0};
	struct stat there;
	char target[64];
	snprintf(target, sizeof(target), "%s/target.json", folder->name);
	put(target, "old", 3);
	assert_int_equal(symlink("target.json", folder->path), 0);
	assert_int_equal(model_write(model, folder->path, NULL, &err), OK);
	assert_file_holds(target, whole);
	assert_int_equal(lstat(folder->path, &there), 0);
	assert_true(S_ISLNK(there.st_mode));
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
	assert_int_equal(again->facts.n, 2000);
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
		WITH_FOLDER(a_written_file_reads_back),
		WITH_FOLDER(what_a_symbolic_link_points_at_is_replaced_not_the_link),
		WITH_FOLDER(a_pipe_is_written_to_not_replaced),
		WITH_FOLDER(a_dash_means_the_stream),
		WITH_FOLDER(a_file_that_cannot_be_read_or_written_is_named),
		WITH_FOLDER(a_file_with_a_zero_byte_or_without_any_is_refused),
		WITH_FOLDER(a_long_file_is_read_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
