#include "api/model.h"
#include "api/negative.h"
#include "api/options.h"
#include "api/ports.h"
#include "api/request.h"
#include "predict/operation.h"
#include "base/locale.h"

#include <limits.h>
#include <string.h>

static enum status check(const struct sonde_model *model, const struct sonde_call *call, struct error *err)
{
	if (predict_ports_check(model, call->ports, err) != OK)
		return err->status;
	if (call->processes < 0)
		return error_set(err, ERR_INPUT, "%d processes cannot be", call->processes);
	return OK;
}

/* What the call takes by its algorithm, or by all of them, the quickest first; or what formulas say. ERR_INPUT if none
 * can do it. */
static enum status predict(const struct model *model, const struct sonde_call *call, bool closed,
			   struct predictions *found, struct error *err)
{
	struct predict_options options = predict_options_with(model, call->ports, call->eager_bytes);
	struct collective_request request = {.processes = 0};
	enum status status =
		request_of_call(&request, call, call->processes > 0 ? call->processes : (int)model->processes, err);

	options.closed = closed;
	if (status == OK)
		status = predict_operation(&options, &request, &call->bytes, 1, found, err);
	if (status == OK && found->impossible)
		status = error_set(err, ERR_INPUT, "%s", found->refusals[found->n_refusals - 1].why);
	collective_request_release(&request);
	return status;
}

/* Times below 0 are an error, also of messages of which operations are made: nothing of those ends before it begins. */
static void check_negative(const struct model *model, const struct predictions *found, const struct sonde_call *call,
			   struct error *err)
{
	const struct negative_times times = predictions_negative(found);
	const size_t bytes = call->bytes;

	negative_check(model, &times, &bytes, 1, err);
}

static struct sonde_prediction prediction_of(const struct prediction *prediction)
{
	return (struct sonde_prediction){.algorithm = prediction->algorithm->name,
					 .seconds = prediction->seconds,
					 .expected = prediction->expected,
					 .escalation = prediction->escalation.probability};
}

enum sonde_status sonde_predict_collective(const struct sonde_model *model, const struct sonde_call *given,
					   struct sonde_prediction *prediction, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct predictions found = {.n = 0};
	struct sonde_call call;
	struct error err = {0};

	if (!prediction)
		error_set(&err, ERR_INPUT, "there is no place for the prediction: it is NULL");
	else if (options_take(&call, sizeof(call), given, "sonde_call", &err) == OK &&
		 check(model, &call, &err) == OK) {
		if (!call.algorithm)
			error_set(&err, ERR_INPUT, "there is no algorithm: sonde_rank predicts all of them");
		else if (predict(model->model, &call, false, &found, &err) == OK) {
			*prediction = prediction_of(&found.list[0]);
			check_negative(model->model, &found, &call, &err);
		}
	}
	predictions_release(&found);
	return context_give(&err, error);
}

enum sonde_status sonde_rank(const struct sonde_model *model, const struct sonde_call *given,
			     struct sonde_prediction *predictions, size_t room, size_t *n, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct predictions found = {.n = 0};
	struct sonde_call call;
	struct error err = {0};

	if (!predictions || !n)
		error_set(&err, ERR_INPUT, "there is no place for the predictions: predictions or n is NULL");
	else if (options_take(&call, sizeof(call), given, "sonde_call", &err) == OK &&
		 check(model, &call, &err) == OK) {
		call.algorithm = NULL;
		if (predict(model->model, &call, false, &found, &err) == OK) {
			*n = found.n;
			for (size_t i = 0; i < found.n && i < room; i++)
				predictions[i] = prediction_of(&found.list[i]);
			check_negative(model->model, &found, &call, &err);
		}
	}
	predictions_release(&found);
	return context_give(&err, error);
}

static struct sonde_closed_form form_of(const struct prediction *prediction)
{
	static const enum sonde_relation relations[] = {[RELATION_NONE] = SONDE_UNRELATED,
							[RELATION_EXACT] = SONDE_EXACT,
							[RELATION_LOWER] = SONDE_LOWER_BOUND,
							[RELATION_UPPER] = SONDE_UPPER_BOUND};
	const struct closed_form *form = &prediction->form;

	return (struct sonde_closed_form){.algorithm = prediction->algorithm->name,
					  .name = form->name,
					  .source = form->source,
					  .relation = relations[form->relation],
					  .about = form->about,
					  .seconds = form->seconds,
					  .escalation = form->escalation};
}

enum sonde_status sonde_closed_forms(const struct sonde_model *model, const struct sonde_call *given,
				     struct sonde_closed_form *forms, size_t room, size_t *n, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct predictions found = {.n = 0};
	struct sonde_call call;
	struct error err = {0};

	if (!forms || !n)
		error_set(&err, ERR_INPUT, "there is no place for the closed forms: forms or n is NULL");
	else if (options_take(&call, sizeof(call), given, "sonde_call", &err) == OK &&
		 check(model, &call, &err) == OK && predict(model->model, &call, true, &found, &err) == OK) {
		*n = found.n;
		for (size_t i = 0; i < found.n && i < room; i++)
			forms[i] = form_of(&found.list[i]);
		check_negative(model->model, &found, &call, &err);
	}
	predictions_release(&found);
	return context_give(&err, error);
}
