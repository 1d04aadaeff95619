#include "measuring/archive.h"

#include <stdlib.h>

void history_release(struct history *history)
{
	campaign_release(&history->before);
	campaign_release(&history->main);
	for (size_t i = 0; i < history->n_pool; i++)
		campaign_release(&history->pool[i]);
	free(history->pool);
	*history = (struct history){.n_pool = 0};
}
