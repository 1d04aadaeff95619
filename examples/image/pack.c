#include "pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *add(struct pack_costs *costs, const char *line)
{
	struct pack_cost *list = realloc(costs->list, (size_t)(costs->n + 1) * sizeof(*list)), *next, *last;

	if (!list)
		return "no memory";
	costs->list = list;
	next = &list[costs->n];
	last = costs->n > 0 ? next - 1 : NULL;
	if (sscanf(line, "%lf %lf %lf %lf", &next->stride, &next->bytes, &next->pack, &next->unpack) != 4 ||
	    !(next->bytes > 0) || !(next->pack >= 0) || !(next->unpack >= 0))
		return "a line of packing costs is stride, bytes, pack and unpack";
	if (last && next->stride <= last->stride && !(next->stride == last->stride && next->bytes > last->bytes))
		return "packing costs are in ascending order of strides, and of bytes of each stride";
	costs->n++;
	return NULL;
}

const char *pack_costs_read(struct pack_costs *costs, const char *path)
{
	FILE *file = fopen(path, "r");
	char line[200];
	const char *wrong = file ? NULL : "the file of packing costs cannot be read";

	*costs = (struct pack_costs){0};
	while (!wrong && fgets(line, sizeof(line), file))
		if (line[0] != '#')
			wrong = add(costs, line);
	if (!wrong && costs->n == 0)
		wrong = "the file of packing costs has none";
	if (file)
		fclose(file);
	return wrong;
}

static double cost_of(const struct pack_cost *cost, enum pack_way way)
{
	return way == PACK ? cost->pack : cost->unpack;
}

/* Of n rows of one stride; nothing takes nothing. */
static double at_bytes(const struct pack_cost *rows, int n, enum pack_way way, double bytes)
{
	struct pack_cost low = {0}, high = rows[0];

	for (int i = 1; i < n && high.bytes < bytes; i++) {
		low = high;
		high = rows[i];
	}
	return cost_of(&low, way) +
	       (cost_of(&high, way) - cost_of(&low, way)) * (bytes - low.bytes) / (high.bytes - low.bytes);
}

static double seconds_of(const struct pack_costs *costs, enum pack_way way, double stride, double bytes)
{
	double before = 0, seconds = 0;

	for (int from = 0, n; from < costs->n; from += n) {
		const struct pack_cost *rows = &costs->list[from];
		double here;

		for (n = 1; from + n < costs->n && rows[n].stride == rows[0].stride;)
			n++;
		here = at_bytes(rows, n, way, bytes);
		if (from > 0 && stride < rows[0].stride)
			return seconds + (here - seconds) * (stride - before) / (rows[0].stride - before);
		seconds = here;
		if (stride <= rows[0].stride)
			return seconds;
		before = rows[0].stride;
	}
	return seconds;
}

void pack_pause(const struct pack_costs *costs, enum pack_way way, double stride, double bytes)
{
	double seconds = costs->n > 0 ? seconds_of(costs, way, stride, bytes) : 0;
	struct timespec time = {.tv_sec = (time_t)seconds};

	time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
	if (seconds > 0)
		nanosleep(&time, NULL);
}
