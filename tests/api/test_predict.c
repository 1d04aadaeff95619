/* What sonde.h predicts of an operation beside its time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <sonde.h>

enum { P = 5 };

static const char model_text[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"loggp\", \"processes\": 5,\n"
	"\"parameters\": {\"L\": 1e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9}}\n";

static struct sonde_model *model;

static int prepare(void **state)
{
	char path[512];
	const char *build = getenv("SONDE_BUILD");
	FILE *file;
	int read;

	(void)state;
	snprintf(path, sizeof(path), "%.400s/api_predict.json", build ? build : ".");
	file = fopen(path, "w");
	if (!file || fputs(model_text, file) < 0 || fclose(file) != 0)
		return -1;
	read = sonde_model_read(path, &model, NULL) == SONDE_OK ? 0 : -1;
	unlink(path);
	return read;
}

static int clear(void **state)
{
	(void)state;
	sonde_model_free(model);
	return 0;
}

static void a_root_is_told_when_it_receives_what_and_the_last_is_the_end(void **state)
{
	struct sonde_call call = {.size = sizeof(call),
				  .operation = "gather",
				  .algorithm = "linear",
				  .processes = P,
				  .root = 2,
				  .bytes = 1000};
	static const int senders[] = {0, 1, 3, 4};
	static const size_t bytes[] = {1000, 1000, 1000, 1000};
	const struct sonde_series series = {
		.size = sizeof(series), .to = 2, .from = senders, .bytes = bytes, .n = P - 1};
	struct sonde_receive receives[P], same[P];
	struct sonde_prediction whole;
	size_t n = 0;

	(void)state;
	assert_int_equal(sonde_predict_receives(model, &call, 2, receives, P, &n, NULL), SONDE_OK);
	assert_int_equal(n, P - 1);
	assert_int_equal(sonde_predict_series(model, &series, same, NULL), SONDE_OK);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(receives[i].from, senders[i]);
		assert_int_equal(receives[i].bytes, 1000);
		assert_true(receives[i].done == same[i].done);
		assert_true(i == 0 || receives[i].done > receives[i - 1].done);
	}
	assert_true(same[1].posted == same[0].done);
	assert_int_equal(sonde_predict_collective(model, &call, &whole, NULL), SONDE_OK);
	assert_true(whole.seconds == receives[n - 1].done);
	assert_int_equal(sonde_predict_receives(model, &call, 0, NULL, 0, &n, NULL), SONDE_OK);
	assert_int_equal(n, 0);
}

static void what_cannot_be_received_is_refused(void **state)
{
	struct sonde_call call = {
		.size = sizeof(call), .operation = "gather", .algorithm = "linear", .processes = P, .bytes = 1000};
	static const int itself[] = {2};
	static const size_t bytes[] = {1000};
	struct sonde_series series = {.size = sizeof(series), .to = 2, .from = itself, .bytes = bytes, .n = 1};
	struct sonde_receive receives[P];
	struct sonde_error error;
	size_t n;

	(void)state;
	assert_int_equal(sonde_predict_receives(model, &call, P, receives, P, &n, &error), SONDE_ERROR_ARGUMENT);
	assert_non_null(strstr(error.text, "processes 0 to 4"));
	assert_int_equal(sonde_predict_receives(model, &call, 0, NULL, P, &n, &error), SONDE_ERROR_ARGUMENT);
	call.algorithm = NULL;
	assert_int_equal(sonde_predict_receives(model, &call, 0, receives, P, &n, &error), SONDE_ERROR_ARGUMENT);
	assert_int_equal(sonde_predict_series(model, &series, receives, &error), SONDE_ERROR_ARGUMENT);
	assert_non_null(strstr(error.text, "from process 2 to 2"));
	series.from = NULL;
	assert_int_equal(sonde_predict_series(model, &series, receives, &error), SONDE_ERROR_ARGUMENT);
}

static void the_best_segment_is_quicker_than_one_piece_and_is_predicted_as_the_call_with_it(void **state)
{
	struct sonde_call call = {.size = sizeof(call),
				  .operation = "bcast",
				  .algorithm = "pipeline",
				  .processes = 16,
				  .bytes = 1000000,
				  .segment = 7};
	struct sonde_segment found;
	struct sonde_prediction whole;
	struct sonde_error error;

	(void)state;
	assert_int_equal(sonde_best_segment(model, &call, &found, NULL), SONDE_OK);
	assert_true(found.segment > 0 && found.segments == (call.bytes + found.segment - 1) / found.segment);
	assert_true(found.seconds < found.whole / 5);
	for (int k = 0; k < 2; k++) {
		call.segment = k == 0 ? found.segment : 0;
		assert_int_equal(sonde_predict_collective(model, &call, &whole, NULL), SONDE_OK);
		assert_true(whole.seconds == (k == 0 ? found.seconds : found.whole));
	}
	call.algorithm = "linear";
	assert_int_equal(sonde_best_segment(model, &call, &found, &error), SONDE_ERROR_ARGUMENT);
	assert_non_null(strstr(error.text, "bcast by linear has no segments"));
	call.algorithm = NULL;
	assert_int_equal(sonde_best_segment(model, &call, &found, &error), SONDE_ERROR_ARGUMENT);
	assert_int_equal(sonde_best_segment(model, &call, NULL, &error), SONDE_ERROR_ARGUMENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_root_is_told_when_it_receives_what_and_the_last_is_the_end),
		cmocka_unit_test(what_cannot_be_received_is_refused),
		cmocka_unit_test(the_best_segment_is_quicker_than_one_piece_and_is_predicted_as_the_call_with_it),
	};

	return cmocka_run_group_tests(tests, prepare, clear);
}
