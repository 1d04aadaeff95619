#include "probe/tracked.h"

#include "probe/marks.h"

enum status tracked_sample(const struct tracking *t, const struct sample *sample, size_t level, struct sample *to,
			   struct error *err)
{
	const struct state_levels levels = marks_levels(t);

	return sample_add_state(to, &t->all, sample, marks_number(t, level), &levels, err);
}

/* All observations, whatever their state, but those that no state has. */
static enum status add_all(const struct tracking *t, struct campaign *campaign, struct error *err)
{
	enum status status = OK;

	for (size_t s = 0; status == OK && s < t->all.n; s++) {
		const struct sample *sample = t->all.samples[s];
		struct sample *to = campaign_point(campaign, &sample->what, err);

		status = to ? OK : ERR_MEMORY;
		for (size_t i = 0; status == OK && i < sample->n; i++)
			if (sample->observations[i].before > 0)
				status = sample_add(to, &sample->observations[i], 1, err);
	}
	return status;
}

enum status tracked_campaign(const struct tracking *t, size_t level, struct campaign *campaign, struct error *err)
{
	return level == t->levels.n ? add_all(t, campaign, err)
				    : campaign_add_state(campaign, &t->all, marks_number(t, level), err);
}

bool tracked_are_whole(const struct tracking *t)
{
	for (size_t s = 0; s < t->all.n; s++)
		if (t->all.samples[s]->unwatched > 0)
			return false;
	return true;
}

void tracked_count(const struct tracking *t, size_t *all, size_t *between)
{
	*all = *between = 0;
	for (size_t s = 0; s < t->all.n; s++) {
		const struct sample *sample = t->all.samples[s];

		*all += sample->n;
		for (size_t i = 0; i < sample->n; i++)
			*between += sample->observations[i].state_before != sample->observations[i].state_after;
	}
}
