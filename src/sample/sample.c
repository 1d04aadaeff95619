#include "sample/sample.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const double quicker = 0.95;

enum { LINE = 64 /* bytes of a cache line */, LEAVE_LEAST = 5 /* observations that tell which are too short */ };

const char *experiment_name(enum experiment_kind kind)
{
	static const char *const names[EXPERIMENT_KINDS] = {
		[EXPERIMENT_ROUNDTRIP] = "roundtrip",
		[EXPERIMENT_TRAIN] = "train",
		[EXPERIMENT_SEND] = "send",
		[EXPERIMENT_SEND_ALONE] = "send-alone",
		[EXPERIMENT_SEND_EARLY] = "send-early",
		[EXPERIMENT_RECEIVE] = "receive",
		[EXPERIMENT_RECEIVE_EXPECTED] = "receive-expected",
		[EXPERIMENT_EXCHANGE] = "exchange",
		[EXPERIMENT_OVERLAP] = "overlap",
		[EXPERIMENT_ONE_TO_TWO] = "one-to-two",
		[EXPERIMENT_COLLECTIVE] = "collective",
		[EXPERIMENT_CROSSED] = "crossed",
	};

	return (size_t)kind < EXPERIMENT_KINDS ? names[kind] : "unknown";
}

bool observation_is_possible(const struct experiment *what, const struct observation *observation)
{
	bool subtracted = what->kind == EXPERIMENT_COLLECTIVE && what->setup.timing == TIMING_ROOT;

	return isfinite(observation->at) && isfinite(observation->seconds) &&
	       (observation->seconds >= 0 || subtracted) &&
	       (isnan(observation->send_seconds) ||
		(isfinite(observation->send_seconds) && observation->send_seconds >= 0));
}

bool experiment_is_pair(const struct experiment *what)
{
	return what->kind == EXPERIMENT_EXCHANGE;
}

double experiment_timed_times(const struct experiment *what)
{
	return (what->loop > 1 ? (double)what->loop : 1) * (experiment_is_pair(what) ? 2 : 1);
}

size_t experiment_messages(const struct experiment *what)
{
	return experiment_is_pair(what) ? 2 * (what->count > 1 ? what->count : 1) : what->count;
}

bool experiment_is_gather(const struct experiment *what)
{
	return what->kind == EXPERIMENT_COLLECTIVE && strncmp(what->setup.collective, "gather", strlen("gather")) == 0;
}

double experiment_bytes_moved(const struct experiment *what)
{
	double bytes = (double)what->bytes;

	switch (what->kind) {
	case EXPERIMENT_EXCHANGE:
		return 2 * (double)what->count * bytes;
	case EXPERIMENT_ROUNDTRIP:
	case EXPERIMENT_TRAIN:
		return (double)what->count * bytes + (double)what->reply_bytes;
	case EXPERIMENT_CROSSED:
		return bytes + (double)what->reply_bytes;
	case EXPERIMENT_ONE_TO_TWO:
		return 2 * (bytes + (double)what->reply_bytes);
	case EXPERIMENT_SEND:
	case EXPERIMENT_SEND_ALONE:
	case EXPERIMENT_SEND_EARLY:
	case EXPERIMENT_RECEIVE:
	case EXPERIMENT_RECEIVE_EXPECTED:
	case EXPERIMENT_OVERLAP:
		return bytes;
	case EXPERIMENT_COLLECTIVE:
		break;
	}
	return NAN;
}

size_t experiment_span(const struct experiment *what)
{
	size_t most = what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes;
	size_t here = layout_span(&what->setup.layout[0], most), there = layout_span(&what->setup.layout[1], most);

	return here > there ? here : there;
}

/* In whole lines of the cache; SIZE_MAX if that is more than two places can have. */
static size_t place_of(const struct experiment *what)
{
	size_t span = experiment_span(what);

	return span < SIZE_MAX / 2 - LINE ? (span + LINE - 1) / LINE * LINE : SIZE_MAX;
}

enum status experiment_check(const struct experiment *what, struct error *err)
{
	const struct layout *layouts = what->setup.layout;
	size_t most = what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes;

	for (int end = 0; end < 2; end++)
		if (layouts[end].kind != LAYOUT_CONTIGUOUS && layout_span(&layouts[end], most) == SIZE_MAX)
			return error_set(err, ERR_INPUT,
					 "no memory holds a message of %zu bytes in blocks of %zu, each %zu blocks "
					 "after the one before",
					 most, layouts[end].block, layouts[end].stride);
	return OK;
}

size_t experiment_places(const struct experiment *what)
{
	size_t place = place_of(what), places = place ? EXPERIMENT_ROOM / place : SIZE_MAX;

	if (what->setup.operation == OPERATION_PERSISTENT && places > EXPERIMENT_REQUESTS)
		places = EXPERIMENT_REQUESTS;
	return places > 0 ? places : 1;
}

size_t experiment_loop_most(const struct experiment *what)
{
	size_t messages = experiment_messages(what), most = messages ? experiment_places(what) / messages : 1;

	return most > 0 ? most : 1;
}

size_t experiment_room(const struct experiment *what)
{
	size_t place = place_of(what);

	if (place == SIZE_MAX)
		return SIZE_MAX;
	return what->kind == EXPERIMENT_EXCHANGE && (what->setup.cold[0] || what->setup.cold[1])
		       ? 2 * place
		       : experiment_span(what);
}

bool experiment_same_point(const struct experiment *a, const struct experiment *b)
{
	return a->kind == b->kind && a->from == b->from && a->to == b->to && a->bytes == b->bytes &&
	       a->reply_bytes == b->reply_bytes && a->count == b->count && setup_same(&a->setup, &b->setup);
}

static uint64_t point_hash(const struct experiment *what)
{
	const uint64_t parts[] = {(uint64_t)what->kind, (uint64_t)what->from, (uint64_t)what->to, what->setup.third,
				  what->bytes,          what->reply_bytes,    what->count};
	uint64_t hash = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		hash = (hash ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
	}
	return hash;
}

/* The slot of this point, or the free one where it belongs. n_slots is a power of two and never full. */
static size_t *point_slot(const struct campaign *campaign, const struct experiment *what)
{
	size_t mask = campaign->n_slots - 1;
	size_t i = (size_t)point_hash(what) & mask;

	while (campaign->slots[i] && !experiment_same_point(&campaign->samples[campaign->slots[i] - 1]->what, what))
		i = (i + 1) & mask;
	return &campaign->slots[i];
}

static enum status slots_grow(struct campaign *campaign, struct error *err)
{
	size_t *old = campaign->slots;
	size_t n_slots = campaign->n_slots ? 2 * campaign->n_slots : 16;
	size_t *slots;

	if (2 * (campaign->n + 1) <= campaign->n_slots)
		return OK;
	slots = calloc(n_slots, sizeof(*slots));
	if (!slots)
		return error_memory(err, "the campaign's points");
	campaign->slots = slots;
	campaign->n_slots = n_slots;
	for (size_t i = 0; i < campaign->n; i++)
		*point_slot(campaign, &campaign->samples[i]->what) = i + 1;
	free(old);
	return OK;
}

bool observation_is_of_several(const struct observation *o)
{
	return o->level > 0 && o->state_before == STATE_NONE && o->state_after == STATE_NONE;
}

void observation_share(struct observation *o, double part)
{
	o->send_seconds *= part;
	o->seconds *= part;
}

enum status sample_leave_quicker(struct sample *sample, size_t first, struct error *err)
{
	size_t n = sample->n - first, kept = first;
	double *seconds = malloc((n + 1) * sizeof(*seconds)), least;

	if (!seconds)
		return error_memory(err, "a sample's times");
	for (size_t i = 0; i < n; i++)
		seconds[i] = sample->observations[first + i].seconds;
	quantile_sort(seconds, n);
	least = n >= LEAVE_LEAST ? quicker * seconds[n >= 20 ? n / 10 : 1] : 0;
	for (size_t i = first; i < sample->n; i++)
		if (sample->observations[i].seconds >= least)
			sample->observations[kept++] = sample->observations[i];
	sample->n = kept;
	free(seconds);
	return OK;
}

void campaign_release(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->n; i++) {
		free(campaign->samples[i]->observations);
		free(campaign->samples[i]);
	}
	free(campaign->samples);
	free(campaign->slots);
	*campaign = (struct campaign){0};
}

struct sample *campaign_find(const struct campaign *campaign, const struct experiment *what)
{
	size_t found = campaign->n_slots ? *point_slot(campaign, what) : 0;

	return found ? campaign->samples[found - 1] : NULL;
}

struct sample *campaign_point(struct campaign *campaign, const struct experiment *what, struct error *err)
{
	struct sample *sample = campaign_find(campaign, what);
	struct sample **samples;

	if (sample)
		return sample;
	if (slots_grow(campaign, err))
		return NULL;
	samples = memory_grow(campaign->samples, &campaign->capacity, campaign->n + 1, sizeof(*samples));
	if (samples)
		campaign->samples = samples;
	sample = samples ? calloc(1, sizeof(*sample)) : NULL;
	if (!sample) {
		error_memory(err, "the campaign's points");
		return NULL;
	}
	sample->what = *what;
	campaign->samples[campaign->n++] = sample;
	*point_slot(campaign, what) = campaign->n;
	return sample;
}

enum status sample_add(struct sample *sample, const struct observation *observations, size_t n, struct error *err)
{
	struct observation *all;

	if (!n)
		return OK;
	all = n <= SIZE_MAX - sample->n
		      ? memory_grow(sample->observations, &sample->capacity, sample->n + n, sizeof(*all))
		      : NULL;
	if (!all)
		return error_memory(err, "the sample's observations");
	memcpy(all + sample->n, observations, n * sizeof(*all));
	sample->observations = all;
	sample->n += n;
	return OK;
}
