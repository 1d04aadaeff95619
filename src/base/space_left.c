#include "base/space_left.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

double space_left(const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX];
	struct stat about;
	struct statvfs space;
	int length = snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");

	if (length < 0 || (size_t)length >= sizeof(folder) || (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) ||
	    statvfs(folder, &space) != 0)
		return INFINITY;
	return (double)space.f_bavail * (double)space.f_frsize;
}
