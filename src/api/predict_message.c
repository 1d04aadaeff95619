#include "api/model.h"
#include "api/negative.h"
#include "api/options.h"
#include "predict/message.h"
#include "base/locale.h"

#include <stdlib.h>

static enum status check_ends(const struct model *model, int from, int to, struct error *err)
{
	bool own = from == LINK_ANY && to == LINK_ANY;

	if (!own &&
	    (from < 0 || to < 0 || from == to || (size_t)from >= model->processes || (size_t)to >= model->processes))
		return error_set(
			err, ERR_INPUT,
			"no message goes from %d to %d: the model holds for two different processes of 0 to %zu", from,
			to, model->processes - 1);
	return OK;
}

static void give_time(const struct model *model, double predicted, double *seconds, struct error *err)
{
	struct negative_times times = {.all = 0};

	*seconds = predicted;
	negative_times_add(&times, predicted);
	negative_check(model, &times, NULL, 0, err);
}

enum sonde_status sonde_predict(const struct sonde_model *model, int from, int to, size_t bytes, double *seconds,
				struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};

	if (!model || !seconds)
		error_set(&err, ERR_INPUT, "there is no %s: it is NULL", model ? "place for the seconds" : "model");
	else if (check_ends(model->model, from, to, &err) == OK)
		give_time(model->model, model_p2p(model->model, (struct link){from, to}, bytes), seconds, &err);
	return context_give(&err, error);
}

enum sonde_status sonde_predict_roundtrip(const struct sonde_model *model, int from, int to, size_t bytes,
					  size_t reply_bytes, double *seconds, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};

	if (!model || !seconds)
		error_set(&err, ERR_INPUT, "there is no %s: it is NULL", model ? "place for the seconds" : "model");
	else if (check_ends(model->model, from, to, &err) == OK)
		give_time(model->model, model_roundtrip(model->model, (struct link){from, to}, bytes, reply_bytes),
			  seconds, &err);
	return context_give(&err, error);
}

static enum status predict(const struct model *model, const struct sonde_message *message, struct sonde_paths *paths,
			   struct error *err)
{
	unsigned ends = (message->strided_sender ? 2 : 0) + (message->strided_receiver ? 1 : 0);
	struct path_prediction *list = NULL;
	size_t n = 0;
	enum status status = check_ends(model, message->from, message->to, err);

	if (status == OK && message->stride > 0 && ends == 0)
		status = error_set(err, ERR_INPUT, "a stride of %zu blocks of data that are contiguous",
				   message->stride);
	if (status == OK)
		status = predict_paths(model, (struct link){message->from, message->to}, ends, (double)message->stride,
				       &message->bytes, 1, &list, &n, err);
	if (status == OK) {
		struct negative_times times = {.all = 0};

		*paths = (struct sonde_paths){list->times.send, list->times.receive, list->times.full};
		negative_times_add(&times, paths->send);
		negative_times_add(&times, paths->receive);
		negative_times_add(&times, paths->full);
		status = negative_check(model, &times, NULL, 0, err);
	}
	free(list);
	return status;
}

enum sonde_status sonde_predict_paths(const struct sonde_model *model, const struct sonde_message *given,
				      struct sonde_paths *paths, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct sonde_message message;
	struct error err = {0};

	if (!model || !paths)
		error_set(&err, ERR_INPUT, "there is no %s: it is NULL", model ? "place for the paths" : "model");
	else if (options_take(&message, sizeof(message), given, "sonde_message", &err) == OK)
		predict(model->model, &message, paths, &err);
	return context_give(&err, error);
}
