#include "report/page_machine.h"

#include "report/busy.h"
#include "report/platforms.h"
#include "report/runs.h"
#include "report/states.h"
#include "report/words.h"

#include <stdio.h>
#include <string.h>

enum { WARNINGS_MOST = 5 };

/* Adds the newest few warnings about the machine of a platform, oldest first. Returns how many there are in all. */
static size_t put_warnings(struct assembly *a, const struct report_run *platform)
{
	char text[TEXT_ROOM];
	size_t n = 0, seen = 0;

	for (size_t i = 0; i < a->input->n_runs; i++)
		for (size_t k = 0; report_same_platform(&a->input->runs[i], platform) && k < a->input->runs[i].n_notes;
		     k++)
			n += report_is_warning(&a->input->runs[i].notes[k]);
	for (size_t i = 0; i < a->input->n_runs; i++) {
		const struct report_run *run = &a->input->runs[i];

		for (size_t k = 0; report_same_platform(run, platform) && k < run->n_notes; k++) {
			if (!report_is_warning(&run->notes[k]) || seen++ + WARNINGS_MOST < n)
				continue;
			snprintf(text, sizeof(text), "%s (%s). %s", run->run.name, run->run.purpose.title,
				 run->notes[k].text);
			page_warning(a->page, text);
		}
	}
	return n;
}

static bool stayed_in_one(const struct report_run *run, const struct report_run *platform)
{
	return run->n_levels == 1 && report_same_platform(run, platform);
}

/* Runs may each have stayed in one state, but not all in the same: names it for each, the newest ones. */
static void put_states_between(struct assembly *a, const struct report_run *platform)
{
	enum { NAMED_MOST = 8 };
	char text[TEXT_ROOM] = "But it was not the same from run to run: an empty round trip took ", level[WORDS_ROOM];
	size_t n = 0, seen = 0;

	if (!report_states_differ(a->input, platform))
		return;
	for (size_t i = 0; i < a->input->n_runs; i++)
		n += stayed_in_one(&a->input->runs[i], platform);
	for (size_t i = 0; i < a->input->n_runs; i++) {
		const struct report_run *run = &a->input->runs[i];
		size_t used = strlen(text);

		if (!stayed_in_one(run, platform) || seen++ + NAMED_MOST < n)
			continue;
		snprintf(text + used, sizeof(text) - used, "%s in %.60s%s%s%s, ",
			 words_time(run->levels[0].seconds, level), run->run.name, *run->levels[0].name ? " (" : "",
			 run->levels[0].name, *run->levels[0].name ? ")" : "");
	}
	text[strlen(text) - 2] = '\0';
	snprintf(text + strlen(text), sizeof(text) - strlen(text),
		 "%s. Times of runs in different states do not compare.", n > NAMED_MOST ? ", the newest of them" : "");
	page_paragraph(a->page, text);
}

/* Says in how many runs the machine stayed in one state, and in how many it was in several. */
static void put_steadiness(struct assembly *a, const struct report_run *platform)
{
	char text[TEXT_ROOM];
	size_t calm = 0, several = report_several_states(a->input, platform),
	       n = report_platform_runs(a->input, platform);

	for (size_t i = 0; i < a->input->n_runs; i++) {
		const struct report_run *run = &a->input->runs[i];

		for (size_t k = 0; run->n_levels < 2 && report_same_platform(run, platform) && k < run->n_notes; k++)
			calm += report_is_calm(&run->notes[k]);
	}
	snprintf(text, sizeof(text),
		 "In %zu of %zu run%s the machine stayed the same from beginning to end: a few fixed messages, timed "
		 "again and again, took equally long.",
		 calm, n, n == 1 ? "" : "s");
	if (calm > 0)
		page_paragraph(a->page, text);
	else if (several == 0 && n > 0)
		page_paragraph(a->page, "No run says that the machine stayed the same from beginning to end.");
	put_states_between(a, platform);
	snprintf(text, sizeof(text),
		 "In %zu of %zu run%s it was in several states, which an empty round trip before and after each timing "
		 "tells apart. Numbers are of the main state, in which it was for most of the time or, "
		 "at the end, for long, where no other is named.",
		 several, n, n == 1 ? "" : "s");
	if (several > 0)
		page_paragraph(a->page, text);
}

/* All that is said of the machine of one platform. */
static void put_platform(struct assembly *a, const struct report_run *platform)
{
	char text[TEXT_ROOM], elsewhere[PLATFORM_ROOM];
	size_t n = report_platform_runs(a->input, platform), warnings;

	report_platform_text(a->input, platform, elsewhere);
	snprintf(text, sizeof(text), "%zu run%s measured elsewhere (%s). Of %s:", n, n == 1 ? " was" : "s were",
		 elsewhere, n == 1 ? "it" : "these");
	if (*elsewhere)
		page_paragraph(a->page, text);
	warnings = put_warnings(a, platform);
	if (warnings > WARNINGS_MOST) {
		snprintf(text, sizeof(text), "These are the newest %d of %zu warnings.", WARNINGS_MOST, warnings);
		page_paragraph(a->page, text);
	}
	put_steadiness(a, platform);
}

enum status page_machine(struct assembly *a, struct error *err)
{
	const struct report_run *platforms[REPORT_PLATFORMS_MOST];
	size_t killed = 0, n = report_platforms(a->input, platforms);
	char text[TEXT_ROOM];
	bool drawn = false;
	enum status status = OK;

	page_section(a->page, "Was the machine steady?");
	for (size_t i = 0; i < a->input->n_runs; i++)
		killed += !a->input->runs[i].run.ended;
	for (size_t p = 0; p < n; p++)
		put_platform(a, platforms[p]);
	snprintf(text, sizeof(text),
		 "%zu run%s not finished: killed, or still going on. What was measured until then is kept.", killed,
		 killed == 1 ? " is" : "s are");
	if (killed)
		page_paragraph(a->page, text);
	for (size_t p = 0; status == OK && p < n; p++)
		status = assembly_table(a, report_busy_table(a->input, platforms[p]), err);
	if (status == OK && a->input->changing)
		status = assembly_plot(a, REPORT_STATES, &drawn, err);
	for (size_t p = 0; status == OK && p < n; p++)
		status = assembly_table(a, report_states_table(a->input, platforms[p]), err);
	for (size_t i = 0; status == OK && i < a->input->models.n; i++)
		if (a->input->models.models[i]->n_states > 1)
			status = assembly_table(a, report_state_parameters(a->input, i), err);
	return status;
}
