#include "evaluate/evaluation_part.h"

#include <stdio.h>

void evaluation_run_release(struct evaluation_run *run)
{
	size_list_release(&run->fitted);
	facts_release(&run->behaviour);
}

void evaluation_part_name(const char *name, const char *suffix, char text[EVALUATION_NAME_ROOM])
{
	snprintf(text, EVALUATION_NAME_ROOM, "%s%s%s", name, suffix ? " " : "", suffix ? suffix : "");
}

enum status evaluation_part_begin(struct evaluation_run *run, struct evaluation_part *part, const char *suffix,
				  const struct purpose *purpose, struct error *err)
{
	const char *name = run->m->options.run_name;

	if (name) {
		evaluation_part_name(name, suffix, part->name);
		name = part->name;
	}
	part->begin = platform_now(run->m->platform);
	part->messages = run->m->platform->messages;
	return measurement_begin(&part->measurement, run->m, name, purpose, err);
}

void evaluation_part_end(struct evaluation_part *part, struct evaluation_cost *taken)
{
	struct measurement *m = &part->measurement;

	taken->experiments = (double)m->campaign.n;
	taken->messages = (double)(m->platform->messages - part->messages);
	taken->seconds = platform_now(m->platform) - part->begin;
	measurement_release(m);
}
