#include "cli/hold_out.h"

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

enum status hold_out_take(struct hold_out *hold_out, struct campaign *campaign, const struct size_list *sizes,
			  struct error *err)
{
	enum status status = OK;

	if (sizes->adaptive)
		return error_set(
			err, ERR_USAGE,
			"--hold-back auto: the held-out sizes must be named, for example --hold-back 100,3000");
	hold_out->n = calloc(campaign->n + 1, sizeof(*hold_out->n));
	if (!hold_out->n)
		return error_memory(err, "the held-out points");
	for (size_t i = 0; i < campaign->n; i++)
		hold_out->n[i] = campaign->samples[i]->n;
	for (size_t i = 0; status == OK && i < sizes->n; i++)
		status = hide(campaign, sizes->bytes[i], err);
	return status;
}

void hold_out_release(struct hold_out *hold_out, struct campaign *campaign)
{
	for (size_t i = 0; hold_out->n && i < campaign->n; i++)
		campaign->samples[i]->n = hold_out->n[i];
	free(hold_out->n);
	hold_out->n = NULL;
}

enum status hold_out_compare(const struct campaign *campaign, enum statistic statistic, struct link link,
			     const struct size_list *sizes, struct model *model, struct paths_comparison *comparison,
			     struct error *err)
{
	struct path_experiments what = {.sizes = sizes, .link = link};

	path_experiments_choose(&what, &model, 1);
	TRY(paths_compare(comparison, &what, campaign, statistic, &model, 1, err));
	return comparison->n == 0
		       ? error_set(err, ERR_INPUT,
				   "--hold-back: the run has no send calls, receive calls and round trips with an "
				   "empty answer of these sizes to hold the model against")
		       : OK;
}
