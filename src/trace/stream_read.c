#include "trace/stream_read.h"

#include "trace/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A chunk's head. */
struct chunk {
	uint64_t kind, length, structure, piece, calls, checksum;
};

/* Open while something is read, and no longer: a program has more processes and threads than one may open files. */
struct file {
	char path[TRACE_PATH_MAX];
	int descriptor; /* -1: it is closed */
	uint64_t size, version;
};

struct trace_stream_reader {
	struct trace_stream_summary summary;
	struct file times, structure;
	struct trace_structure definitions;
	struct trace_block_reader block;
	struct trace_runs runs;
	struct trace_bytes chunk, piece;
	uint64_t at;           /* in the file of times: the next chunk */
	uint64_t pieces;       /* bytes of structure that were read */
	uint64_t logged, read; /* calls of the runs that were read; calls of the blocks that were read */
	bool ready, done;
};

static enum status open_file(struct file *file, struct error *err)
{
	file->descriptor = open(file->path, O_RDONLY | O_CLOEXEC);
	if (file->descriptor < 0)
		return error_set(err, errno == ENOENT ? ERR_INPUT : ERR_IO, "%s: the trace cannot be read: %s",
				 file->path, strerror(errno));
	return OK;
}

static void close_file(struct file *file)
{
	if (file->descriptor >= 0)
		close(file->descriptor);
	file->descriptor = -1;
}

/* n bytes of a file at an offset; how many there are. -1: errno. */
static ssize_t read_bytes(const struct file *file, uint64_t offset, uint64_t n, uint8_t *bytes)
{
	uint64_t got = 0;

	while (got < n) {
		ssize_t more = pread(file->descriptor, bytes + got, n - got, (off_t)(offset + got));

		if (more < 0 && errno == EINTR)
			continue;
		if (more < 0)
			return -1;
		if (more == 0)
			break;
		got += (uint64_t)more;
	}
	return (ssize_t)got;
}

/* Opens a file that begins with magic, and learns its size. */
static enum status begin_file(struct file *file, const char *magic, bool *newer, struct error *err)
{
	uint8_t head[TRACE_HEADER_SIZE];
	struct trace_cursor cursor = {head + 8, head + sizeof(head), false};
	struct stat about;
	uint64_t version;
	enum status status = open_file(file, err);

	if (status != OK)
		return status;
	if (fstat(file->descriptor, &about) != 0)
		return error_set(err, ERR_IO, "%s: the trace cannot be read: %s", file->path, strerror(errno));
	file->size = (uint64_t)about.st_size;
	if (read_bytes(file, 0, sizeof(head), head) != sizeof(head) || memcmp(head, magic, 8) != 0)
		return error_set(err, ERR_INPUT, "%s: this is no file of a trace", file->path);
	version = file->version = trace_cursor_fixed(&cursor, 8);
	*newer = version > TRACE_VERSION;
	if (*newer)
		return error_set(err, ERR_INPUT,
				 "%s: the trace has version %llu, and this sonde reads as far as version %d",
				 file->path, (unsigned long long)version, TRACE_VERSION);
	return OK;
}

/* n bytes of a file at an offset, in out. */
static enum status read_at(struct file *file, uint64_t offset, uint64_t n, struct trace_bytes *out, struct error *err)
{
	enum status status = OK;

	out->n = 0;
	if (!trace_bytes_room(out, n + 1))
		return error_memory(err, "a block of a trace");
	if (file->descriptor < 0)
		status = open_file(file, err);
	if (status != OK)
		return status;
	if (read_bytes(file, offset, n, out->data) != (ssize_t)n)
		return error_set(err, ERR_IO, "%s: the trace cannot be read at byte %llu", file->path,
				 (unsigned long long)offset);
	out->n = n;
	return OK;
}

static enum status damaged(const struct file *file, uint64_t offset, const char *what, struct error *err)
{
	return error_set(err, ERR_INPUT, "%s: the trace is damaged at byte %llu: %s", file->path,
			 (unsigned long long)offset, what);
}

/* The head at an offset; *found is false if the file ends before the chunk does. */
static enum status read_head(struct trace_stream_reader *reader, uint64_t offset, struct chunk *chunk, bool *found,
			     struct error *err)
{
	struct trace_cursor cursor;
	enum status status;

	*found = false;
	if (offset > reader->times.size || reader->times.size - offset < TRACE_CHUNK_HEADER)
		return OK;
	status = read_at(&reader->times, offset, TRACE_CHUNK_HEADER, &reader->chunk, err);
	if (status != OK)
		return status;
	cursor = (struct trace_cursor){reader->chunk.data, reader->chunk.data + TRACE_CHUNK_HEADER, false};
	chunk->kind = trace_cursor_fixed(&cursor, 4);
	chunk->length = trace_cursor_fixed(&cursor, 4);
	chunk->structure = trace_cursor_fixed(&cursor, 8);
	chunk->piece = trace_cursor_fixed(&cursor, 8);
	chunk->calls = trace_cursor_fixed(&cursor, 8);
	chunk->checksum = trace_cursor_fixed(&cursor, 8);
	if (trace_cursor_fixed(&cursor, 8) != trace_checksum(reader->chunk.data, TRACE_CHUNK_HEADER - 8))
		return damaged(&reader->times, offset, "a block's head", err);
	*found = chunk->length <= reader->times.size - offset - TRACE_CHUNK_HEADER;
	return OK;
}

static enum status read_content(struct trace_stream_reader *reader, uint64_t offset, const struct chunk *chunk,
				struct error *err)
{
	enum status status = read_at(&reader->times, offset + TRACE_CHUNK_HEADER, chunk->length, &reader->chunk, err);

	if (status == OK && trace_checksum(reader->chunk.data, chunk->length) != chunk->checksum)
		status = damaged(&reader->times, offset, "a block's content", err);
	return status;
}

static enum status read_begin(struct trace_stream_reader *reader, const struct chunk *chunk, struct error *err)
{
	struct trace_stream_summary *summary = &reader->summary;
	enum status status = read_content(reader, TRACE_HEADER_SIZE, chunk, err);
	struct trace_cursor cursor;
	uint64_t rank, processes, thread, bits;

	if (status != OK)
		return status;
	cursor = (struct trace_cursor){reader->chunk.data, reader->chunk.data + chunk->length, false};
	rank = trace_cursor_varint(&cursor);
	processes = trace_cursor_varint(&cursor);
	thread = trace_cursor_varint(&cursor);
	bits = trace_cursor_fixed(&cursor, 8);
	summary->scale = trace_cursor_varint(&cursor);
	memcpy(&summary->tick, &bits, sizeof(bits));
	if (cursor.bad || cursor.at != cursor.end || processes > INT32_MAX || rank >= processes || thread > INT32_MAX ||
	    !(summary->tick > 1e-15 && summary->tick < 1e3) ||
	    (summary->scale != 0 && (summary->scale < 65536 || summary->scale >> 40)))
		return damaged(&reader->times, TRACE_HEADER_SIZE, "the begin", err);
	summary->rank = (int)rank;
	summary->processes = (int)processes;
	summary->thread = (int)thread;
	return OK;
}

static enum status read_end(struct trace_stream_reader *reader, uint64_t offset, const struct chunk *chunk,
			    struct error *err)
{
	struct trace_stream_summary *summary = &reader->summary;
	enum status status = read_content(reader, offset, chunk, err);
	struct trace_cursor cursor;
	uint64_t complete;
	int64_t shared;

	if (status != OK)
		return status;
	cursor = (struct trace_cursor){reader->chunk.data, reader->chunk.data + chunk->length, false};
	complete = trace_cursor_varint(&cursor);
	shared = trace_cursor_signed(&cursor);
	if (cursor.bad || cursor.at != cursor.end || complete > 1 || shared < -1 || shared >= summary->processes)
		return damaged(&reader->times, offset, "the end", err);
	summary->ended = true;
	summary->complete = complete;
	summary->shared = (int)shared;
	return OK;
}

/* Goes through the heads. What is damaged after the begin is met again when the calls are read. */
static enum status survey(struct trace_stream_reader *reader, struct error *err)
{
	struct trace_stream_summary *summary = &reader->summary;
	uint64_t offset = TRACE_HEADER_SIZE;
	struct chunk chunk;
	bool found, first = true;
	enum status status = read_head(reader, offset, &chunk, &found, err);

	if (status == OK && (!found || chunk.kind != TRACE_CHUNK_BEGIN))
		return damaged(&reader->times, offset, "there is no begin", err);
	for (; status == OK && found && !summary->ended; first = false) {
		if (first)
			status = read_begin(reader, &chunk, err);
		else if (chunk.kind == TRACE_CHUNK_CALLS && chunk.structure >= summary->structure) {
			summary->last_block = offset;
			summary->blocks++;
		} else if (chunk.kind == TRACE_CHUNK_END) {
			if (read_end(reader, offset, &chunk, NULL) != OK)
				break;
		} else
			break;
		summary->calls = chunk.calls;
		summary->structure = chunk.structure;
		offset += TRACE_CHUNK_HEADER + chunk.length;
		if (status == OK && read_head(reader, offset, &chunk, &found, NULL) != OK)
			found = false;
	}
	summary->cut = reader->times.size - offset;
	summary->bytes = reader->times.size;
	return status;
}

static void close_files(struct trace_stream_reader *reader)
{
	close_file(&reader->times);
	close_file(&reader->structure);
}

enum status trace_stream_reader_open(struct trace_stream_reader **opened, const char *dir, int rank, int thread,
				     bool *newer, struct error *err)
{
	struct trace_stream_reader *reader = calloc(1, sizeof(*reader));
	struct trace_stream_summary *summary;
	enum status status;
	bool too_new = false;

	if (!reader)
		return error_memory(err, "a trace");
	summary = &reader->summary;
	summary->shared = -1;
	reader->times.descriptor = reader->structure.descriptor = -1;
	reader->block.structure = &reader->definitions;
	status = trace_file_path(reader->times.path, dir, rank, thread, "times", err);
	if (status == OK)
		status = begin_file(&reader->times, TRACE_TIMES_MAGIC, &too_new, err);
	if (status == OK)
		status = survey(reader, err);
	if (status == OK && (summary->rank != rank || summary->thread != thread))
		status = damaged(&reader->times, TRACE_HEADER_SIZE, "it is another process' or thread's", err);
	if (status == OK && summary->structure > 0)
		status = trace_file_path(reader->structure.path, dir, summary->shared >= 0 ? summary->shared : rank,
					 thread, "structure", err);
	if (status == OK && summary->structure > 0)
		status = begin_file(&reader->structure, TRACE_STRUCTURE_MAGIC, &too_new, err);
	summary->short_structure =
		summary->structure > 0 && reader->structure.size < TRACE_HEADER_SIZE + summary->structure;
	if (status == OK && summary->structure > 0 && summary->shared < 0)
		summary->structure_bytes = reader->structure.size;
	summary->bytes += summary->structure_bytes;
	if (newer)
		*newer = too_new;
	reader->block.scale = summary->scale;
	reader->block.owns = reader->times.version >= TRACE_VERSION_OWN;
	reader->at = TRACE_HEADER_SIZE;
	close_files(reader);
	if (status == OK)
		*opened = reader;
	else
		trace_stream_reader_free(reader);
	return status;
}

void trace_stream_reader_free(struct trace_stream_reader *reader)
{
	if (!reader)
		return;
	close_files(reader);
	trace_structure_release(&reader->definitions);
	trace_block_reader_release(&reader->block);
	trace_runs_release(&reader->runs);
	trace_bytes_release(&reader->chunk);
	trace_bytes_release(&reader->piece);
	free(reader);
}

const struct trace_stream_summary *trace_stream_reader_summary(const struct trace_stream_reader *reader)
{
	return &reader->summary;
}

struct trace_structure *trace_stream_reader_structure(struct trace_stream_reader *reader)
{
	return &reader->definitions;
}

enum status trace_stream_reader_clocks(struct trace_stream_reader *reader, struct trace_clock_pair pairs[2], int *found,
				       uint64_t *first, struct error *err)
{
	struct trace_block_reader block = {
		.structure = &reader->definitions, .scale = reader->summary.scale, .owns = reader->block.owns};
	uint64_t begin = TRACE_HEADER_SIZE;
	enum status status = OK;
	struct chunk chunk;
	bool there;

	*found = 0;
	*first = 0;
	if (read_head(reader, begin, &chunk, &there, NULL) == OK && there)
		begin += TRACE_CHUNK_HEADER + chunk.length;
	for (int i = 0; i < 2 && reader->summary.last_block > 0 && status == OK; i++) {
		uint64_t offset = i == 0 ? begin : reader->summary.last_block;
		const struct trace_block_content *content = &block.content;
		enum status got = read_head(reader, offset, &chunk, &there, NULL);

		if (got == OK && there)
			got = read_content(reader, offset, &chunk, NULL);
		if (got == ERR_MEMORY)
			status = error_memory(err, "a block of a trace");
		if (got != OK || !there)
			continue;
		if (!trace_block_reader_open(&block, reader->chunk.data, chunk.length)) {
			if (block.no_memory)
				status = error_memory(err, "a block of a trace");
			continue;
		}
		*first = i == 0 ? content->first : *first;
		if (content->n_clocks > 0)
			pairs[(*found)++] = content->clocks[i == 0 ? 0 : content->n_clocks - 1];
	}
	trace_block_reader_release(&block);
	close_files(reader);
	return status;
}

/* The piece of structure that a block needs. */
static enum status read_piece(struct trace_stream_reader *reader, const struct chunk *chunk, struct error *err)
{
	uint64_t n = chunk->structure - reader->pieces, offset = TRACE_HEADER_SIZE + reader->pieces;
	enum status status = OK;

	reader->piece.n = 0;
	if (chunk->structure < reader->pieces || n > TRACE_CHUNK_MAX)
		return damaged(&reader->times, reader->at, "a block's head", err);
	if (n > 0 && (offset > reader->structure.size || n > reader->structure.size - offset))
		return damaged(&reader->structure, reader->structure.size, "the end is missing", err);
	if (n > 0)
		status = read_at(&reader->structure, offset, n, &reader->piece, err);
	if (status == OK && trace_checksum(reader->piece.data, n) != chunk->piece)
		status = damaged(&reader->structure, offset, "a checksum is wrong", err);
	if (status != OK)
		return status;
	reader->pieces += n;
	if (trace_structure_read(&reader->definitions, reader->piece.data, n, &reader->runs))
		return OK;
	return reader->definitions.no_memory ? error_memory(err, "the structure of a trace")
					     : damaged(&reader->structure, offset, "it makes no sense", err);
}

static enum status next_block(struct trace_stream_reader *reader, struct error *err)
{
	struct chunk chunk;
	bool found;
	enum status status = read_head(reader, reader->at, &chunk, &found, err);
	uint64_t skip;

	if (status != OK)
		return status;
	if (!found || chunk.kind == TRACE_CHUNK_END) {
		reader->done = true;
		return found ? read_piece(reader, &chunk, err) : OK;
	}
	if (chunk.kind == TRACE_CHUNK_CALLS) {
		status = read_piece(reader, &chunk, err);
		if (status == OK)
			status = read_content(reader, reader->at, &chunk, err);
		if (status != OK)
			return status;
		skip = reader->read - reader->logged;
		if (!trace_block_reader_open(&reader->block, reader->chunk.data, chunk.length) ||
		    !trace_block_reader_begin(&reader->block, &reader->runs, skip))
			return reader->block.no_memory ? error_memory(err, "a block of a trace")
						       : damaged(&reader->times, reader->at, "it makes no sense", err);
		reader->logged += reader->runs.calls;
		reader->read += reader->block.content.calls;
		reader->ready = true;
	} else if (chunk.kind != TRACE_CHUNK_BEGIN || reader->at != TRACE_HEADER_SIZE) {
		return damaged(&reader->times, reader->at, "there is no block", err);
	}
	reader->at += TRACE_CHUNK_HEADER + chunk.length;
	return OK;
}

bool trace_stream_reader_next(struct trace_stream_reader *reader, struct trace_raw_call *call, struct error *err)
{
	bool sound = true;

	while (!reader->done) {
		if (reader->ready && trace_block_reader_next(&reader->block, call, &sound))
			return true;
		reader->ready = false;
		if (!sound) {
			if (reader->block.no_memory)
				error_memory(err, "a block of a trace");
			else
				damaged(&reader->times, reader->at, "the block before it makes no sense", err);
			reader->done = true;
		} else {
			reader->done = next_block(reader, err) != OK || reader->done;
			close_files(reader);
		}
	}
	return false;
}

size_t trace_stream_reader_communicators(struct trace_stream_reader *reader,
					 const struct trace_read_communicator **communicators)
{
	struct trace_block_content *content = &reader->block.content;
	size_t from = content->taken;

	for (; content->taken < content->n_communicators; content->taken++) {
		struct trace_read_communicator *communicator = &content->communicators[content->taken];

		communicator->lists = content->lists.data + communicator->at;
	}
	*communicators = content->taken > from ? content->communicators + from : NULL;
	return content->taken - from;
}
