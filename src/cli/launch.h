#ifndef SONDE_CLI_LAUNCH_H
#define SONDE_CLI_LAUNCH_H

/* What a launcher (mpirun, srun) says in the environment, without MPI: how many processes it started, and which of them
 * this is; 1 and 0 without one. Local. */
struct launch {
	long processes, rank;
};

struct launch launch_find(void);

#endif
