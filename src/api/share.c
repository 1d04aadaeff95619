#include "api/digest.h"
#include "api/model.h"
#include "api/options.h"
#include "api/refresh.h"
#include "model/file/file.h"
#include "base/locale.h"

#include <stdlib.h>
#include <string.h>

enum { LONG_LEAST = 16 };

static enum status check_sizes(const struct sonde_sharing *how, struct error *err)
{
	if (context_check_sizes(how->bytes, how->n, err) != OK)
		return ERR_INPUT;
	for (size_t i = 1; i < how->n; i++)
		if (how->bytes[i] <= how->bytes[i - 1])
			return error_set(err, ERR_INPUT, "the sizes must ascend: %zu bytes follow %zu", how->bytes[i],
					 how->bytes[i - 1]);
	if (how->bytes[0] != 0 || how->bytes[how->n - 1] < LONG_LEAST)
		return error_set(err, ERR_INPUT, "sizes from %zu to %zu: the first is 0 and the last at least %d",
				 how->bytes[0], how->bytes[how->n - 1], LONG_LEAST);
	return OK;
}

static enum status check(const struct sonde *context, const struct sonde_model *model, const struct sonde_sharing *how,
			 struct sonde_model **shared, struct error *err)
{
	if (!shared)
		return error_set(err, ERR_INPUT, "there is no place for the model: shared is NULL");
	if (context_check_process(context, how->root, err) != OK)
		return ERR_INPUT;
	if (context->embedded.process.rank == how->root && !model)
		return error_set(err, ERR_INPUT, "process %d has no model to share: model is NULL", how->root);
	if (!how->bytes)
		return OK;
	if (check_sizes(how, err) != OK || context_check_pair(context, how->from, how->to, err) != OK)
		return ERR_INPUT;
	return context_check_budget(&how->budget, err);
}

/* Whether the model that all processes have now holds for the two processes. */
static enum status check_holds(const struct model *model, const struct sonde_sharing *how, struct error *err)
{
	int most = how->from > how->to ? how->from : how->to;

	return model_holds_for_any(model) || (size_t)most < model->processes
		       ? OK
		       : error_set(err, ERR_INPUT, "the model holds for processes 0 to %zu, not for %d",
				   model->processes - 1, most);
}

static unsigned long long digest_of(const struct sonde_sharing *how)
{
	unsigned long long digest = digest_number(DIGEST, how->root);

	if (!how->bytes)
		return digest;
	digest = digest_sizes(digest, how->n <= CONTEXT_SIZES_MOST ? how->bytes : NULL, how->n);
	digest = digest_number(digest_number(digest, how->from), how->to);
	digest = digest_number(digest, (long long)how->seed);
	return context_digest_budget(digest, &how->budget);
}

/* Process 0's drifts at all processes, in the model. Collective. */
static enum status spread_drifts(const struct sonde *context, struct drifts *drifts, struct sonde_model *model,
				 struct error *err)
{
	struct error mine = {0};

	embed_share(&context->embedded, &drifts->n, sizeof(drifts->n));
	if (!drifts->list && !(drifts->list = calloc(drifts->n + 1, sizeof(*drifts->list))))
		error_memory(&mine, "by how much parameters moved");
	if (embed_agree(&context->embedded, NULL, 0, &mine, err) != OK)
		return err->status;
	embed_share(&context->embedded, drifts->list, drifts->n * sizeof(*drifts->list));
	model->drifts = *drifts;
	*drifts = (struct drifts){.n = 0};
	return OK;
}

/* What process 0 works on to refresh a model. */
struct refresh_work {
	const struct model *model;
	const struct sonde_sharing *how;
	struct drifts drifts;
	char *text; /* of the refreshed model's file */
};

static void drive(const struct sonde *context, void *work, struct sonde_error *outcome)
{
	struct refresh_work *w = work;

	w->text = refresh_drive(context, w->model, w->how, &w->drifts, outcome);
}

/* Measures at process 0 while the others serve, and puts the refreshed model in the place of *model. Collective. */
static enum sonde_status refresh(struct sonde *context, const struct sonde_sharing *how, struct sonde_model **model,
				 struct sonde_error *error)
{
	struct refresh_work work = {.model = (*model)->model, .how = how};
	struct sonde_model *refreshed = NULL;
	struct error err = {0}, mine = {0};
	enum sonde_status status = context_run(context, drive, &work, error);

	if (status == SONDE_OK && model_spread(context, 0, work.text, &mine, &refreshed, &err) == OK)
		spread_drifts(context, &work.drifts, refreshed, &err);
	free(work.drifts.list);
	if (status == SONDE_OK)
		status = context_give(&err, error);
	sonde_model_free(*model);
	if (status != SONDE_OK) {
		sonde_model_free(refreshed);
		refreshed = NULL;
	}
	*model = refreshed;
	return status;
}

enum sonde_status sonde_model_share(struct sonde *context, const struct sonde_model *model,
				    const struct sonde_sharing *given, struct sonde_model **shared,
				    struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0}, mine = {0};
	struct sonde_sharing how;
	unsigned long long digest;
	char *text = NULL;

	if (shared)
		*shared = NULL;
	if (!context)
		return context_missing(error);
	options_take(&how, sizeof(how), given, "sonde_sharing", &mine);
	if (how.from == 0 && how.to == 0)
		how.to = 1;
	if (mine.status == OK)
		check(context, model, &how, shared, &mine);
	digest = digest_of(&how);
	if (embed_agree(&context->embedded, &digest, sizeof(digest), &mine, &err) != OK)
		return context_give(&err, error);
	if (context->embedded.process.rank == how.root)
		text = model_text(model->model, &mine);
	if (model_spread(context, how.root, text, &mine, shared, &err) != OK || !how.bytes)
		return context_give(&err, error);
	if (check_holds((*shared)->model, &how, &err) != OK) {
		sonde_model_free(*shared);
		*shared = NULL;
		return context_give(&err, error);
	}
	return refresh(context, &how, shared, error);
}

int sonde_drift(const struct sonde_model *model, size_t i, struct sonde_drift *drift)
{
	const struct refresh_drift *found;

	if (!model || !drift || i >= model->drifts.n)
		return 0;
	found = &model->drifts.list[i];
	*drift = (struct sonde_drift){.parameter = model->model->class->params[found->param].name,
				      .from = found->link.from,
				      .to = found->link.from == found->link.to ? LINK_ANY : found->link.to,
				      .bytes = found->bytes,
				      .before = found->before,
				      .after = found->after,
				      .low = found->low,
				      .high = found->high,
				      .measured = found->measured};
	return 1;
}
