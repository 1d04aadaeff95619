/*
 * Holds the trace of a process against what it wrote down itself: usage trace_log_check TRACE RANK LOG [LOST]. The
 * calls of the trace are the first ones of the log. Of a process that was killed no more than a block of them is
 * missing; of one that came to its end, LOST calls are, MPI_Init and MPI_Finalize among them.
 */
#include "trace_log.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/format.h"
#include "trace/reader.h"

/* As the log has it. */
static uint32_t entry_of(const struct trace_call *call)
{
	if (call->function == trace_Irecv)
		return log_entry(LOG_IRECV, (uint32_t)call->receive.bytes);
	if (call->function == trace_Isend)
		return log_entry(LOG_ISEND, (uint32_t)call->send.bytes);
	return call->function == trace_Waitall ? log_entry(LOG_WAITALL, 0) : UINT32_MAX;
}

/* lost: -1: the process was killed. */
static int check(struct trace_calls *calls, const struct trace_log *log, int64_t lost, struct error *err)
{
	struct trace_call call;
	uint64_t n = 0;

	if (!trace_calls_next(calls, &call, err) || call.function != trace_Init) {
		if (lost >= 0 && err->status == OK)
			return (uint64_t)lost != log->n + 2;
		/* Nothing was written before the first block. */
		if (log->n >= TRACE_BLOCK_CALLS || err->status != OK)
			return printf("there are no calls; the process made %" PRIu64 ": %s\n", log->n, err->text), 1;
		return 0;
	}
	/* The last call that the trace has may be one that was under way, or that had not been written down. */
	for (; trace_calls_next(calls, &call, err); n++)
		if (n < log->n ? entry_of(&call) != log->call[n] : n > log->n)
			return printf("call %" PRIu64 " is another one\n", n), 1;
	if (err->status != OK)
		return printf("%s\n", err->text), 1;
	printf("%" PRIu64 " of %" PRIu64 " calls\n", n, log->n);
	return lost < 0 ? n + TRACE_BLOCK_CALLS < log->n : n + (uint64_t)lost != log->n + 1;
}

int main(int argc, char **argv)
{
	const int file = argc > 3 ? open(argv[3], O_RDONLY) : -1;
	const struct trace_log *log = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(*log), PROT_READ, MAP_SHARED, file, 0);
	struct trace *trace = NULL;
	struct trace_calls *calls = NULL;
	struct error err = {0};
	int wrong = 1;

	if (log == MAP_FAILED)
		return fprintf(stderr, "usage: trace_log_check TRACE RANK LOG [LOST]\n"), 2;
	if (trace_open(&trace, argv[1], &err) == OK &&
	    trace_calls_open(&calls, trace, (int)strtol(argv[2], NULL, 10), &err) == OK)
		wrong = check(calls, log, argc > 4 ? strtol(argv[4], NULL, 10) : -1, &err);
	else
		printf("%s\n", err.text);
	if (trace && trace_info(trace)->complete) {
		printf("the trace says that it is complete\n");
		wrong = 1;
	}
	if (calls)
		trace_calls_free(calls);
	trace_free(trace);
	return wrong;
}
