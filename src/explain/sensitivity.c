#include "explain/sensitivity.h"

#include <math.h>
#include <stdlib.h>

/* What a value is greater by where it is varied: so many times, or if it is 0 so much. */
#define FACTOR (1 + 0x1p-14)
#define LEAST 1e-10

static double value_of(const struct subject *subject, size_t k)
{
	return isnan(subject->parameters[k].value) ? 1 : subject->parameters[k].value;
}

static double more_than(double value)
{
	return value > 0 ? value * FACTOR : LEAST;
}

/* Asks for the slope of the parameter at a value, in this direction. */
static enum status ask(const struct subject *subject, size_t k, double value, int direction, struct slopes_asked *asked,
		       struct error *err)
{
	double more = more_than(value);

	asked->step[direction] = more - value;
	return subject->costs(subject->self, k, more, direction + 1, &asked->more[direction], err);
}

/* One simulation, for the parameters from first on. */
static enum status find_some(const struct subject *subject, size_t first, struct sensitivities *found,
			     struct error *err)
{
	struct slopes_asked asked = {.any_pair = subject->any_pair};
	struct simulation simulation = {.slopes = &asked};
	struct costs costs;
	enum status status = subject->costs(subject->self, subject->n, 0, 0, &costs, err);

	for (size_t k = first; status == OK && k < subject->n && asked.n < SLOPES_MOST - 1; k++) {
		status = ask(subject, k, value_of(subject, k), asked.n, &asked, err);
		asked.n++;
	}
	if (status == OK)
		status = subject->simulate(subject->self, &costs, &simulation, err);
	if (status != OK)
		return status;
	for (int k = 0; k < asked.n; k++) {
		struct sensitivity *one = &found->at[first + (size_t)k];

		one->derivative = asked.by[k + 1] * 1e-9;
		one->seconds = one->derivative * value_of(subject, first + (size_t)k);
	}
	found->at[subject->n].seconds = found->at[subject->n].derivative = asked.by[0] * 1e-9;
	found->seconds = simulation.seconds;
	found->lost += asked.lost;
	found->simulations++;
	simulation_release(&simulation);
	return OK;
}

enum status sensitivities_find(const struct subject *subject, struct sensitivities *found, struct error *err)
{
	enum status status = OK;
	size_t first = 0;

	*found = (struct sensitivities){.at = calloc(subject->n + 1, sizeof(*found->at))};
	if (!found->at)
		return error_memory(err, "sensitivities");
	do {
		status = find_some(subject, first, found, err);
		first += SLOPES_MOST - 1;
	} while (status == OK && first < subject->n);
	return status;
}

void sensitivities_release(struct sensitivities *found)
{
	free(found->at);
	*found = (struct sensitivities){.at = NULL};
}

enum status time_at(const struct subject *subject, size_t k, double x, struct time_point *point, struct error *err)
{
	struct slopes_asked asked = {.any_pair = subject->any_pair, .n = 1};
	struct simulation simulation = {.slopes = &asked};
	struct costs costs;
	enum status status = subject->costs(subject->self, k, x, 0, &costs, err);

	if (status == OK)
		status = ask(subject, k, x, 0, &asked, err);
	if (status == OK)
		status = subject->simulate(subject->self, &costs, &simulation, err);
	if (status != OK)
		return status;
	*point = (struct time_point){
		.x = x, .seconds = simulation.seconds, .slope = asked.by[1] * 1e-9, .order = asked.order};
	simulation_release(&simulation);
	return OK;
}
