#define _GNU_SOURCE
#include "mpi/tracer/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/info.h"

extern char **environ;

/* Bytes: of a name that the system gives a host (HOST_NAME_MAX(7) is 64, POSIX allows 255), of a list of CPUs, which is
 * cut where it is longer. */
enum { HOST_ROOM = 256, BINDING_ROOM = 256 };

/* What a process tells rank 0. */
struct whereabouts {
	char host[HOST_ROOM], binding[BINDING_ROOM];
};

/* What follows the name in a file of lines "name: value". */
static void read_value(const char *path, const char *name, char *value, size_t size)
{
	char line[512];
	FILE *file = fopen(path, "re");
	*value = '\0';
	while (file && !*value && fgets(line, sizeof(line), file)) {
		const char *at = strncmp(line, name, strlen(name)) == 0 ? strchr(line, ':') : NULL;
		if (!at)
			continue;
		at += 1 + strspn(at + 1, " \t");
		snprintf(value, size, "%.*s", (int)strcspn(at, "\n"), at);
	}
	if (file)
		fclose(file);
}

static void ask_host(char host[HOST_ROOM])
{
	memset(host, 0, HOST_ROOM);
	gethostname(host, HOST_ROOM - 1);
}

static void ask_circumstances(struct whereabouts *own)
{
	memset(own, 0, sizeof(*own));
	ask_host(own->host);
	read_value("/proc/self/status", "Cpus_allowed_list", own->binding, sizeof(own->binding));
}

/* The program and its arguments with blanks between them, on the heap. */
static char *read_command(void)
{
	enum { MOST = 1 << 16 };
	char *text = malloc(MOST + 1);
	FILE *file = fopen("/proc/self/cmdline", "re");
	size_t n = text && file ? fread(text, 1, MOST, file) : 0;
	if (file)
		fclose(file);
	while (n > 0 && text[n - 1] == '\0')
		n--;
	if (!text)
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\0')
			text[i] = ' ';
	text[n] = '\0';
	return text;
}

/* What MPI is told by the environment. The list is on the heap, its texts are the environment's. */
static const char **list_variables(size_t *n)
{
	static const char *const beginnings[] = {"OMPI_MCA_", "MPIR_CVAR_", "MPICH_", "UCX_", "FI_", "PMIX_MCA_"};
	size_t all = 0;
	while (environ && environ[all])
		all++;
	const char **list = malloc((all + 1) * sizeof(*list));
	*n = 0;
	for (size_t i = 0; list && i < all; i++)
		for (size_t j = 0; j < sizeof(beginnings) / sizeof(*beginnings); j++)
			if (strncmp(environ[i], beginnings[j], strlen(beginnings[j])) == 0)
				list[(*n)++] = environ[i];
	return list;
}

static enum status write_information(const struct tracer_process *process, const struct whereabouts *all, int n,
				     struct error *err)
{
	char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	char cpu[128];
	int length;
	struct trace_run run = {.library = library,
				.cpu = cpu,
				.tick = process->tick,
				.resolution = process->exact ? 0 : 8e-9,
				.only = process->only.names,
				.n_processes = process->size};
	struct trace_run_process *processes = calloc((size_t)process->size, sizeof(*processes));
	char *command = read_command();
	run.variables = list_variables(&run.n_variables);
	run.command = command;
	run.processes = processes;
	tracer_own.Get_library_version(library, &length);
	library[strcspn(library, "\n")] = '\0';
	read_value("/proc/cpuinfo", "model name", cpu, sizeof(cpu));
	for (int i = 0; processes && i < n; i++)
		processes[n == 1 ? process->rank : i] = (struct trace_run_process){all[i].host, all[i].binding};
	const enum status status = processes && run.variables ? trace_info_write(process->dir, &run, err)
							      : error_memory(err, "the trace's circumstances");
	free(command);
	free((void *)run.variables);
	free(processes);
	return status;
}

/* Whether another process that is traced has written it. */
static bool is_written(const struct tracer_process *process)
{
	char path[4096];
	snprintf(path, sizeof(path), "%s/trace.json", process->dir);
	return access(path, F_OK) == 0;
}

enum status process_information(const struct tracer_process *process, bool together, struct error *err)
{
	struct whereabouts own;
	struct whereabouts *all = NULL;
	enum status status = OK;
	int n = 1;
	ask_circumstances(&own);
	if (together) {
		n = process->size;
		if (process->rank == 0)
			all = malloc((size_t)n * sizeof(*all));
		int good = process->rank != 0 || all;
		tracer_own.Bcast(&good, 1, MPI_INT, 0, process->all);
		if (!good)
			return error_memory(err, "the trace's circumstances");
		tracer_own.Gather(&own, sizeof(own), MPI_BYTE, all, sizeof(own), MPI_BYTE, 0, process->all);
	}
	if (together && process->rank == 0) {
		status = write_information(process, all, n, err);
	} else if (!together && !is_written(process)) {
		struct error own_err = {0};
		status = write_information(process, &own, n, &own_err);
		status = is_written(process) ? OK : error_set(err, status, "%s", own_err.text);
	}
	free(all);
	return status;
}

/* What a process tells rank 0 of its host. */
struct sent {
	char host[HOST_ROOM];
	struct traffic traffic;
};

static int by_host(const void *a, const void *b)
{
	return strcmp(((const struct sent *)a)->host, ((const struct sent *)b)->host);
}

/* Of processes on one host each tells the same, but for what was sent in between: the first counts. */
static struct trace_network network_of(struct sent *all, int n)
{
	struct trace_network network = {.hosts = 0};
	qsort(all, (size_t)n, sizeof(*all), by_host);
	for (int i = 0; i < n; i++) {
		if (i > 0 && by_host(&all[i - 1], &all[i]) == 0)
			continue;
		network.hosts++;
		network.segments += all[i].traffic.segments;
		network.segments_again += all[i].traffic.again;
	}
	return network;
}

void process_network(const struct tracer_process *process)
{
	const struct traffic now = host_traffic();
	struct sent own = {.traffic = {now.segments - process->traffic.segments, now.again - process->traffic.again}};
	struct sent *all = process->rank == 0 ? malloc((size_t)process->size * sizeof(*all)) : NULL;
	struct error ignored = {0};
	int good = process->rank != 0 || all;
	ask_host(own.host);
	tracer_own.Bcast(&good, 1, MPI_INT, 0, process->all);
	if (good)
		tracer_own.Gather(&own, sizeof(own), MPI_BYTE, all, sizeof(own), MPI_BYTE, 0, process->all);
	if (good && process->rank == 0) {
		const struct trace_network network = network_of(all, process->size);
		if (network.hosts > 1 && network.segments > 0)
			trace_network_write(process->dir, &network, &ignored);
	}
	free(all);
}
