#include "report/slower.h"

#include "base/units.h"
#include "report/point_row.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_ROOM = 700, OTHERS_ROOM = 160 };

static void add_row(struct table *table, const struct slower *s, const struct slower_point *point)
{
	point_row(table, point->what);
	table_set_number(table, "launches_a", (double)s->groups[0].n);
	table_set_number(table, "launches_b", (double)s->groups[1].n);
	table_set_number(table, "time_a", point->seconds[0]);
	table_set_number(table, "time_b", point->seconds[1]);
	table_set_number(table, "spread", point->spread.deviation);
	table_set_number(table, "slower", point->compared.ratio.value - 1);
	table_set_number(table, "low", point->compared.ratio.low - 1);
	table_set_number(table, "high", point->compared.ratio.high - 1);
	table_set_number(table, "p", point->test.p);
	table_set_number(table, "p_holm", point->test.holm);
	table_set_text(table, "alarm", point->alarm ? "yes" : "no");
}

/* The median of the points' spreads. */
static double typical_spread(const struct slower *s)
{
	size_t middle = s->n / 2, least = SIZE_MAX;
	double typical = NAN;

	for (size_t i = 0; i < s->n; i++) {
		size_t below = 0;

		for (size_t k = 0; k < s->n; k++)
			below += s->points[k].spread.deviation < s->points[i].spread.deviation;
		if (below <= middle && middle - below < least) {
			least = middle - below;
			typical = s->points[i].spread.deviation;
		}
	}
	return typical;
}

/* What there is of other launches where they are too few. */
static const char *others_text(const struct slower *s, char text[OTHERS_ROOM])
{
	size_t all = s->others_all, here = s->others - s->others_own;

	if (all == 0)
		snprintf(text, OTHERS_ROOM, "there are no others in the store");
	else if (here < all)
		snprintf(text, OTHERS_ROOM,
			 "of %zu other%s of this measurement in the store %zu %s in this state of the machine", all,
			 all == 1 ? "" : "s", here, here == 1 ? "was" : "were");
	else
		snprintf(text, OTHERS_ROOM, "there %s only %zu other%s of this measurement in the store",
			 all == 1 ? "is" : "are", all, all == 1 ? "" : "s");
	return text;
}

static void tell_spread(struct table *table, const struct slower *s)
{
	char text[TEXT_ROOM], others[OTHERS_ROOM];

	table_summary_number(table, NULL, "spread", CELL_RATIO, typical_spread(s));
	if (s->source == SPREAD_GROUPS)
		snprintf(text, sizeof(text), "of the launches compared");
	else if (s->source == SPREAD_STORE)
		snprintf(text, sizeof(text),
			 "too few launches are compared to know how launches differ: intervals are widened by what %zu "
			 "launches of the store do",
			 s->others);
	else
		snprintf(text, sizeof(text),
			 "too few launches are compared, and %s, to know how launches differ: %.0f %% are assumed; "
			 "three launches a side tell more",
			 others_text(s, others), 100 * launches_assumed);
	table_summary_text(table, NULL, "spread_from", text);
}

/* ", up to 19.5 % would not have been seen (roundtrip of 1K)", where that is more than the limit. */
static const char *unseen_text(const struct slower *s, char *text, size_t room)
{
	const struct slower_point *widest = &s->points[0];
	char bytes[32];

	text[0] = '\0';
	for (size_t i = 1; i < s->n; i++)
		if (s->points[i].compared.ratio.high > widest->compared.ratio.high)
			widest = &s->points[i];
	if (s->n > 0 && widest->compared.ratio.high > 1 + s->limit)
		snprintf(text, room, "; up to %.1f %% would not have been seen (%s of %s)",
			 100 * (widest->compared.ratio.high - 1), experiment_name(widest->what->kind),
			 size_format_unit(widest->what->bytes, bytes, sizeof(bytes)));
	return text;
}

const char *slower_text(const struct slower *s, char *text, size_t room)
{
	const struct slower_point *worst = &s->points[s->worst];
	const struct estimate *ratio = &worst->compared.ratio;
	char bytes[32], unseen[OTHERS_ROOM];

	if (s->alarms)
		snprintf(text, room,
			 "%s is slower than %s by more than %.4g %% at %zu of %zu points; most at %s of %s, by %.1f "
			 "%% [%.1f, %.1f]",
			 s->groups[1].name, s->groups[0].name, 100 * s->limit, s->alarms, s->n,
			 experiment_name(worst->what->kind), size_format_unit(worst->what->bytes, bytes, sizeof(bytes)),
			 100 * (ratio->value - 1), 100 * (ratio->low - 1), 100 * (ratio->high - 1));
	else if (s->elsewhere)
		snprintf(text, room,
			 "%s was in another state of the machine than %s each time, one that other launches know: "
			 "whether it is slower cannot be told; measure again",
			 s->groups[1].name, s->groups[0].name);
	else
		snprintf(text, room, "%s is not shown to be slower than %s by more than %.4g %% at any of %zu points%s",
			 s->groups[1].name, s->groups[0].name, 100 * s->limit, s->n,
			 unseen_text(s, unseen, sizeof(unseen)));
	return text;
}

void table_tell_left_out(struct table *table, size_t points)
{
	char text[TEXT_ROOM];

	if (points == 0)
		return;
	snprintf(text, sizeof(text), "%zu more point%s, which not all launches have", points, points == 1 ? "" : "s");
	table_summary_text(table, NULL, "left_out", text);
}

struct table *slower_table(const struct slower *s)
{
	static const struct column columns[] = {
		{"experiment", "", CELL_TEXT}, {"from", "", CELL_COUNT},         {"to", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},    {"reply_bytes", "B", CELL_BYTES}, {"count", "", CELL_COUNT},
		{"setup", "", CELL_TEXT},      {"launches_a", "", CELL_COUNT},   {"launches_b", "", CELL_COUNT},
		{"time_a", "s", CELL_SECONDS}, {"time_b", "s", CELL_SECONDS},    {"spread", "", CELL_RATIO},
		{"slower", "", CELL_RATIO},    {"low", "", CELL_RATIO},          {"high", "", CELL_RATIO},
		{"p", "", CELL_NUMBER},        {"p_holm", "", CELL_NUMBER},      {"alarm", "", CELL_TEXT},
	};
	static const char *const for_files[] = {"reply_bytes", "count", "setup", "launches_a", "launches_b", "p"};
	char title[TEXT_ROOM], text[TEXT_ROOM];
	struct table *table;

	snprintf(title, sizeof(title), "%s (b, %zu launch%s) against %s (a, %zu launch%s): by how much b is slower",
		 s->groups[1].name, s->groups[1].n, s->groups[1].n == 1 ? "" : "es", s->groups[0].name, s->groups[0].n,
		 s->groups[0].n == 1 ? "" : "es");
	table = table_new(title, columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; table && i < sizeof(for_files) / sizeof(for_files[0]); i++)
		table_for_files(table, for_files[i]);
	for (size_t i = 0; table && i < s->n; i++)
		add_row(table, s, &s->points[i]);
	if (!table)
		return NULL;
	table_summary_number(table, NULL, "limit", CELL_RATIO, s->limit);
	table_summary_number(table, NULL, "points", CELL_COUNT, (double)s->n);
	table_tell_left_out(table, s->left_out);
	table_summary_number(table, NULL, "alarms", CELL_COUNT, (double)s->alarms);
	tell_spread(table, s);
	if (*state_choice_text(&s->state, text, sizeof(text)))
		table_summary_text(table, NULL, "state", text);
	table_summary_text(table, NULL, "result", slower_text(s, text, sizeof(text)));
	return table;
}
