#include "probe/groups.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static enum status remember(struct point_groups *groups, const struct experiment *points, size_t together,
			    struct error *err)
{
	struct point_group *grown = memory_grow(groups->list, &groups->capacity, groups->n + 1, sizeof(*grown));
	struct experiment *own = malloc(together * sizeof(*own));

	groups->list = grown ? grown : groups->list;
	if (!grown || !own) {
		free(own);
		return error_memory(err, "points that are measured at the same time");
	}
	memcpy(own, points, together * sizeof(*own));
	groups->list[groups->n++] = (struct point_group){own, together};
	for (size_t i = 0; i < together; i++)
		if (!campaign_point(&groups->points, &points[i], err))
			return ERR_MEMORY;
	return OK;
}

static bool holds_all(const struct prober *prober, const struct experiment *points, size_t together)
{
	for (size_t i = 0; i < together; i++)
		if (!groups_hold(prober, &points[i]))
			return false;
	return true;
}

enum status groups_remember(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			    struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; together > 1 && status == OK && i < n; i++)
		if (!holds_all(prober, &points[i * together], together))
			status = remember(&prober->groups, &points[i * together], together, err);
	return status;
}

bool groups_hold(const struct prober *prober, const struct experiment *what)
{
	return campaign_find(&prober->groups.points, what) != NULL;
}
