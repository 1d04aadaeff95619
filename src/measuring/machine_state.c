#include "measuring/machine_state.h"

#include <math.h>

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
