/* What answers cost beside the simulation of a traced program alone: a stencil of 64 processes, made while it is
 * simulated. An argument is the number of steps. */
#include "../tests/simulate/loggp.h"

#include "explain/waits.h"
#include "model/what_if.h"
#include "simulate/source.h"
#include "spent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESSES = 64, RUNS = 7 };

/* A program that computes, exchanges messages with its neighbours in a ring, and waits for them. */
struct program {
	uint64_t steps;
	struct {
		uint64_t step;
		int at;
	} processes[PROCESSES];
};

static int threads(void *self, int process)
{
	(void)self;
	(void)process;
	return 1;
}

static enum status next(void *self, int p, int thread, struct source_action *action, struct error *err)
{
	static const uint32_t all[] = {0, 1, 2, 3};
	struct program *program = self;
	int at = program->processes[p].at;

	(void)thread;
	(void)err;
	action->site = 1 + (uint32_t)at;
	if (program->processes[p].step == program->steps) {
		action->kind = ACTION_END;
		return OK;
	}
	if (at == 0) {
		action->kind = ACTION_COMPUTE;
		action->count = 20000 + (program->processes[p].step * 7919 + (uint64_t)p * 104729) % 1000;
	} else if (at <= 4) {
		action->kind = at <= 2 ? ACTION_RECEIVE : ACTION_SEND;
		action->peer = (p + (at % 2 ? 1 : PROCESSES - 1)) % PROCESSES;
		action->tag = at == 1 || at == 4 ? 1 : 2;
		action->count = 5000;
		action->request = (uint32_t)at - 1;
	} else {
		action->kind = ACTION_WAIT;
		action->waited = all;
		action->n_waited = 4;
	}
	program->processes[p].at = (at + 1) % 6;
	program->processes[p].step += at == 5;
	return OK;
}

enum way { PLAIN, SENSITIVITY, RECORDED, CAUSES, WAYS };
static const char *const words[] = {"simulated", "with sensitivity", "with intervals", "with causes of waits"};

static struct model_use uses[SLOPES_MOST];

/* All parameters of the model. */
static struct slopes_asked slopes_of(const struct model *model)
{
	struct slopes_asked slopes = {.n = (int)model->class->n_params, .any_pair = true};

	for (int k = 0; k < slopes.n; k++) {
		uses[k] = model_use_default(model);
		uses[k].model = model_varied(model, (size_t)k, 1.0 + 0x1p-20, 0);
		slopes.more[k] = model_costs(&uses[k], SIZE_MAX);
		slopes.step[k] = 0x1p-20;
	}
	return slopes;
}

/* Seconds of one simulation; *operations of it. */
static double simulated(uint64_t steps, const struct model *model, enum way way, uint64_t *operations)
{
	static struct program program;
	const struct program_source source = {
		.processes = PROCESSES, .threads = threads, .next = next, .self = &program};
	struct model_use use = model_use_default(model);
	struct costs costs = model_costs(&use, SIZE_MAX);
	struct slopes_asked slopes = slopes_of(model);
	struct simulation found = {.record = way == RECORDED || way == CAUSES,
				   .slopes = way == SENSITIVITY ? &slopes : NULL};
	struct wait_causes causes = {0};
	struct error err = {0};
	double begin = cpu_seconds();

	costs.queued = true;
	memset(&program, 0, sizeof(program));
	program.steps = steps;
	if (simulate_source(&source, &costs, &found, &err) != OK ||
	    (way == CAUSES && wait_causes_find(&found, &causes, &err) != OK)) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	*operations = found.operations;
	for (int k = 0; k < slopes.n; k++)
		model_varied_free((struct model *)(uintptr_t)uses[k].model);
	wait_causes_release(&causes);
	simulation_release(&found);
	return cpu_seconds() - begin;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
	uint64_t steps = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, operations = 0;
	struct model *model =
		loggp_of((struct loggp_times){.L = 10e-6, .o_s = 1e-6, .o_r = 1e-6, .g = 2e-6, .G = 1e-9});
	double spent[WAYS][RUNS], plain = 0;

	for (int r = 0; r < RUNS; r++) {
		for (int way = 0; way < WAYS; way++)
			spent[way][r] = simulated(steps, model, way, &operations);
	}
	for (int way = 0; way < WAYS; way++) {
		qsort(spent[way], RUNS, sizeof(double), by_value);
		plain = way == 0 ? spent[0][RUNS / 2] : plain;
		printf("%-22s %6.2f M operations/s, %.2f of the simulation alone\n", words[way],
		       (double)operations / spent[way][RUNS / 2] * 1e-6, spent[way][RUNS / 2] / plain);
	}
	model_free(model);
	return 0;
}
