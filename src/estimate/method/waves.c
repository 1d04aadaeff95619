#include "estimate/method/waves.h"

#include "estimate/method/fit.h"

#include "base/memory.h"
#include "base/units.h"
#include "model/paths.h"
#include "probe/unfinished.h"
#include "probe/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which rows are measured together: trains or not, of them streams or not, messages back or not, only what has no time
 * yet or not. */
struct sort {
	bool saturate, stream, back, if_untimed;
};

/* Seconds: round trips that take longer are not measured with answers of the same size too. */
static const double back_seconds = 0.02;

static bool is_of_sort(const struct design_row *row, const struct sort *sort)
{
	return row->saturate == sort->saturate && row->stream == sort->stream && row->back == sort->back &&
	       row->if_untimed == sort->if_untimed;
}

/* Experiments that are gathered to be measured together. */
struct experiment_list {
	struct experiment *experiments;
	size_t n, capacity;
};

static enum status batch_add(struct experiment_list *batch, const struct experiment *what, struct error *err)
{
	struct experiment *grown = memory_grow(batch->experiments, &batch->capacity, batch->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "a list of experiments");
	batch->experiments = grown;
	batch->experiments[batch->n++] = *what;
	return OK;
}

static struct experiment experiment_of(const struct design_row *row, struct link link, size_t bytes)
{
	const struct setup setup = {.operation = row->kind == EXPERIMENT_OVERLAP ? OPERATION_ISEND : OPERATION_SEND};

	return (struct experiment){.kind = row->kind,
				   .setup = setup,
				   .from = link.from,
				   .to = link.to,
				   .bytes = bytes,
				   .reply_bytes = row->reply_same ? bytes : 0,
				   .count = 1};
}

/* The experiment in all layouts, and at all strides. */
static enum status batch_layouts(struct experiment_list *batch, const struct estimate_options *o,
				 const struct experiment *contiguous, struct error *err)
{
	enum status status = batch_add(batch, contiguous, err);

	for (size_t i = 0; contiguous->bytes > 0 && i < o->n_strides; i++) {
		for (unsigned ends = 1; status == OK && ends < MESSAGE_LAYOUTS; ends++) {
			struct experiment what = *contiguous;

			what.setup.layout[0] = message_layout_end(what.bytes, ends & 2, o->blocks, o->strides[i]);
			what.setup.layout[1] = message_layout_end(what.bytes, ends & 1, o->blocks, o->strides[i]);
			status = batch_add(batch, &what, err);
		}
	}
	return status;
}

/* True if the round trip of this size with an empty answer was timed one by one, so that its send call has a time of
 * its own. */
static bool send_is_timed(const struct waves *w, struct link link, size_t bytes)
{
	const struct experiment trip = {
		.kind = EXPERIMENT_ROUNDTRIP, .from = link.from, .to = link.to, .bytes = bytes, .count = 1};
	const struct sample *sample = campaign_find(w->prober->campaign, &trip);

	return sample && sample->n > 0 && sample->what.loop == 1;
}

/* Returns whether messages of this size are short enough to be measured back, as their round trip says. */
static bool is_short(const struct waves *w, size_t bytes)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
					.from = w->links[0].from,
					.to = w->links[0].to,
					.bytes = bytes,
					.count = 1};
	const struct sample *sample = campaign_find(w->prober->campaign, &trip);

	return sample && sample->n > 0 && sample->observations[0].seconds < back_seconds;
}

/* The sizes that a row wants among those of a wave: its own fixed one in the first wave, the wave's own for SIZES_ALL.
 */
static struct wave_sizes sizes_of_row(const struct waves *w, const struct design_row *row,
				      const struct wave_sizes *wave, bool first)
{
	static const size_t zero = 0;

	if (row->sizes == SIZES_ALL)
		return *wave;
	return (struct wave_sizes){row->sizes == SIZES_ZERO ? &zero : &w->long_size, first ? 1 : 0};
}

/* True if the send calls of all pairs of a group, from link l on, have times of their own. */
static bool sends_are_timed(const struct waves *w, size_t l, size_t bytes)
{
	for (size_t i = l; i < l + w->together; i++)
		if (!send_is_timed(w, w->links[i], bytes))
			return false;
	return true;
}

/* Gathers the experiments of all rows of this sort (saturating or not, only if untimed or not) for a wave, in groups of
 * those that are made at the same time. */
static enum status gather(const struct waves *w, const struct sort *sort, const struct wave_sizes *wave, bool first,
			  struct experiment_list *batch, struct error *err)
{
	const struct method *method = w->options->method;
	enum status status = OK;

	for (size_t r = 0; r < method->n_rows; r++) {
		const struct design_row *row = &method->rows[r];
		const struct wave_sizes sizes = sizes_of_row(w, row, wave, first);

		if (!is_of_sort(row, sort) || (sort->back && !w->options->back))
			continue;
		for (size_t i = 0; i < sizes.n * w->n_links && status == OK; i++) {
			size_t l = i % w->n_links, bytes = sizes.bytes[i / w->n_links];
			struct link back = {w->links[l].to, w->links[l].from};
			struct experiment what = experiment_of(row, sort->back ? back : w->links[l], bytes);

			if (sort->back && (bytes == 0 || !is_short(w, bytes)))
				continue;
			if (!sort->if_untimed || !sends_are_timed(w, l - l % w->together, bytes))
				status = row->layouts ? batch_layouts(batch, w->options, &what, err)
						      : batch_add(batch, &what, err);
		}
	}
	return status;
}

/* Streams grow only until their time per message settles. */
static enum status saturate_all(struct waves *w, bool stream, const struct experiment_list *batch, struct error *err)
{
	const struct probe_options *whole = w->prober->options;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < batch->n; i += w->together) {
		const struct probe_options part = prober_part(w->prober, (double)w->together / (double)(batch->n - i));

		progress_report(w->prober->progress, "saturating trains", i, batch->n, NAN);
		w->prober->options = &part;
		status = stream ? probe_stream_group(w->prober, &batch->experiments[i], w->together, err)
				: probe_saturate_group(w->prober, &batch->experiments[i], w->together, err);
		w->prober->options = whole;
	}
	return status;
}

/* The larger sentinel is the largest of the sizes that are measured anyway, at most the default one. */
static size_t sentinel_size(const struct experiment_list *batch)
{
	size_t large = 0;

	for (size_t i = 0; i < batch->n; i++)
		if (batch->experiments[i].bytes > large && batch->experiments[i].bytes <= WATCH_LARGE)
			large = batch->experiments[i].bytes;
	return large;
}

/* Measures a batch of a sort between the pairs of w; the first one begins to watch the machine. */
static enum status measure_batch(struct waves *w, const struct sort *sort, bool first, struct experiment_list *batch,
				 struct error *err)
{
	enum status status = OK;

	if (w->prober->watch.n == 0 && first && !sort->saturate && !sort->if_untimed)
		status = watch_begin(w->prober, w->options->pair.from, w->options->pair.to, sentinel_size(batch),
				     w->options->main_state, err);
	if (status == OK)
		status = sort->saturate ? saturate_all(w, sort->stream, batch, err)
					: probe_groups(w->prober, batch->experiments, w->together,
						       batch->n / w->together, err);
	return status;
}

/* Leaves each group in the batch once: those of a group are of different pairs, so the first tells it. */
static void drop_doubles(struct experiment_list *batch, size_t together)
{
	size_t kept = 0;

	for (size_t i = 0; i < batch->n; i += together) {
		bool there = false;

		for (size_t k = 0; !there && k < kept; k += together)
			there = experiment_same_point(&batch->experiments[k], &batch->experiments[i]);
		if (there)
			continue;
		memmove(&batch->experiments[kept], &batch->experiments[i], together * sizeof(*batch->experiments));
		kept += together;
	}
	batch->n = kept;
}

/* One sort of rows for the waves of n estimations: gather and measure. */
static enum status measure_rows(struct waves *list, const struct wave_sizes *sizes, size_t n, const struct sort *sort,
				bool first, struct error *err)
{
	struct experiment_list batch = {0};
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++)
		status = gather(&list[i], sort, &sizes[i], first, &batch, err);
	drop_doubles(&batch, list->together);
	if (status == OK)
		status = measure_batch(list, sort, first, &batch, err);
	free(batch.experiments);
	return status;
}

static enum status remember(struct waves *w, const size_t *wave, size_t n, struct error *err)
{
	size_t *grown = memory_grow(w->sizes, &w->capacity, w->n_sizes + n, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the list of sizes");
	w->sizes = grown;
	for (size_t i = 0, known = w->n_sizes; i < n; i++)
		if (!bsearch(&wave[i], w->sizes, known, sizeof(*w->sizes), size_order))
			w->sizes[w->n_sizes++] = wave[i];
	qsort(w->sizes, w->n_sizes, sizeof(*w->sizes), size_order);
	return OK;
}

static bool has_rows(const struct waves *list, size_t n, const struct sort *sort)
{
	for (size_t i = 0; i < n; i++)
		for (size_t r = 0; r < list[i].options->method->n_rows; r++)
			if (is_of_sort(&list[i].options->method->rows[r], sort))
				return true;
	return false;
}

static const struct sort sorts[] = {{.if_untimed = false},
				    {.back = true},
				    {.if_untimed = true},
				    {.saturate = true},
				    {.saturate = true, .stream = true}};

enum { SORTS = sizeof(sorts) / sizeof(sorts[0]) };

/* How a deadline's time is shared out among them: bursts are rarely needed. */
static const double weights[SORTS] = {4, 1, 1, 2, 2};

/* The waves of n estimations between the same pairs. */
static enum status measure_waves(struct waves *list, const struct wave_sizes *sizes, size_t n, bool first,
				 struct error *err)
{
	struct prober *prober = list->prober;
	const struct probe_options *whole = prober->options;
	enum status status = OK;
	double left = 0;

	for (size_t i = 0; i < SORTS; i++)
		left += has_rows(list, n, &sorts[i]) ? weights[i] : 0;
	/* Each sort has its part of a deadline's time, and what those before it left. */
	for (size_t i = 0; status == OK && i < SORTS; i++) {
		struct probe_options part;

		if (!has_rows(list, n, &sorts[i]))
			continue;
		part = prober_part(prober, weights[i] / left);
		left -= weights[i];
		prober->options = &part;
		status = measure_rows(list, sizes, n, &sorts[i], first, err);
		prober->options = whole;
	}
	/* What had no time in its part may have some in what the others left; trains, which may take all of it, where
	 * no rough pass has sizes to come. */
	for (size_t i = SORTS; status == OK && unfinished_count(prober) > 0 && i > 0; i--)
		if (has_rows(list, n, &sorts[i - 1]) && (!sorts[i - 1].saturate || list->pass == PASS_FINE))
			status = measure_rows(list, sizes, n, &sorts[i - 1], first, err);
	return status;
}

enum status waves_begin(struct waves *list, const struct wave_sizes *sizes, size_t n, struct error *err)
{
	enum status status = measure_waves(list, sizes, n, true, err);

	for (size_t i = 0; i < n; i++)
		list[i].begun = status == OK;
	return status;
}

enum status waves_measure(struct waves *w, const size_t *wave, size_t n, bool first, struct error *err)
{
	const struct wave_sizes sizes = {wave, n};

	TRY(first && w->begun ? OK : measure_waves(w, &sizes, 1, first, err));
	return remember(w, wave, n, err);
}

enum status waves_init(struct waves *w, const struct estimate_options *options, struct prober *prober, int (*pairs)[2],
		       size_t together, struct error *err)
{
	*w = (struct waves){.options = options,
			    .prober = prober,
			    .long_size = options->long_size,
			    .links = calloc(2 * together + 1, sizeof(*w->links)),
			    .together = together};
	if (!w->links)
		return error_memory(err, "the links of a model");
	for (size_t i = 0; i < together; i++)
		w->links[w->n_links++] = (struct link){pairs[i][0], pairs[i][1]};
	for (size_t i = 0; options->both_directions && i < together; i++)
		w->links[w->n_links++] = (struct link){pairs[i][1], pairs[i][0]};
	return OK;
}

bool waves_have(const struct waves *w, size_t bytes)
{
	const struct method *method = w->options->method;

	for (size_t r = 0; r < method->n_rows; r++) {
		const struct experiment what = experiment_of(&method->rows[r], w->links[0], bytes);
		const struct sample *sample = what.kind == EXPERIMENT_ROUNDTRIP && method->rows[r].sizes == SIZES_ALL
						      ? campaign_find(w->prober->campaign, &what)
						      : NULL;

		if (sample && sample->n > 0)
			return true;
	}
	return false;
}

bool waves_have_long(const struct waves *w)
{
	const struct method *method = w->options->method;

	for (size_t r = 0; r < method->n_rows; r++) {
		struct experiment what = experiment_of(&method->rows[r], w->links[0], w->long_size);
		const struct sample *sample;

		what.count = method->rows[r].saturate ? PROBE_FIRST_TRAIN : 1;
		sample = campaign_find(w->prober->campaign, &what);
		if (method->rows[r].sizes == SIZES_LONG && !(sample && sample->n > 0))
			return false;
	}
	return true;
}

bool waves_include(const struct waves *w, const struct experiment *what)
{
	for (size_t l = 0; l < w->n_links; l++)
		if ((what->from == w->links[l].from && what->to == w->links[l].to) ||
		    (what->from == w->links[l].to && what->to == w->links[l].from))
			return true;
	return false;
}

/* What of a sample counts: the timings since then, unless these are too few. */
static struct sample newest(const struct sample *all, double since)
{
	struct sample part = *all;
	size_t first = 0;

	while (first < all->n && all->observations[first].at < since)
		first++;
	if (isinf(since) || all->n - first < WAVES_FEW)
		return part;
	part.observations = all->observations + first;
	part.n = all->n - first;
	part.warmup_timings = 0;
	return part;
}

enum status waves_fit(const struct waves *w, struct model *model, size_t draws, double since, struct error *err)
{
	const struct probe_options *probe = &w->options->probe;
	const struct campaign *all = w->prober->campaign;
	struct fit_options fit = {.statistic = probe->stopping.statistic,
				  .confidence = w->options->confidence,
				  .draws = draws,
				  .seed = probe->seed};
	struct campaign ours = {.samples = malloc((all->n + 1) * sizeof(*ours.samples))};
	struct sample *parts = malloc((all->n + 1) * sizeof(*parts));
	enum status status = ours.samples && parts ? OK : error_memory(err, "a list of samples");

	for (size_t i = 0; status == OK && i < all->n; i++) {
		if (!waves_include(w, &all->samples[i]->what))
			continue;
		parts[ours.n] = newest(all->samples[i], since);
		ours.samples[ours.n] = &parts[ours.n];
		ours.n++;
	}
	if (status == OK)
		status = fit_decide(w->options, all, model, err);
	if (status == OK)
		status = model_fit(model, &ours, w->options->method, w->links, &fit, err);
	free(ours.samples);
	free(parts);
	return status;
}

void waves_release(struct waves *w)
{
	free(w->links);
	free(w->sizes);
	free(w->doubted.list);
	*w = (struct waves){.n_links = 0};
}
