#include "cli/estimate/places.h"

#include "base/memory.h"
#include "model/model.h"
#include "sample/placement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"intra", "inter"};
static const char *const notes[] = {"of one node", "of different nodes"};

const char *estimate_places_name(const struct estimate_places *places)
{
	return places->two ? names[places->now] : NULL;
}

/* The first pair of each kind. */
static void find_pairs(struct estimate_places *places, const int *node, size_t processes)
{
	bool found[2] = {false, false};

	for (size_t b = 1; b < processes; b++) {
		for (size_t a = 0; a < b && !(found[0] && found[1]); a++) {
			int kind = node[a] != node[b];

			if (found[kind])
				continue;
			found[kind] = true;
			places->pair[kind][0] = (int)a;
			places->pair[kind][1] = (int)b;
		}
	}
	places->two = found[0] && found[1];
}

static enum status find(struct estimate_places *places, struct platform *platform, struct error *err)
{
	struct circumstances here = {.processes = 0};
	enum status status = platform_describe(platform, &here, err);
	size_t n = platform->processes;
	int *node = status == OK && here.hosts && here.processes == n ? malloc((n + 1) * sizeof(*node)) : NULL;

	if (node) {
		placement_of_hosts((const char *const *)here.hosts, n, node);
		find_pairs(places, node, n);
	}
	for (size_t p = 0; node && p < n; p++) /* of processes whose host is not known nothing is */
		places->two = places->two && here.hosts[p];
	free(node);
	circumstances_release(&here);
	return status;
}

enum status estimate_places_choose(struct estimate_places *places, struct measure_command *c, struct error *err)
{
	struct measuring *m = &c->measuring;
	enum status status = OK;
	int now = places->now;

	if (places->never)
		return OK;
	if (now == 0) {
		status = find(places, m->platform, err);
		places->deadline = m->options.deadline;
		places->run_name = m->options.run_name;
		places->tables = (struct state_tables){.several = true, .what = "place"};
	}
	if (status != OK || !places->two)
		return status;
	memcpy(m->options.pair, places->pair[now], sizeof(places->pair[now]));
	if (m->options.lenient)
		m->options.deadline =
			platform_now(m->platform) + (places->deadline - platform_now(m->platform)) / (now == 0 ? 2 : 1);
	if (places->run_name) {
		snprintf(places->name, sizeof(places->name), "%.150s-%s", places->run_name, names[now]);
		m->options.run_name = places->name;
	}
	progress_note(&m->host.progress, "processes %d and %d stand for all pairs %s: --pairs says other ones",
		      places->pair[now][0], places->pair[now][1], notes[now]);
	snprintf(places->tables.state.name, sizeof(places->tables.state.name), "%s", names[now]);
	c->context->states = &places->tables;
	return OK;
}

char *estimate_places_output(const struct estimate_places *places, const char *output, enum status *status,
			     struct error *err)
{
	const char *name = estimate_places_name(places), *end = output ? output + strlen(output) : NULL, *dot;
	size_t room;
	char *path;

	if (!output || !name || strcmp(output, "-") == 0)
		return NULL;
	while (end > output + 1 && end[-1] == '/')
		end--;
	dot = end - output > 5 && strncmp(end - 5, ".json", 5) == 0 ? end - 5 : end;
	room = strlen(output) + strlen(name) + 2;
	path = malloc(room);
	if (path)
		snprintf(path, room, "%.*s-%s%s", (int)(dot - output), output, name, dot);
	else
		*status = error_memory(err, "the name of a file");
	return path;
}

enum status estimate_places_tell(const struct estimate_places *places, struct model *model, struct error *err)
{
	return places->two ? model_fact_text(model, "place", names[places->now], err) : OK;
}
