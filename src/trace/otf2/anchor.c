#include "trace/otf2/anchor.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

static const char ending[] = ".otf2";

static bool ends_so(const char *name)
{
	size_t n = strlen(name), m = strlen(ending);
	return n > m && !strcmp(name + n - m, ending);
}

static bool is_folder(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static char *join(const char *folder, const char *name)
{
	size_t n = strlen(folder) + strlen(name) + 2;
	char *path = malloc(n);
	if (path)
		snprintf(path, n, "%s/%s", folder, name);
	return path;
}

/* How many archives there are in a folder. *first: the name of one, for the caller to free; NULL if memory does not
 * suffice. */
static size_t count(const char *folder, char **first)
{
	DIR *dir = opendir(folder);
	size_t n = 0;
	*first = NULL;
	if (!dir)
		return 0;
	for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
		if (ends_so(entry->d_name) && n++ == 0)
			*first = memory_text(entry->d_name);
	closedir(dir);
	return n;
}

bool otf2_anchor_is(const char *path)
{
	if (!is_folder(path))
		return ends_so(path);
	char *name;
	size_t n = count(path, &name);
	free(name);
	return n > 0;
}

enum status otf2_anchor_find(char **anchor, const char *path, struct error *err)
{
	char *name;
	if (!is_folder(path)) {
		*anchor = memory_text(path);
		return *anchor ? OK : error_memory(err, "the archive's name");
	}
	size_t n = count(path, &name);
	*anchor = n == 1 && name ? join(path, name) : NULL;
	free(name);
	if (n != 1)
		return error_set(err, ERR_INPUT, "%s: %s; name its file", path,
				 n ? "holds several OTF2 archives" : "holds no OTF2 archive");
	return *anchor ? OK : error_memory(err, "the archive's name");
}

static uint64_t file_bytes(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
}

uint64_t otf2_anchor_bytes(const char *anchor)
{
	uint64_t bytes = file_bytes(anchor);
	size_t n = strlen(anchor);
	char *base = n > strlen(ending) ? memory_text(anchor) : NULL;
	if (!base)
		return bytes;
	memcpy(base + n - strlen(ending), ".def", sizeof(".def"));
	bytes += file_bytes(base);
	base[n - strlen(ending)] = '\0';
	DIR *dir = opendir(base);
	for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
		char *path = join(base, entry->d_name);
		bytes += path ? file_bytes(path) : 0;
		free(path);
	}
	if (dir)
		closedir(dir);
	free(base);
	return bytes;
}
