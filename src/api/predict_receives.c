#include "api/model.h"
#include "api/negative.h"
#include "api/options.h"
#include "api/ports.h"
#include "api/request.h"
#include "base/locale.h"
#include "predict/room.h"
#include "predict/series.h"

#include <stdlib.h>

/* The first room of what was received; times below 0 are an error, also of a message of so many bytes, which an
 * operation has; NULL: of none. */
static void give(const struct model *model, const struct receives_asked *received, const size_t *bytes,
		 struct sonde_receive *receives, size_t room, struct error *err)
{
	struct negative_times times = {.all = 0};

	for (size_t i = 0; i < received->n; i++) {
		const struct simulated_receive *receive = &received->list[i];

		negative_times_add(&times, receive->done);
		if (i < room)
			receives[i] = (struct sonde_receive){.from = receive->from,
							     .bytes = (size_t)receive->bytes,
							     .posted = receive->posted,
							     .done = receive->done};
	}
	negative_check(model, &times, bytes, bytes ? 1 : 0, err);
}

static enum status find(const struct model *model, const struct sonde_call *call, struct receives_asked *received,
			struct error *err)
{
	const struct predict_options options = predict_options_with(model, call->ports, call->eager_bytes);
	int processes = call->processes > 0 ? call->processes : (int)model->processes;
	struct simulation simulation = {.receives = received};
	struct collective_request request = {.processes = 0};
	struct algorithm_use use;
	uint64_t largest;
	enum status status = request_of_call(&request, call, processes, err);

	if (status == OK && (received->process < 0 || received->process >= processes))
		status = error_set(err, ERR_INPUT, "process %d receives nothing: there are processes 0 to %d",
				   received->process, processes - 1);
	if (status == OK)
		status = collective_request_use(&request, request.algorithm, call->bytes, &use, err);
	if (status == OK)
		status = predict_room(&use, options.series, err);
	if (status == OK)
		status = predict_simulation(&options, &use, &simulation, &largest, err);
	simulation_release(&simulation);
	collective_request_release(&request);
	return status;
}

enum sonde_status sonde_predict_receives(const struct sonde_model *model, const struct sonde_call *given, int process,
					 struct sonde_receive *receives, size_t room, size_t *n,
					 struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct receives_asked received = {.process = process};
	struct sonde_call call;
	struct error err = {0};

	if (!n || (!receives && room > 0))
		error_set(&err, ERR_INPUT, "there is no place for the receives: receives or n is NULL");
	else if (options_take(&call, sizeof(call), given, "sonde_call", &err) == OK &&
		 predict_call_check(model, &call, &err) == OK && find(model->model, &call, &received, &err) == OK) {
		*n = received.n;
		give(model->model, &received, &call.bytes, receives, room, &err);
	}
	receives_release(&received);
	return context_give(&err, error);
}

static enum status find_series(const struct model *model, const struct sonde_series *series,
			       struct receives_asked *received, struct error *err)
{
	const struct predict_options options = predict_options_with(model, series->ports, series->eager_bytes);
	struct series_message *list = calloc(series->n + 1, sizeof(*list));
	const struct series messages = {.to = series->to, .list = list, .n = series->n};
	enum status status = list ? OK : error_memory(err, "the messages of a series");

	for (size_t i = 0; status == OK && i < series->n; i++)
		list[i] = (struct series_message){.from = series->from[i], .bytes = series->bytes[i]};
	if (status == OK)
		status = predict_series(&options, &messages, received, err);
	free(list);
	return status;
}

enum sonde_status sonde_predict_series(const struct sonde_model *model, const struct sonde_series *given,
				       struct sonde_receive *receives, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct receives_asked received = {.n = 0};
	struct sonde_series series;
	struct error err = {0};

	if (!receives)
		error_set(&err, ERR_INPUT, "there is no place for the receives: it is NULL");
	else if (options_take(&series, sizeof(series), given, "sonde_series", &err) == OK &&
		 predict_ports_check(model, series.ports, &err) == OK) {
		if (!series.from || !series.bytes)
			error_set(&err, ERR_INPUT, "there are no messages: from or bytes is NULL");
		else if (find_series(model->model, &series, &received, &err) == OK)
			give(model->model, &received, NULL, receives, series.n, &err);
	}
	receives_release(&received);
	return context_give(&err, error);
}
