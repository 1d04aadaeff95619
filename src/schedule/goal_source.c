#include "schedule/goal_source.h"

#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bytes: of a window that moves on, and of one somewhere else, where nothing may come of the bytes behind. */
#define WINDOW 262144
#define LITTLE 4096
/* Of a pipe, which is kept in memory. */
#define PIPE_MOST 128000000

static enum status cannot_read(const struct goal_source *source, struct error *err)
{
	return error_set(err, ERR_IO, "%s cannot be read: %s", source->name, strerror(errno));
}

static enum status no_memory(struct error *err)
{
	return error_memory(err, "the text of a GOAL file");
}

/* To the end, from a file of which nobody knows the length. */
static enum status read_all(struct goal_source *source, FILE *in, struct error *err)
{
	size_t n = 0, got;

	do {
		unsigned char *grown = memory_grow(source->room, &source->capacity, n + LITTLE, 1);

		if (!grown)
			return no_memory(err);
		source->room = grown;
		got = fread(grown + n, 1, source->capacity - n, in);
		n += got;
		if (n > PIPE_MOST)
			return error_set(err, ERR_INPUT,
					 "%s: too long for a GOAL file in a pipe: %d MB are allowed (a file may be "
					 "longer)",
					 source->name, PIPE_MOST / 1000000);
	} while (got > 0);
	source->bytes = source->room;
	source->n = n;
	source->length = n;
	return ferror(in) ? cannot_read(source, err) : OK;
}

enum status goal_source_open(struct goal_source *source, const char *path, struct error *err)
{
	enum status status;
	FILE *in;
	long length;

	source->name = memory_text(path);
	if (!source->name)
		return error_memory(err, "the name of a GOAL file");
	in = fopen(path, "rb");
	if (!in)
		return cannot_read(source, err);
	length = fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
	if (length >= 0) {
		source->length = (uint64_t)length;
		source->file = in;
		return OK;
	}
	clearerr(in);
	status = read_all(source, in, err);
	fclose(in);
	return status;
}

enum status goal_source_memory(struct goal_source *source, const char *name, const void *bytes, size_t length,
			       struct error *err)
{
	source->bytes = bytes;
	source->n = length;
	source->length = length;
	source->name = memory_text(name);
	return source->name ? OK : error_memory(err, "the name of a GOAL file");
}

/* Room for n bytes; that of a long piece is not kept for the short ones behind it. */
static enum status make_room(struct goal_source *source, size_t n, struct error *err)
{
	if (n <= source->capacity && (n > WINDOW || source->capacity <= WINDOW))
		return OK;
	free(source->room);
	source->capacity = n < LITTLE ? LITTLE : n;
	source->room = malloc(source->capacity);
	source->capacity = source->room ? source->capacity : 0;
	return source->room ? OK : no_memory(err);
}

/* Moves the window to a place, with n bytes at least. It moves on where these touch what it has: also from before it,
 * as to the beginning of a rank whose end has been looked for. */
static enum status move(struct goal_source *source, uint64_t at, size_t n, struct error *err)
{
	bool onward = at + n >= source->from && at <= source->from + source->n;
	size_t want = onward ? WINDOW : LITTLE;

	want = n > want ? n : want;
	want = want > source->length - at ? (size_t)(source->length - at) : want;
	source->n = 0;
	if (make_room(source, want, err) != OK)
		return ERR_MEMORY;
	if (fseek(source->file, (long)at, SEEK_SET) != 0)
		return cannot_read(source, err);
	source->n = fread(source->room, 1, want, source->file);
	source->from = at;
	source->bytes = source->room;
	if (source->n < n && ferror(source->file))
		return cannot_read(source, err);
	return source->n >= n ? OK : error_set(err, ERR_IO, "%s has become shorter while it was read", source->name);
}

enum status goal_source_bytes(struct goal_source *source, uint64_t at, size_t n, const unsigned char **bytes,
			      struct error *err)
{
	if (n > 0 && (at < source->from || at + n > source->from + source->n)) {
		enum status status = move(source, at, n, err);

		if (status != OK)
			return status;
	}
	*bytes = n > 0 ? source->bytes + (at - source->from) : (const unsigned char *)"";
	return OK;
}

enum status goal_source_some(struct goal_source *source, uint64_t at, const unsigned char **bytes, size_t *n,
			     struct error *err)
{
	enum status status = goal_source_bytes(source, at, at < source->length, bytes, err);

	*n = status == OK && at < source->length ? (size_t)(source->from + source->n - at) : 0;
	return status;
}

void goal_source_release(struct goal_source *source)
{
	if (source->file)
		fclose(source->file);
	free(source->room);
	free(source->name);
	*source = (struct goal_source){0};
}
