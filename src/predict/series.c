/*
 * A series of receives. Under PLogP of messages m_1 ... m_k of one sender the last is there after L + g(m_1) + ... +
 * g(m_k) (Kielmann, Bal, Verstoep 2000, 2); the schedule is simulated, so that this and what other models say of ports
 * and overheads holds of any number of senders.
 */
#include "predict/series.h"

#include <limits.h>

static void add_send(struct rank_program *program, const struct series *series, size_t i)
{
	rank_program_send(program, series->to, 0, (struct place){BUFFER_SEND, 0}, series->list[i].bytes);
	rank_program_blocking(program);
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct series *series = self;

	for (size_t i = 0; i < series->n; i++) {
		const struct series_message *message = &series->list[i];

		if (process != series->to && process != message->from)
			continue;
		if (process == series->to)
			rank_program_receive(program, message->from, 0, (struct place){BUFFER_RECEIVE, 0},
					     message->bytes);
		else
			add_send(program, series, i);
		if (program->n > 1)
			rank_program_after(program, program->n - 2);
	}
	return rank_program_status(program, err);
}

/* Every process is there, and sends to another one. *last: the highest of them. */
static enum status check(const struct series *series, int *last, struct error *err)
{
	*last = series->to;
	if (series->n == 0)
		return error_set(err, ERR_INPUT, "a series of receives has at least one message");
	for (size_t i = 0; i < series->n; i++) {
		int from = series->list[i].from;

		if (from < 0 || series->to < 0 || from == series->to || from == INT_MAX || series->to == INT_MAX)
			return error_set(err, ERR_INPUT,
					 "message %zu of the series goes from process %d to %d: two different ones, "
					 "from 0 on, are needed",
					 i + 1, from, series->to);
		*last = from > *last ? from : *last;
	}
	return OK;
}

enum status predict_series(const struct predict_options *options, const struct series *series,
			   struct receives_asked *receives, struct error *err)
{
	struct simulation simulation = {.receives = receives};
	struct schedule schedule = {.build = build, .self = series};
	int last;
	enum status status = check(series, &last, err);

	receives->process = series->to;
	if (status != OK)
		return status;
	schedule.processes = last + 1;
	status = predict_schedule(options, &schedule, &simulation, err);
	simulation_release(&simulation);
	return status;
}
