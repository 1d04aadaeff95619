#include "report/waits.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

/* How many causes a summary has. */
#define FIRST 3

static const struct column columns[] = {
	{"cause", "", CELL_TEXT},          {"process", "", CELL_COUNT}, {"place", "", CELL_TEXT},
	{"call", "", CELL_COUNT},          {"peer", "", CELL_COUNT},    {"bytes", "B", CELL_BYTES},
	{"seconds", "s", CELL_SECONDS},    {"share", "", CELL_RATIO},   {"direct", "s", CELL_SECONDS},
	{"propagated", "s", CELL_SECONDS},
};

/* Whether one interval is what a cause is made of, and not many. */
static bool is_single(const struct wait_cause *cause)
{
	return cause->most >= 0.5 * cause->seconds;
}

const char *wait_cause_name(const struct wait_cause *cause)
{
	switch (cause->kind) {
	case CAUSE_COMPUTATION:
		return is_single(cause) ? "late computation" : "slow process";
	case CAUSE_KEPT:
		return cause->site ? "call not simulated" : "late begin";
	case CAUSE_OVERHEAD:
		return "overhead";
	case CAUSE_QUEUE:
		return "message before";
	case CAUSE_ORDER:
		return "order of completion";
	default:
		return "transfer";
	}
}

const char *replay_place_words(const struct replay *replay, uint32_t number, char text[PLACE_TEXT])
{
	const struct replay_site *site = replay_site(replay, number);
	const char *function = site ? trace_function_name(site->function) : "";

	if (!site)
		text[0] = '\0';
	else
		snprintf(text, PLACE_TEXT, "%s%s%s%s", site->computing ? "before " : "in ", function,
			 site->region ? " in region " : "", site->region ? site->region : "");
	return text;
}

/* What it is in a sentence of which the process is the subject. */
static void describe(const struct wait_cause *cause, char *text, size_t room)
{
	char size[32];

	switch (cause->kind) {
	case CAUSE_COMPUTATION:
		snprintf(text, room, is_single(cause) ? "late computation" : "slow: computation, above all");
		return;
	case CAUSE_KEPT:
		snprintf(text, room, cause->site ? "time in calls that are not simulated" : "late to begin");
		return;
	case CAUSE_OVERHEAD:
		snprintf(text, room, "overhead of messages");
		return;
	case CAUSE_QUEUE:
		snprintf(text, room, "other messages before those waited for, such as one of %s",
			 size_format(cause->bytes, size, sizeof(size)));
		return;
	case CAUSE_ORDER:
		snprintf(text, room, "order of completion: something else was there,");
		return;
	default:
		snprintf(text, room, "transfer of messages, such as one of %s",
			 size_format(cause->bytes, size, sizeof(size)));
	}
}

const char *wait_cause_words(const struct wait_cause *cause, const struct replay *replay, char text[CAUSE_TEXT])
{
	char what[100], place[PLACE_TEXT], call[40] = "";

	describe(cause, what, sizeof(what));
	if (cause->operation != NO_STEP && cause->site > 0)
		snprintf(call, sizeof(call), ", call %u", cause->operation);
	replay_place_words(replay, cause->site, place);
	snprintf(text, CAUSE_TEXT, "process %d: %s%s%s%s", cause->process, what, place[0] ? " " : "", place, call);
	return text;
}

void wait_causes_summarise(struct table *table, const struct wait_causes *causes, const struct replay *replay)
{
	char name[20], text[CAUSE_TEXT], whole[CAUSE_TEXT + 60];

	table_summary_number(table, "waits", "seconds", CELL_SECONDS, causes->seconds);
	for (size_t i = 0; i < causes->n && i < FIRST; i++) {
		snprintf(name, sizeof(name), "cause %zu", i + 1);
		snprintf(whole, sizeof(whole), "%s: %.4g us, %.3g %%", wait_cause_words(&causes->at[i], replay, text),
			 1e6 * causes->at[i].seconds, 100 * causes->at[i].seconds / causes->seconds);
		table_summary_text(table, "waits", name, whole);
	}
}

struct table *wait_causes_table(const struct wait_causes *causes, const struct replay *replay)
{
	struct table *table = table_new("what processes waited for", columns, sizeof(columns) / sizeof(columns[0]));
	char place[PLACE_TEXT];

	for (size_t i = 0; table && i < causes->n; i++) {
		const struct wait_cause *cause = &causes->at[i];

		table_row(table);
		table_set_text(table, "cause", wait_cause_name(cause));
		table_set_number(table, "process", cause->process);
		replay_place_words(replay, cause->site, place);
		if (place[0])
			table_set_text(table, "place", place);
		if (cause->operation != NO_STEP && cause->site > 0)
			table_set_number(table, "call", cause->operation);
		if (cause->peer >= 0) {
			table_set_number(table, "peer", cause->peer);
			table_set_number(table, "bytes", (double)cause->bytes);
		}
		table_set_number(table, "seconds", cause->seconds);
		table_set_number(table, "share", cause->seconds / causes->seconds);
		table_set_number(table, "direct", cause->direct);
		table_set_number(table, "propagated", cause->seconds - cause->direct);
	}
	if (!table)
		return NULL;
	table_summary_number(table, NULL, "waits", CELL_COUNT, (double)causes->n_waits);
	table_summary_number(table, NULL, "waiting", CELL_SECONDS, causes->seconds);
	if (causes->cut > 0)
		table_summary_number(table, NULL, "cut", CELL_COUNT, (double)causes->cut);
	return table;
}
