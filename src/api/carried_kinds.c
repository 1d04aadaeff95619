#include "api/carried_kinds.h"

#include <stdlib.h>

const struct kind *carried_find(const struct carried *carried, unsigned long long digest)
{
	for (size_t i = 0; i < carried->n; i++)
		if (carried->kinds[i].digest == digest)
			return &carried->kinds[i];
	return NULL;
}

struct kind *carried_place(struct carried *carried)
{
	struct kind *kind = &carried->kinds[carried->next];

	if (carried->n == KINDS_MOST)
		user_plans_forget(&carried->comm, &kind->row);
	free(kind->row.order);
	carried->n = carried->n < KINDS_MOST ? carried->n + 1 : KINDS_MOST;
	carried->next = (carried->next + 1) % KINDS_MOST;
	return kind;
}

void carried_close(struct carried *carried)
{
	if (!carried)
		return;
	user_communicator_close(&carried->comm);
	for (size_t i = 0; i < carried->n; i++)
		free(carried->kinds[i].row.order);
	free(carried->counts);
	free(carried);
}
