#include "cli/measure/sizes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"
#include "measuring/p2p.h"

enum { NAMED_MOST = 8, TEXT_MOST = 200, SIZES_GROUP = 96 };

static struct explore_options options_of(const struct sizes_options *o)
{
	struct explore_options options =
		explore_options_default(o->request.sizes.bytes[0], o->request.sizes.bytes[o->request.sizes.n - 1]);

	if (o->request.rule >= 0)
		options.rules.rule = (enum size_rule)o->request.rule;
	if (o->request.epsilon > 0)
		options.rules.epsilon = o->request.epsilon;
	if (o->request.count_most)
		options.count_most = o->request.count_most;
	return options;
}

enum status sizes_choose(struct sizes_options *o, struct error *err)
{
	const size_t largest = (size_t)1 << 20;

	o->request.adaptive = o->request.sizes.n > 0 && o->request.sizes.adaptive;
	if (o->request.adaptive) {
		o->request.options = options_of(o);
		return OK;
	}
	if (o->request.rule >= 0 || o->request.epsilon > 0 || o->request.count_most)
		return error_set(err, ERR_USAGE,
				 "--%s: how adaptive sizes are chosen; it goes with sizes like --sizes auto:0:1M only",
				 o->request.rule >= 0     ? "size-rule"
				 : o->request.epsilon > 0 ? "epsilon"
							  : "max-sizes");
	return o->request.sizes.n > 0
		       ? OK
		       : sizes_initial(o->least, largest, &o->request.sizes.bytes, &o->request.sizes.n, err);
}

static void name_break(const struct breakpoint *b, char *text)
{
	char seconds[32];

	if (b->kind == BREAK_SLOPE)
		snprintf(text, TEXT_MOST, "slope from %.3g to %.3g ns/B near %.0f B", 1e9 * b->slope[0],
			 1e9 * b->slope[1], b->place);
	else
		snprintf(text, TEXT_MOST, "jump of %+.3g %% (%s%s us) between %.0f and %.0f B",
			 100 * (b->to / b->from - 1), b->to > b->from ? "+" : "",
			 microseconds_format(b->to - b->from, seconds, sizeof(seconds)), b->before, b->after);
}

static void name_period(const struct breakpoint *first, const struct breakpoint *last, size_t n, double period,
			char *text)
{
	char seconds[32];

	snprintf(text, TEXT_MOST,
		 "%zu steps of about %s%s us, one every %.0f B, the first between %.0f and %.0f B, the last between "
		 "%.0f and %.0f B",
		 n, first->to > first->from ? "+" : "",
		 microseconds_format(first->to - first->from, seconds, sizeof(seconds)), period, first->before,
		 first->after, last->before, last->after);
}

/* How much a break is worth telling: a jump by its part of the time, more than any change of slope. */
static double weight_of(const struct breakpoint *b)
{
	return b->kind == BREAK_JUMP ? 2 + fabs(b->to / b->from - 1)
				     : fabs(b->slope[1] - b->slope[0]) / (fabs(b->slope[0]) + fabs(b->slope[1]));
}

/* Returns whether fewer than NAMED_MOST breaks before first and from end on are worth more. */
static bool is_named(const struct breakpoint *list, size_t n, size_t i, size_t first, size_t end)
{
	size_t better = 0;

	for (size_t k = first > 0 ? 0 : end; k < n; k = k + 1 == first ? end : k + 1)
		better += weight_of(&list[k]) > weight_of(&list[i]) ||
			  (weight_of(&list[k]) == weight_of(&list[i]) && k < i);
	return better < NAMED_MOST;
}

/* Names all breaks, a row of steps in one line; of many others those that are worth most, with the number of breaks
 * that lines stand for. */
static void summarise(const struct breakpoint *list, size_t n, const char *group, struct table *table)
{
	char text[TEXT_MOST], name[32];
	size_t first = 0, last = 0, lines = 0;
	double period = breaks_period(list, n, &first, &last);
	size_t end = period > 0 ? last + 1 : first, others = n - (end - first);
	size_t named = end - first + (others < NAMED_MOST ? others : NAMED_MOST);

	table_summary_number(table, group, "breaks", CELL_COUNT, (double)n);
	if (named < n)
		table_summary_number(table, group, "named_breaks", CELL_COUNT, (double)named);
	for (size_t i = 0; i < n; i++) {
		if (i == first && end > first) {
			name_period(&list[first], &list[last], end - first, period, text);
			i = last;
		} else if (is_named(list, n, i, first, end)) {
			name_break(&list[i], text);
		} else {
			continue;
		}
		snprintf(name, sizeof(name), "break_%zu", ++lines);
		table_summary_text(table, group, name, text);
	}
}

/* Names a collective operation after its algorithm and layout, a series after its length, messages after their ends and
 * variant. */
static void name_curve(const struct experiment *what, char group[SIZES_GROUP])
{
	char algorithm[SETUP_ALGORITHM_MOST + 8], variant[P2P_NAME_ROOM];

	bool plain = strcmp(p2p_variant_name(&what->setup, variant), "send") == 0;

	setup_algorithm(&what->setup, algorithm);
	if (strcmp(p2p_layout_name(&what->setup), "cc") != 0)
		strcat(strcat(algorithm, ", "), p2p_layout_name(&what->setup));
	if (what->kind != EXPERIMENT_COLLECTIVE)
		snprintf(group, SIZES_GROUP, "%d to %d%s%s", what->from, what->to, plain ? "" : ", ",
			 plain ? "" : variant);
	else if (what->count > 1)
		snprintf(group, SIZES_GROUP, "%.60s, %zu in a row", algorithm, what->count);
	else
		snprintf(group, SIZES_GROUP, "%s", algorithm);
}

enum status sizes_summarise(const struct sizes_options *o, const struct explore_family *family,
			    const struct prober *prober, struct table *table, struct error *err)
{
	enum status status = OK;

	if (!o->request.adaptive || !table)
		return OK;
	table_summary_number(table, NULL, "sizes", CELL_COUNT, (double)o->request.sizes.n);
	if (prober->watch.gives_up) {
		table_summary_text(table, NULL, "breaks",
				   "not told: the machine was in more than one state, and where it changed is no break "
				   "of the curve");
		return OK;
	}
	for (size_t curve = 0; status == OK && curve < family->curves; curve++) {
		const struct experiment what = family->at(family->context, o->request.sizes.bytes[0], curve);
		struct breakpoint *list = NULL;
		char group[SIZES_GROUP];
		size_t n = 0;

		name_curve(&what, group);
		status = sizes_breaks(&o->request, family, prober, curve, &list, &n, err);
		if (status == OK)
			summarise(list, n, family->curves > 1 ? group : NULL, table);
		free(list);
	}
	return status;
}

/* Marks the rows beside a jump, as far as there is room. Returns how many rows are marked then. */
static size_t mark_jumps(const struct breakpoint *list, size_t n_list, const struct experiment *rows, size_t n,
			 size_t marked, bool *shown)
{
	for (size_t i = 0; i < n_list; i++) {
		for (size_t k = 0; k < n && marked < SIZES_SCREEN && list[i].kind == BREAK_JUMP; k++) {
			double bytes = (double)rows[k].bytes;

			if ((bytes == list[i].before || bytes == list[i].after) && !shown[k])
				shown[k] = true, marked++;
		}
	}
	return marked;
}

/* Marks rows in the widest stretches that are not shown, until the screen is full. */
static void mark_others(size_t n, size_t marked, bool *shown)
{
	for (; marked < SIZES_SCREEN; marked++) {
		size_t widest = 0, place = 0, last = 0;

		for (size_t k = 1; k < n; k++) {
			if (!shown[k])
				continue;
			if (k - last > widest) {
				widest = k - last;
				place = last + widest / 2;
			}
			last = k;
		}
		shown[place] = true;
	}
}

size_t sizes_shorten(const struct sizes_options *o, const struct explore_family *family, const struct prober *prober,
		     const struct context *context, struct experiment *list, size_t n)
{
	struct breakpoint *breaks = NULL;
	struct error ignored = {0};
	size_t n_breaks = 0, left = 0;
	bool *shown = n > SIZES_SCREEN && family->curves == 1 && !o->all && !context->json && !context->csv &&
				      prints_on_terminal(context->out)
			      ? calloc(n, sizeof(*shown))
			      : NULL;

	if (!shown)
		return n;
	shown[0] = shown[n - 1] = true;
	if (o->request.adaptive)
		sizes_breaks(&o->request, family, prober, 0, &breaks, &n_breaks, &ignored);
	mark_others(n, mark_jumps(breaks, n_breaks, list, n, 2, shown), shown);
	for (size_t i = 0; i < n; i++)
		if (shown[i])
			list[left++] = list[i];
	if (!context->quiet)
		fprintf(context->chatter,
			"sonde: %zu of %zu rows are shown; --all prints all of them, as do --csv, --json, and anything "
			"but a "
			"terminal\n",
			left, n);
	free(breaks);
	free(shown);
	return left;
}
