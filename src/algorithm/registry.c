#include "algorithm/classes.h"

#include <stdio.h>
#include <string.h>

const char *const collective_words[] = {"barrier",        "bcast",  "scatter",   "scatterv",  "gather",
					"gatherv",        "reduce", "allreduce", "allgather", "alltoall",
					"reduce_scatter", "scan",   NULL};

static const struct algorithm_class *const tables[] = {
	barrier_classes,   bcast_classes,     scatter_classes,  gather_classes,         reduce_classes,
	allreduce_classes, allgather_classes, alltoall_classes, reduce_scatter_classes, scan_classes,
};

#define TABLES (sizeof(tables) / sizeof(tables[0]))

const struct algorithm_class *algorithm_next(const struct algorithm_class *algorithm)
{
	if (!algorithm)
		return tables[0];
	if (algorithm[1].name)
		return algorithm + 1;
	for (size_t i = 0; i + 1 < TABLES; i++) {
		const struct algorithm_class *last = tables[i];

		while (last[1].name)
			last++;
		if (last == algorithm)
			return tables[i + 1];
	}
	return NULL;
}

int collective_of_word(const char *name)
{
	for (int i = 0; collective_words[i]; i++)
		if (strcmp(collective_words[i], name) == 0)
			return i;
	return -1;
}

const struct algorithm_class *algorithm_find(enum collective collective, const char *name, struct error *err)
{
	char names[ERROR_TEXT_MAX / 2] = "";
	size_t used = 0;

	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each)) {
		if (each->collective != collective)
			continue;
		if (strcmp(each->name, name) == 0)
			return each;
		if (used < sizeof(names))
			used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", used > 0 ? ", " : "",
						 each->name);
	}
	error_set(err, ERR_INPUT, "%s has no algorithm \"%s\"; it has: %s", collective_words[collective], name, names);
	return NULL;
}
