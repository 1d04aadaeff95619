#include "api/model.h"
#include "api/negative.h"
#include "api/options.h"
#include "decompose/exchange.h"
#include "decompose/warnings.h"
#include "base/locale.h"

#include <string.h>

enum { ELEMENT = 4, PAPER_TREES = 2 };

static enum status sequence_of(const struct sonde_domain *given, struct sequence *sequence, struct error *err)
{
	sequence->domain = (struct domain){.ndims = 2,
					   .extent = {given->width, given->height, 1},
					   .element = given->element > 0 ? given->element : ELEMENT};
	if (given->border > DOMAIN_EXTENT_MOST || given->processes > SEQUENCE_PROCESSES_MOST)
		return error_set(err, ERR_INPUT, "a border of %zu elements and %zu processes: at most %u and %u",
				 given->border, given->processes, DOMAIN_EXTENT_MOST, SEQUENCE_PROCESSES_MOST);
	return sequence_usual(sequence, given->border, (double)given->exchanges, NULL, err);
}

static struct sonde_decomposition decomposition_of(const struct plan *plan, double exchange)
{
	struct sonde_decomposition d = {.x = plan->list[0].grid.n[0],
					.y = plan->list[0].grid.n[1],
					.exchange = exchange,
					.seconds = plan->seconds};

	for (size_t i = 0; i < plan->n; i++) {
		const struct plan_choice *c = &plan->list[i];

		if (c->kind == CHOICE_SCATTER) {
			d.scatter = c->seconds;
			d.binomial_scatter = c->tree == TREE_BINOMIAL;
		} else if (c->kind == CHOICE_GATHER) {
			d.gather = c->seconds;
			d.binomial_gather = c->tree == TREE_BINOMIAL;
		}
	}
	return d;
}

/* An exchange is told also if there is none in the sequence. */
static void give(const struct sonde_model *model, const struct sequence *sequence, const struct planned *found,
		 struct sonde_decomposition *list, size_t room, size_t *n, struct error *err)
{
	struct negative_times times = planned_negative(found);

	*n = found->n_whole;
	for (size_t i = 0; i < found->n_whole && i < room; i++) {
		double exchange;

		if (exchange_seconds(model->model, &sequence->domain, &found->whole[i].list[0].grid, sequence->least,
				     &exchange, err) != OK)
			return;
		negative_times_add(&times, exchange);
		list[i] = decomposition_of(&found->whole[i], exchange);
	}
	negative_check(model->model, &times, NULL, 0, err);
}

enum sonde_status sonde_decompose(const struct sonde_model *model, const struct sonde_domain *given,
				  struct sonde_decomposition *list, size_t room, size_t *n, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct sequence sequence = {.n = 0};
	struct planned found = {.n_whole = 0};
	struct sonde_domain what;
	struct error err = {0};

	if (!model || !list || !n)
		error_set(&err, ERR_INPUT, "model, list and n must not be NULL");
	else if (options_take(&what, sizeof(what), given, "sonde_domain", &err) == OK &&
		 sequence_of(&what, &sequence, &err) == OK) {
		const struct planning_request request = {.model = model->model,
							 .sequence = &sequence,
							 .processes = what.processes > 0 ? what.processes
											 : model->model->processes,
							 .trees = PAPER_TREES,
							 .scatter = true,
							 .one_grid = true};

		if (planning_run(&request, &found, &err) == OK)
			give(model, &sequence, &found, list, room, n, &err);
	}
	planned_release(&found);
	sequence_release(&sequence);
	return context_give(&err, error);
}
