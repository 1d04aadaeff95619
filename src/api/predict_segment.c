#include "api/model.h"
#include "api/negative.h"
#include "api/options.h"
#include "api/ports.h"
#include "api/request.h"
#include "base/locale.h"
#include "predict/segment.h"

static enum status find(const struct model *model, const struct sonde_call *call, struct segment_found *best,
			struct error *err)
{
	const struct predict_options options = predict_options_with(model, call->ports, call->eager_bytes);
	struct collective_request request = {.processes = 0};
	struct algorithm_use use;
	enum status status =
		request_of_call(&request, call, call->processes > 0 ? call->processes : (int)model->processes, err);

	if (status == OK)
		status = collective_request_use(&request, request.algorithm, call->bytes, &use, err);
	if (status == OK && !(use.algorithm->takes & TAKES_SEGMENT))
		status = error_set(err, ERR_INPUT, "%s by %s has no segments", call->operation, call->algorithm);
	if (status == OK)
		status = segment_find(&options, &use, best, err);
	collective_request_release(&request);
	return status;
}

static void give(const struct model *model, const struct segment_found *best, struct sonde_segment *found,
		 struct error *err)
{
	struct negative_times times = {.all = 0};

	*found = (struct sonde_segment){.segment = (size_t)best->segment,
					.segments = (size_t)best->pieces,
					.seconds = best->seconds,
					.whole = best->whole};
	negative_times_add(&times, best->seconds);
	negative_times_add(&times, best->whole);
	negative_check(model, &times, NULL, 0, err);
}

enum sonde_status sonde_best_segment(const struct sonde_model *model, const struct sonde_call *given,
				     struct sonde_segment *found, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct segment_found best;
	struct sonde_call call;
	struct error err = {0};

	if (!found)
		error_set(&err, ERR_INPUT, "there is no place for the segment: it is NULL");
	else if (options_take(&call, sizeof(call), given, "sonde_call", &err) == OK) {
		call.segment = 0;
		if (predict_call_check(model, &call, &err) == OK && find(model->model, &call, &best, &err) == OK)
			give(model->model, &best, found, &err);
	}
	return context_give(&err, error);
}
