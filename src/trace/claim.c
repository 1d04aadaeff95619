#define _XOPEN_SOURCE 700 /* realpath */
#include "trace/claim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A process that made the file writes it at once; on a network's file system the others see it some time later. */
enum { PATH_ROOM = 4096, KEY_ROOM = 4096, LOOKS = 500 };
static const struct timespec between_looks = {.tv_nsec = 20000000};

const char trace_claim_file[] = "job";
static const char heading[] = "sonde trace of the job\n";

/* The path of a file in the folder; false if there is no room for it. */
static bool name_file(const char *dir, const char *file, char *path)
{
	int length = snprintf(path, PATH_ROOM, "%s/%s", dir, file);

	return length > 0 && length < PATH_ROOM;
}

/* What the file holds: its length; 0 if it cannot be read. */
static size_t read_file(const char *path, char *text, size_t room)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	size_t n = 0;
	ssize_t got = file < 0 ? -1 : 1;

	while (got > 0 && n + 1 < room) {
		got = read(file, text + n, room - 1 - n);
		n += got > 0 ? (size_t)got : 0;
	}
	if (file >= 0)
		close(file);
	text[n] = '\0';
	return n;
}

/* The key in the text of a whole file, without its line's end; NULL if it is not whole, or no such file. */
static char *key_of(char *text)
{
	char *key = text + strlen(heading), *end;

	if (strncmp(text, heading, strlen(heading)) != 0)
		return NULL;
	end = strchr(key, '\n');
	if (!end)
		return NULL;
	*end = '\0';
	return key;
}

char *trace_claim_key(const char *dir)
{
	char path[PATH_ROOM], text[KEY_ROOM];
	const char *key =
		name_file(dir, trace_claim_file, path) && read_file(path, text, sizeof(text)) > 0 ? key_of(text) : NULL;

	return key ? strdup(key) : NULL;
}

static enum status refuse_other(const char *dir, struct error *err)
{
	return error_set(err, ERR_INPUT,
			 "%s holds another trace: remove it, or name another folder for the trace of this run", dir);
}

/* The folder has another job's name. A job may have died before it wrote anything; whether it did, nobody here knows.
 */
static enum status refuse_job(const char *dir, const char *path, struct error *err)
{
	char begun[PATH_ROOM];

	if (!name_file(dir, "trace.json", begun) || access(begun, F_OK) == 0)
		return refuse_other(dir, err);
	return error_set(
		err, ERR_INPUT,
		"%s is the folder of another run, which has recorded nothing yet: if that run has ended, remove "
		"%s, else name another folder",
		dir, path);
}

/* The file is another process's: that of the same job? */
static enum status join_job(const char *dir, const char *path, const char *key, struct error *err)
{
	char text[KEY_ROOM], *found;

	for (int i = 0; i < LOOKS; i++) {
		size_t n = read_file(path, text, sizeof(text));

		if (strncmp(text, heading, n < strlen(heading) ? n : strlen(heading)) != 0)
			break;
		found = key_of(text);
		if (found && strcmp(found, key) == 0)
			return OK;
		if (found)
			return refuse_job(dir, path, err);
		nanosleep(&between_looks, NULL);
	}
	return refuse_other(dir, err);
}

static enum status write_job(const char *path, int file, const char *key, struct error *err)
{
	char text[KEY_ROOM];
	int length = snprintf(text, sizeof(text), "%s%s\n", heading, key);
	bool written = length > 0 && length < (int)sizeof(text) && write(file, text, (size_t)length) == (ssize_t)length;
	int failure = errno;

	written = close(file) == 0 && written;
	if (written)
		return OK;
	unlink(path);
	return error_set(err, ERR_INPUT, "%s cannot be written: %s", path, strerror(failure));
}

/* Names the job in the folder, as the first of its processes, or finds it named. */
static enum status name_job(struct trace_claim *claim, const char *dir, const char *key, struct error *err)
{
	char path[PATH_ROOM], begun[PATH_ROOM];
	int file;

	if (!name_file(dir, trace_claim_file, path) || !name_file(dir, "trace.json", begun))
		return error_set(err, ERR_INPUT, "%s: the path is too long", dir);
	file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (file < 0 && errno == EEXIST)
		return join_job(dir, path, key, err);
	if (file < 0)
		return error_set(err, ERR_INPUT, "%s cannot be written: %s", path, strerror(errno));
	if (access(begun, F_OK) == 0) {
		close(file);
		unlink(path);
		return refuse_other(dir, err);
	}
	claim->made_file = write_job(path, file, key, err) == OK;
	return claim->made_file ? OK : ERR_INPUT;
}

/* Another launch may have got the same name, such as a port's number that comes round again. */
static enum status check_rank(const char *dir, long rank, struct error *err)
{
	char path[PATH_ROOM], name[64];

	snprintf(name, sizeof(name), "%ld.times", rank);
	return name_file(dir, name, path) && access(path, F_OK) == 0 ? refuse_other(dir, err) : OK;
}

static enum status make_folder(struct trace_claim *claim, const char *dir, struct error *err)
{
	struct stat about;

	claim->made_folder = mkdir(dir, 0777) == 0;
	if (!claim->made_folder && errno != EEXIST)
		return error_set(err, ERR_INPUT, "the folder %s cannot be made: %s", dir, strerror(errno));
	if (stat(dir, &about) != 0)
		return error_set(err, ERR_INPUT, "%s: %s", dir, strerror(errno));
	if (!S_ISDIR(about.st_mode))
		return error_set(err, ERR_INPUT, "%s is no folder: a trace is a folder of files", dir);
	if (access(dir, W_OK | X_OK) != 0)
		return error_set(err, ERR_INPUT, "the folder %s cannot be written: %s", dir, strerror(errno));
	return OK;
}

/* Takes away what the claim's process made. */
static void take_away(const struct trace_claim *claim)
{
	char path[PATH_ROOM];

	if (claim->made_file && name_file(claim->path, trace_claim_file, path))
		unlink(path);
	if (claim->made_folder && claim->path)
		rmdir(claim->path);
}

enum status trace_claim(struct trace_claim *claim, const char *dir, const char *key, long rank, struct error *err)
{
	enum status status;

	*claim = (struct trace_claim){.path = NULL};
	status = make_folder(claim, dir, err);
	if (status == OK && !(claim->path = realpath(dir, NULL)))
		status = error_set(err, ERR_INPUT, "%s: %s", dir, strerror(errno));
	if (status == OK)
		status = name_job(claim, dir, key, err);
	if (status == OK)
		status = check_rank(dir, rank, err);
	if (status != OK)
		take_away(claim);
	return status;
}

/* Whether a folder has anything besides the file that names its job, or cannot be read. */
static bool has_more(const char *dir)
{
	DIR *folder = opendir(dir);
	const struct dirent *entry;
	bool more = !folder;

	while (!more && (entry = readdir(folder)))
		more = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
		       strcmp(entry->d_name, trace_claim_file) != 0;
	if (folder)
		closedir(folder);
	return more;
}

void trace_claim_undo(const struct trace_claim *claim)
{
	if (claim->path && !has_more(claim->path))
		take_away(claim);
}

void trace_claim_release(struct trace_claim *claim)
{
	free(claim->path);
	*claim = (struct trace_claim){.path = NULL};
}
