#define _GNU_SOURCE
#include "mpi/tracer/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/info.h"

extern char **environ;

/* Bytes: of a name that the system gives a host (HOST_NAME_MAX(7) is 64, POSIX allows 255), of a list of CPUs, which is
 * cut where it is longer. */
enum { HOST_ROOM = 256, BINDING_ROOM = 256, NETWORK_ROOM = 64 };

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

static void ask_circumstances(struct whereabouts *own)
{
	memset(own, 0, sizeof(*own));
	gethostname(own->host, sizeof(own->host) - 1);
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

/* What a process tells rank 0 of its network: which it is, by machine and namespace, and what was sent there. */
struct sent {
	char network[NETWORK_ROOM];
	struct traffic traffic;
};

/* The machine since it was started, and the namespace of the network there; "" if the kernel does not tell. */
static void ask_network(char network[NETWORK_ROOM])
{
	struct stat about;
	char boot[64] = "";
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
	memset(network, 0, NETWORK_ROOM);
	if (file && fgets(boot, sizeof(boot), file) && stat("/proc/self/ns/net", &about) == 0)
		snprintf(network, NETWORK_ROOM, "%.36s %ju", boot, (uintmax_t)about.st_ino);
	if (file)
		fclose(file);
}

static int by_network(const void *a, const void *b)
{
	return strcmp(((const struct sent *)a)->network, ((const struct sent *)b)->network);
}

/* Of processes on one host each tells the same, but for what was sent in between: the first counts. */
static struct trace_network network_of(struct sent *all, int n)
{
	struct trace_network network = {.hosts = 0};
	qsort(all, (size_t)n, sizeof(*all), by_network);
	for (int i = 0; i < n; i++) {
		if (!*all[i].network || (i > 0 && by_network(&all[i - 1], &all[i]) == 0))
			continue;
		network.hosts++;
		network.segments += all[i].traffic.segments;
		network.segments_again += all[i].traffic.again;
	}
	return network;
}

/* Without a network where the kernel did not tell at the begin or does not now. */
static struct sent sent_here(const struct tracer_process *process)
{
	const struct traffic *then = &process->traffic, now = host_traffic();
	struct sent own = {.traffic = {now.segments - then->segments, now.again - then->again}};
	if (then->segments > 0 && own.traffic.segments >= 0 && own.traffic.again >= 0)
		ask_network(own.network);
	return own;
}

void process_network(const struct tracer_process *process)
{
	const struct sent own = sent_here(process);
	struct sent *all = process->rank == 0 ? calloc((size_t)process->size, sizeof(*all)) : NULL;
	struct error ignored = {0};
	int good = process->rank != 0 || all;
	tracer_own.Bcast(&good, 1, MPI_INT, 0, process->all);
	if (good)
		good = tracer_own.Gather(&own, sizeof(own), MPI_BYTE, all, sizeof(own), MPI_BYTE, 0, process->all) ==
		       MPI_SUCCESS;
	if (good && process->rank == 0) {
		const struct trace_network network = network_of(all, process->size);
		if (network.hosts > 1 && network.segments > 0)
			trace_network_write(process->dir, &network, &ignored);
	}
	free(all);
}
