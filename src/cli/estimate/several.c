#include "cli/estimate/several.h"

#include "cli/earlier_model.h"
#include "cli/measure/families.h"
#include "cli/output.h"
#include "estimate/model_notes.h"
#include "measuring/estimations_choose.h"
#include "measuring/provenance.h"
#include "measuring/thresholds.h"
#include "model/file/file.h"
#include "probe/unfinished.h"
#include "report/model_table.h"
#include "report/table_states.h"
#include "report/trust.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char all_of_them[] = "all";

/* All that one run is made of. */
struct several {
	struct estimate_options options[ESTIMATIONS_MOST];
	struct pair_rounds rounds[ESTIMATIONS_MOST];
	struct estimation found[ESTIMATIONS_MOST];
	char *outputs[ESTIMATIONS_MOST]; /* owned; NULL: none is written */
	const char *output;              /* that they are in, or their pattern; NULL: none */
	bool all;
	struct estimations e;
};

bool estimate_names_several(const char *names)
{
	return strchr(names, ',') || strcmp(names, all_of_them) == 0;
}

/* Options that are of one model. */
static enum status refuse(const struct estimate_request *request, struct error *err)
{
	const struct {
		const char *name;
		bool given;
	} options[] = {
		{"method", request->method != NULL},    {"sizes", request->sizes.n > 0},
		{"size-rule", request->rule >= 0},      {"strides", request->strides.n > 0},
		{"blocks", request->blocks > 0},        {"max-size", request->size_most > 0},
		{"max-sizes", request->count_most > 0}, {"long", request->long_size > 0},
		{"switch", request->switch_size > 0},   {"directions", request->direction > 0},
		{"classes", request->classes != NULL},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i].given)
			return error_set(err, ERR_USAGE, "--%s: it goes with one model, not with several",
					 options[i].name);
	return request->output && strcmp(request->output, "-") == 0
		       ? error_set(err, ERR_USAGE,
				   "-o -: several models need a file each: -o DIR, or a name with {model} in it")
		       : OK;
}

static const char place[] = "{model}";

/* The file of a model: by the pattern, or in the directory. NULL without memory. */
static char *path_of(const char *output, const char *model)
{
	const char *at = strstr(output, place);
	size_t before = at ? (size_t)(at - output) : strlen(output), room = strlen(output) + strlen(model) + 8;
	bool slash = at || output[before - 1] == '/';
	char *path = malloc(room);

	if (path)
		snprintf(path, room, "%.*s%s%s%s", (int)before, output, slash ? "" : "/", model,
			 at ? at + strlen(place) : ".json");
	return path;
}

/* Makes the directory, unless there is a pattern. */
static enum status make_directory(const char *output, struct error *err)
{
	struct stat there;

	if (strstr(output, place))
		return OK;
	if (output[0] == '\0')
		return error_set(err, ERR_USAGE, "-o: the name of a directory is empty");
	if (stat(output, &there) == 0)
		return S_ISDIR(there.st_mode)
			       ? OK
			       : error_set(err, ERR_USAGE,
					   "-o %s: several models need a file each: the name of a directory, or one "
					   "with {model} in it",
					   output);
	return mkdir(output, 0777) == 0
		       ? OK
		       : error_set(err, ERR_IO, "-o %s: the directory cannot be made: %s", output, strerror(errno));
}

static enum status choose_outputs(struct several *s, const struct measure_command *c, struct error *err)
{
	const char *output = s->output;
	const struct output_input inputs[] = {{c->archive.archive.name, "the store"},
					      {c->measuring.options.synthetic, "the model of the platform"}};
	enum status status = output ? make_directory(output, err) : OK;

	for (size_t i = 0; output && status == OK && i < s->e.n; i++) {
		s->outputs[i] = path_of(output, s->options[i].class->name);
		status = s->outputs[i] ? output_check(s->outputs[i], inputs, 2, err)
				       : error_memory(err, "the name of a file");
	}
	return status;
}

static enum status choose_options(struct several *s, const struct measure_command *c,
				  const struct estimate_request *request, struct error *err)
{
	const struct measuring *m = &c->measuring;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < s->e.n; i++) {
		struct estimate_options *o = &s->options[i];
		bool triplets = estimation_by_triplets(o);
		const struct pairs_request every = {.heterogeneous = true, .parallel = request->pairs.parallel};

		status = estimate_request_options(o, request, m, err);
		if (status == OK && (triplets || m->options.all_pairs))
			status = pairs_choose(triplets ? &every : &request->pairs, m->platform->processes, o,
					      &s->rounds[i], err);
		if (status == OK)
			status = estimate_prepare(o, m->platform, err);
	}
	return status;
}

static enum status check_thresholds(const struct several *s, const struct estimate_request *request,
				    struct platform *platform, struct error *err)
{
	if (!request->thresholds)
		return OK;
	if (!estimations_by_triplets(&s->e))
		return error_set(err, ERR_USAGE, "--thresholds: none of these models has any; they go with lmo");
	return measuring_thresholds_prepare(platform, err);
}

static enum status print(struct context *context, const struct measurement *m, const struct several *s,
			 struct error *err)
{
	const struct model *models[ESTIMATIONS_MOST];
	struct table *table;
	size_t n = 0;

	for (size_t i = 0; i < s->e.n; i++)
		if (s->found[i].model)
			models[n++] = s->found[i].model;
	table = models_table(models, n, context->json || context->csv);
	if (table) {
		table_summary_number(table, NULL, "experiments", CELL_COUNT, (double)s->e.experiments);
		table_summary_number(table, NULL, "messages", CELL_COUNT, (double)s->e.messages);
		table_summary_number(table, NULL, "seconds", CELL_NUMBER, s->e.seconds);
		if (m->n_levels > 0)
			measure_tell_state(&m->levels[0], table);
		table_tell_states(table, m->levels, m->n_levels);
		measure_tell_processes(&m->circumstances, table);
		for (size_t i = 0; i < n; i++)
			trust_tell(table, models[i], models[i]->class->name);
	}
	return command_print(context, table, err);
}

static bool is_fitted(const struct several *s, const char *class_name)
{
	for (size_t i = 0; i < s->e.n; i++)
		if (strcmp(s->options[i].class->name, class_name) == 0)
			return s->found[i].model;
	return false;
}

/* Whoever takes all files of the directory afterwards is to take those of this run. */
static enum status put_earlier_aside(const struct measurement *m, const struct several *s, struct error *err)
{
	const char *names[ESTIMATIONS_MOST + 1] = {NULL};

	for (size_t i = 0; !s->all && i < s->e.n; i++)
		names[i] = s->options[i].class->name;
	for (const char *const *name = s->all ? estimations_all : names; s->output && *name; name++) {
		char *path = is_fitted(s, *name) ? NULL : path_of(s->output, *name);

		if (path)
			earlier_model_put_aside(path, *name, &m->progress);
		else if (!is_fitted(s, *name))
			return error_memory(err, "the name of a file");
		free(path);
	}
	return OK;
}

/* Models that were not fitted are not written. */
static void tell_left_out(const struct measure_command *c, const struct measurement *m, const struct several *s)
{
	for (size_t i = 0; i < s->e.n; i++) {
		struct error why = s->found[i].missing;

		if (s->found[i].model)
			continue;
		if (unfinished_count(&s->e.prober) > 0)
			estimate_too_little(c, &why);
		progress_warn(&m->progress, "left out: %s: %s", s->options[i].class->name, why.text);
	}
}

static void tell_models(const struct measurement *m, const struct several *s)
{
	const struct model *models[ESTIMATIONS_MOST];
	size_t n = 0;

	for (size_t i = 0; i < s->e.n; i++)
		if (s->found[i].model)
			models[n++] = s->found[i].model;
	model_notes(models, n, m->platform->clock.cost, &m->progress);
}

static enum status measure_and_write(struct measure_command *c, struct measurement *m, struct several *s,
				     const struct estimate_request *request, struct error *err)
{
	const struct estimation_request wanted = {.pairs = request->pairs,
						  .all_states = request->states == 1,
						  .thresholds = request->thresholds,
						  .behaviour = true,
						  .find_switch = true};
	enum status status = estimations_run(m, &s->e, &wanted, err);

	if (status == ERR_INPUT && unfinished_count(&s->e.prober) > 0)
		estimate_too_little(c, err);
	if (status == OK)
		tell_left_out(c, m, s);
	for (size_t i = 0; status == OK && i < s->e.n; i++) {
		if (!s->found[i].model)
			continue;
		status = estimate_places_tell(request->places, s->found[i].model, err);
		if (status == OK && s->outputs[i])
			status = model_write(s->found[i].model, s->outputs[i], c->context->out, err);
	}
	if (status == OK)
		status = put_earlier_aside(m, s, err);
	if (status == OK)
		tell_models(m, s);
	if (status == OK)
		status = measurement_end(m, &s->e.prober, &s->e.moved, err);
	return status == OK ? print(c->context, m, s, err) : status;
}

static enum status measure_run(struct measure_command *c, struct several *s, const struct estimate_request *request,
			       struct error *err)
{
	const struct measuring_options *asked = &c->measuring.options;
	const struct purpose purpose =
		estimations_purpose(&s->e, asked->all_pairs ? ESTIMATION_ALL_PAIRS : ESTIMATION_PAIR,
				    asked->all_pairs && request->pairs.parallel);
	struct measurement m = {.run = 0};
	enum status status = measurement_begin(&m, &c->measuring, asked->run_name, &purpose, err);

	if (status == OK && estimations_by_triplets(&s->e))
		provenance_tell_one_host(&m.circumstances, &m.progress);
	for (size_t i = 0; i < s->e.n; i++) {
		s->options[i].before = measurement_before(&m);
		s->options[i].main_state = measurement_main_state(&m);
	}
	if (status == OK)
		status = measure_and_write(c, &m, s, request, err);
	measurement_release(&m);
	return status;
}

static void release(struct several *s)
{
	estimations_release(&s->e);
	for (size_t i = 0; i < ESTIMATIONS_MOST; i++) {
		pair_rounds_release(&s->rounds[i]);
		free(s->outputs[i]);
	}
	free(s);
}

enum status estimate_several(struct measure_command *c, const struct estimate_request *request, const char *names,
			     struct error *err)
{
	struct several *s = calloc(1, sizeof(*s));
	int *pair = c->measuring.options.pair;
	bool one_pair = pair[0] >= 0;
	char *output = NULL;
	enum status status = s ? refuse(request, err) : error_memory(err, "the models");

	if (!s)
		return status;
	s->e.options = s->options;
	s->e.found = s->found;
	s->all = strcmp(names, all_of_them) == 0;
	if (status == OK && !s->all)
		status = usage_of(estimations_add_names(&s->e, names, err), err);
	if (status == OK && one_pair && estimations_by_triplets(&s->e))
		status = error_set(err, ERR_USAGE,
				   "--pairs: the parameters of each process and pair of %s follow from all pairs",
				   s->options[s->e.n - 1].class->name);
	request->places->never = !s->all && estimations_by_triplets(&s->e);
	if (status == OK)
		status = estimate_request_platform(c, request, false, err);
	if (status == OK)
		output = estimate_places_output(request->places, request->output, &status, err);
	if (status == OK && s->all) /* those of all pairs once, with the second */
		status = estimations_add_all(&s->e, c->measuring.platform->processes,
					     one_pair || (request->places->two && request->places->now == 0),
					     &c->measuring.host.progress, err);
	if (status == OK)
		status = choose_options(s, c, request, err);
	s->output = output ? output : request->output;
	if (status == OK)
		status = choose_outputs(s, c, err);
	if (status == OK)
		status = check_thresholds(s, request, c->measuring.platform, err);
	if (status == OK)
		status = measure_run(c, s, request, err);
	release(s);
	free(output);
	return status;
}
