#include "report/decompositions.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct column columns[] = {
	{"step", "", CELL_TEXT},       {"operation", "", CELL_COUNT},  {"grid", "", CELL_TEXT},
	{"part", "", CELL_TEXT},       {"tree", "", CELL_TEXT},        {"distribution", "", CELL_TEXT},
	{"processes", "", CELL_COUNT}, {"seconds", "s", CELL_SECONDS}, {"low", "s", CELL_SECONDS},
	{"high", "s", CELL_SECONDS},   {"over_best", "", CELL_RATIO},  {"verdict", "", CELL_TEXT},
};

static const char *const verdicts[] = {[PLAN_BEST] = "best", [PLAN_SAME] = "no difference", [PLAN_SLOWER] = "slower"};

enum { TEXT = 160 };

/* Appends a text to a list of such, unless it is its last one. */
static void append(char list[TEXT], const char *text, const char *between)
{
	size_t used = strlen(list), length = strlen(text);

	if (used >= length && strcmp(list + used - length, text) == 0 &&
	    (used == length || list[used - length - 1] == ' '))
		return;
	snprintf(list + used, TEXT - used, "%s%s", used > 0 ? between : "", text);
}

static bool has_tree(const struct plan_choice *choice)
{
	return choice->kind == CHOICE_SCATTER || choice->kind == CHOICE_BROADCAST || choice->kind == CHOICE_GATHER;
}

/* The grids, trees and kinds of distribution of a plan, one after the other. */
static void set_choices(struct table *table, const struct plan *plan, size_t ndims)
{
	char grids[TEXT] = "", trees[TEXT] = "", distribution[TEXT] = "", text[TEXT];
	size_t processes = 0;

	for (size_t i = 0; i < plan->n; i++) {
		const struct plan_choice *c = &plan->list[i];
		size_t own = grid_processes(&c->grid);

		append(grids, grid_name(c->grid.n, ndims, text, sizeof(text)), " > ");
		processes = own > processes ? own : processes;
		if (has_tree(c))
			append(trees, domain_trees[c->tree].name, ", ");
		if (c->kind == CHOICE_SCATTER || c->kind == CHOICE_BROADCAST)
			append(distribution, c->kind == CHOICE_SCATTER ? "scatter" : "broadcast", ", ");
	}
	table_set_text(table, "grid", grids);
	if (trees[0])
		table_set_text(table, "tree", trees);
	if (distribution[0])
		table_set_text(table, "distribution", distribution);
	table_set_number(table, "processes", (double)processes);
}

static void add_row(struct table *table, const struct planning_request *request, const struct plan *plan,
		    const struct plan *best, bool whole)
{
	const struct domain *domain = &request->sequence->domain;
	const struct plan_choice *first = plan->list;
	struct grid grid;
	char text[TEXT];

	table_row(table);
	table_set_text(table, "step", whole ? "whole" : choice_names[first->kind]);
	if (!whole)
		table_set_number(table, "operation", (double)(first->step + 1));
	set_choices(table, plan, domain->ndims);
	if (plan_grid(plan, &grid)) {
		struct box part = domain_part(domain, &grid, 0);

		table_set_text(table, "part", grid_name(part.length, domain->ndims, text, sizeof(text)));
	}
	table_set_number(table, "seconds", plan->seconds);
	table_set_number(table, "low", plan->low);
	table_set_number(table, "high", plan->high);
	if (best->seconds > 0)
		table_set_number(table, "over_best", plan->over / best->seconds);
	table_set_text(table, "verdict", verdicts[plan->verdict]);
}

/* What is done on which grid, how and how long. */
static void tell_choice(struct table *table, const struct plan_choice *c, size_t number, size_t ndims)
{
	char name[TEXT], text[2 * TEXT], grid[64], from[64], once[32];
	int used;

	snprintf(name, sizeof(name), "%zu %s", number, choice_names[c->kind]);
	grid_name(c->grid.n, ndims, grid, sizeof(grid));
	if (c->kind == CHOICE_REDISTRIBUTE)
		used = snprintf(text, sizeof(text), "%s to %s", grid_name(c->from.n, ndims, from, sizeof(from)), grid);
	else
		used = snprintf(text, sizeof(text), "%s", grid);
	if (has_tree(c))
		used += snprintf(text + used, sizeof(text) - (size_t)used, ", %s%s", domain_trees[c->tree].name,
				 c->kind == CHOICE_BROADCAST ? " broadcast of the whole" : "");
	if (c->spared)
		used += snprintf(text + used, sizeof(text) - (size_t)used, ", no message: all have the whole");
	if (c->times > 1)
		used += snprintf(text + used, sizeof(text) - (size_t)used, ", %.0f times", c->times);
	snprintf(text + used, sizeof(text) - (size_t)used, ", %s us",
		 microseconds_format(c->seconds, once, sizeof(once)));
	table_summary_text(table, "plan", name, text);
}

static const char *slower_step(const struct plan *best, const struct plan *next)
{
	double kinds[CHOICE_REDISTRIBUTE + 1] = {0};
	size_t most = 0;

	for (size_t i = 0; i < next->n; i++)
		kinds[next->list[i].kind] += next->list[i].times * next->list[i].seconds;
	for (size_t i = 0; i < best->n; i++)
		kinds[best->list[i].kind] -= best->list[i].times * best->list[i].seconds;
	kinds[CHOICE_SCATTER] += kinds[CHOICE_BROADCAST];
	kinds[CHOICE_BROADCAST] = 0;
	for (size_t i = 0; i <= CHOICE_REDISTRIBUTE; i++)
		most = kinds[i] > kinds[most] ? i : most;
	return kinds[most] > 0 ? choice_names[most] : "none: both take the same";
}

static void summarise(struct table *table, const struct planning_request *request, const struct planned *found)
{
	const struct plan *best = &found->whole[0], *next = &found->whole[1];
	size_t ndims = request->sequence->domain.ndims;
	char grids[TEXT] = "", text[64];

	for (size_t i = 0; i < best->n; i++)
		append(grids, grid_name(best->list[i].grid.n, ndims, text, sizeof(text)), " > ");
	table_summary_text(table, NULL, "model", request->model->class->name);
	table_summary_text(table, NULL, "best", grids);
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, best->seconds);
	if (!found->intervals)
		table_summary_text(table, NULL, "intervals", "none: the model's parameters have none");
	for (size_t i = 0; i < best->n; i++)
		tell_choice(table, &best->list[i], i + 1, ndims);
	if (found->n_whole < 2)
		return;
	grids[0] = 0;
	for (size_t i = 0; i < next->n; i++)
		append(grids, grid_name(next->list[i].grid.n, ndims, text, sizeof(text)), " > ");
	table_summary_text(table, NULL, "next", grids);
	table_summary_number(table, NULL, "next_takes_longer", CELL_RATIO,
			     best->seconds > 0 ? next->over / best->seconds : NAN);
	table_summary_number(table, NULL, "next_longer_low", CELL_SECONDS, next->over_low);
	table_summary_number(table, NULL, "next_longer_high", CELL_SECONDS, next->over_high);
	table_summary_text(table, NULL, "why", slower_step(best, next));
}

/* A computation that takes no time is no row. */
static bool is_told(const struct planning_request *request, const struct plan *plan)
{
	const struct plan_choice *c = plan->list;

	return c->kind != CHOICE_COMPUTE || !step_cost_is_nothing(&request->sequence->steps[c->step].cost);
}

struct table *decompositions_table(const struct planning_request *request, const struct planned *found, size_t most)
{
	struct table *table = table_new("processor grids, the whole sequence first, then its steps", columns,
					sizeof(columns) / sizeof(columns[0]));
	size_t first = 0;

	for (size_t i = 0; table && i < found->n_whole && (most == 0 || i < most); i++)
		add_row(table, request, &found->whole[i], &found->whole[0], true);
	for (size_t i = 0; table && i < found->n_steps; i++) {
		if (found->steps[i].list->step != found->steps[first].list->step)
			first = i;
		if ((most == 0 || i - first < most) && is_told(request, &found->steps[i]))
			add_row(table, request, &found->steps[i], &found->steps[first], false);
	}
	if (table)
		summarise(table, request, found);
	return table;
}
