/* The build without MPI. */
#include "mpi/live/library.h"
#include "mpi/live/live.h"
#include "mpi/live/schedule_run.h"
#include "mpi/live/stress_run.h"

#include <stdio.h>

bool live_available(void)
{
	return false;
}

const char *live_library(char *text, size_t room)
{
	snprintf(text, room, "none");
	return text;
}

enum status live_open(int *argc, char ***argv, struct platform **platform, struct error *err)
{
	(void)argc, (void)argv;
	*platform = NULL;
	return error_set(err, ERR_PLATFORM,
			 "this sonde was built without MPI and cannot measure a live platform; use a build with MPI, "
			 "or a synthetic platform");
}

void live_abandon(int code)
{
	(void)code;
}

enum status stress_check(const struct stress_options *options, struct error *err)
{
	(void)options;
	return live_open(NULL, NULL, &(struct platform *){NULL}, err);
}

enum status stress_run(struct platform *platform, const struct stress_options *options, const struct progress *progress,
		       struct stress_result *result, struct error *err)
{
	(void)options, (void)progress, (void)result;
	return live_open(NULL, NULL, &platform, err);
}

enum status schedule_run(struct platform *platform, const struct schedule *schedule, struct schedule_timing *timing,
			 struct error *err)
{
	(void)schedule, (void)timing;
	return live_open(NULL, NULL, &platform, err);
}

void stress_result_release(struct stress_result *result)
{
	(void)result;
}
