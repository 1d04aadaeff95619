#include "trace/csv.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char header[] = "process,thread,number,function,begin,end,inside,cpu,communicator,communicator_key,"
			     "send_to,send_tag,send_bytes,send_contiguous,send_each,receive_from,receive_tag,"
			     "receive_bytes,receive_contiguous,receive_each,got_source,got_tag,root,operation,request,"
			     "started,completed,polls,"
			     "made,made_key,region,level\n";

/* A text, between quotes if it needs them. */
static void write_text(const char *text, FILE *out)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

/* A process of the world, and the words for others. */
static void write_peer(int peer, FILE *out)
{
	if (peer >= 0)
		fprintf(out, "%d", peer);
	else if (peer == TRACE_ANY)
		fputs("any", out);
}

/* Five columns: peer, tag, bytes, whether they are contiguous, bytes for each process. */
static void write_side(const struct trace_side *side, bool message, FILE *out)
{
	if (!side->there) {
		fputs(",,,,,", out);
		return;
	}
	fputc(',', out);
	write_peer(side->peer, out);
	fputc(',', out);
	if (message && side->tag >= 0)
		fprintf(out, "%" PRId64, side->tag);
	else if (message)
		fputs("any", out);
	fprintf(out, ",%" PRIu64 ",%d,", side->bytes, side->contiguous);
	for (size_t i = 0; side->each && i < side->n_each; i++)
		fprintf(out, "%s%" PRId64, i ? ";" : "", side->each[i]);
}

/* What the wildcards of a receive got: two columns. */
static void write_got(const struct trace_side *side, FILE *out)
{
	fputc(',', out);
	if (side->there && side->got_source >= 0)
		fprintf(out, "%d", side->got_source);
	fputc(',', out);
	if (side->there && side->got_tag >= 0)
		fprintf(out, "%" PRId64, side->got_tag);
}

/* Requests, each with the source and the tag that a wildcard got: "12;13:3:7;14:cancelled". */
static void write_completed(const struct trace_call *call, FILE *out)
{
	fputc(',', out);
	for (size_t i = 0; i < call->n_done; i++) {
		const struct trace_completion *done = &call->done[i];

		fprintf(out, "%s%" PRIu64, i ? ";" : "", done->request);
		if (done->source == TRACE_ANY)
			fputs(":cancelled", out);
		else if (done->source >= 0 || done->tag >= 0)
			fprintf(out, ":%d:%" PRId64, done->source, done->tag);
	}
}

static void write_comm(const struct trace_communicator *comm, FILE *out)
{
	if (comm)
		fprintf(out, ",%d,%016" PRIx64, comm->number, comm->key);
	else
		fputs(",,", out);
}

static bool is_message(enum trace_family family)
{
	return family == TRACE_SEND || family == TRACE_SEND_BEGIN || family == TRACE_RECEIVE ||
	       family == TRACE_RECEIVE_BEGIN || family == TRACE_EXCHANGE || family == TRACE_PERSISTENT ||
	       family == TRACE_PROBE;
}

/* What would be printed as -0. */
static double without_sign(double seconds)
{
	return seconds < 0 && seconds > -0.5e-10 ? 0 : seconds;
}

static void write_call(int process, const struct trace_call *call, FILE *out)
{
	bool message = is_message(trace_function_family(call->function));

	fprintf(out, "%d,%d,%" PRIu64 ",%s,%.10f,%.10f,%.10f,", process, call->thread, call->number,
		trace_function_name(call->function), without_sign(call->begin), without_sign(call->end),
		without_sign(call->inside));
	if (!isnan(call->before.cpu))
		fprintf(out, "%.10f", call->before.cpu);
	write_comm(call->comm, out);
	write_side(&call->send, message, out);
	write_side(&call->receive, message, out);
	write_got(&call->receive, out);
	fputc(',', out);
	if (call->root >= 0)
		fprintf(out, "%d", call->root);
	fputc(',', out);
	if (call->operation)
		write_text(call->operation, out);
	fputc(',', out);
	if (call->request)
		fprintf(out, "%" PRIu64, call->request);
	fputc(',', out);
	for (size_t i = 0; i < call->started.n; i++)
		fprintf(out, "%s%" PRIu64, i ? ";" : "", call->started.ids[i]);
	write_completed(call, out);
	fputc(',', out);
	if (call->polls)
		fprintf(out, "%" PRIu64, call->polls);
	write_comm(call->made, out);
	fputc(',', out);
	if (call->region)
		write_text(call->region, out);
	fputc(',', out);
	if (call->function == trace_Pcontrol || call->function == trace_Abort)
		fprintf(out, "%" PRId64, call->number_given);
	fputc('\n', out);
}

static enum status write_process(struct trace *trace, int process, FILE *out, struct error *damage, struct error *err)
{
	struct error why = {.status = OK};
	struct trace_calls *calls = NULL;
	struct trace_call call;
	enum status status = trace_calls_open(&calls, trace, process, &why);

	while (status == OK && !ferror(out) && trace_calls_next(calls, &call, &why))
		write_call(process, &call, out);
	trace_calls_free(calls);
	if (why.status == ERR_MEMORY)
		return error_set(err, ERR_MEMORY, "%s", why.text);
	if (why.status != OK && damage->status == OK)
		*damage = why;
	return OK;
}

enum status trace_write_csv(struct trace *trace, FILE *out, struct error *damage, struct error *err)
{
	int processes = trace_info(trace)->processes;
	enum status status = OK;

	*damage = (struct error){.status = OK};
	fputs(header, out);
	for (int process = 0; status == OK && process < processes && !ferror(out); process++)
		status = write_process(trace, process, out, damage, err);
	if (status == OK && (fflush(out) != 0 || ferror(out)))
		status = error_set(err, ERR_IO, "the calls of a trace could not be written: %s", strerror(errno));
	return status;
}
