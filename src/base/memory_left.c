#include "base/memory_left.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/text.h"

/* The number behind a name in a file of lines; behind nothing if the name is empty. INFINITY: it is not there. */
static double number_in(const char *path, const char *name)
{
	FILE *file = fopen(path, "r");
	char line[256];
	double found = INFINITY;
	size_t number;

	while (file && fgets(line, sizeof(line), file)) {
		const char *rest = text_after(line, name);

		if (rest && text_whole(rest + strspn(rest, " "), &number))
			found = (double)number;
	}
	if (file)
		fclose(file);
	return found;
}

double memory_left(void)
{
	static const double kilobyte = 1024, page = 4096;
	double machine = kilobyte * number_in("/proc/meminfo", "MemAvailable:"),
	       group = number_in("/sys/fs/cgroup/memory.max", "") - number_in("/sys/fs/cgroup/memory.current", ""),
	       space = INFINITY, taken = page * number_in("/proc/self/statm", "");
	struct rlimit limit;

	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && isfinite(taken))
		space = (double)limit.rlim_cur - taken;
	machine = fmin(machine, space);
	return fmax(0, isfinite(group) ? fmin(machine, group) : machine);
}
