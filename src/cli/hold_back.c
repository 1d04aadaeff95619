#include "cli/hold_back.h"

#include <stdlib.h>

static enum status hide(struct campaign *campaign, size_t bytes, struct error *err)
{
	size_t found = 0;

	for (size_t i = 0; i < campaign->n; i++)
		if (campaign->samples[i]->what.bytes == bytes) {
			campaign->samples[i]->n = 0;
			found++;
		}
	return found ? OK
		     : error_set(err, ERR_INPUT, "--hold-back %zu: the run has no timing of messages of %zu bytes",
				 bytes, bytes);
}

enum status held_take(struct held *held, struct campaign *campaign, const struct size_list *sizes, struct error *err)
{
	enum status status = OK;

	if (sizes->adaptive)
		return error_set(
			err, ERR_USAGE,
			"--hold-back auto: which sizes are held back must be said, for example --hold-back 100,3000");
	held->n = calloc(campaign->n + 1, sizeof(*held->n));
	if (!held->n)
		return error_memory(err, "the points held back");
	for (size_t i = 0; i < campaign->n; i++)
		held->n[i] = campaign->samples[i]->n;
	for (size_t i = 0; status == OK && i < sizes->n; i++)
		status = hide(campaign, sizes->bytes[i], err);
	return status;
}

void held_give_back(struct held *held, struct campaign *campaign)
{
	for (size_t i = 0; held->n && i < campaign->n; i++)
		campaign->samples[i]->n = held->n[i];
	free(held->n);
	held->n = NULL;
}

enum status held_compare(const struct campaign *campaign, enum statistic statistic, struct link link,
			 const struct size_list *sizes, struct model *model, struct paths_comparison *comparison,
			 struct error *err)
{
	struct path_experiments what = {.sizes = sizes, .link = link};
	enum status status;

	path_experiments_choose(&what, &model, 1);
	status = paths_compare(comparison, &what, campaign, statistic, &model, 1, err);
	return status == OK && comparison->n == 0
		       ? error_set(err, ERR_INPUT,
				   "--hold-back: the run has no send calls, receive calls and round trips with an "
				   "empty answer of these sizes to hold the model against")
		       : status;
}
