#include "cli/output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool same_file(const char *a, const char *b)
{
	struct stat there[2];

	if (stat(a, &there[0]) != 0 || stat(b, &there[1]) != 0)
		return strcmp(a, b) == 0;
	return there[0].st_dev == there[1].st_dev && there[0].st_ino == there[1].st_ino;
}

/* Opening a pipe would tell its reader that something comes, closing it that this was all. */
static bool can_write(const char *path)
{
	struct stat before;
	bool there = stat(path, &before) == 0;
	FILE *file;

	if (there && !S_ISREG(before.st_mode) && !S_ISDIR(before.st_mode))
		return access(path, W_OK) == 0;
	file = fopen(path, "a");
	if (!file)
		return false;
	fclose(file);
	if (!there)
		remove(path);
	return true;
}

enum status output_check(const char *path, const char *taken, const char *what, struct error *err)
{
	if (!path || strcmp(path, "-") == 0)
		return OK;
	if (taken && same_file(path, taken))
		return error_set(err, ERR_USAGE, "-o %s: this is the %s; what is written needs a file of its own", path,
				 what);
	return can_write(path) ? OK
			       : error_set(err, ERR_IO, "-o %s: the file cannot be written: %s", path, strerror(errno));
}

void output_remove(const char *path)
{
	struct stat there;

	if (stat(path, &there) == 0 && S_ISREG(there.st_mode))
		remove(path);
}
