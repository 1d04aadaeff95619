/* The build without MPI. */
#include "mpi/live.h"

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
	return error_set(err, ERR_PLATFORM, "this sonde was built without MPI and cannot measure a live platform; use a build with MPI, or --platform synthetic:MODEL.json");
}
