#include "cli/trace/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/launch.h"

enum { TEXT_ROOM = 4096, ANCESTORS_MOST = 64 };

/* Variables of launchers, in the order in which they tell. certain: no other MPI's programs run under that launcher;
 * Slurm's srun sets those of PMI and PMIx for any. */
static const struct {
	const char *name;
	enum mpi_kind mpi;
	bool certain;
} variables[] = {{"OMPI_COMM_WORLD_SIZE", MPI_KIND_OPENMPI, true},
		 {"HYDI_CONTROL_FD", MPI_KIND_MPICH, true},
		 {"MPI_LOCALNRANKS", MPI_KIND_MPICH, true},
		 {"PMI_RANK", MPI_KIND_MPICH, false},
		 {"PMI_FD", MPI_KIND_MPICH, false},
		 {"PMIX_RANK", MPI_KIND_OPENMPI, false},
		 {"PMIX_NAMESPACE", MPI_KIND_OPENMPI, false}};

static const char *value_of(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* What a file of the system holds, zeros replaced by line ends; "" if it cannot be read. */
static void read_text(const char *path, char *text, size_t room)
{
	FILE *file = fopen(path, "re");
	size_t n = file ? fread(text, 1, room - 1, file) : 0;

	if (file)
		fclose(file);
	text[n] = '\0';
	for (size_t i = 0; i < n; i++)
		if (!text[i])
			text[i] = '\n';
}

/* A process: its parent, and when it began. */
struct ancestor {
	long parent;
	unsigned long long began;
};

/* The number in a field of a line, counted from 0, with a space before each; 0: there is none. */
static unsigned long long field_of(const char *line, int field)
{
	for (; line && field >= 0; field--) {
		line = strchr(line, ' ');
		line = line ? line + 1 : NULL;
	}
	return line ? strtoull(line, NULL, 10) : 0;
}

/* proc(5): behind the name in parentheses, which may hold anything, stand the state, the parent, and as the 20th the
 * beginning. */
static bool read_ancestor(long process, struct ancestor *found)
{
	enum { PARENT = 1, BEGAN = 19 };
	char path[64], text[TEXT_ROOM];
	const char *rest;

	snprintf(path, sizeof(path), "/proc/%ld/stat", process);
	read_text(path, text, sizeof(text));
	rest = strrchr(text, ')');
	if (!rest)
		return false;
	found->parent = (long)field_of(rest, PARENT);
	found->began = field_of(rest, BEGAN);
	return true;
}

/* The argument behind that one in a command line of an argument a line, into text; false if it is not there. */
static bool find_argument(const char *line, const char *name, char *text, size_t room)
{
	size_t length = strlen(name);

	for (; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (strncmp(line, name, length) != 0 || line[length] != '\n')
			continue;
		line += length + 1;
		snprintf(text, room, "%.*s", (int)strcspn(line, "\n"), line);
		return true;
	}
	return false;
}

/* MPICH's launcher says nothing in the environment that is the job's own; but its proxies, which start the processes,
 * are told where the launcher listens. */
static bool find_hydra(char *port, size_t room)
{
	struct ancestor ancestor = {.parent = (long)getppid()};

	for (int i = 0; i < ANCESTORS_MOST && ancestor.parent > 1; i++) {
		char path[64], text[TEXT_ROOM];

		snprintf(path, sizeof(path), "/proc/%ld/cmdline", ancestor.parent);
		read_text(path, text, sizeof(text));
		if (strstr(text, "hydra_") && (find_argument(text, "--control-port", port, room) ||
					       find_argument(text, "--upstream-port", port, room)))
			return true;
		if (!read_ancestor(ancestor.parent, &ancestor))
			return false;
	}
	return false;
}

static bool is_set(const char *name)
{
	return getenv(name) != NULL;
}

/* A process that no launcher started. */
static void name_alone(char *key)
{
	char boot[TEXT_ROOM];
	struct ancestor self = {0};

	read_text("/proc/sys/kernel/random/boot_id", boot, sizeof(boot));
	boot[strcspn(boot, "\n")] = '\0';
	read_ancestor((long)getpid(), &self);
	snprintf(key, TRACE_JOB_KEY, "process %ld %llu %.64s", (long)getpid(), self.began, boot);
}

/* Open MPI and PMIx name the namespace; Open MPI's launcher draws a random number for each job besides. */
static void name_job(const struct trace_job *job, char *key)
{
	char port[256];

	if (is_set("OMPI_COMM_WORLD_SIZE"))
		snprintf(key, TRACE_JOB_KEY, "openmpi %.256s %.256s", value_of("PMIX_NAMESPACE"),
			 value_of("OMPI_MCA_orte_precondition_transports"));
	else if (job->certain[MPI_KIND_MPICH] && find_hydra(port, sizeof(port)))
		snprintf(key, TRACE_JOB_KEY, "hydra %s", port);
	else if (is_set("SLURM_STEP_ID") && is_set("SLURM_PROCID"))
		snprintf(key, TRACE_JOB_KEY, "slurm %.256s %.64s %.64s", value_of("SLURM_CLUSTER_NAME"),
			 value_of("SLURM_JOB_ID"), value_of("SLURM_STEP_ID"));
	else if (is_set("PMIX_NAMESPACE"))
		snprintf(key, TRACE_JOB_KEY, "pmix %.256s", value_of("PMIX_NAMESPACE"));
	else if (is_set("PMI_RANK"))
		snprintf(key, TRACE_JOB_KEY, "pmi %.256s %ld processes", value_of("PMI_JOBID"), job->processes);
	else
		name_alone(key);
	for (char *c = key; *c; c++)
		if (*c == '\n')
			*c = ' ';
}

struct trace_job trace_job_find(void)
{
	struct launch launch = launch_find();
	struct trace_job job = {.likely = MPI_KIND_NONE, .rank = launch.rank, .processes = launch.processes};

	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		if (!is_set(variables[i].name))
			continue;
		if (job.likely == MPI_KIND_NONE)
			job.likely = variables[i].mpi;
		if (variables[i].certain && !job.certain[variables[i].mpi])
			job.certain[variables[i].mpi] = variables[i].name;
	}
	name_job(&job, job.key);
	return job;
}

enum status trace_job_check(const struct trace_job *job, const struct executable *program, const char *file, int asked,
			    struct error *err)
{
	enum mpi_kind mpi = program->mpi, other = mpi == MPI_KIND_MPICH ? MPI_KIND_OPENMPI : MPI_KIND_MPICH;
	bool started = mpi != MPI_KIND_SMPI; /* by a launcher that starts each process */

	if (asked != MPI_KIND_NONE && asked != (int)mpi)
		return error_set(err, ERR_USAGE, "--mpi %s: %s needs %s, which is %s", mpi_kind_names[asked], file,
				 program->library, mpi_kind_titles[mpi]);
	if (started && job->certain[other] && !job->certain[mpi])
		return error_set(err, ERR_USAGE,
				 "%s is a program of %s (%s), but the launcher is that of %s (%s is set): each process "
				 "would be alone. Start it with the launcher of its own MPI",
				 file, mpi_kind_titles[mpi], program->library, mpi_kind_titles[other],
				 job->certain[other]);
	return OK;
}
