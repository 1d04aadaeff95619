/* Where in a program something is, as a number that is the same in all processes. */
#include "replay/parts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static uint64_t key_of(const struct replay_site *site, size_t region)
{
	return (uint64_t)region << 32 | (uint64_t)site->before << 17 | (uint64_t)site->function << 1 | site->computing;
}

/* The number of a region's name, which is kept; 0 for NULL, or without memory. */
static size_t region_of(struct replay_sites *sites, const char *name)
{
	char **grown;
	size_t i = 0;

	if (!name)
		return 0;
	while (i < sites->n_regions && strcmp(sites->regions[i], name) != 0)
		i++;
	if (i < sites->n_regions)
		return i + 1;
	grown = memory_grow(sites->regions, &sites->region_capacity, sites->n_regions + 1, sizeof(*grown));
	if (!grown)
		return 0;
	sites->regions = grown;
	grown[sites->n_regions] = memory_text(name);
	return grown[sites->n_regions] ? ++sites->n_regions : 0;
}

uint32_t sites_of(struct replay_sites *sites, const struct replay_thread *thread, bool computing)
{
	const struct replay_site site = {.function = thread->call.function,
					 .before = computing ? thread->before : thread->call.function,
					 .computing = computing};
	uint32_t region = thread->n_regions > 0 ? thread->regions[thread->n_regions - 1] : 0;
	uint64_t key = key_of(&site, region), number;
	struct replay_site *grown;

	if (lookup_get(&sites->numbers, key, &number))
		return (uint32_t)number;
	grown = memory_grow(sites->at, &sites->capacity, sites->n + 1, sizeof(*grown));
	if (!grown || !lookup_put(&sites->numbers, key, sites->n + 1))
		return 0;
	sites->at = grown;
	grown[sites->n] = site;
	grown[sites->n].region = region > 0 ? sites->regions[region - 1] : NULL;
	return (uint32_t)++sites->n;
}

bool sites_enter(struct replay_sites *sites, struct replay_thread *thread, const char *name)
{
	uint32_t *grown = memory_grow(thread->regions, &thread->region_capacity, thread->n_regions + 1, sizeof(*grown));

	if (!grown)
		return false;
	thread->regions = grown;
	grown[thread->n_regions++] = (uint32_t)region_of(sites, name);
	return true;
}

void sites_leave(struct replay_thread *thread)
{
	thread->n_regions -= thread->n_regions > 0;
}

void sites_release(struct replay_sites *sites)
{
	for (size_t i = 0; i < sites->n_regions; i++)
		free(sites->regions[i]);
	free(sites->regions);
	free(sites->at);
	lookup_release(&sites->numbers);
}
