#include "base/memory_left.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/text.h"

enum { LONGEST = 4096 };

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

/* The same of a file of a folder. */
static double number_of(const char *folder, const char *file, const char *name)
{
	char path[2 * LONGEST];

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	return number_in(path, name);
}

/* How a version of control groups says what they have. */
struct group_files {
	const char *mounts[2]; /* where its groups are */
	const char *limit, *used, *unused;
};

static const struct group_files first_version = {{"/sys/fs/cgroup/memory", NULL},
						 "memory.limit_in_bytes",
						 "memory.usage_in_bytes",
						 "total_inactive_file "},
				second_version = {{"/sys/fs/cgroup", "/sys/fs/cgroup/unified"},
						  "memory.max",
						  "memory.current",
						  "inactive_file "};

/* What a group has left: files that it has read and not used for long are given up. INFINITY: it has no limit. */
static double left_of_group(const struct group_files *files, const char *folder)
{
	double limit = number_of(folder, files->limit, ""), used = number_of(folder, files->used, ""), unused;

	if (!isfinite(limit) || !isfinite(used))
		return INFINITY;
	unused = number_of(folder, "memory.stat", files->unused);
	return limit - used + (isfinite(unused) ? fmin(unused, used) : 0);
}

/* The least of a group and those that it is in. */
static double left_of_groups(const char *root, const struct group_files *files, const char *group)
{
	double left = INFINITY;
	char folder[LONGEST];

	for (int i = 0; i < 2 && files->mounts[i]; i++) {
		int length = snprintf(folder, sizeof(folder), "%s%s", root, files->mounts[i]), mount = length;

		length += snprintf(folder + mount, sizeof(folder) - (size_t)mount, "%s", group);
		if (length >= LONGEST)
			continue;
		for (char *end = folder + length; end; end = strrchr(folder + mount, '/')) {
			*end = '\0';
			left = fmin(left, left_of_group(files, folder));
		}
	}
	return left;
}

/* A line of /proc/self/cgroup, "NUMBER:CONTROLLERS:GROUP". */
static double left_of_line(const char *root, char *line)
{
	char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;

	line[strcspn(line, "\n")] = '\0';
	if (!group || group[1] != '/')
		return INFINITY;
	*group++ = '\0';
	if (controllers[1] == '\0')
		return left_of_groups(root, &second_version, group);
	return strcmp(controllers + 1, "memory") == 0 ? left_of_groups(root, &first_version, group) : INFINITY;
}

double memory_left_under(const char *root)
{
	static const double kilobyte = 1024;
	char folder[LONGEST], line[LONGEST];
	double left, taken;
	struct rlimit limit;
	FILE *groups;

	snprintf(folder, sizeof(folder), "%s/proc", root);
	left = kilobyte * number_of(folder, "meminfo", "MemAvailable:");
	taken = (double)sysconf(_SC_PAGESIZE) * number_of(folder, "self/statm", "");
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && isfinite(taken))
		left = fmin(left, (double)limit.rlim_cur - taken);
	strcat(folder, "/self/cgroup");
	groups = fopen(folder, "r");
	while (groups && fgets(line, sizeof(line), groups))
		left = fmin(left, left_of_line(root, line));
	if (groups)
		fclose(groups);
	return fmax(0, left);
}

double memory_left(void)
{
	return memory_left_under("");
}
