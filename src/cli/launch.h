#ifndef SONDE_CLI_LAUNCH_H
#define SONDE_CLI_LAUNCH_H

/* What a launcher (mpirun, srun) says in the environment, without MPI: how many processes it started, and which of them
 * this is; 1 and 0 without one. Local. */
struct launch {
	long processes, rank;
};

struct launch launch_find(void);

/* Makes Open MPI look, when it is initialised, for algorithms that it is told to take (setup.forced). What the user has
 * said of that stays. Local. */
void launch_allow_forced(void);

#endif
