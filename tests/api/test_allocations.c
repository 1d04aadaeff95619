/* Allocation failures of what sonde.h has that needs no other process. */
#include "../base/allocations.h"

#include <sonde.h>

#include <unistd.h>

static const char model_text[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"loggp\", \"processes\": 8,\n"
	"\"parameters\": {\"L\": 1e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9},\n"
	"\"uncertainty\": {\"L\": [9e-6, 2e-5]}, \"provenance\": {\"eager_bytes\": 4096, \"ports\": \"in turn\"}}\n";
static const char goal_text[] =
	"num_ranks 2\nrank 0 {\na: send 8b to 1 tag 7\n}\nrank 1 {\nc: recv 8b from 0 tag 7\n}\n";

static const char unlike_text[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"loggp\", \"processes\": 3, \"parameters\": {\n"
	"\"0>1\": {\"L\": 1e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9},\n"
	"\"0>2\": {\"L\": 2e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9},\n"
	"\"1>0\": {\"L\": 3e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9},\n"
	"\"1>2\": {\"L\": 4e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9},\n"
	"\"2>0\": {\"L\": 5e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9},\n"
	"\"2>1\": {\"L\": 6e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9}}}\n";

static char model_path[512], unlike_path[512], goal_path[512], made_path[512];
static struct sonde_model *model, *unlike;

/* The library's status as the one that the cases want: of a call that went wrong for want of memory ERR_MEMORY. */
static enum status inner(const struct sonde_error *error, struct error *err)
{
	if (error->status == SONDE_OK)
		return OK;
	return error_set(err, error->status == SONDE_ERROR_MEMORY ? ERR_MEMORY : ERR_CHECK, "%s", error->text);
}

static struct sonde_call call_of(const char *operation, const char *algorithm)
{
	return (struct sonde_call){.size = sizeof(struct sonde_call),
				   .operation = operation,
				   .algorithm = algorithm,
				   .processes = 8,
				   .bytes = 20000};
}

static enum status read_and_write(struct error *err)
{
	struct sonde_model *read = NULL;
	struct sonde_error error;

	if (sonde_model_read(model_path, &read, &error) == SONDE_OK)
		sonde_model_write(read, made_path, &error);
	sonde_model_free(read);
	return inner(&error, err);
}

static enum status convert(struct error *err)
{
	struct sonde_model *made = NULL, *mean = NULL;
	struct sonde_error error;

	if (sonde_model_convert(unlike, "logp", &made, &error) == SONDE_OK)
		sonde_model_average(made, &mean, &error);
	sonde_model_free(mean);
	sonde_model_free(made);
	return inner(&error, err);
}

static enum status predict_one(struct error *err)
{
	const struct sonde_call call = call_of("bcast", "binomial");
	struct sonde_prediction found;
	struct sonde_error error;
	double seconds;

	if (sonde_predict(model, 0, 1, 1000, &seconds, &error) == SONDE_OK)
		sonde_predict_collective(model, &call, &found, &error);
	digest = error.status == SONDE_OK ? seconds + found.seconds : 0;
	return inner(&error, err);
}

static enum status rank(struct error *err)
{
	const struct sonde_call call = call_of("allreduce", NULL);
	struct sonde_prediction list[32];
	struct sonde_error error;
	size_t n = 0;

	if (sonde_rank(model, &call, list, COUNT(list), &n, &error) == SONDE_OK)
		digest = (double)n + list[0].seconds;
	return inner(&error, err);
}

static enum status order(struct error *err)
{
	const struct sonde_call call = call_of("bcast", "binomial");
	struct sonde_order found;
	struct sonde_error error;
	int places[8];

	if (sonde_best_order(model, &call, 40, places, &found, &error) == SONDE_OK)
		digest = found.seconds;
	return inner(&error, err);
}

static enum status best_segment(struct error *err)
{
	struct sonde_call call = call_of("bcast", "pipeline");
	struct sonde_segment found;
	struct sonde_error error;

	call.bytes = 4; /* of which there are few segments */
	call.processes = 3;
	if (sonde_best_segment(model, &call, &found, &error) == SONDE_OK)
		digest = found.seconds + (double)found.segment;
	return inner(&error, err);
}

static enum status receives(struct error *err)
{
	const struct sonde_call call = call_of("gather", "linear");
	static const int from[] = {1, 1, 2};
	static const size_t bytes[] = {10, 1000, 100000};
	const struct sonde_series series = {.size = sizeof(series), .from = from, .bytes = bytes, .n = COUNT(from)};
	struct sonde_receive list[8];
	struct sonde_error error;
	size_t n = 0;

	if (sonde_predict_receives(model, &call, 0, list, COUNT(list), &n, &error) == SONDE_OK &&
	    sonde_predict_series(model, &series, list, &error) == SONDE_OK)
		digest = (double)n + list[2].done;
	return inner(&error, err);
}

static enum status closed_forms(struct error *err)
{
	const struct sonde_call call = call_of("scatter", "binomial");
	struct sonde_closed_form forms[8];
	struct sonde_error error;
	size_t n = 0;

	sonde_closed_forms(model, &call, forms, COUNT(forms), &n, &error);
	return inner(&error, err);
}

static enum status write_and_simulate(struct error *err)
{
	const struct sonde_call call = call_of("bcast", "binomial");
	const struct sonde_program program = {.size = sizeof(program), .path = goal_path};
	struct sonde_simulation found;
	struct sonde_error error;

	if (sonde_schedule_write(&call, made_path, 0, &error) == SONDE_OK &&
	    sonde_simulate(model, &program, NULL, 0, &found, &error) == SONDE_OK)
		digest = found.seconds + (double)found.operations;
	return inner(&error, err);
}

static enum status decompose(struct error *err)
{
	const struct sonde_domain domain = {.size = sizeof(domain),
					    .width = 64,
					    .height = 64,
					    .element = 8,
					    .border = 1,
					    .processes = 8,
					    .exchanges = 2};
	const struct sonde_array array = {.size = sizeof(array), .length = {64, 64}, .element = 8, .border = 1};
	struct sonde_decomposition list[16];
	struct sonde_error error;
	int dims[2] = {0, 0};
	size_t n = 0;

	if (sonde_decompose(model, &domain, list, COUNT(list), &n, &error) == SONDE_OK)
		sonde_dims_create_for(model, &array, 8, 2, dims, &error);
	return inner(&error, err);
}

static void a_call_that_memory_fails_for_says_so_and_leaves_nothing_behind(void **state)
{
	static const struct allocating cases[] = {
		{"a model's file", read_and_write, false},
		{"conversions", convert, false},
		{"a prediction", predict_one, false},
		{"a ranking", rank, false},
		{"an order", order, false},
		{"a segment", best_segment, false},
		{"receives", receives, false},
		{"closed forms", closed_forms, false},
		{"a schedule", write_and_simulate, false},
		{"a decomposition", decompose, false},
	};

	(void)state;
	fail_each_of(cases, COUNT(cases));
}

static int write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	return file && fputs(text, file) >= 0 && fclose(file) == 0 ? 0 : -1;
}

static int prepare(void **state)
{
	const char *build = getenv("SONDE_BUILD");

	(void)state;
	snprintf(model_path, sizeof(model_path), "%.400s/api_allocations.json", build ? build : ".");
	snprintf(unlike_path, sizeof(unlike_path), "%.400s/api_allocations_unlike.json", build ? build : ".");
	snprintf(goal_path, sizeof(goal_path), "%.400s/api_allocations.goal", build ? build : ".");
	snprintf(made_path, sizeof(made_path), "%.400s/api_allocations.made", build ? build : ".");
	return write_text(model_path, model_text) == 0 && write_text(unlike_path, unlike_text) == 0 &&
			       sonde_model_read(unlike_path, &unlike, NULL) == SONDE_OK &&
			       write_text(goal_path, goal_text) == 0 &&
			       sonde_model_read(model_path, &model, NULL) == SONDE_OK
		       ? 0
		       : -1;
}

static int clear(void **state)
{
	(void)state;
	sonde_model_free(model);
	sonde_model_free(unlike);
	unlink(model_path);
	unlink(unlike_path);
	unlink(goal_path);
	unlink(made_path);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_that_memory_fails_for_says_so_and_leaves_nothing_behind),
	};

	return cmocka_run_group_tests(tests, prepare, clear);
}
