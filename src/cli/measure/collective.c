#include "cli/measure/collective.h"

#include "cli/arrival_option.h"
#include "cli/measure/families.h"
#include "cli/measure/p2p.h"
#include "cli/request_options.h"
#include "measuring/p2p.h"
#include "sample/collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_LENGTHS = 8, SERIES_MOST = 10000, SERIES_TEXT = 64 };

struct measure_collective_options {
	struct sizes_options sizes;
	int operation, timing;
	struct request_options options; /* algorithm: "native", the name of one, or "all" */
	bool native;                    /* the MPI library's own operation only */
	const char *arrival;            /* as the user said it; NULL: all come at once */
	char pattern[SETUP_ARRIVAL_MOST];
	struct layout_options layouts;
	struct size_list series; /* operations in a row, adaptive: no list; none: each by itself */
	const char *forced;      /* of native: the algorithm that the library is told to take; NULL: none */
	struct collective_request request;
	const struct algorithm_class **list; /* those to be measured; NULL: the MPI library's own */
	size_t n;
};

/* Returns how many curves an algorithm has in a layout: one for each length of a series. */
static size_t lengths(const struct measure_collective_options *w)
{
	return w->series.n > 0 ? w->series.n : 1;
}

/* Returns how many curves an algorithm has. */
static size_t curves(const struct measure_collective_options *w)
{
	return lengths(w) * w->layouts.layouts.n;
}

/* As explore_family.at; context: the options. That the lists fit a setup was seen before (choose_request). */
static struct experiment operation_at(const void *context, size_t bytes, size_t curve)
{
	const struct measure_collective_options *w = context;
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = 1};
	const struct algorithm_class *algorithm = w->list[curve / curves(w)];

	if (algorithm)
		collective_request_experiment(&w->request, algorithm, bytes, &what, NULL);
	if (w->series.n > 0)
		what.count = w->series.bytes[curve % w->series.n];
	layout_options_take(&w->layouts, curve / lengths(w) % w->layouts.layouts.n, what.setup.layout);
	if (w->forced) {
		snprintf(what.setup.forced, sizeof(what.setup.forced), "%s", w->forced);
		what.setup.segment = w->options.segment;
		what.setup.fanout = w->options.fanout;
	}
	what.from = what.to = (int)w->options.root;
	what.setup.timing = (enum collective_timing)w->timing;
	memcpy(what.setup.arrival, w->pattern, sizeof(w->pattern));
	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", collective_names[w->operation]);
	return what;
}

/* A barrier has one size, 0. */
static enum status choose_sizes(struct measure_collective_options *w, struct error *err)
{
	const struct collective_kind *kind = &collective_kinds[w->operation];

	if (strcmp(kind->name, "barrier") != 0)
		return sizes_choose(&w->sizes, err);
	if (w->sizes.request.sizes.n)
		return error_set(err, ERR_USAGE, "--sizes: a barrier moves no data");
	return size_list_parse("0", &w->sizes.request.sizes, err);
}

static enum status check_processes(const struct measuring *m, const struct measure_collective_options *w,
				   struct error *err)
{
	const struct collective_kind *kind = &collective_kinds[w->operation];

	if (w->options.root >= m->platform->processes)
		return error_set(err, ERR_USAGE, "--root %zu: there are processes 0 to %zu", w->options.root,
				 m->platform->processes - 1);
	if (w->options.root > 0 && !kind->rooted && w->timing != TIMING_ROOT)
		return error_set(err, ERR_USAGE, "--root: %s has no root, only --timing root looks at one", kind->name);
	return OK;
}

/* The request for sonde's own algorithms. */
static enum status choose_request(struct measure_collective_options *w, int collective, size_t processes,
				  struct error *err)
{
	struct request_options options = w->options;

	if (collective < 0)
		return error_set(err, ERR_USAGE, "--algorithm: %s has none of sonde's own, only native",
				 collective_names[w->operation]);
	options.processes = processes;
	if (!collective_has_root((enum collective)collective))
		options.root = 0; /* of the timing only */
	return request_of_options(&w->request, (enum collective)collective, &options, err);
}

/* Those that so many processes can do, which any size shows: of all without a word, of one that is named it must. */
static enum status add_algorithms(struct measure_collective_options *w, struct error *err)
{
	for (const struct algorithm_class *each = collective_request_next(&w->request, NULL); each;
	     each = collective_request_next(&w->request, each)) {
		struct experiment what;
		struct algorithm_use use;
		struct error why = {0};
		enum status status = collective_request_use(&w->request, each, 0, &use, &why);

		if (status == OK && collective_request_experiment(&w->request, each, 0, &what, err) != OK)
			return usage_of(ERR_INPUT, err);
		if (status == OK)
			w->list[w->n++] = each;
		else if (w->request.algorithm || status != ERR_INPUT)
			return usage_of(error_set(err, status, "%s", why.text), err);
	}
	return OK;
}

static enum status choose_algorithms(struct measure_collective_options *w, size_t processes, struct error *err)
{
	const struct request_options *o = &w->options;
	static const char native[] = "native:";
	int collective = collective_of_word(collective_names[w->operation]);
	size_t most = 2;

	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each))
		most++;
	w->list = calloc(most, sizeof(*w->list));
	if (!w->list)
		return error_memory(err, "the algorithms to measure");
	w->forced = strncmp(o->algorithm, native, sizeof(native) - 1) == 0 ? o->algorithm + sizeof(native) - 1 : NULL;
	w->native = w->forced || strcmp(o->algorithm, "native") == 0;
	if (w->forced && strlen(w->forced) >= SETUP_NAME_MOST)
		return error_set(err, ERR_USAGE, "--algorithm: a name has at most %d characters", SETUP_NAME_MOST - 1);
	if (w->forced && strcmp(w->forced, SETUP_SPLIT) == 0 && !o->segment)
		return error_set(err, ERR_USAGE, "--algorithm native:split: --segment says how long parts are at most");
	if (w->native && (((o->segment || o->fanout) && !w->forced) || o->order || o->groups))
		return error_set(err, ERR_USAGE, "%s goes with --algorithm: the MPI library chooses for itself",
				 o->segment && !w->forced  ? "--segment"
				 : o->fanout && !w->forced ? "--fanout"
				 : o->order                ? "--order"
							   : "--groups");
	if (w->native || strcmp(o->algorithm, "all") == 0)
		w->n = 1; /* the library's own */
	if (w->native)
		return OK;
	TRY(choose_request(w, collective, processes, err));
	return add_algorithms(w, err);
}

/* As many lengths as a purpose has room for: a pattern of arrivals stands before them. */
static void vary_by_series(struct purpose *purpose, const struct size_list *series)
{
	char text[SERIES_TEXT] = "";
	size_t used = 0;

	for (size_t i = 0; i < series->n && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%zu", i ? "," : "", series->bytes[i]);
	if (series->n > 0)
		purpose_vary(purpose, "series", "%s", text);
}

static void vary_by_layouts(struct purpose *purpose, const struct layout_options *o)
{
	char text[P2P_NAME_ROOM] = "";
	size_t used = 0;

	if (o->layouts.n == 1 && o->layouts.list[0] == 0)
		return;
	for (size_t i = 0; i < o->layouts.n; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", i ? "," : "",
					 message_layout_names[o->layouts.list[i]]);
	purpose_vary(purpose, "layout", "%s:%s:%zu:%zu", text, layout_names[LAYOUT_VECTOR + o->type], o->block,
		     o->stride);
}

static enum status measure_chosen(struct measure_command *c, struct measure_collective_options *w, struct error *err)
{
	const struct explore_family family = {operation_at, w, w->n * curves(w), 1};
	struct families_request request = {.families = &family, .n = 1, .form = FORM_WHOLE};
	const char *operation = collective_names[w->operation];
	struct purpose purpose = {.kind = PURPOSE_MEASURE_COLLECTIVE};
	char title[320];

	snprintf(purpose.operation, sizeof(purpose.operation), "%s", operation);
	snprintf(purpose.algorithm, sizeof(purpose.algorithm), "%s", w->options.algorithm);
	snprintf(purpose.title, sizeof(purpose.title), "measure collective %s%s%s", operation,
		 w->native && !w->forced ? "" : " ", w->native && !w->forced ? "" : purpose.algorithm);
	if (*w->pattern)
		purpose_vary(&purpose, "arrival", "%s", w->pattern);
	vary_by_layouts(&purpose, &w->layouts);
	vary_by_series(&purpose, &w->series);
	snprintf(title, sizeof(title), "%s of %zu processes, %s timing%s%.160s", operation,
		 c->measuring.platform->processes, timing_names[w->timing], *w->pattern ? ", arrival " : "",
		 w->pattern);
	request.purpose = &purpose;
	request.title = title;
	return measure_families(c, &w->sizes, &request, err);
}

static enum status choose_arrival(struct measure_collective_options *w, const struct measuring *m, struct error *err)
{
	char *pattern = NULL;
	enum status status = arrival_option_read(w->arrival, m->options.seed, m->platform->processes,
						 sizeof(w->pattern), &pattern, err);

	if (status == OK)
		snprintf(w->pattern, sizeof(w->pattern), "%s", pattern);
	free(pattern);
	return status;
}

static enum status check_series(const struct size_list *series, struct error *err)
{
	if (series->adaptive)
		return error_set(err, ERR_USAGE,
				 "--series: its lengths cannot be chosen adaptively: 1,4,16 for example");
	if (series->n > SERIES_LENGTHS)
		return error_set(err, ERR_USAGE, "--series: at most %d lengths, not %zu", SERIES_LENGTHS, series->n);
	for (size_t i = 0; i < series->n; i++)
		if (series->bytes[i] < 1 || series->bytes[i] > SERIES_MOST)
			return error_set(err, ERR_USAGE, "--series: 1 to %d operations in a row, not %zu", SERIES_MOST,
					 series->bytes[i]);
	return OK;
}

/* Whether the operation, of processes that come so, can be timed like that. */
static enum status check_timing(const struct measure_collective_options *w, struct error *err)
{
	struct setup setup = {.timing = (enum collective_timing)w->timing};

	snprintf(setup.collective, sizeof(setup.collective), "%s", collective_names[w->operation]);
	snprintf(setup.arrival, sizeof(setup.arrival), "%s", w->arrival ? w->arrival : "");
	return usage_of_option("--timing",
			       setup_timing_check(&setup, w->series.n > 0 ? w->series.bytes[w->series.n - 1] : 1, err),
			       err);
}

static enum status run(struct measure_command *c, void *options, struct error *err)
{
	struct measure_collective_options *w = options;
	struct measuring *m = &c->measuring;
	enum status status = check_timing(w, err);

	if (status == OK)
		status = layout_options_choose(&w->layouts, err);
	if (status == OK && c->loop)
		status = error_set(err, ERR_USAGE,
				   "--loop: operations are timed one by one; --series times several in a row");
	if (status == OK)
		status = choose_sizes(w, err);
	if (status == OK)
		status = check_series(&w->series, err);
	if (status == OK)
		status = measure_command_open_all(c, err);
	if (status == OK)
		status = check_processes(m, w, err);
	if (status == OK)
		status = choose_arrival(w, m, err);
	if (status == OK)
		status = choose_algorithms(w, m->platform->processes, err);
	if (status == OK)
		status = measure_chosen(c, w, err);
	if (status == OK)
		measuring_note_collectives(m);
	collective_request_release(&w->request);
	free(w->list);
	return status;
}

enum status measure_collective(struct context *context, struct error *err)
{
	struct measure_command c;
	struct measure_collective_options w = {
		.sizes = SIZES_DEFAULT, .layouts = LAYOUTS_DEFAULT, .options = {.algorithm = "native"}};
	const struct option options[] = {
		OPT_CHOICE(0, "op", &w.operation, collective_names, "the operation (default bcast)"),
		OPT_TEXT(0, "algorithm", &w.options.algorithm, "NAME",
			 "by an algorithm of sonde's own; all: by each, and by the library; native:NAME: by one that "
			 "the library is told to take; native:split: by the library's gathers or scatters of a segment "
			 "at most, gathers behind a barrier each (default native, as the library decides)"),
		OPT_BYTES(0, "segment", &w.options.segment, "SIZE", 1, 0x1p30,
			  "of algorithms that have segments (default the whole message)"),
		LAYOUT_OPTIONS(&w.layouts),
		OPT_COUNT(0, "fanout", &w.options.fanout, "N", 1, 0x1p30,
			  "children of a node, or chains, of algorithms that have them (default the algorithm's)"),
		ARRANGEMENT_OPTIONS(&w.options) SIZES_OPTIONS(&w.sizes),
		POOLING_OPTION(&c),
		STATE_OPTION(&c),
		OPT_SIZES(0, "series", &w.series, "N",
			  "so many operations in a row without a barrier between them, or several such lengths: 1,4,16 "
			  "(default "
			  "1: each behind barriers)",
			  OPTION_OF_NUMBERS),
		ARRIVAL_OPTION(&w.arrival)
			OPT_CHOICE(0, "timing", &w.timing, timing_names,
				   "one clock for all, the root's, the longest of any process; of bcast, the root's by "
				   "an acknowledgement of each receiver (default global)"),
		OPT_COUNT(0, "root", &w.options.root, "PROCESS", 0, 1e9, "of operations that have one (default 0)"),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};
	enum status status = measure_command_run(&c, context, options, run, &w, err);

	sizes_release(&w.sizes.request);
	size_list_release(&w.series);
	return status;
}
