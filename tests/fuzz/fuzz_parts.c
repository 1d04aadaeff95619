#include "fuzz_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

enum { NAMES_MOST = 16 };

static char folder[4096];
static const char *names[NAMES_MOST];
static size_t n_names;

bool fuzz_parts_cut(struct fuzz_parts *parts, size_t n, const uint8_t *data, size_t size)
{
	size_t at = 0;

	*parts = (struct fuzz_parts){.copy = malloc(size + 1)};
	FUZZ_REQUIRE(parts->copy, "no memory for an input");
	memcpy(parts->copy, data, size);
	for (size_t i = 0; i < n; i++) {
		size_t length = size - at;

		if (i + 1 < n) {
			if (length < 2)
				return false;
			length = (size_t)(data[at] | data[at + 1] << 8);
			at += 2;
		}
		if (length > size - at)
			return false;
		parts->data[i] = parts->copy + at;
		parts->size[i] = length;
		at += length;
	}
	return true;
}

void fuzz_parts_release(struct fuzz_parts *parts)
{
	free(parts->copy);
}

static void path_of(char path[4200], const char *name)
{
	snprintf(path, 4200, "%s/%s", fuzz_folder(), name);
}

static void remove_folder(void)
{
	char path[4200];

	while (n_names > 0) {
		path_of(path, names[--n_names]);
		remove(path);
	}
	rmdir(folder);
}

const char *fuzz_folder(void)
{
	const char *parent = getenv("TMPDIR");

	if (folder[0] != '\0')
		return folder;
	snprintf(folder, sizeof(folder), "%.4000s/fuzz-XXXXXX", parent ? parent : "/tmp");
	FUZZ_REQUIRE(mkdtemp(folder), "no folder");
	atexit(remove_folder);
	return folder;
}

void fuzz_folder_remember(const char *name)
{
	for (size_t i = 0; i < n_names; i++)
		if (strcmp(names[i], name) == 0)
			return;
	FUZZ_REQUIRE(n_names < NAMES_MOST, "no room for %s", name);
	names[n_names++] = name;
}

void fuzz_folder_write(const char *name, const void *data, size_t size)
{
	char path[4200];
	FILE *file;

	path_of(path, name);
	fuzz_folder_remember(name);
	file = fopen(path, "wb");
	FUZZ_REQUIRE(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "%s cannot be written", path);
}

void fuzz_folder_make(const char *name)
{
	char path[4200];

	path_of(path, name);
	fuzz_folder_remember(name);
	FUZZ_REQUIRE(mkdir(path, 0700) == 0, "%s cannot be made", path);
}
