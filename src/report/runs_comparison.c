#include "report/runs_comparison.h"

#include "report/point_row.h"
#include "report/slower.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DIFFERENCE_ROOM = 700, SENTENCE_ROOM = 400, STATE_ROOM = 400 };

static void add_row(struct table *table, const struct compared_point *point)
{
	double a = point->median[0];

	point_row(table, point->what);
	table_set_number(table, "n_a", (double)point->times.n_a);
	table_set_number(table, "n_b", (double)point->times.n_b);
	table_set_number(table, "median_a", a);
	table_set_number(table, "median_b", point->median[1]);
	table_set_number(table, "ratio", point->median[1] / a);
	table_set_number(table, "shift", point->shift.value / a);
	table_set_number(table, "low", point->shift.low / a);
	table_set_number(table, "high", point->shift.high / a);
	table_set_number(table, "p", point->test.p);
	table_set_number(table, "p_holm", point->test.holm);
}

/* As many decimals as the interval is wide. */
static int decimals(const struct estimate *part)
{
	double width = part->high - part->low;

	return width >= 0.02 ? 0 : width >= 0.002 ? 1 : 2;
}

/* "slower by 4 %, p_holm = 0.001; 95 % interval 3 to 5 %": of what is faster too, all numbers are then of the part that
 * is saved. */
static void say(const struct compared_kind *kind, double confidence, bool elsewhere, char *text, size_t room)
{
	const struct estimate *part = &kind->overall.part;
	bool faster = part->value < 0,
	     shown = (part->low > 0 || part->high < 0) && family_differs(&kind->test, confidence);
	double sign = faster ? -1 : 1, first = faster ? part->high : part->low, last = faster ? part->low : part->high;
	char p[32];
	int digits = decimals(part);

	snprintf(p, sizeof(p), kind->test.holm < 1e-4 ? "p_holm < 0.0001" : "p_holm = %.2g", kind->test.holm);
	snprintf(text, room, "%s by %.*f %%, %s; %.4g %% interval %.*f to %.*f %%",
		 elsewhere ? faster ? "cannot be told: in another state of the machine b is faster"
				    : "cannot be told: in another state of the machine b is slower"
		 : shown   ? faster ? "b is faster" : "b is slower"
		 : faster  ? "no difference shown: b is faster"
			   : "no difference shown: b is slower",
		 digits, 100 * sign * part->value, p, 100 * confidence, digits, 100 * sign * first, digits,
		 100 * sign * last);
}

static void tell_kind(struct table *table, const struct compared_kind *kind, double confidence, bool elsewhere)
{
	char text[SENTENCE_ROOM];

	say(kind, confidence, elsewhere, text, sizeof(text));
	snprintf(text + strlen(text), sizeof(text) - strlen(text),
		 "; %zu of %zu points differ by themselves (p_holm below %.4g %%)", kind->differ, kind->points,
		 100 * (1 - confidence));
	table_summary_text(table, NULL, experiment_name(kind->kind), text);
}

/* The same as numbers, in a group. */
static void count_kind(struct table *table, const struct compared_kind *kind)
{
	const char *group = experiment_name(kind->kind);
	const struct estimate *part = &kind->overall.part;

	table_summary_number(table, group, "slower", CELL_RATIO, part->value);
	table_summary_number(table, group, "low", CELL_RATIO, part->low);
	table_summary_number(table, group, "high", CELL_RATIO, part->high);
	table_summary_number(table, group, "p", CELL_NUMBER, kind->test.p);
	table_summary_number(table, group, "p_holm", CELL_NUMBER, kind->test.holm);
	table_summary_number(table, group, "points", CELL_COUNT, (double)kind->points);
	table_summary_number(table, group, "differ", CELL_COUNT, (double)kind->differ);
}

static bool differ(const char *a, const char *b)
{
	return (a != NULL) != (b != NULL) || (a && strcmp(a, b) != 0);
}

/* What keeps the two from being alike, beyond their timings. */
static void tell_circumstances(struct table *table, const struct compared_run sides[2])
{
	const struct circumstances *a = &sides[0].run.circumstances, *b = &sides[1].run.circumstances;
	const struct {
		const char *name, *texts[2];
	} others[] = {{"processor", {a->processor, b->processor}},
		      {"buffers", {a->buffers, b->buffers}},
		      {"version", {a->version, b->version}}};
	char text[DIFFERENCE_ROOM];

	table_summary_text(table, NULL, "platforms",
			   circumstances_same_platform(a, b) ? "the same"
							     : circumstances_difference(a, b, text, sizeof(text)));
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (!differ(others[i].texts[0], others[i].texts[1]))
			continue;
		snprintf(text, sizeof(text), "'%s' and '%s'", others[i].texts[0] ? others[i].texts[0] : "not known",
			 others[i].texts[1] ? others[i].texts[1] : "not known");
		table_summary_text(table, NULL, others[i].name, text);
	}
	for (size_t i = 0; i < 2; i++) {
		if (!sides[i].run.ended)
			table_summary_text(table, i ? "b" : "a", "run", "was interrupted");
		if (sides[i].run.machine == MACHINE_CHANGED)
			table_summary_text(table, i ? "b" : "a", "machine",
					   "changed while it was measured, or since the run before: runs show tells");
	}
}

/* What --fail-if-slower would say. */
static void tell_judgement(struct table *table, const struct slower *judged)
{
	char text[SENTENCE_ROOM];

	if (judged)
		table_summary_text(table, NULL, "result", slower_text(judged, text, sizeof(text)));
}

struct table *runs_comparison_table(const struct runs_comparison *comparison, const struct slower *judged, bool numbers)
{
	static const struct column columns[] = {
		{"experiment", "", CELL_TEXT},   {"from", "", CELL_COUNT},         {"to", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},      {"reply_bytes", "B", CELL_BYTES}, {"count", "", CELL_COUNT},
		{"setup", "", CELL_TEXT},        {"n_a", "", CELL_COUNT},          {"n_b", "", CELL_COUNT},
		{"median_a", "s", CELL_SECONDS}, {"median_b", "s", CELL_SECONDS},  {"ratio", "", CELL_NUMBER},
		{"shift", "", CELL_RATIO},       {"low", "", CELL_RATIO},          {"high", "", CELL_RATIO},
		{"p", "", CELL_NUMBER},          {"p_holm", "", CELL_NUMBER},
	};
	const struct compared_run *runs = comparison->runs;
	char title[300], state[STATE_ROOM];
	struct table *table;

	snprintf(title, sizeof(title), "Run %s (b) against run %s (a), %zu common points", runs[1].run.name,
		 runs[0].run.name, comparison->n);
	table = table_new(title, columns, sizeof(columns) / sizeof(columns[0]));
	if (!table)
		return NULL;
	for (size_t i = 0; i < comparison->n; i++)
		add_row(table, &comparison->points[i]);
	for (size_t i = 0; i < comparison->n_kinds; i++)
		if (numbers)
			count_kind(table, &comparison->kinds[i]);
		else
			tell_kind(table, &comparison->kinds[i], comparison->confidence, judged && judged->elsewhere);
	tell_judgement(table, judged);
	table_tell_left_out(table, comparison->left_out);
	if (*state_choice_text(&comparison->state, state, sizeof(state)))
		table_summary_text(table, NULL, "state", state);
	tell_circumstances(table, runs);
	table_summary_text(
		table, NULL, "correction",
		"p_holm is p corrected for the number of points, and the p of a kind for that of kinds (Holm)");
	table_summary_text(table, NULL, "scope",
			   "p is about these two runs: launches of one program may differ by some percent too");
	return table;
}
