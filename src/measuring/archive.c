#include "measuring/archive.h"

#include <stdlib.h>

void history_drop_launches(struct history *history)
{
	for (size_t i = 0; i < history->n_pool; i++)
		campaign_release(&history->pool[i]);
	for (size_t i = 0; i < history->n_elsewhere; i++)
		campaign_release(&history->elsewhere[i].campaign);
	free(history->pool);
	free(history->elsewhere);
	history->pool = NULL;
	history->elsewhere = NULL;
	history->n_pool = history->n_elsewhere = history->not_pooled = 0;
}

void history_release(struct history *history)
{
	campaign_release(&history->before);
	campaign_release(&history->main);
	history_drop_launches(history);
	*history = (struct history){.n_pool = 0};
}
