#include "api/model.h"
#include "api/negative.h"
#include "api/options.h"
#include "predict/decompositions.h"
#include "predict/message.h"

#include <stdlib.h>

enum { ELEMENT = 4, EXTENT_MOST = 1 << 24, ELEMENT_MOST = 1 << 20, PROCESSES_MOST = 1 << 20 };

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
	struct sonde_message message;
	struct error err = {0};

	if (!model || !paths)
		error_set(&err, ERR_INPUT, "there is no %s: it is NULL", model ? "place for the paths" : "model");
	else if (options_take(&message, sizeof(message), given, "sonde_message", &err) == OK)
		predict(model->model, &message, paths, &err);
	return context_give(&err, error);
}

static enum status check_domain(const struct sonde_domain *domain, struct error *err)
{
	if (domain->width < 1 || domain->height < 1 || domain->width > EXTENT_MOST || domain->height > EXTENT_MOST)
		return error_set(err, ERR_INPUT, "a domain of %zu x %zu elements: each is 1 to %d", domain->width,
				 domain->height, EXTENT_MOST);
	if (domain->element > ELEMENT_MOST || domain->border > ELEMENT_MOST || domain->processes > PROCESSES_MOST)
		return error_set(err, ERR_INPUT,
				 "elements of %zu bytes, a border of %zu elements and %zu processes: at most %d, %d "
				 "and %d",
				 domain->element, domain->border, domain->processes, ELEMENT_MOST, ELEMENT_MOST,
				 PROCESSES_MOST);
	return OK;
}

static struct sonde_decomposition decomposition_of(const struct decomposition *d)
{
	return (struct sonde_decomposition){.x = d->grid.x,
					    .y = d->grid.y,
					    .scatter = d->scatter,
					    .gather = d->gather,
					    .exchange = d->exchange,
					    .seconds = d->seconds,
					    .binomial_scatter = d->scatter_tree == DOMAIN_BINOMIAL,
					    .binomial_gather = d->gather_tree == DOMAIN_BINOMIAL};
}

enum sonde_status sonde_decompose(const struct sonde_model *model, const struct sonde_domain *given,
				  struct sonde_decomposition *list, size_t room, size_t *n, struct sonde_error *error)
{
	struct decomposition *found = NULL;
	struct sonde_domain what;
	struct negative_times times;
	struct error err = {0};
	size_t count = 0;

	if (!model || !list || !n)
		error_set(&err, ERR_INPUT, "model, list and n must not be NULL");
	else if (options_take(&what, sizeof(what), given, "sonde_domain", &err) == OK &&
		 check_domain(&what, &err) == OK) {
		const struct domain domain = {.width = what.width,
					      .height = what.height,
					      .element = what.element > 0 ? what.element : ELEMENT,
					      .border = what.border};
		size_t processes = what.processes > 0 ? what.processes : model->model->processes;

		if (decompositions_rank(model->model, &domain, processes, what.exchanges, &found, &count, &err) == OK) {
			*n = count;
			for (size_t i = 0; i < count && i < room; i++)
				list[i] = decomposition_of(&found[i]);
			times = decompositions_negative(found, count);
			negative_check(model->model, &times, NULL, 0, &err);
		}
	}
	free(found);
	return context_give(&err, error);
}
