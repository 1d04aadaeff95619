#include "cli/launch.h"

#include <stdlib.h>

/* The number that a variable holds; -1 if there is none. */
static long number_in(const char *variable)
{
	const char *text = getenv(variable);
	char *end = NULL;
	long number = text ? strtol(text, &end, 10) : -1;

	return text && end != text && *end == '\0' ? number : -1;
}

struct launch launch_find(void)
{
	/* Open MPI; MPICH and what follows its process manager; Slurm's srun. */
	static const struct {
		const char *processes, *rank;
	} variables[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
			 {"PMI_SIZE", "PMI_RANK"},
			 {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};

	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		struct launch launch = {number_in(variables[i].processes), number_in(variables[i].rank)};

		if (launch.rank >= 0 && launch.processes > launch.rank)
			return launch;
	}
	return (struct launch){1, 0};
}

void launch_allow_forced(void)
{
	setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 0);
}
