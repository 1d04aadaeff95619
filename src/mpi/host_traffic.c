#include "mpi/host_traffic.h"

#include "mpi/portable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the two lines of TCP one names the numbers, the other has them. */
static struct traffic read_lines(char *names, char *numbers)
{
	struct traffic traffic = {.segments = 0};
	char *name_rest, *number_rest, *name = strtok_r(names, " \n", &name_rest),
				       *number = strtok_r(numbers, " \n", &number_rest);

	for (; name && number; name = strtok_r(NULL, " \n", &name_rest), number = strtok_r(NULL, " \n", &number_rest)) {
		double *value = strcmp(name, "OutSegs") == 0       ? &traffic.segments
				: strcmp(name, "RetransSegs") == 0 ? &traffic.again
								   : NULL;

		if (value)
			*value = strtod(number, NULL);
	}
	return traffic;
}

struct traffic host_traffic(void)
{
	struct traffic traffic = {.segments = 0};
	char names[1024] = "", line[1024];
	FILE *file = PORTABLE_SIMULATED ? NULL : fopen("/proc/self/net/snmp", "re");

	if (!file)
		return traffic;
	while (fgets(line, sizeof(line), file)) {
		if (strncmp(line, "Tcp:", 4) != 0)
			continue;
		if (names[0] != '\0') {
			traffic = read_lines(names, line);
			break;
		}
		memcpy(names, line, sizeof(names));
	}
	fclose(file);
	return traffic;
}
