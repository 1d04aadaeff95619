#include "report/page.h"

#include "report/busy.h"
#include "report/evaluation.h"
#include "report/figures.h"
#include "report/measured.h"
#include "report/methods.h"
#include "report/models.h"
#include "report/paths.h"
#include "report/plots.h"
#include "report/runs.h"
#include "report/trips.h"
#include "report/trust.h"
#include "report/words.h"
#include "report/assembly.h"
#include "report/comparison.h"
#include "report/page_machine.h"
#include "report/platforms.h"
#include "report/scores.h"

#include <stdio.h>
#include <string.h>

/* A table for each platform: what was noted of one says nothing of another. */
static enum status put_notes(struct assembly *a, struct error *err)
{
	const struct report_run *platforms[REPORT_PLATFORMS_MOST];
	size_t n = report_platforms(a->input, platforms);
	bool begun = false;

	for (size_t p = 0; p < n; p++) {
		struct table *table = report_notes_table(a->input, platforms[p]);

		if (table && table->n_rows && !begun)
			page_section(a->page, "Notes");
		begun = begun || (table && table->n_rows);
		TRY(assembly_table(a, table, err));
	}
	return OK;
}

static const char *const how_to_read[] = {
	"How to read this: o_s is how long the send call keeps the sender's processor busy, o_r how long the receive "
	"call keeps the receiver's, for a message "
	"that came before it was asked for; o_r expected is the same for a receive that was posted before. g, the gap, "
	"is the least time between two messages "
	"in a row, so that a stream of messages of m bytes has the bandwidth m/g(m). Steps are where the MPI library "
	"sends in another way.",
	"L, the latency, is what is left: a message of m bytes is there after L + g(m). L is half of a round trip "
	"without its gaps, the same both ways by "
	"construction, because the clocks of two processes do not agree well enough to time one way alone.",
	NULL,
};

/* Of a model without a text of its own: what each parameter per size is, as its class says. */
static void explain_parameters(struct assembly *a, const struct model_class *class)
{
	char text[TEXT_ROOM] = "How to read this:";

	for (size_t p = 0; p < class->n_params; p++)
		if (class->params[p].shape == PARAM_PER_SIZE)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %s: %s",
				 text[strlen(text) - 1] == ':' ? "" : ";", class->params[p].name,
				 class->params[p].about);
	snprintf(text + strlen(text), sizeof(text) - strlen(text), ".");
	page_paragraph(a->page, text);
}

static enum status put_parameters_plot(struct assembly *a, struct error *err)
{
	size_t index = report_per_size(a->input);
	const struct model_class *class = index < a->input->models.n ? a->input->models.models[index]->class : NULL;
	bool drawn = false;
	enum status status;

	if (!class)
		return OK;
	page_section(a->page, report_parameters_heading(a->input));
	status = assembly_plot(a, REPORT_PARAMETERS, &drawn, err);
	if (status == OK)
		status = assembly_plot(a, REPORT_PROBABILITIES, &drawn, err);
	if (strcmp(class->name, "plogp") != 0)
		explain_parameters(a, class);
	for (size_t i = 0; strcmp(class->name, "plogp") == 0 && how_to_read[i]; i++)
		page_paragraph(a->page, how_to_read[i]);
	return status;
}

/* Adds a plot that was made, unless it is empty, and releases it. */
static enum status put_made(struct assembly *a, struct report_plot *plot, enum status status)
{
	if (status == OK && plot->plot.n_series) {
		page_plot(a->page, &plot->plot, plot->caption, plot->reading);
		a->n_plots++;
	}
	report_plot_release(plot);
	return status;
}

static enum status put_overlap(struct assembly *a, struct error *err)
{
	struct report_plot plot;
	enum status status = report_plot_make(REPORT_OVERLAP, a->input, &plot, err);

	if (status == OK && plot.plot.n_series > 0)
		page_section(a->page, "Overlap");
	return put_made(a, &plot, status);
}

static enum status put_methods(struct assembly *a, struct error *err)
{
	struct report_methods methods;
	bool drawn = false;
	enum status status = report_methods_find(a->input, &methods, err);

	if (status != OK || !methods.both)
		return status;
	page_section(a->page, "Fast against saturation");
	status = assembly_plot(a, REPORT_METHODS, &drawn, err);
	page_paragraph(a->page, methods.gaps);
	if (*methods.times)
		page_paragraph(a->page, methods.times);
	return status;
}

static void name_short_models(struct assembly *a)
{
	char text[TEXT_ROOM] = "";

	for (size_t i = 0; i < a->input->models.n; i++)
		if (report_short_only(a->input->models.models[i]))
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", *text ? ", " : "",
				 a->input->models.names[i]);
	if (!*text)
		return;
	snprintf(text + strlen(text), sizeof(text) - strlen(text),
		 " holds for short messages only: it gives every size the same time, so its errors at long messages "
		 "are no surprise.");
	page_paragraph(a->page, text);
}

/* In which state of the machine the models are held against measured times. */
static void tell_state(struct assembly *a)
{
	const struct report_run *run = a->input->compared;
	char text[TEXT_ROOM], level[WORDS_ROOM];

	if (a->input->state == STATE_NONE)
		snprintf(text, sizeof(text),
			 "It was measured in another state of the machine than the main one of the models: an empty "
			 "round trip took %s. Errors are those of the states, not of the models.",
			 words_time(run->levels[0].seconds, level));
	else if (run->n_levels > 1)
		snprintf(text, sizeof(text), "Its timings are those of the state \"%s\", the main one of the models.",
			 run->levels[a->input->state].name);
	else
		return;
	page_paragraph(a->page, text);
}

static enum status put_comparison(struct assembly *a, struct error *err)
{
	char text[TEXT_ROOM];
	bool drawn = false;

	if (a->input->models.n == 0 || (a->input->comparison.n == 0 && a->input->pathed))
		return OK;
	page_section(a->page, "Models against measured round trips");
	if (a->input->comparison.n == 0) {
		page_paragraph(a->page, "Nothing to compare: the store has no round trips of \"sonde compare\". Run it "
					"with these models, and make the report again.");
		return OK;
	}
	snprintf(text, sizeof(text),
		 "%s timed round trips of %zu sizes, each with an answer of the same size and with an empty one. "
		 "Errors are predicted time against measured "
		 "time.",
		 a->input->compared->run.name, a->input->sizes.n);
	page_paragraph(a->page, text);
	tell_state(a);
	TRY(assembly_plot(a, REPORT_TIMES, &drawn, err));
	TRY(assembly_table(a, report_errors_table(a->input), err));
	name_short_models(a);
	TRY(assembly_plot(a, REPORT_ERRORS, &drawn, err));
	return assembly_table(a, report_comparison_table(a->input), err);
}

static enum status put_paths(struct assembly *a, struct error *err)
{
	struct report_paths paths = {.stride = 0};
	char text[TEXT_ROOM];
	enum status status;

	if (a->input->models.n == 0 || !a->input->pathed)
		return OK;
	status = report_paths_make(a->input, &paths, err);
	if (status == OK) {
		page_section(a->page, "Models against measured paths");
		page_paragraph(a->page, report_paths_text(a->input, &paths, text, sizeof(text)));
	}
	if (status == OK)
		status = assembly_table(a, paths_comparison_table(&paths.comparison, paths.names), err);
	report_paths_release(&paths);
	return status;
}

/* A plot of each operation, then one of each two algorithms. */
static enum status put_contest_plots(struct assembly *a, const struct scores *scores, struct error *err)
{
	size_t one = 0, other = 0;
	struct report_plot plot;

	for (size_t k = 0; k < scores->evaluation->n_operations; k++)
		TRY(put_made(a, &plot, report_contest_plot(scores, k, &plot, err)));
	while (scores_next_pair(scores, &one, &other))
		TRY(put_made(a, &plot, report_contest_pair_plot(scores, one, other, &plot, err)));
	return OK;
}

static enum status put_contest(struct assembly *a, struct error *err)
{
	const struct scores *scores = &a->input->scores;
	char text[TEXT_ROOM];

	if (!a->input->evaluated)
		return OK;
	page_section(a->page, "Which model to believe");
	page_paragraph(a->page, report_contest_text(a->input, text, sizeof(text)));
	TRY(assembly_table(a, scores_verdict(scores), err));
	TRY(put_contest_plots(a, scores, err));
	TRY(assembly_table(a, scores_rankings(scores), err));
	TRY(assembly_table(a, scores_escalations(scores), err));
	TRY(assembly_table(a, report_contest_errors(scores, false), err));
	TRY(assembly_table(a, report_contest_errors(scores, true), err));
	return assembly_table(a, scores_costs(scores), err);
}

/* How busy the machine was during a run, and what the command told while it measured. */
static void put_noted(struct assembly *a, const struct report_run *run)
{
	char text[BUSY_ROOM];

	if (*report_busy_text(&run->run.circumstances, text))
		page_paragraph(a->page, text);
	for (size_t i = 0; i < run->n_notes; i++)
		if (run->notes[i].severity == NOTE_WARNING)
			page_warning(a->page, run->notes[i].text);
		else
			page_paragraph(a->page, run->notes[i].text);
}

/* A run of sonde measure: its plot, what was noted, and its points. */
static enum status put_one_measured(struct assembly *a, const struct report_run *run, struct error *err)
{
	struct report_plot plot;
	enum status status = report_measured_plot(run, &plot, err);

	if (status == OK) {
		page_paragraph(a->page, run->run.circumstances.command ? run->run.circumstances.command
								       : run->run.purpose.title);
		put_noted(a, run);
		page_plot(a->page, &plot.plot, plot.caption, plot.reading);
		a->n_plots++;
	}
	report_plot_release(&plot);
	return status == OK ? assembly_table(a, report_measured_table(run), err) : status;
}

/* Behind the measured times. */
static enum status put_bandwidth(struct assembly *a, struct error *err)
{
	struct report_plot plot;
	enum status status = report_plot_make(REPORT_BANDWIDTH, a->input, &plot, err);

	if (status == OK && plot.plot.n_series > 0) {
		page_section(a->page, "Bandwidth");
		page_plot(a->page, &plot.plot, plot.caption, plot.reading);
		a->n_plots++;
	}
	report_plot_release(&plot);
	return status;
}

static enum status put_measured(struct assembly *a, struct error *err)
{
	bool begun = false;

	for (size_t i = a->input->n_runs; i-- > 0;) {
		if (!report_is_measured(&a->input->runs[i]))
			continue;
		if (!begun)
			page_section(a->page, "Measured times");
		begun = true;
		TRY(put_one_measured(a, &a->input->runs[i], err));
	}
	return begun ? put_bandwidth(a, err) : OK;
}

static enum status put_round_trips(struct assembly *a, struct error *err)
{
	bool drawn = false;

	for (size_t i = 0; i < a->input->n_runs; i++)
		if (report_is_measured(&a->input->runs[i]))
			return OK;
	if (a->input->models.n)
		return OK;
	page_section(a->page, "Round trips");
	page_paragraph(a->page, "No model was named, so this is what was measured. \"sonde report MODEL.json\" adds a "
				"model's parameters and its errors.");
	TRY(assembly_plot(a, REPORT_ROUNDTRIPS, &drawn, err));
	if (!drawn)
		page_paragraph(a->page, "No run has round trips of more than two sizes.");
	return assembly_table(a, report_trips_table(a->input->runs, a->input->n_runs), err);
}

static enum status put_parameters(struct assembly *a, struct error *err)
{
	const struct model_list *models = &a->input->models;

	if (models->n == 0)
		return OK;
	page_section(a->page, "Parameters");
	TRY(assembly_table(a, report_models_table(a->input), err));
	TRY(assembly_table(a, report_values_table(a->input), err));
	TRY(assembly_table(a, trust_table(models->models, models->names, models->n), err));
	for (size_t i = 0; i < models->n; i++) {
		bool per_size = false;

		for (size_t p = 0; p < models->models[i]->class->n_params; p++)
			per_size = per_size || models->models[i]->class->params[p].shape == PARAM_PER_SIZE;
		if (per_size)
			TRY(assembly_table(a, report_parameters_table(a->input, i), err));
	}
	return OK;
}

static enum status put_time(struct assembly *a, struct error *err)
{
	page_section(a->page, "How long each part took");
	page_paragraph(a->page, "In seconds, on the platform's clock. \"preparing\" is warming up and finding out how "
				"often to repeat; \"searching\" is looking for thresholds, for the switch to "
				"rendezvous and for how several messages are served; \"watching\" is timing "
				"the fixed messages that "
				"tell whether the machine stays the same, and waiting while it does not.");
	TRY(assembly_table(a, report_time_table(a->input), err));
	return assembly_table(a, report_parts_table(a->input), err);
}

static enum status put_circumstances(struct assembly *a, struct error *err)
{
	size_t others = 0;
	char text[TEXT_ROOM];

	page_section(a->page, "Circumstances");
	for (size_t i = 0; i < a->input->n_runs; i++)
		others += !circumstances_same_platform(&a->input->runs[i].run.circumstances,
						       &a->input->head->run.circumstances);
	if (others)
		snprintf(text, sizeof(text),
			 "%zu of the %zu runs in the store were measured elsewhere: on other machines or processors, "
			 "or with another MPI library.",
			 others, a->input->n_runs);
	else
		snprintf(text, sizeof(text),
			 "All runs in the store were measured on the same processors of the same machines with the "
			 "same MPI library.");
	if (a->input->n_runs > 1)
		page_paragraph(a->page, text);
	TRY(assembly_table(a, report_circumstances_table(a->input), err));
	TRY(assembly_table(a, report_runs_table(a->input), err));
	return assembly_table(a, report_commands_table(a->input), err);
}

/* " on a and b", each host once; " on a, b and others" if there are more. */
static void put_hosts(const struct circumstances *c, char *text, size_t room)
{
	const char *first = c->hosts && c->processes ? c->hosts[0] : NULL, *second = NULL;
	bool others = false;

	for (size_t i = 1; first && i < c->processes; i++) {
		if (!c->hosts[i] || strcmp(c->hosts[i], first) == 0)
			continue;
		others = others || (second && strcmp(c->hosts[i], second) != 0);
		second = second ? second : c->hosts[i];
	}
	snprintf(text, room, "%s%s%s%s%s", first ? " on " : "", first ? first : "",
		 !second  ? ""
		 : others ? ", "
			  : " and ",
		 second ? second : "", others ? " and others" : "");
}

static struct page *new_page(const struct report_input *input, struct error *err)
{
	const struct circumstances *c = &input->head->run.circumstances;
	char title[400], subtitle[600], hosts[300], started[WORDS_ROOM];
	const char *library = c->library ? c->library : c->platform ? c->platform : "";
	struct page *page;

	put_hosts(c, hosts, sizeof(hosts));
	snprintf(title, sizeof(title), "Messages between %zu processes%s", c->processes,
		 c->platform && strcmp(c->platform, "synthetic") == 0 ? " on a synthetic platform" : hosts);
	snprintf(subtitle, sizeof(subtitle), "%.*s%s%s · measured %s UTC · %s", (int)strcspn(library, ",\n"), library,
		 c->processor ? " · " : "", c->processor ? c->processor : "", words_date(c->started, started),
		 c->version ? c->version : "");
	page = page_new(title, subtitle);
	if (!page)
		error_memory(err, "the report");
	return page;
}

struct page *report_page(const struct report_input *input, size_t *n_plots, struct error *err)
{
	static enum status (*const parts[])(struct assembly *, struct error *) = {
		page_machine,   put_contest, put_parameters_plot, put_overlap,     put_methods,
		put_comparison, put_paths,   put_measured,        put_round_trips, put_parameters,
		put_time,       put_notes,   put_circumstances,
	};
	struct assembly a = {.page = new_page(input, err), .input = input};
	enum status status = a.page ? OK : err->status;

	if (status == OK)
		report_figures(a.page, input);
	for (size_t i = 0; status == OK && i < sizeof(parts) / sizeof(parts[0]); i++)
		status = parts[i](&a, err);
	*n_plots = a.n_plots;
	if (status == OK)
		return a.page;
	page_free(a.page);
	return NULL;
}
