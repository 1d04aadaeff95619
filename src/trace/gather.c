#include "trace/gather.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "trace/claim.h"

enum { PATH_ROOM = 4096, COPY_ROOM = 1 << 16 };

/* What is joined: the files that stand in the new folder, by name, to be removed if something fails. */
struct gathering {
	const char *to;
	char **names;
	size_t n, capacity;
	bool made; /* the folder is new */
	char *buffer;
};

/* "12.times", "12-3.structure", or one of the files that a trace has once. */
static bool is_part(const char *name)
{
	size_t number;
	const char *rest = text_whole(name, &number);

	if (strcmp(name, "trace.json") == 0 || strcmp(name, "network.json") == 0 || strcmp(name, trace_claim_file) == 0)
		return true;
	if (rest && *rest == '-')
		rest = text_whole(rest + 1, &number);
	return rest && (strcmp(rest, ".times") == 0 || strcmp(rest, ".structure") == 0);
}

static enum status name_path(const char *dir, const char *name, char *path, struct error *err)
{
	int length = snprintf(path, PATH_ROOM, "%s/%s", dir, name);

	return length > 0 && length < PATH_ROOM ? OK : error_set(err, ERR_INPUT, "%s: the path is too long", dir);
}

static enum status fail(const char *path, struct error *err)
{
	return error_set(err, ERR_IO, "%s cannot be written: %s", path, strerror(errno));
}

/* The rest of an open file to another one. */
static enum status copy_bytes(struct gathering *g, int from, const char *path, int to, uint64_t *bytes,
			      struct error *err)
{
	ssize_t n;

	while ((n = read(from, g->buffer, COPY_ROOM)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_set(err, ERR_IO, "a part of %s cannot be read: %s", path, strerror(errno));
		for (ssize_t done = 0, part; done < n; done += part) {
			part = write(to, g->buffer + done, (size_t)(n - done));
			if (part < 0 && errno != EINTR)
				return fail(path, err);
			part = part < 0 ? 0 : part;
		}
		*bytes += (uint64_t)n;
	}
	return OK;
}

static enum status keep_name(struct gathering *g, const char *name, struct error *err)
{
	char **names = memory_grow(g->names, &g->capacity, g->n + 1, sizeof(*names));

	if (!names)
		return error_memory(err, "the names of files");
	g->names = names;
	names[g->n] = memory_text(name);
	return names[g->n++] ? OK : error_memory(err, "the names of files");
}

/* Whether two open files hold the same. */
static bool equal(struct gathering *g, int a, int b)
{
	enum { HALF = COPY_ROOM / 2 };
	ssize_t n, m;

	do {
		n = read(a, g->buffer, HALF);
		m = read(b, g->buffer + HALF, HALF);
	} while (n > 0 && n == m && memcmp(g->buffer, g->buffer + HALF, (size_t)n) == 0);
	return n == 0 && m == 0;
}

/* A file that an earlier folder has, too: fine if it is the same. */
static enum status check_twice(struct gathering *g, const char *from, int file, const char *to, struct error *err)
{
	int other = open(to, O_RDONLY | O_CLOEXEC);
	bool same = other >= 0 && equal(g, file, other);

	if (other >= 0)
		close(other);
	return same ? OK
		    : error_set(
			      err, ERR_INPUT,
			      "%s: another of the folders has a different file of that name, so they are not the parts "
			      "of one run",
			      from);
}

static enum status copy_file(struct gathering *g, const char *dir, const char *name, struct trace_part *part,
			     struct error *err)
{
	char from[PATH_ROOM], to[PATH_ROOM];
	int in, out = -1;
	enum status status = name_path(dir, name, from, err);

	if (status == OK)
		status = name_path(g->to, name, to, err);
	if (status != OK)
		return status;
	in = open(from, O_RDONLY | O_CLOEXEC);
	if (in < 0)
		return error_set(err, ERR_IO, "%s cannot be read: %s", from, strerror(errno));
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (out < 0 && errno == EEXIST)
		status = check_twice(g, from, in, to, err);
	else if (out < 0)
		status = fail(to, err);
	if (out >= 0) {
		status = keep_name(g, name, err);
		if (status == OK)
			status = copy_bytes(g, in, to, out, &part->bytes, err);
		if (close(out) != 0 && status == OK)
			status = fail(to, err);
		part->files += status == OK;
	}
	close(in);
	return status;
}

static enum status copy_folder(struct gathering *g, const char *dir, struct trace_part *part, struct error *err)
{
	DIR *folder = opendir(dir);
	const struct dirent *entry;
	enum status status = OK;

	if (!folder)
		return error_set(err, ERR_INPUT, "%s cannot be read: %s", dir, strerror(errno));
	while (status == OK && (entry = readdir(folder)))
		if (is_part(entry->d_name))
			status = copy_file(g, dir, entry->d_name, part, err);
	closedir(folder);
	return status;
}

/* All are folders of the same job. */
static enum status check_job(const char *const *dirs, size_t n, struct error *err)
{
	char *first = NULL;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		char *key = trace_claim_key(dirs[i]);

		if (!key)
			status = error_set(err, ERR_INPUT, "%s is no folder of a trace: it has no file \"%s\"", dirs[i],
					   trace_claim_file);
		else if (first && strcmp(first, key) != 0)
			status = error_set(err, ERR_INPUT, "%s and %s hold traces of different runs", dirs[0], dirs[i]);
		if (!first)
			first = key;
		else
			free(key);
	}
	free(first);
	return status;
}

static enum status make_folder(struct gathering *g, struct error *err)
{
	DIR *folder;
	const struct dirent *entry;
	bool empty = true;

	g->made = mkdir(g->to, 0777) == 0;
	if (g->made)
		return OK;
	if (errno != EEXIST)
		return error_set(err, ERR_INPUT, "the folder %s cannot be made: %s", g->to, strerror(errno));
	folder = opendir(g->to);
	if (!folder)
		return error_set(err, ERR_INPUT, "%s cannot be read: %s", g->to, strerror(errno));
	while ((entry = readdir(folder)))
		empty = empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
	closedir(folder);
	return empty ? OK : error_set(err, ERR_INPUT, "%s holds something already: name a new folder", g->to);
}

static void remove_all(const struct gathering *g)
{
	char path[PATH_ROOM];

	for (size_t i = 0; i < g->n; i++)
		if (g->names[i] && name_path(g->to, g->names[i], path, NULL) == OK)
			unlink(path);
	if (g->made)
		rmdir(g->to);
}

enum status trace_gather(const char *const *dirs, size_t n, const char *to, struct trace_part *parts, struct error *err)
{
	struct gathering g = {.to = to, .buffer = malloc(COPY_ROOM)};
	enum status status = g.buffer ? check_job(dirs, n, err) : error_memory(err, "a copy");
	bool begun = false;

	memset(parts, 0, n * sizeof(*parts));
	if (status == OK) {
		status = make_folder(&g, err);
		begun = status == OK;
	}
	for (size_t i = 0; status == OK && i < n; i++)
		status = copy_folder(&g, dirs[i], &parts[i], err);
	if (begun && status != OK)
		remove_all(&g);
	for (size_t i = 0; i < g.n; i++)
		free(g.names[i]);
	free(g.names);
	free(g.buffer);
	return status;
}
