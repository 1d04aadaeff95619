#include "base/space_left.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/file.h"

double space_left(const char *path)
{
	struct stat about;
	struct statvfs space;
	bool regular = stat(path, &about) != 0 || S_ISREG(about.st_mode), known;
	char *target = regular ? file_target(path) : NULL, *slash = target ? strrchr(target, '/') : NULL;

	if (slash)
		slash[slash == target] = '\0'; /* of "/name" the "/" stays */
	known = target && statvfs(slash ? target : ".", &space) == 0;
	free(target);
	return known ? (double)space.f_bavail * (double)space.f_frsize : INFINITY;
}
