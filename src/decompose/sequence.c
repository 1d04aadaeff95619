#include "decompose/sequence.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

const char *const step_names[] = {[STEP_SCATTER] = "scatter", [STEP_EXCHANGE] = "exchange", [STEP_COMPUTE] = "compute",
				  [STEP_GATHER] = "gather",   [STEP_REPEAT] = "repeat",     NULL};

void sequence_release(struct sequence *sequence)
{
	free(sequence->steps);
	sequence->steps = NULL;
	sequence->n = sequence->capacity = 0;
}

enum status sequence_add(struct sequence *sequence, const struct domain_step *step, struct error *err)
{
	struct domain_step *steps;

	if (sequence->n >= SEQUENCE_STEPS_MOST)
		return error_set(err, ERR_INPUT, "more than %d operations in a sequence", SEQUENCE_STEPS_MOST);
	steps = memory_grow(sequence->steps, &sequence->capacity, sequence->n + 1, sizeof(*steps));
	if (!steps)
		return error_memory(err, "a sequence of operations");
	sequence->steps = steps;
	steps[sequence->n++] = *step;
	return OK;
}

enum status sequence_usual(struct sequence *sequence, size_t border, double times, const struct step_cost *cost,
			   struct error *err)
{
	static const struct step_cost nothing = {.elements = {1}, .n = 1};
	struct domain_step repeat = {.kind = STEP_REPEAT, .times = times, .body = border > 0 ? 2 : 1};
	struct domain_step exchange = {.kind = STEP_EXCHANGE, .times = 1};
	const struct domain_step compute = {.kind = STEP_COMPUTE, .times = 1, .cost = cost ? *cost : nothing};
	enum status status = sequence_add(sequence, &(struct domain_step){.kind = STEP_SCATTER, .times = 1}, err);

	for (size_t d = 0; d < sequence->domain.ndims; d++)
		exchange.border[d] = sequence->least[d] = border;
	if (status == OK && times > 1)
		status = sequence_add(sequence, &repeat, err);
	if (status == OK && times > 0 && border > 0)
		status = sequence_add(sequence, &exchange, err);
	if (status == OK && times > 0)
		status = sequence_add(sequence, &compute, err);
	if (status == OK)
		status = sequence_add(sequence, &(struct domain_step){.kind = STEP_GATHER, .times = 1}, err);
	return status;
}

bool step_cost_same(const struct step_cost *a, const struct step_cost *b)
{
	for (size_t i = 0; i < a->n && i < b->n; i++)
		if (a->elements[i] != b->elements[i] || a->seconds[i] != b->seconds[i])
			return false;
	return a->n == b->n;
}

bool step_cost_is_nothing(const struct step_cost *cost)
{
	for (size_t i = 0; i < cost->n; i++)
		if (cost->seconds[i] > 0)
			return false;
	return true;
}

double step_cost_at(const struct step_cost *cost, double elements)
{
	size_t i = 0;

	while (i < cost->n && cost->elements[i] < elements)
		i++;
	if (i == 0)
		return cost->seconds[0];
	if (i == cost->n)
		return cost->seconds[i - 1];
	return cost->seconds[i - 1] + (cost->seconds[i] - cost->seconds[i - 1]) * (elements - cost->elements[i - 1]) /
					      (cost->elements[i] - cost->elements[i - 1]);
}

/* Where the data are: at process 0 or at all, or not said yet. */
enum where { ANYWHERE, AT_ROOT, AT_ALL };

static enum status wrong(const struct domain_step *step, const char *why, struct error *err)
{
	if (step->line > 0)
		return error_set(err, ERR_INPUT, "line %zu: %s: %s", step->line, step_names[step->kind], why);
	return error_set(err, ERR_INPUT, "%s: %s", step_names[step->kind], why);
}

/* Where the domain must be before a step. */
static enum where needed(const struct domain_step *step)
{
	while (step->kind == STEP_REPEAT)
		step++;
	return step->kind == STEP_SCATTER ? AT_ROOT : AT_ALL;
}

static enum status follow(const struct domain_step *steps, size_t n, enum where *where, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		const struct domain_step *s = &steps[i];
		enum where before = *where;

		if (s->kind == STEP_SCATTER && *where == AT_ALL)
			return wrong(s, "the domain is spread already: gather it first", err);
		if (s->kind != STEP_SCATTER && s->kind != STEP_REPEAT && *where == AT_ROOT)
			return wrong(s, "the domain is at process 0 only: scatter it first", err);
		if (s->kind != STEP_REPEAT) {
			*where = s->kind == STEP_GATHER ? AT_ROOT : AT_ALL;
			continue;
		}
		status = follow(s + 1, s->body, where, err);
		if (before == ANYWHERE)
			before = needed(s);
		if (status == OK && *where != before)
			return wrong(s,
				     "what is repeated must end as it begins, with the domain spread or at process 0",
				     err);
		i += s->body;
	}
	return status;
}

/* Parts with their borders must be countable too. */
static enum status check_borders(const struct sequence *sequence, struct error *err)
{
	const struct domain *domain = &sequence->domain;

	for (size_t i = 0; i < sequence->n; i++) {
		const size_t *border = sequence->steps[i].border;
		size_t most = SIZE_MAX / 4 / domain->element;

		for (size_t d = 0; d < DOMAIN_DIMS; d++) {
			if (border[d] > DOMAIN_EXTENT_MOST || domain->extent[d] + 2 * border[d] > most)
				return error_set(err, ERR_INPUT,
						 "a border of %zu elements: the domain with it is too large, %zu bytes "
						 "at most are allowed",
						 border[d], SIZE_MAX / 4);
			most /= domain->extent[d] + 2 * border[d];
		}
	}
	return OK;
}

enum status sequence_check(const struct sequence *sequence, struct error *err)
{
	enum where where = ANYWHERE;
	enum status status = domain_check(&sequence->domain, err);

	if (status == OK)
		status = check_borders(sequence, err);

	if (status == OK && sequence->n == 0)
		return error_set(err, ERR_INPUT,
				 "there are no operations: scatter, exchange, compute, gather are known");
	if (status == OK)
		status = follow(sequence->steps, sequence->n, &where, err);
	return status;
}
