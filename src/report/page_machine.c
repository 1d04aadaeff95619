#include "report/page_machine.h"

#include "report/runs.h"
#include "report/states.h"

#include <stdio.h>

enum { WARNINGS_MOST = 5 };

/* Adds the newest few warnings about the machine, oldest first. Returns how many there are in all. */
static size_t put_warnings(struct assembly *a)
{
	char text[TEXT_ROOM];
	size_t n = 0, seen = 0;

	for (size_t i = 0; i < a->input->n_runs; i++)
		for (size_t k = 0; k < a->input->runs[i].n_notes; k++)
			n += report_is_warning(&a->input->runs[i].notes[k]);
	for (size_t i = 0; i < a->input->n_runs; i++) {
		const struct report_run *run = &a->input->runs[i];

		for (size_t k = 0; k < run->n_notes; k++) {
			if (!report_is_warning(&run->notes[k]) || seen++ + WARNINGS_MOST < n)
				continue;
			snprintf(text, sizeof(text), "%s (%s). %s", run->run.name, run->run.purpose.title,
				 run->notes[k].text);
			page_warning(a->page, text);
		}
	}
	return n;
}

/* Says in how many runs the machine stayed in one state, and in how many it was in several. */
static void put_steadiness(struct assembly *a)
{
	char text[TEXT_ROOM];
	size_t calm = 0, several = report_several_states(a->input), n = a->input->n_runs;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; a->input->runs[i].n_levels < 2 && k < a->input->runs[i].n_notes; k++)
			calm += report_is_calm(&a->input->runs[i].notes[k]);
	snprintf(text, sizeof(text),
		 "In %zu of %zu run%s the machine stayed the same from beginning to end: a few fixed messages, timed "
		 "again and again, took equally long.",
		 calm, n, n == 1 ? "" : "s");
	if (calm > 0 || several == 0)
		page_paragraph(a->page, text);
	snprintf(text, sizeof(text),
		 "In %zu of %zu run%s it was in several states, which an empty round trip before and after each timing "
		 "tells apart. Numbers are of the main state, in which it was for most of the time or, "
		 "at the end, for long, where no other is named.",
		 several, n, n == 1 ? "" : "s");
	if (several > 0)
		page_paragraph(a->page, text);
}

enum status page_machine(struct assembly *a, struct error *err)
{
	char text[TEXT_ROOM];
	size_t killed = 0, warnings;
	bool drawn = false;
	enum status status = OK;

	page_section(a->page, "Was the machine steady?");
	for (size_t i = 0; i < a->input->n_runs; i++)
		killed += !a->input->runs[i].run.ended;
	warnings = put_warnings(a);
	if (warnings > WARNINGS_MOST) {
		snprintf(text, sizeof(text), "These are the newest %d of %zu warnings.", WARNINGS_MOST, warnings);
		page_paragraph(a->page, text);
	}
	put_steadiness(a);
	snprintf(text, sizeof(text),
		 "%zu run%s not finished: killed, or still going on. What was measured until then is kept.", killed,
		 killed == 1 ? " is" : "s are");
	if (killed)
		page_paragraph(a->page, text);
	if (a->input->changing)
		status = assembly_plot(a, REPORT_STATES, &drawn, err);
	if (status == OK && a->input->changing)
		status = assembly_table(a, report_states_table(a->input), err);
	for (size_t i = 0; status == OK && i < a->input->models.n; i++)
		if (a->input->models.models[i]->n_states > 1)
			status = assembly_table(a, report_state_parameters(a->input, i), err);
	return status;
}
