#include "cli/terminal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of a launcher on another node, or one that may not be asked, it is not known. */
static bool launcher_prints_on_terminal(void)
{
	char place[64], file[PATH_MAX];
	ssize_t n;

	snprintf(place, sizeof(place), "/proc/%ld/fd/1", (long)getppid());
	n = readlink(place, file, sizeof(file) - 1);
	if (n < 0)
		return true;
	file[n] = '\0';
	return strncmp(file, "/dev/pts/", 9) == 0 || strncmp(file, "/dev/tty", 8) == 0 ||
	       strcmp(file, "/dev/console") == 0;
}

bool prints_on_terminal(FILE *out)
{
	if (!isatty(fileno(out)))
		return false;
	return !getenv("OMPI_COMM_WORLD_RANK") || launcher_prints_on_terminal();
}
