/* Files of operations on a domain, and plans for those that can be. */

#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decompose/planning.h"
#include "model/classes.h"

enum { TEXT_ROOM = 1 << 16, PLANNED_STEPS = 12, PLANNED_PROCESSES = 8 };

static size_t write_cost(const struct step_cost *cost, char *text, size_t room)
{
	size_t used = 0;

	for (size_t i = 0; i < cost->n; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%.0f:%.17gs", i > 0 ? "," : "", cost->elements[i],
					 cost->seconds[i]);
	return used;
}

static size_t write_step(const struct domain_step *s, size_t ndims, char *text, size_t room)
{
	size_t used = (size_t)snprintf(text, room, "%s", step_names[s->kind]);

	for (size_t d = 0; s->kind == STEP_EXCHANGE && d < ndims; d++)
		used += (size_t)snprintf(text + used, room - used, "%c%zu", d > 0 ? 'x' : ' ', s->border[d]);
	if (s->kind == STEP_COMPUTE) {
		used += (size_t)snprintf(text + used, room - used, " ");
		used += write_cost(&s->cost, text + used, room - used);
		used += (size_t)snprintf(text + used, room - used, "%s", s->keep ? " keep" : "");
	}
	if (s->kind == STEP_REPEAT)
		used += (size_t)snprintf(text + used, room - used, " %.0f", s->times);
	else if (s->kind == STEP_EXCHANGE || s->kind == STEP_COMPUTE)
		used += (size_t)snprintf(text + used, room - used, " times %.0f", s->times);
	return used + (size_t)snprintf(text + used, room - used, "\n");
}

/* Steps and what ends them. */
static size_t write_steps(const struct domain_step *steps, size_t n, size_t ndims, char *text, size_t room)
{
	size_t used = 0;

	for (size_t i = 0; i < n && used + 2000 < room; i += 1 + steps[i].body) {
		FUZZ_REQUIRE(steps[i].body <= n - i - 1, "a repetition of more steps than there are");
		used += write_step(&steps[i], ndims, text + used, room - used);
		if (steps[i].kind != STEP_REPEAT)
			continue;
		used += write_steps(&steps[i] + 1, steps[i].body, ndims, text + used, room - used);
		used += (size_t)snprintf(text + used, room - used, "end\n");
	}
	return used;
}

static bool same_step(const struct domain_step *a, const struct domain_step *b)
{
	return a->kind == b->kind && memcmp(a->border, b->border, sizeof(a->border)) == 0 && a->keep == b->keep &&
	       a->times == b->times && a->body == b->body && step_cost_same(&a->cost, &b->cost);
}

static void write_and_read(const struct sequence *sequence)
{
	const struct domain *domain = &sequence->domain;
	struct sequence again = {.domain = {.element = domain->element}};
	struct error err = {0};
	char *text = malloc(TEXT_ROOM), extent[64];
	size_t used;

	FUZZ_REQUIRE(text, "no memory for a text");
	used = (size_t)snprintf(text, TEXT_ROOM, "domain %s\n",
				grid_name(domain->extent, domain->ndims, extent, sizeof(extent)));
	used += write_steps(sequence->steps, sequence->n, domain->ndims, text + used, TEXT_ROOM - used);
	if (used + 2000 < TEXT_ROOM) {
		FUZZ_REQUIRE(sequence_read(text, "written", &again, &err) == OK, "%s\n%s", err.text, text);
		FUZZ_REQUIRE(again.n == sequence->n && again.domain.ndims == domain->ndims, "other steps: %s", text);
		for (size_t i = 0; i < again.n; i++)
			FUZZ_REQUIRE(same_step(&again.steps[i], &sequence->steps[i]), "step %zu is another: %s", i,
				     text);
	}
	sequence_release(&again);
	free(text);
}

static void check_plan(const struct planning_request *request, const struct plan *plan)
{
	struct choice_costing costing = {.model = request->model, .sequence = request->sequence};
	struct error err = {0};
	double seconds = 0;

	FUZZ_REQUIRE(plan->n > 0 && plan->seconds >= 0 && isfinite(plan->seconds), "a plan of %g s", plan->seconds);
	FUZZ_REQUIRE(fuzz_accepted(plan_seconds(&costing, plan, &seconds, &err), &err), "%s", err.text);
	FUZZ_REQUIRE(fabs(seconds - plan->seconds) <= 1e-9 * seconds, "a plan of %.17g s, whose steps take %.17g",
		     plan->seconds, seconds);
	part_messages_release(&costing.messages);
}

static void plan(const struct sequence *sequence)
{
	struct model *model = model_new(&model_hockney, 2, &(struct link){LINK_ANY, LINK_ANY}, 1);
	size_t processes = sequence->processes < 1 || sequence->processes > PLANNED_PROCESSES ? PLANNED_PROCESSES
											      : sequence->processes;
	const struct planning_request request = {
		.model = model, .sequence = sequence, .processes = processes, .fewer = sequence->processes % 2 == 1};
	struct planned found = {.n_whole = 0};
	struct error err = {0};

	FUZZ_REQUIRE(model && model_set(model, 0, "alpha", 1e-5, &err) == OK &&
			     model_set(model, 0, "beta", 1e-9, &err) == OK,
		     "no model");
	if (fuzz_accepted(planning_run(&request, &found, &err), &err))
		for (size_t i = 0; i < found.n_whole; i++)
			check_plan(&request, &found.whole[i]);
	planned_release(&found);
	model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct sequence sequence = {.domain = {.element = 4}};
	struct error err = {0}, check_err = {0};

	if (fuzz_accepted(sequence_read(text, "operations", &sequence, &err), &err) && sequence.domain.ndims > 0) {
		write_and_read(&sequence);
		if (fuzz_accepted(sequence_check(&sequence, &check_err), &check_err) && sequence.n <= PLANNED_STEPS)
			plan(&sequence);
	}
	sequence_release(&sequence);
	free(text);
	return 0;
}
