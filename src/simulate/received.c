#include "simulate/receives.h"

#include "simulate/engine.h"

#include <stdlib.h>

/* A receive that no message has come for, and any other operation. */
enum { NOBODY = -1 };

static struct simulated_receive *receive_of(struct engine *engine, int process, uint32_t step)
{
	struct receives_asked *receives = engine->limit.receives;
	size_t operation = step & ~STEP_ALONE;

	return process == receives->process && operation < receives->n ? &receives->list[operation] : NULL;
}

void receives_begin(struct engine *engine, int process, size_t operations)
{
	struct receives_asked *receives = engine->limit.receives;

	if (process != receives->process)
		return;
	receives_release(receives);
	receives->list = calloc(operations + 1, sizeof(*receives->list));
	if (!receives->list) {
		engine->out_of_memory = true;
		return;
	}
	receives->n = operations;
	for (size_t i = 0; i < operations; i++)
		receives->list[i] = (struct simulated_receive){.operation = (uint32_t)i, .from = NOBODY};
}

void receives_posted(struct engine *engine, int process, uint32_t step)
{
	struct simulated_receive *receive = receive_of(engine, process, step);

	if (receive)
		receive->posted = engine->now;
}

void receives_met(struct engine *engine, const struct item *message, uint32_t step)
{
	struct simulated_receive *receive = receive_of(engine, message->process, step);

	if (receive) {
		receive->from = message->peer;
		receive->bytes = message->bytes;
	}
}

void receives_done(struct engine *engine, int process, uint32_t step, double time)
{
	struct simulated_receive *receive = receive_of(engine, process, step);

	if (receive)
		receive->done = time;
}

static int by_end(const void *a, const void *b)
{
	const struct simulated_receive *x = a, *y = b;

	if (x->done != y->done)
		return x->done < y->done ? -1 : 1;
	return (x->operation > y->operation) - (x->operation < y->operation);
}

void receives_end(struct receives_asked *receives)
{
	size_t n = 0;

	for (size_t i = 0; i < receives->n; i++) {
		struct simulated_receive receive = receives->list[i];

		if (receive.from == NOBODY)
			continue;
		receive.posted *= 1e-9;
		receive.done *= 1e-9;
		receives->list[n++] = receive;
	}
	receives->n = n;
	if (n > 0)
		qsort(receives->list, n, sizeof(*receives->list), by_end);
}

void receives_release(struct receives_asked *receives)
{
	free(receives->list);
	receives->list = NULL;
	receives->n = 0;
}
