#include "executable/find.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { PATH_ROOM = 4096 };

static const char default_path[] = "/bin:/usr/bin";

static bool is_folder(const char *file)
{
	struct stat about;

	return stat(file, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool may_run(const char *file)
{
	return access(file, X_OK) == 0 && !is_folder(file);
}

/* Why a file that was named with its place does not run. */
static enum status refuse(const char *file, struct error *err)
{
	if (is_folder(file))
		return error_set(err, ERR_INPUT, "%s cannot be run: it is a folder", file);
	return error_set(err, ERR_INPUT, "%s cannot be run: %s", file, strerror(errno));
}

/* The file of that name in the folder of that length, which begins a list; NULL without memory. */
static char *join(const char *folder, size_t length, const char *name)
{
	size_t room = length + strlen(name) + 2;
	char *file = malloc(room);

	if (file)
		snprintf(file, room, "%.*s%s%s", (int)length, folder, length ? "/" : "", name);
	return file;
}

/* Looks in all folders of a list. *refused becomes a file of that name that may not be run; the caller frees both. */
static enum status search(const char *name, const char *folders, char **file, char **refused, struct error *err)
{
	for (const char *rest = folders; rest; rest = strchr(rest, ':') ? strchr(rest, ':') + 1 : NULL) {
		*file = join(rest, strcspn(rest, ":"), name);
		if (!*file)
			return error_memory(err, "the name of a program");
		if (may_run(*file))
			return OK;
		if (!*refused && access(*file, F_OK) == 0 && !is_folder(*file))
			*refused = *file;
		else
			free(*file);
		*file = NULL;
	}
	return OK;
}

enum status executable_find(const char *name, const char *path, char **file, struct error *err)
{
	char *refused = NULL;
	enum status status = OK;

	*file = NULL;
	if (strchr(name, '/')) {
		if (!may_run(name))
			return refuse(name, err);
		*file = memory_text(name);
		return *file ? OK : error_memory(err, "the name of a program");
	}
	if (*name)
		status = search(name, path ? path : default_path, file, &refused, err);
	if (status == OK && !*file && refused)
		status = error_set(err, ERR_INPUT, "%s cannot be run: it is not allowed to be executed", refused);
	if (status == OK && !*file)
		status = error_set(err, ERR_INPUT, "%s cannot be run: it is not in PATH%s%s",
				   *name ? name : "a program without a name",
				   *name && may_run(name) ? ", but here: write ./" : "",
				   *name && may_run(name) ? name : "");
	free(refused);
	return status;
}

char *executable_own_folder(void)
{
	char path[PATH_ROOM], *slash;
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path));

	if (n <= 0 || n >= (ssize_t)sizeof(path))
		return NULL;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return NULL;
	*slash = '\0';
	return memory_text(path);
}
