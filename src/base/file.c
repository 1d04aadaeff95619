#define _XOPEN_SOURCE 700 /* realpath */

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

enum { TRIES = 100, NAME_ROOM = 64, LINKS_MOST = 40 };

static enum status failed(const struct file_replacement *file, int cause, struct error *err)
{
	return cause == ENOMEM ? error_memory(err, "a path")
			       : error_set(err, ERR_IO, "%s: the %s cannot be written: %s", file->path, file->what,
					   strerror(cause));
}

static void release(struct file_replacement *file)
{
	free(file->path);
	free(file->target);
	free(file->fresh);
	*file = (struct file_replacement){.stream = NULL};
}

/* How many characters of the path name the folder, with the '/' after it; 0 for a name alone. */
static int folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash - path) + 1 : 0;
}

/* Where a symbolic link leads; NULL if the path is none, or without memory. */
static char *link_target(const char *path)
{
	char text[PATH_MAX], *target;
	ssize_t n = readlink(path, text, sizeof(text) - 1);
	int folder = n > 0 && text[0] != '/' ? folder_length(path) : 0;

	if (n <= 0)
		return NULL;
	text[n] = '\0';
	target = malloc((size_t)folder + (size_t)n + 1);
	if (!target)
		errno = ENOMEM;
	else
		snprintf(target, (size_t)folder + (size_t)n + 1, "%.*s%s", folder, path, text);
	return target;
}

/* The path that a file made here gets: of a link to a file that is not there, that file's. NULL and ENOMEM without
 * memory. */
static char *follow(const char *path)
{
	char *at = memory_text(path), *next;

	errno = at ? 0 : ENOMEM;
	for (int i = 0; at && i < LINKS_MOST && (next = link_target(at)); i++) {
		free(at);
		at = next;
	}
	if (errno != ENOMEM)
		return at;
	free(at);
	errno = ENOMEM;
	return NULL;
}

char *file_target(const char *path)
{
	struct stat there;

	return stat(path, &there) == 0 ? realpath(path, NULL) : follow(path);
}

/* "FOLDER/.sonde-PID-NUMBER": short, because the target's own name may be as long as names can be. */
static char *fresh_name(const char *target, unsigned long number)
{
	int folder = folder_length(target);
	size_t room = (size_t)folder + NAME_ROOM;
	char *name = malloc(room);

	if (name)
		snprintf(name, room, "%.*s.sonde-%ld-%lx", folder, target, (long)getpid(), number);
	return name;
}

/* Opens a new file beside the target: its descriptor, or -1 with errno. */
static int open_fresh(struct file_replacement *file)
{
	struct timespec now;
	int descriptor = -1;

	clock_gettime(CLOCK_MONOTONIC, &now);
	for (unsigned long i = 0; descriptor < 0 && i < TRIES; i++) {
		free(file->fresh);
		file->fresh = fresh_name(file->target, (unsigned long)now.tv_nsec + i);
		if (!file->fresh) {
			errno = ENOMEM;
			return -1;
		}
		descriptor = open(file->fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (descriptor < 0 && errno != EEXIST)
			return -1;
	}
	return descriptor;
}

/* What is there already keeps its permissions, and must let itself be written. */
static int open_replacing(struct file_replacement *file, const struct stat *old)
{
	int descriptor, cause;

	if (old && access(file->path, W_OK) != 0)
		return -1;
	file->target = file_target(file->path);
	descriptor = file->target ? open_fresh(file) : -1;
	if (descriptor < 0 || !old || fchmod(descriptor, old->st_mode & 0777) == 0)
		return descriptor;
	cause = errno;
	close(descriptor);
	unlink(file->fresh);
	errno = cause;
	return -1;
}

/* The number behind a path such as "/dev/stdout" or "/dev/fd/3", which may lie behind links: a descriptor of this
 * process. -1 if the path leads to none, with errno, which is ENOMEM without memory. */
static int descriptor_behind(const char *path)
{
	char own[NAME_ROOM], folder_path[PATH_MAX], *at = memory_text(path), *next, *end;
	int number = -1;

	snprintf(own, sizeof(own), "/proc/%ld/fd", (long)getpid());
	errno = at ? 0 : ENOMEM;
	for (int i = 0; at && number < 0 && errno != ENOMEM && i < LINKS_MOST; i++, at = next) {
		int length = folder_length(at);
		char *folder = length ? strndup(at, (size_t)length) : NULL;

		if (length && !folder) {
			errno = ENOMEM;
			break;
		}
		if (folder && realpath(folder, folder_path) && strcmp(folder_path, own) == 0 && at[length]) {
			unsigned long found = strtoul(at + length, &end, 10);

			number = *end == '\0' && found <= INT_MAX ? (int)found : -1;
		}
		free(folder);
		next = number < 0 ? link_target(at) : NULL;
		free(at);
	}
	free(at);
	return number;
}

static bool is_special(const struct stat *old)
{
	return !S_ISREG(old->st_mode) && !S_ISDIR(old->st_mode);
}

static int open_any(struct file_replacement *file)
{
	struct stat old;
	int number = descriptor_behind(file->path);

	if (number >= 0)
		return fcntl(number, F_DUPFD_CLOEXEC, 0);
	if (errno == ENOMEM)
		return -1;
	if (stat(file->path, &old) != 0)
		return errno == ENOENT ? open_replacing(file, NULL) : -1;
	if (S_ISREG(old.st_mode))
		return open_replacing(file, &old);
	return open(file->path, O_WRONLY | O_CLOEXEC);
}

enum status file_replace_begin(struct file_replacement *file, const char *path, const char *what, struct error *err)
{
	int descriptor;
	enum status status;

	*file = (struct file_replacement){.what = what, .path = memory_text(path)};
	if (!file->path)
		return error_memory(err, "a path");
	descriptor = open_any(file);
	if (descriptor >= 0 && (file->stream = fdopen(descriptor, "wb")))
		return OK;
	status = failed(file, errno, err);
	if (descriptor >= 0) {
		close(descriptor);
		if (file->fresh)
			unlink(file->fresh);
	}
	release(file);
	return status;
}

enum status file_replace_commit(struct file_replacement *file, struct error *err)
{
	int cause = 0;
	enum status status = OK;

	if (ferror(file->stream) || fflush(file->stream) != 0 || (file->fresh && fsync(fileno(file->stream)) != 0))
		cause = errno ? errno : EIO;
	if (fclose(file->stream) != 0 && !cause)
		cause = errno;
	if (!cause && file->fresh && rename(file->fresh, file->target) != 0)
		cause = errno;
	if (cause)
		status = failed(file, cause, err);
	if (cause && file->fresh)
		unlink(file->fresh);
	release(file);
	return status;
}

void file_replace_abandon(struct file_replacement *file)
{
	fclose(file->stream);
	if (file->fresh)
		unlink(file->fresh);
	release(file);
}

enum status file_replace_end(struct file_replacement *file, enum status status, struct error *err)
{
	if (status == OK)
		return file_replace_commit(file, err);
	file_replace_abandon(file);
	return status;
}

enum status file_replace_text(const char *path, const char *what, const char *text, struct error *err)
{
	struct file_replacement file;
	enum status status = file_replace_begin(&file, path, what, err);

	if (status != OK)
		return status;
	fputs(text, file.stream); /* a failure stays with the stream */
	return file_replace_commit(&file, err);
}

enum status file_replace_check(const char *path, const char *what, struct error *err)
{
	struct file_replacement file = {.what = what, .path = (char *)path};
	struct stat there;
	enum status status;

	if (stat(path, &there) == 0 && is_special(&there))
		return access(path, W_OK) == 0 ? OK : failed(&file, errno, err);
	status = file_replace_begin(&file, path, what, err);
	if (status == OK)
		file_replace_abandon(&file);
	return status;
}

static bool stat_folder(const char *path, struct stat *there)
{
	int length = folder_length(path);
	char *folder = length ? strndup(path, (size_t)length) : memory_text(".");
	bool found = folder && stat(folder, there) == 0;

	free(folder);
	return found;
}

static bool same_node(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether files made at both paths would be one. */
static bool same_place(const char *a, const char *b)
{
	struct stat there[2];

	return strcmp(a + folder_length(a), b + folder_length(b)) == 0 && stat_folder(a, &there[0]) &&
	       stat_folder(b, &there[1]) && same_node(&there[0], &there[1]);
}

bool file_same(const char *a, const char *b)
{
	struct stat there[2];
	bool found[2] = {stat(a, &there[0]) == 0, stat(b, &there[1]) == 0};
	char *ends[2];
	bool same;

	if (found[0] || found[1])
		return found[0] && found[1] && same_node(&there[0], &there[1]);
	ends[0] = follow(a);
	ends[1] = follow(b);
	same = strcmp(a, b) == 0 || (ends[0] && ends[1] && same_place(ends[0], ends[1]));
	free(ends[0]);
	free(ends[1]);
	return same;
}
