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

/* The number of a site, which is kept; 0 without memory. */
static uint32_t number_of(struct replay_sites *sites, const struct replay_site *site, uint32_t region)
{
	uint64_t key = key_of(site, region), number;
	struct replay_site *grown;

	if (lookup_get(&sites->numbers, key, &number))
		return (uint32_t)number;
	grown = memory_grow(sites->at, &sites->capacity, sites->n + 1, sizeof(*grown));
	if (!grown)
		return 0;
	sites->at = grown;
	if (!lookup_put(&sites->numbers, key, sites->n + 1))
		return 0;
	grown[sites->n] = *site;
	grown[sites->n].region = region > 0 ? sites->regions[region - 1] : NULL;
	return (uint32_t)++sites->n;
}

bool sites_in(const struct replay_sites *sites, const struct replay_thread *thread, const struct computation_scale *row,
	      int process)
{
	bool holds = scales_holds(row, process, NULL);

	for (size_t i = 0; !holds && i < thread->in.n_regions; i++) {
		uint32_t number = thread->in.regions[i].number;

		holds = number > 0 && scales_holds(row, process, sites->regions[number - 1]);
	}
	return holds;
}

uint32_t sites_of(struct replay_sites *sites, const struct replay_thread *thread, bool computing)
{
	const struct replay_site site = {.function = thread->call.function,
					 .before = computing ? thread->in.before : thread->call.function,
					 .computing = computing};
	uint32_t region = thread->in.n_regions > 0 ? thread->in.regions[thread->in.n_regions - 1].number : 0;
	struct replay_recent *recent = &sites->recent[computing][site.function];

	if (!recent->number || recent->region != region || recent->before != site.before)
		*recent = (struct replay_recent){region, site.before, number_of(sites, &site, region)};
	return recent->number;
}

bool sites_enter(struct replay_sites *sites, struct replay_thread *thread, const char *name, double at)
{
	struct replay_entered *grown =
		memory_grow(thread->in.regions, &thread->in.region_capacity, thread->in.n_regions + 1, sizeof(*grown));

	if (!grown)
		return false;
	thread->in.regions = grown;
	grown[thread->in.n_regions++] =
		(struct replay_entered){.number = (uint32_t)region_of(sites, name), .recorded = at};
	thread->in.enters = true;
	return true;
}

void sites_leave(struct replay_thread *thread, double at)
{
	if (thread->in.n_regions == 0)
		return;
	thread->in.left = thread->in.regions[--thread->in.n_regions];
	thread->in.left.recorded = at - thread->in.left.recorded;
	thread->in.leaves = true;
}

/* What is found of a region in a process; NULL without memory. */
static struct replay_region *region_times(struct replay *replay, int process, uint32_t number)
{
	struct replay_found *found = &replay->found;
	struct replay_sites *sites = &replay->sites;
	uint64_t key = (uint64_t)(uint32_t)process << 32 | number, index;
	struct replay_region *grown;

	if (lookup_get(&sites->times, key, &index))
		return &found->regions[index];
	grown = memory_grow(found->regions, &sites->time_capacity, found->n_regions + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	found->regions = grown;
	if (!lookup_put(&sites->times, key, found->n_regions))
		return NULL;
	grown[found->n_regions] =
		(struct replay_region){.process = process, .name = number > 0 ? sites->regions[number - 1] : ""};
	return &grown[found->n_regions++];
}

bool sites_passed(struct replay *replay, int process, struct replay_thread *thread)
{
	struct replay_region *times;

	if (thread->in.enters && thread->in.n_regions > 0)
		thread->in.regions[thread->in.n_regions - 1].simulated = thread->watched.now;
	thread->in.enters = false;
	if (!thread->in.leaves)
		return true;
	thread->in.leaves = false;
	times = region_times(replay, process, thread->in.left.number);
	if (!times)
		return false;
	times->times++;
	times->recorded += thread->in.left.recorded;
	times->seconds += thread->watched.now - thread->in.left.simulated;
	return true;
}

void sites_release(struct replay_sites *sites)
{
	for (size_t i = 0; i < sites->n_regions; i++)
		free(sites->regions[i]);
	free(sites->regions);
	free(sites->at);
	lookup_release(&sites->numbers);
	lookup_release(&sites->times);
}
