#include "base/file_read.h"
#include "base/memory.h"
#include "cli/command.h"
#include "cli/output.h"
#include "exchange/benchmark.h"
#include "exchange/dimemas.h"
#include "model/file/file.h"
#include "store/store.h"
#include "version.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { FILES_MOST = 1000, TEXT_MOST = 1 << 26, TIME_TEXT = 32 };

struct import_options {
	const char *store_path, *run, *output;
};

enum { PLATFORM_TEXT = 64 };

/* What is known of a run that another program measured: the MPI library is not. */
static enum status describe(const struct context *context, struct circumstances *c, enum benchmark from,
			    struct error *err)
{
	char started[TIME_TEXT], platform[PLATFORM_TEXT];
	time_t now = time(NULL);
	struct tm parts;

	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
	snprintf(platform, sizeof(platform), "imported from %s", benchmark_name(from));
	c->platform = memory_text(platform);
	c->command = memory_text(context->line);
	c->started = memory_text(started);
	c->version = memory_text(SONDE_VERSION);
	return c->platform && c->command && c->started && c->version ? circumstances_processes(c, 2, err)
								     : error_memory(err, "what is known of a run");
}

static enum status begin(const struct context *context, const struct import_options *o, struct store *store,
			 enum benchmark from, int64_t *id, struct error *err)
{
	struct purpose purpose = purpose_of(PURPOSE_MEASURE_P2P, "messages that another benchmark measured");
	struct circumstances circumstances = {.processes = 2};
	enum status status = describe(context, &circumstances, from, err);
	const struct run_begin begin = {
		.name = o->run, .purpose = &purpose, .statistic = STATISTIC_MEDIAN, .circumstances = &circumstances};

	snprintf(purpose.operation, sizeof(purpose.operation), "roundtrip");
	if (status == OK)
		status = store_begin(store, &begin, id, err);
	circumstances_release(&circumstances);
	return status;
}

/* Round trips, twice of what benchmarks print. */
static enum status append(struct store *store, int64_t id, const struct benchmark_lines *lines, size_t file,
			  struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < lines->n; i++) {
		const struct benchmark_line *line = &lines->list[i];
		const struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP,
						.from = 0,
						.to = 1,
						.bytes = line->bytes,
						.reply_bytes = line->bytes,
						.count = 1,
						.loop = line->repetitions ? line->repetitions : 1};
		const struct observation observation = {
			.at = (double)file, .seconds = 2 * line->seconds, .send_seconds = NAN};

		status = store_append(store, id, &what, &observation, 1, err);
	}
	return status;
}

/* All files are of one run; all are read before anything is stored. */
static enum status import_timings(const struct context *context, const struct import_options *o, char **texts,
				  const char **names, size_t n, struct error *err)
{
	struct benchmark_lines *lines = calloc(n + 1, sizeof(*lines));
	enum status status = lines ? OK : error_memory(err, "the lines of benchmarks");
	struct store *store = NULL;
	int64_t id = 0;
	size_t sum = 0;

	for (size_t i = 0; status == OK && i < n; i++) {
		status = benchmark_read(texts[i], names[i], &lines[i], err);
		sum += lines[i].n;
		if (status == OK && lines[i].from != lines[0].from)
			status = error_set(err, ERR_INPUT, "%s is of %s, and %s of %s: a run has one", names[i],
					   benchmark_name(lines[i].from), names[0], benchmark_name(lines[0].from));
	}
	if (status == OK && !(store = store_open(o->store_path, 1, err)))
		status = err->status;
	if (status == OK)
		status = begin(context, o, store, lines[0].from, &id, err);
	for (size_t i = 0; status == OK && i < n; i++)
		status = append(store, id, &lines[i], i, err);
	if (status == OK)
		status = store_end(store, id, err);
	if (status == OK && !context->quiet)
		fprintf(context->chatter, "sonde: %zu timings of %s are run %lld of %s\n", sum,
			benchmark_name(lines[0].from), (long long)id, o->store_path);
	store_close(store);
	for (size_t i = 0; lines && i < n; i++)
		benchmark_release(&lines[i]);
	free(lines);
	return status;
}

static enum status import_model(const struct context *context, const struct import_options *o, const char *text,
				const char *name, struct error *err)
{
	struct model *model;
	enum status status = output_check(o->output, &(struct output_input){name, "the configuration"}, 1, err);

	model = status == OK ? dimemas_read(text, name, err) : NULL;
	if (!model)
		return err->status;
	status = model_write(model, o->output ? o->output : "-", context->out, err);
	model_free(model);
	return status;
}

static enum status import_files(const struct context *context, const struct import_options *o, const char **names,
				size_t n, struct error *err)
{
	char *texts[FILES_MOST] = {NULL};
	enum status status = OK;
	size_t length, read = 0;

	for (; status == OK && read < n; read++)
		status = file_read(names[read], "benchmark's output", TEXT_MOST, &texts[read], &length, err);
	if (status == OK && benchmark_of(texts[0]) == BENCHMARK_DIMEMAS)
		status = n > 1 ? error_set(err, ERR_USAGE, "a configuration of Dimemas is imported alone")
			       : import_model(context, o, texts[0], names[0], err);
	else if (status == OK && o->output)
		status = error_set(err, ERR_USAGE,
				   "--output goes with a configuration of Dimemas: timings go to --store");
	else if (status == OK)
		status = import_timings(context, o, texts, names, n, err);
	for (size_t i = 0; i < read; i++)
		free(texts[i]);
	return status;
}

static enum status import(struct context *context, struct error *err)
{
	struct import_options o = {.store_path = "sonde.db"};
	const struct option options[] = {
		OPT_TEXT('o', "output", &o.output, "FILE.json",
			 "of Dimemas: write the model there (default and -: standard output)"),
		OPT_TEXT(0, "store", &o.store_path, "FILE", "of benchmarks: where the timings go (default sonde.db)"),
		OPT_TEXT(0, "run", &o.run, "NAME", "name of the run in the store (default run-<number>)"),
		COMMON_OPTIONS(context),
	};
	const char *names[FILES_MOST] = {NULL};
	size_t n = 0;
	enum status status = command_options(context, options, names, 1, FILES_MOST, &n, err);

	return status == OK && !context->help ? import_files(context, &o, names, n, err) : status;
}

const struct command command_import = {
	.name = "import",
	.operands = "FILE ...",
	.summary = "takes what osu_latency, IMB-MPI1 PingPong or NetPIPE printed as the timings of a run, or a "
		   "configuration of Dimemas as a model",
	.example = "sonde import osu_latency.txt --run osu",
	.run = import,
};
