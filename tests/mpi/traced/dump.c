/*
 * Writes the calls of a process in a trace as tests/mpi/traced/expect.h explains, a line each, and at the end how many
 * calls found nothing, which have no lines. Usage: dump DIR RANK [threads]; with threads each line begins with that of
 * the thread. dump functions: the names of all functions of the table, a line each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fields.h"
#include "trace/reader.h"

/* Requests have numbers in the order in which they began. */
struct numbers {
	size_t n, room;
	uint64_t *ids;
};

static size_t number_of(struct numbers *numbers, uint64_t id)
{
	for (size_t i = numbers->n; i > 0; i--)
		if (numbers->ids[i - 1] == id)
			return i;
	if (numbers->n == numbers->room) {
		numbers->room = numbers->room ? numbers->room * 2 : 1024;
		numbers->ids = realloc(numbers->ids, numbers->room * sizeof(*numbers->ids));
		if (!numbers->ids)
			exit(1);
	}
	numbers->ids[numbers->n++] = id;
	return numbers->n;
}

static void put_bytes(const struct trace_side *side)
{
	if (side->n_each == 0) {
		printf("%llu", (unsigned long long)side->bytes);
	} else {
		for (size_t i = 0; i < side->n_each; i++)
			printf("%c%lld", i ? ',' : '[', (long long)side->each[i]);
		putchar(']');
	}
	printf(":%c", side->contiguous ? 'c' : 'n');
}

static void put_side(const char *name, const struct trace_side *side, bool to_one)
{
	if (!side->there)
		return;
	printf(" %s=", name);
	if (to_one)
		printf("%d:%lld:", side->peer_in_comm, (long long)side->tag);
	put_bytes(side);
}

static void put_neighbours(const char *name, const struct trace_side *side)
{
	for (size_t i = 0; i < side->n_neighbours; i++)
		printf("%s%s%s%d", i ? "" : " ", i ? "" : name, i ? "," : "=[", side->neighbours[i]);
	if (side->n_neighbours > 0)
		putchar(']');
}

static bool has(enum trace_function function, enum trace_field field)
{
	return trace_function_fields(function) >> field & 1;
}

static void put_requests(const struct trace_call *call, struct numbers *numbers)
{
	if (call->request)
		printf(" request=%zu", number_of(numbers, call->request));
	for (size_t i = 0; i < call->started.n; i++)
		printf("%s%zu", i ? "," : " started=", number_of(numbers, call->started.ids[i]));
	for (size_t i = 0; i < call->n_done; i++)
		printf("%s%zu:%d:%lld", i ? "," : " done=", number_of(numbers, call->done[i].request),
		       call->done[i].source, (long long)call->done[i].tag);
}

static void put_call(const struct trace_call *call, struct numbers *numbers)
{
	printf("%s", trace_function_name(call->function));
	if (call->comm)
		printf(" comm=%d", call->comm->number);
	put_side("send", &call->send, has(call->function, TRACE_DEST));
	put_side("receive", &call->receive, has(call->function, TRACE_SOURCE));
	put_neighbours("to", &call->send);
	put_neighbours("from", &call->receive);
	if (call->receive.got_source != -1 || call->receive.got_tag != -1)
		printf(" got=%d:%lld", call->receive.got_source, (long long)call->receive.got_tag);
	if (has(call->function, TRACE_ROOT))
		printf(" root=%d", call->root);
	if (call->operation)
		printf(" op=%s", call->operation);
	if (call->made)
		printf(" made=%d", call->made->number);
	put_requests(call, numbers);
	if (call->region)
		printf(" region=%s", call->region);
	if (has(call->function, TRACE_NUMBER))
		printf(" number=%lld", (long long)call->number_given);
	putchar('\n');
}

static int put_functions(void)
{
	for (int i = 0; i < TRACE_FUNCTIONS; i++)
		puts(trace_function_name((enum trace_function)i));
	return 0;
}

int main(int argc, char **argv)
{
	struct error err = {0};
	struct trace *trace;
	struct trace_calls *calls;
	struct trace_call call;
	struct numbers numbers = {0};
	unsigned long long polls = 0;
	if (argc == 2 && strcmp(argv[1], "functions") == 0)
		return put_functions();
	if (argc < 3)
		return 2;
	if (trace_open(&trace, argv[1], &err) != OK ||
	    trace_calls_open(&calls, trace, (int)strtol(argv[2], NULL, 10), &err) != OK) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	while (trace_calls_next(calls, &call, &err)) {
		polls += call.polls;
		if (call.polls > 0)
			continue;
		if (argc > 3)
			printf("%d ", call.thread);
		put_call(&call, &numbers);
	}
	printf("polls=%llu\n", polls);
	trace_calls_free(calls);
	trace_free(trace);
	free(numbers.ids);
	if (err.status != OK)
		fprintf(stderr, "%s\n", err.text);
	return err.status != OK;
}
