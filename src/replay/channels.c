#include "replay/channels.h"

#include "base/memory.h"

#include <stdlib.h>

bool channels_init(struct channels *channels, int processes)
{
	*channels = (struct channels){.receivers = calloc((size_t)processes + 1, sizeof(*channels->receivers)),
				      .processes = processes};
	return channels->receivers != NULL;
}

void channels_release(struct channels *channels)
{
	for (int p = 0; channels->receivers && p < channels->processes; p++)
		lookup_release(&channels->receivers[p].numbers);
	for (size_t i = 0; i < channels->n; i++)
		free(channels->at[i].runs);
	free(channels->receivers);
	free(channels->at);
	*channels = (struct channels){0};
}

static uint64_t key_of(int from, int tag)
{
	return (uint64_t)(uint32_t)from << 32 | (uint32_t)tag;
}

/* NULL: no message was sent there. */
static struct channel *find(const struct channels *channels, int from, int to, int tag)
{
	uint64_t number;

	return lookup_get(&channels->receivers[to].numbers, key_of(from, tag), &number) ? &channels->at[number] : NULL;
}

/* NULL without memory. */
static struct channel *find_or_make(struct channels *channels, int from, int to, int tag)
{
	struct channel *channel = find(channels, from, to, tag), *grown;

	if (channel)
		return channel;
	grown = memory_grow(channels->at, &channels->capacity, channels->n + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	channels->at = grown;
	if (!lookup_put(&channels->receivers[to].numbers, key_of(from, tag), channels->n))
		return NULL;
	grown[channels->n] = (struct channel){.next = channels->receivers[to].first};
	channels->receivers[to].first = channels->n + 1;
	return &grown[channels->n++];
}

bool channels_send(struct channels *channels, int from, int to, int tag, uint64_t bytes)
{
	struct channel *channel = find_or_make(channels, from, to, tag);
	struct channel_run *grown;

	if (!channel)
		return false;
	if (channel->n_runs > 0 && channel->runs[channel->n_runs - 1].bytes == bytes) {
		channel->runs[channel->n_runs - 1].n++;
		return true;
	}
	grown = memory_grow(channel->runs, &channel->capacity, channel->n_runs + 1, sizeof(*grown));
	if (!grown)
		return false;
	channel->runs = grown;
	grown[channel->n_runs++] = (struct channel_run){bytes, 1};
	return true;
}

void channels_rewind(struct channels *channels, int to)
{
	for (size_t i = channels->receivers[to].first; i > 0; i = channels->at[i - 1].next)
		channels->at[i - 1].run = channels->at[i - 1].got = 0;
}

uint64_t channels_receive(struct channels *channels, int from, int to, int tag)
{
	struct channel *channel = find(channels, from, to, tag);

	if (!channel || channel->run == channel->n_runs)
		return 0;
	if (channel->got == channel->runs[channel->run].n) {
		channel->run++;
		channel->got = 0;
		if (channel->run == channel->n_runs)
			return 0;
	}
	channel->got++;
	return channel->runs[channel->run].bytes;
}
