#include "report/figures.h"

#include "report/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* models.n if nothing is compared. */
static size_t best_model(const struct report_input *input)
{
	size_t best = trips_best(&input->comparison);

	return best < input->comparison.n_models ? best : input->models.n;
}

/* The model whose figures head the page: the best by measured round trips, else the first with parameters per size,
 * else the first that tells sizes apart. */
static const struct model *leading(const struct report_input *input, const char **name)
{
	size_t i = best_model(input);

	if (i == input->models.n)
		i = report_per_size(input);
	for (size_t k = 0; i == input->models.n && k < input->models.n; k++)
		if (!report_short_only(input->models.models[k]))
			i = k;
	if (i == input->models.n)
		i = 0;
	*name = input->models.n ? input->models.names[i] : "";
	return input->models.n ? input->models.models[i] : NULL;
}

/* The largest size that the model was fitted at, 1 MiB if it does not say. */
static double largest(const struct model *model)
{
	const struct fact *fact = model_fact(model, "long_bytes");
	double most = 0;

	for (size_t k = 0; k < model->class->n_params; k++)
		if (model->parameters[k].curve.n > 1)
			most = fmax(most, model->parameters[k].curve.x[model->parameters[k].curve.n - 1]);
	if (most == 0 && fact && !fact->text)
		most = fact->number;
	return most >= 1 ? most : 0x1p20;
}

/* Adds what the time of a message is in the other states of the machine, to a label. */
static void append_states(char *label, size_t room, const struct model *model, size_t bytes)
{
	char value[WORDS_ROOM];

	for (size_t k = 0; k < model->n_states; k++) {
		const struct model *other = model->states[k].model;

		if (k == model->main_state || !other)
			continue;
		snprintf(label + strlen(label), room - strlen(label), "; %s in the state \"%s\"",
			 words_time(model_p2p(other, report_first_link(other), bytes), value), model->states[k].name);
	}
}

static void message_figures(struct page *page, const struct model *model, const char *name)
{
	struct link link = report_first_link(model);
	char value[WORDS_ROOM], size[WORDS_ROOM], label[300], between[60] = "";
	double most = largest(model);

	if (model->n_links > 2)
		snprintf(between, sizeof(between), " from %d to %d", link.from, link.to);
	snprintf(label, sizeof(label), "one way%s, 0 bytes, by %s", between, name);
	append_states(label, sizeof(label), model, 0);
	page_figure(page, words_time(model_p2p(model, link, 0), value), label);
	if (report_short_only(model))
		return;
	snprintf(label, sizeof(label), "one way%s, 1 KiB, by %s", between, name);
	append_states(label, sizeof(label), model, 1024);
	page_figure(page, words_time(model_p2p(model, link, 1024), value), label);
	snprintf(label, sizeof(label), "bandwidth, messages of %s", words_size(most, size));
	page_figure(page, words_bandwidth(most / model_cost(model, link, (size_t)most).gap, value), label);
}

void report_figures(struct page *page, const struct report_input *input)
{
	size_t best = best_model(input);
	const char *name;
	const struct model *model = leading(input, &name);
	char value[WORDS_ROOM], label[300];
	double messages = 0, seconds = 0;

	if (model)
		message_figures(page, model, name);
	for (size_t i = 0; i < input->n_runs; i++) {
		messages += report_run_messages(&input->runs[i]);
		seconds += report_run_seconds(&input->runs[i], true);
	}
	snprintf(label, sizeof(label), "messages measured in %zu run%s", input->n_runs, input->n_runs == 1 ? "" : "s");
	page_figure(page, words_count(messages, value), label);
	if (!model)
		page_figure(page, words_duration(seconds, value), "spent on it");
	if (best < input->models.n) {
		const struct prediction_errors errors = trips_errors(&input->comparison, best);

		snprintf(label, sizeof(label), "mean error of %s%s", name,
			 input->models.n > 1 ? ", the best model here" : "");
		page_figure(page, words_percent(prediction_errors_mean(&errors), value), label);
	}
}
