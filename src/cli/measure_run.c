#include "cli/measure_run.h"

#include "probe/sizes.h"
#include "sample/collective.h"

enum { ROOM = 4096 };

enum status measure_sizes(struct size_list *sizes, struct error *err)
{
	size_t least = sizes->n ? sizes->bytes[0] : 0, most = sizes->n ? sizes->bytes[sizes->n - 1] : (size_t)1 << 20;
	size_t *list = NULL, n = 0;
	enum status status;

	if (sizes->n && !sizes->adaptive)
		return OK;
	status = sizes_initial(least, most, &list, &n, err);
	if (status != OK)
		return status;
	size_list_release(sizes);
	*sizes = (struct size_list){.bytes = list, .n = n};
	return OK;
}

enum status measure_prepare(struct platform *platform, const struct experiment *largest, struct error *err)
{
	const struct collective_kind *kind = largest->kind == EXPERIMENT_COLLECTIVE ? collective_find(largest->setup.collective) : NULL;
	size_t room = kind ? collective_room(kind, largest->bytes, platform->processes) : 0;

	for (int end = 0; !kind && end < 2; end++) {
		size_t span = layout_span(&largest->setup.layout[end], largest->bytes);

		room = span > room ? span : room;
	}
	if (room < ROOM)
		room = ROOM;
	return platform->class->prepare(platform, room < WATCH_LARGE && kind ? WATCH_LARGE : room, err);
}

enum status measure_begin(struct measure_run *run, struct measuring *m, size_t largest, struct error *err)
{
	enum status status;

	run->options = measuring_probe(m);
	prober_init(&run->prober, m->platform, &m->campaign, &run->options, &m->sink, &m->progress);
	status = probe_warm(&run->prober, m->pair[0], m->pair[1], err);
	return status == OK ? watch_begin(&run->prober, m->pair[0], m->pair[1], largest < WATCH_LARGE ? largest : WATCH_LARGE, measuring_before(m), err) : status;
}

enum status measure_end(struct measure_run *run, struct measuring *m, enum status status, struct error *err)
{
	if (status == OK && m->platform->discarded > 0)
		progress_note(&m->progress, "%zu operations did not begin at the agreed time at every process; they were left out and done again", m->platform->discarded);
	if (status == OK)
		status = measuring_end(m, &run->prober, NULL, err);
	prober_release(&run->prober);
	return status;
}

enum status measure_run(struct measuring *m, const struct measure_groups *lists, size_t n_lists, size_t largest, struct error *err)
{
	struct measure_run run;
	enum status status = measure_begin(&run, m, largest, err);

	for (size_t i = 0; status == OK && i < n_lists; i++)
		status = probe_groups(&run.prober, lists[i].points, lists[i].together, lists[i].n / lists[i].together, err);
	return measure_end(&run, m, status, err);
}
