#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/trace/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "executable/find.h"

enum { PLACES_ROOM = 4096 };

/* The folders to look in, with a colon between each two; false if there is no room for them. */
static bool name_places(char *places)
{
	const char *first = getenv(TRACE_LIBRARY_FOLDERS);
	char *own = executable_own_folder();
	int length = -1;

	if (own)
		length = snprintf(places, PLACES_ROOM, "%s%s%s:%s/" TRACE_LIBRARY_INSTALLED, first ? first : "",
				  first && *first ? ":" : "", own, own);
	free(own);
	return length > 0 && length < PLACES_ROOM;
}

static const char *name_of(enum mpi_kind mpi)
{
	return mpi == MPI_KIND_SMPI ? "smpi" : mpi_kind_names[mpi];
}

/* The file in the folder of that length which begins a list, as an absolute path; NULL if it is not there. */
static char *look(const char *folder, size_t length, const char *family, enum mpi_kind mpi)
{
	char path[PLACES_ROOM];
	int n = snprintf(path, sizeof(path), "%.*s/%s%s.so", (int)length, folder, family, name_of(mpi));

	return length > 0 && n > 0 && n < (int)sizeof(path) && access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;
}

/* Whether a file is there: the folder, a slash, and the two parts of its name. */
static bool is_there(const char *folder, const char *name, const char *more)
{
	char path[PLACES_ROOM];
	int n = snprintf(path, sizeof(path), "%s/%s%s", folder, name, more);

	return n > 0 && n < (int)sizeof(path) && access(path, F_OK) == 0;
}

/* What makes the library: this build, if it is one for that MPI, else another one. */
static void add_remedy(enum mpi_kind mpi, struct error *err)
{
	char *own = executable_own_folder(), text[PLACES_ROOM];
	const char *preset = name_of(mpi);
	bool build = own && is_there(own, "CMakeCache.txt", "");

	if (build && is_there(own, "sonde-", preset))
		snprintf(text, sizeof(text), ". cmake --build %s makes it", own);
	else
		snprintf(text, sizeof(text), ". Use the sonde of a build for %s%s%s%s%s", mpi_kind_titles[mpi],
			 build ? ": cmake --preset " : "", build ? preset : "",
			 build ? " && cmake --build --preset " : "", build ? preset : "");
	error_add(err, text);
	free(own);
}

enum status trace_library_find(enum mpi_kind mpi, char **file, struct error *err)
{
	return preloaded_library_find(TRACE_LIBRARY_FAMILY, "tracer", mpi, file, err);
}

enum status preloaded_library_find(const char *family, const char *what, enum mpi_kind mpi, char **file,
				   struct error *err)
{
	char places[PLACES_ROOM] = "";

	*file = NULL;
	if (!name_places(places))
		return error_set(err, ERR_INPUT, "where this program lies cannot be found out");
	for (const char *rest = places; rest && !*file; rest = strchr(rest, ':') ? strchr(rest, ':') + 1 : NULL)
		*file = look(rest, strcspn(rest, ":"), family, mpi);
	if (!*file) {
		error_set(err, ERR_INPUT,
			  "there is no %s for %s: %s%s.so, which the build of sonde for it has, is in none of %s "
			  "(" TRACE_LIBRARY_FOLDERS " names other folders)",
			  what, mpi_kind_titles[mpi], family, name_of(mpi), places);
		add_remedy(mpi, err);
		return ERR_INPUT;
	}
	/* The loader takes both for the end of a name. */
	if (strpbrk(*file, " :")) {
		error_set(err, ERR_INPUT, "%s cannot be preloaded: its path has a space or a colon", *file);
		free(*file);
		*file = NULL;
		return ERR_INPUT;
	}
	return OK;
}

enum status preloadable_check(const struct executable *executable, const char *file, struct error *err)
{
	switch (executable->kind) {
	case EXECUTABLE_FOREIGN:
		return error_set(err, ERR_USAGE,
				 "%s is a program for another kind of machine%s: nothing can be preloaded into it",
				 file, executable->bits == 32 ? " (of 32 bits)" : "");
	case EXECUTABLE_STATIC:
		return error_set(err, ERR_USAGE,
				 "%s is linked statically%s: nothing can be preloaded into it. Link it dynamically",
				 file, executable->inside ? ", with MPI in it" : "");
	case EXECUTABLE_SECURE:
		return error_set(err, ERR_USAGE,
				 "%s runs with the rights of another user or with capabilities: nothing is preloaded "
				 "into such programs",
				 file);
	case EXECUTABLE_SCRIPT:
	case EXECUTABLE_DYNAMIC:
		break;
	}
	if (executable->inside)
		return error_set(err, ERR_USAGE,
				 "%s has MPI in itself, linked statically: its calls do not pass a library that is "
				 "preloaded. Link it with the MPI library dynamically",
				 file);
	return OK;
}
