/* The live platform, described. */
#include "mpi/live/describe.h"

#include "base/memory.h"
#include "mpi/live/driver.h"
#include "mpi/live/library.h"
#include "mpi/live/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The machine's name for its processor. */
static char *processor_name(void)
{
	char line[512], name[400];
	char *found = NULL;
	FILE *file = fopen("/proc/cpuinfo", "r");

	if (!file)
		return NULL;
	while (!found && fgets(line, sizeof(line), file))
		if (sscanf(line, "model name : %399[^\n]", name) == 1)
			found = memory_text(name);
	fclose(file);
	return found;
}

static enum status describe_process(struct live *l, int rank, struct circumstances *c, struct error *err)
{
	struct order order = {.kind = ORDER_DESCRIBE};
	struct description description;

	if (rank == 0) {
		serve_describe(&l->process, &description);
	} else {
		live_tell(l, rank, &order);
		MPI_Recv(&description, (int)sizeof(description), MPI_BYTE, rank, TAG_DESCRIPTION, l->process.control,
			 MPI_STATUS_IGNORE);
	}
	if (l->hosts)
		memcpy(l->hosts[rank], description.host, sizeof(description.host));
	c->hosts[rank] = memory_text(description.host);
	c->bindings[rank] = memory_text(description.binding);
	c->places[rank] = memory_text(description.place);
	c->node[rank] = description.node;
	c->yielding += description.yields;
	return c->hosts[rank] && c->bindings[rank] && c->places[rank]
		       ? OK
		       : error_memory(err, "the description of a process");
}

enum status live_describe(struct platform *platform, struct circumstances *c, struct error *err)
{
	struct live *l = live_of(platform);
	char library[MPI_MAX_LIBRARY_VERSION_STRING], standard[32];
	int major = 0, minor = 0;
	enum status status = circumstances_processes(c, platform->processes, err);

	if (status == OK && !l->hosts && !(l->hosts = calloc(platform->processes, sizeof(*l->hosts))))
		status = error_memory(err, "the names of hosts");
	free(c->node);
	c->node = calloc(platform->processes + 1, sizeof(*c->node));
	if (status == OK && !c->node)
		status = error_memory(err, "the nodes of processes");
	MPI_Get_version(&major, &minor);
	snprintf(standard, sizeof(standard), "MPI %d.%d", major, minor);
	c->platform = memory_text("mpi");
	c->library = memory_text(live_library(library, sizeof(library)));
	c->standard = memory_text(standard);
	c->buffers = memory_text(buffers_policy);
	c->processor = processor_name();
	c->clock_resolution = platform->clock.resolution;
	c->clock_cost = platform->clock.cost;
	for (int rank = 0; status == OK && rank < l->process.size; rank++)
		status = describe_process(l, rank, c, err);
	if (status == OK && (!c->platform || !c->library || !c->standard || !c->buffers))
		status = error_memory(err, "the description of a platform");
	return status;
}
