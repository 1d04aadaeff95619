#include "mpi/live/library.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

bool live_available(void)
{
	return true;
}

const char *live_library(char *text, size_t room)
{
	char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	int length = 0;

	MPI_Get_library_version(version, &length);
	version[strcspn(version, "\n\r")] = '\0';
	for (char *c = version; *c; c++)
		if (*c == '\t')
			*c = ' ';
	snprintf(text, room, "%s", version);
	return text;
}
