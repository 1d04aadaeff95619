#include "trace/polling.h"

#include <string.h>

/* The end of a kind, the calls of which and of those before it are n of all, and were inside MPI for so many ticks. */
static uint64_t end_of(const struct trace_polling *polling, uint64_t n, uint64_t inside, uint64_t all,
		       uint64_t all_inside)
{
	uint64_t span = polling->end - polling->begin, outside = span > all_inside ? span - all_inside : 0;

	if (n == all)
		return polling->end;
	return polling->begin + inside + (uint64_t)((double)outside * ((double)n / (double)all));
}

void trace_polling_end(struct trace_polling *polling, struct trace_stream *stream)
{
	uint64_t all = 0, all_inside = 0, n = 0, inside = 0, begin = polling->begin;

	for (size_t i = 0; i < polling->n; i++) {
		all += polling->kind[i].n;
		all_inside += polling->kind[i].inside;
	}
	for (size_t i = 0; i < polling->n; i++) {
		struct trace_poll *poll = &polling->kind[i];
		struct trace_signature signature = {poll->function, poll->n_fields, poll->fields};
		uint64_t end;

		n += poll->n;
		inside += poll->inside;
		end = end_of(polling, n, inside, all, all_inside);
		poll->fields[poll->place] = (int64_t)poll->n;
		poll->fields[poll->place + 1] = (int64_t)poll->inside;
		trace_stream_call(stream, &signature, begin, end);
		begin = end;
	}
	polling->n = 0;
}

static bool is(const struct trace_poll *poll, const struct trace_signature *signature)
{
	return poll->function == signature->function && poll->n_fields == signature->n &&
	       memcmp(poll->fields, signature->fields, signature->n * sizeof(*poll->fields)) == 0;
}

/* The kind of the call; polling->n if it is new. What came after the last one the time before is looked at first. */
static size_t find(const struct trace_polling *polling, const struct trace_signature *signature)
{
	for (size_t i = 0, at = polling->last; i < polling->n; i++) {
		at = at + 1 < polling->n ? at + 1 : 0;
		if (is(&polling->kind[at], signature))
			return at;
	}
	return polling->n;
}

void trace_polling_add(struct trace_polling *polling, struct trace_stream *stream,
		       const struct trace_signature *signature, size_t place, uint64_t begin, uint64_t end)
{
	size_t at = find(polling, signature);
	struct trace_poll *poll;

	if (at == TRACE_POLLING_KINDS) {
		trace_polling_end(polling, stream);
		at = 0;
	}
	poll = &polling->kind[at];
	if (at == polling->n) {
		if (at == 0)
			polling->begin = begin;
		*poll = (struct trace_poll){
			.function = signature->function, .place = (uint16_t)place, .n_fields = signature->n};
		memcpy(poll->fields, signature->fields, signature->n * sizeof(*poll->fields));
		poll->zero = true;
		for (size_t i = 0; i < signature->n; i++)
			poll->zero = poll->zero && poll->fields[i] == 0;
		polling->n++;
	}
	poll->n++;
	poll->inside += end - begin;
	polling->end = end;
	polling->last = at;
}
