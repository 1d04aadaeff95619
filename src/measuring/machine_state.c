#include "measuring/machine_state.h"

#include <math.h>
#include <stdio.h>

enum status machine_state_add(struct campaign *state, const struct experiment *sentinel, double seconds,
			      struct error *err)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
					.from = sentinel->from,
					.to = sentinel->to,
					.bytes = sentinel->bytes,
					.count = 1,
					.loop = 1};
	struct sample *sample = campaign_point(state, &trip, err);

	if (!sample)
		return ERR_MEMORY;
	if (sample->n == 0)
		return sample_add(sample, &(struct observation){.seconds = seconds, .send_seconds = NAN}, 1, err);
	sample->observations[0].seconds = fmin(sample->observations[0].seconds, seconds);
	return OK;
}

void machine_state_key(int from, int to, char *key)
{
	snprintf(key, MACHINE_STATE_ROOM, "state %d:%d", from, to);
}

bool machine_state_format(const struct watch *watch, char *key, char *text)
{
	size_t used = 0;

	for (size_t i = 0; i < watch->n && watch->looks > 0 && isfinite(watch->quickest[i]); i++)
		used += (size_t)snprintf(text + used, MACHINE_STATE_ROOM - used, "%s%zu=%.9g", used ? " " : "",
					 watch->sentinels[i].bytes, watch->quickest[i]);
	if (used > 0)
		machine_state_key(watch->sentinels[0].from, watch->sentinels[0].to, key);
	return used > 0;
}

enum status machine_state_read(const char *text, int from, int to, struct campaign *state, struct error *err)
{
	struct experiment sentinel = {.from = from, .to = to};
	enum status status = OK;
	double seconds;
	int length;

	while (status == OK && sscanf(text, "%zu=%lf%n", &sentinel.bytes, &seconds, &length) == 2 && seconds > 0) {
		status = machine_state_add(state, &sentinel, seconds, err);
		text += length;
	}
	return status;
}
