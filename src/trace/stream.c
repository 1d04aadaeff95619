#include "trace/stream.h"

#include "trace/stream_parts.h"

#include <stdio.h>
#include <stdlib.h>

/* Bytes of values in a block; bytes of signatures; s until what there is becomes a block. */
enum { VALUES_MAX = 1 << 18, MEMORY_USUAL = 1 << 26, LONGEST = 5 };

/* A chunk's head; the content follows at chunk.data + TRACE_CHUNK_HEADER. */
static void seal_chunk(struct trace_stream *stream, enum trace_chunk_kind kind, uint64_t structure, uint64_t piece)
{
	struct trace_bytes *chunk = &stream->chunk;
	size_t n = chunk->n, length = n - TRACE_CHUNK_HEADER;

	chunk->n = 0;
	trace_bytes_put_fixed(chunk, kind, 4);
	trace_bytes_put_fixed(chunk, length, 4);
	trace_bytes_put_fixed(chunk, structure, 8);
	trace_bytes_put_fixed(chunk, piece, 8);
	trace_bytes_put_fixed(chunk, stream->calls, 8);
	trace_bytes_put_fixed(chunk, trace_checksum(chunk->data + TRACE_CHUNK_HEADER, length), 8);
	trace_bytes_put_fixed(chunk, trace_checksum(chunk->data, TRACE_CHUNK_HEADER - 8), 8);
	chunk->n = n;
}

static void begin_chunk(struct trace_stream *stream)
{
	stream->chunk.n = 0;
	if (trace_bytes_room(&stream->chunk, TRACE_CHUNK_HEADER)) {
		memset(stream->chunk.data, 0, TRACE_CHUNK_HEADER);
		stream->chunk.n = TRACE_CHUNK_HEADER;
	}
}

static enum status make_times(struct trace_stream *stream, const struct trace_stream_options *options,
			      struct error *err)
{
	struct trace_bytes file = {0};
	enum status status = OK;

	begin_chunk(stream);
	trace_bytes_put_varint(&stream->chunk, (uint64_t)options->rank);
	trace_bytes_put_varint(&stream->chunk, (uint64_t)options->processes);
	trace_bytes_put_varint(&stream->chunk, (uint64_t)options->thread);
	trace_bytes_put_double(&stream->chunk, options->tick);
	trace_bytes_put_varint(&stream->chunk, stream->coder.scale);
	if (!stream->chunk.failed)
		seal_chunk(stream, TRACE_CHUNK_BEGIN, 0, trace_checksum(NULL, 0));
	trace_bytes_put(&file, TRACE_TIMES_MAGIC, 8);
	trace_bytes_put_fixed(&file, TRACE_VERSION, 8);
	trace_bytes_put(&file, stream->chunk.data, stream->chunk.n);
	if (file.failed || stream->chunk.failed)
		status = error_memory(err, "a trace");
	if (status == OK)
		status = trace_file_make(stream->files->times, file.data, file.n, err);
	stream->files->written = file.n;
	trace_bytes_release(&file);
	return status;
}

static enum status name_files(struct trace_stream *stream, const struct trace_stream_options *options,
			      struct error *err)
{
	struct stream_files *files = calloc(1, sizeof(*files));
	enum status status;

	if (!files)
		return error_memory(err, "a trace");
	stream->files = files;
	files->shared = -1;
	files->before_block = options->before_block;
	files->now = options->now;
	files->argument = options->argument;
	status = trace_file_path(files->times, options->dir, options->rank, options->thread, "times", err);
	if (status == OK)
		status = trace_file_path(files->structure, options->dir, options->rank, options->thread, "structure",
					 err);
	return status;
}

enum status trace_stream_open(struct trace_stream **opened, const struct trace_stream_options *options,
			      struct error *err)
{
	struct trace_stream *stream = calloc(1, sizeof(*stream));
	enum status status = OK;

	if (!stream)
		return error_memory(err, "a trace");
	stream->cpu = UINT64_MAX;
	stream->longest = (uint64_t)(LONGEST / options->tick);
	trace_interval_init(&stream->coder, options->tick, options->exact);
	trace_symbols_init(&stream->symbols, options->memory > 0 ? options->memory : MEMORY_USUAL);
	if (!trace_rules_init(&stream->rules, &stream->log) || !trace_block_init(&stream->block))
		status = error_memory(err, "a trace");
	if (status == OK)
		status = name_files(stream, options, err);
	trace_log_communicator(&stream->log, 0, options->rank, options->processes);
	trace_log_communicator(&stream->log, 1, 0, 1);
	if (status == OK)
		status = make_times(stream, options, err);
	if (status == OK)
		*opened = stream;
	else
		trace_stream_abandon(stream);
	return status;
}

static enum status write_structure(struct trace_stream *stream, struct error *err)
{
	struct trace_log *log = &stream->log;
	struct trace_bytes head = {0};
	enum status status;

	if (log->bytes.n == 0)
		return OK;
	if (!stream->files->structured) {
		trace_bytes_put(&head, TRACE_STRUCTURE_MAGIC, 8);
		trace_bytes_put_fixed(&head, TRACE_VERSION, 8);
		status = head.failed ? error_memory(err, "a trace")
				     : trace_file_make(stream->files->structure, head.data, head.n, err);
		trace_bytes_release(&head);
		if (status != OK)
			return status;
		stream->files->structured = true;
	}
	return trace_file_append(stream->files->structure, TRACE_HEADER_SIZE + log->written, log->bytes.data,
				 log->bytes.n, err);
}

/* The chunk's content is there. keep: the structure is written, too. */
static void write_chunk(struct trace_stream *stream, enum trace_chunk_kind kind, bool keep)
{
	struct trace_log *log = &stream->log;
	struct error *err = &stream->fault;
	bool failed = log->bytes.failed || stream->chunk.failed || stream->block.failed || stream->tail.failed;

	if ((failed ? error_memory(err, "a trace") : keep ? write_structure(stream, err) : OK) != OK)
		return;
	seal_chunk(stream, kind, log->written + log->bytes.n, trace_checksum(log->bytes.data, log->bytes.n));
	trace_log_written(log);
	if (trace_file_append(stream->files->times, stream->files->written, stream->chunk.data, stream->chunk.n, err) ==
	    OK)
		stream->files->written += stream->chunk.n;
}

/* The next block begins so many ticks later: what lies between is no gap of the program's. */
static void skip(struct trace_stream *stream, uint64_t ticks)
{
	if (ticks == 0)
		return;
	stream->last += ticks;
	stream->coded = stream->first = stream->last;
	trace_interval_begin(&stream->coder, stream->last);
}

static uint64_t now(const struct trace_stream *stream)
{
	return stream->files->now ? stream->files->now(stream->files->argument) : 0;
}

/* The calls of a block that cannot be written are lost. */
static void write_block(struct trace_stream *stream, bool keep)
{
	size_t n = stream->block.n;

	if (stream->block.failed)
		error_memory(&stream->fault, "a block of a trace");
	if (stream->fault.status != OK)
		return;
	stream->coded = trace_interval_coded(&stream->coder, stream->last);
	stream->tail.n = 0;
	trace_rules_rest(&stream->rules, &stream->tail);
	begin_chunk(stream);
	trace_block_end(&stream->block, &stream->tail, stream->first, stream->coded, &stream->chunk);
	write_chunk(stream, TRACE_CHUNK_CALLS, keep);
	stream->lost += stream->fault.status == OK ? 0 : n;
	stream->first = stream->coded;
	stream->deadline = stream->last + stream->longest;
}

/* May come long after the last call, as that of MPI_Finalize does: only the writing is no gap of the program's. */
void trace_stream_flush(struct trace_stream *stream)
{
	const uint64_t begin = now(stream);

	if (stream->files->before_block)
		stream->files->before_block(stream->files->argument);
	if (!trace_block_empty(&stream->block)) {
		write_block(stream, stream->files->shared < 0);
		skip(stream, now(stream) - begin);
	}
	if (stream->fault.status != OK)
		stream->rules.expected = NULL; /* then each call takes the slow way */
}

static void begin_times(struct trace_stream *stream, uint64_t tick)
{
	stream->began = true;
	stream->last = stream->coded = stream->first = tick;
	trace_interval_begin(&stream->coder, tick);
	stream->deadline = tick + stream->longest;
}

/* What is rare: CPU time, long intervals, fields that are not the symbol's. */
static __attribute__((noinline)) void put_values(struct trace_stream *stream, struct trace_symbol *symbol,
						 const struct trace_signature *signature, const uint16_t codes[2],
						 const uint64_t extra[2])
{
	if (stream->cpu != UINT64_MAX) {
		trace_block_cpu(&stream->block, stream->cpu, stream->own);
		stream->cpu = UINT64_MAX;
	}
	for (int i = 0; i < 2; i++)
		if (trace_interval_is_long(stream->coder.scale, codes[i]))
			trace_bytes_put_varint(&stream->block.values, extra[i]);
	if (symbol->varies)
		trace_block_values(&stream->block, symbol, signature);
	if (stream->block.values.n > VALUES_MAX)
		stream->deadline = 0;
}

/* Adds a call's times, of any length, to the block. */
static __attribute__((noinline)) void put_any_call(struct trace_stream *stream, struct trace_symbol *symbol,
						   const struct trace_signature *signature, uint64_t begin,
						   uint64_t end)
{
	uint64_t extra[2];
	uint16_t codes[2];

	begin = begin < stream->last ? stream->last : begin;
	end = end < begin ? begin : end;
	if (!trace_interval_brief(&stream->coder, begin, end, codes)) {
		trace_interval_leave_nearest(&stream->coder, stream->last);
		codes[0] = trace_interval_code(&stream->coder, (int64_t)(begin - stream->last), &extra[0]);
		codes[1] = trace_interval_code(&stream->coder, (int64_t)(end - begin), &extra[1]);
		trace_interval_seek_nearest(&stream->coder, end);
	}
	stream->last = end;
	if ((codes[0] | codes[1]) >= TRACE_INTERVAL_LONG || symbol->varies || stream->cpu != UINT64_MAX)
		put_values(stream, symbol, signature, codes, extra);
	trace_block_call(&stream->block, symbol, codes[0], codes[1]);
}

/* Adds a call's times to the block. */
static inline void put_call(struct trace_stream *stream, struct trace_symbol *symbol,
			    const struct trace_signature *signature, uint64_t begin, uint64_t end)
{
	uint16_t codes[2];

	stream->calls++;
	if (symbol->varies || stream->cpu != UINT64_MAX || !trace_interval_brief(&stream->coder, begin, end, codes)) {
		put_any_call(stream, symbol, signature, begin, end);
		return;
	}
	stream->last = end;
	trace_block_call(&stream->block, symbol, codes[0], codes[1]);
}

static __attribute__((noinline)) struct trace_symbol *search(struct trace_stream *stream,
							     const struct trace_signature *signature)
{
	struct trace_symbol *symbol = trace_symbols_find(&stream->symbols, &stream->log, signature);

	if (symbol) {
		trace_rules_add(&stream->rules, symbol);
		return symbol;
	}
	error_memory(&stream->fault, "the signatures of a trace");
	stream->rules.expected = NULL;
	return NULL;
}

/* A call that is not the expected one: its symbol, NULL if it is not kept. */
static __attribute__((noinline)) struct trace_symbol *
other_call(struct trace_stream *stream, const struct trace_signature *signature, uint64_t begin)
{
	if (!stream->began)
		begin_times(stream, begin);
	if (stream->fault.status != OK) {
		stream->lost++;
		return NULL;
	}
	return search(stream, signature);
}

void trace_stream_call(struct trace_stream *stream, const struct trace_signature *signature, uint64_t begin,
		       uint64_t end)
{
	struct trace_symbol *symbol = stream->rules.expected;

	if (!symbol || !trace_symbol_is(symbol, signature)) {
		symbol = other_call(stream, signature, begin);
		if (!symbol)
			return;
	} else if (stream->rules.top >= 0) {
		trace_rules_advance(&stream->rules);
	} else {
		trace_rules_add(&stream->rules, symbol);
	}
	put_call(stream, symbol, signature, begin, end);
	if (stream->block.n == TRACE_BLOCK_CALLS || end > stream->deadline)
		trace_stream_flush(stream);
}

void trace_stream_cpu(struct trace_stream *stream, double seconds, uint64_t own)
{
	stream->own = own;
	stream->cpu = seconds > 0 && seconds < 1e9 ? (uint64_t)(seconds * 1e9 + 0.5) : 0;
}

void trace_stream_own(struct trace_stream *stream, uint64_t ticks)
{
	trace_block_own(&stream->block, ticks);
}

void trace_stream_communicator(struct trace_stream *stream, int number, uint64_t key, int own, const int *members,
			       int n_members, const int *remote, int n_remote)
{
	trace_log_communicator(&stream->log, number, own, remote ? 0 : n_members);
	trace_block_communicator(&stream->block, number, key, own);
	trace_block_members(&stream->block, members, n_members);
	trace_block_members(&stream->block, remote, remote ? n_remote : 0);
}

void trace_stream_communicator_end(struct trace_stream *stream, int number)
{
	trace_log_communicator_end(&stream->log, number);
}

void trace_stream_region(struct trace_stream *stream, int number, const char *name)
{
	trace_log_region(&stream->log, number, name);
}

void trace_stream_clock(struct trace_stream *stream, uint64_t tick, double node, double ahead)
{
	trace_block_clock(&stream->block, tick, node, ahead);
}

void trace_stream_digest(const struct trace_stream *stream, uint64_t digest[2])
{
	struct trace_bytes rest = {0};
	struct trace_hash hash = stream->log.hash;

	trace_rules_rest(&stream->rules, &rest);
	trace_hash_add(&hash, stream->log.bytes.data, stream->log.bytes.n);
	trace_hash_add(&hash, rest.data, rest.n);
	trace_hash_end(&hash, digest);
	trace_bytes_release(&rest);
}

void trace_stream_share(struct trace_stream *stream, int rank)
{
	stream->files->shared = rank;
	stream->files->calls_at_share = stream->calls;
}

/* The block of the last call and the end record, in one piece: whoever ends the program leaves both or none. */
static void make_last(struct trace_stream *stream, int complete, struct trace_bytes *piece)
{
	const struct stream_before_last *before = &stream->files->before_last;

	stream->tail.n = 0;
	begin_chunk(stream);
	trace_block_end(&stream->block, &stream->tail, stream->first,
			trace_interval_coded(&stream->coder, stream->last), &stream->chunk);
	seal_chunk(stream, TRACE_CHUNK_CALLS, before->structure, before->piece);
	trace_bytes_put(piece, stream->chunk.data, stream->chunk.n);
	begin_chunk(stream);
	trace_bytes_put_varint(&stream->chunk, complete ? 1 : 0);
	trace_bytes_put_signed(&stream->chunk, stream->files->shared);
	seal_chunk(stream, TRACE_CHUNK_END, before->structure, trace_checksum(NULL, 0));
	trace_bytes_put(piece, stream->chunk.data, stream->chunk.n);
	piece->failed = piece->failed || stream->chunk.failed || stream->block.failed || stream->log.bytes.failed;
}

/* The structure comes to its end; what is known before the last call is kept. */
static void begin_last(struct trace_stream *stream, const struct trace_signature *signature, uint64_t begin)
{
	struct stream_files *files = stream->files;
	struct trace_log *log = &stream->log;

	if (!stream->began)
		begin_times(stream, begin);
	if (stream->calls > files->calls_at_share)
		files->shared = -1;
	files->before_last = (struct stream_before_last){.coder = stream->coder,
							 .last = stream->last,
							 .cpu = stream->cpu,
							 .written = files->written,
							 .symbol = search(stream, signature)};
	trace_rules_end(&stream->rules);
	files->before_last.structure = log->written + log->bytes.n;
	files->before_last.piece = trace_checksum(log->bytes.data, log->bytes.n);
	if (files->shared < 0 && stream->fault.status == OK)
		write_structure(stream, &stream->fault);
	trace_log_written(log);
}

void trace_stream_last(struct trace_stream *stream, const struct trace_signature *signature, uint64_t begin,
		       uint64_t end, int complete)
{
	struct stream_files *files = stream->files;
	struct stream_before_last *before = &files->before_last;
	bool again = before->symbol;
	struct trace_bytes piece = {0};
	struct error err = {0};

	if (stream->fault.status == OK && !again)
		begin_last(stream, signature, begin);
	files->ends_short = stream->fault.status != OK;
	if (files->ends_short)
		return;
	stream->coder = before->coder;
	stream->last = before->last;
	stream->cpu = before->cpu;
	stream->calls -= again;
	put_call(stream, before->symbol, signature, begin, end);
	make_last(stream, complete, &piece);
	if (piece.failed)
		error_memory(again ? &err : &stream->fault, "a trace");
	else if (again)
		trace_file_replace(files->times, before->written, piece.data, piece.n, &err);
	else if (trace_file_append(files->times, before->written, piece.data, piece.n, &stream->fault) == OK)
		files->written += piece.n;
	if (stream->fault.status == OK && files->shared >= 0 && files->structured)
		remove(files->structure);
	files->structured = files->structured && files->shared < 0;
	files->ends_short = stream->fault.status != OK;
	trace_bytes_release(&piece);
}

enum status trace_stream_status(const struct trace_stream *stream)
{
	return stream->fault.status;
}

static void write_end(struct trace_stream *stream, int complete)
{
	begin_chunk(stream);
	trace_bytes_put_varint(&stream->chunk, complete ? 1 : 0);
	trace_bytes_put_signed(&stream->chunk, stream->files->shared);
	write_chunk(stream, TRACE_CHUNK_END, stream->files->shared < 0);
}

static void write_rest(struct trace_stream *stream, int complete)
{
	if (stream->calls > stream->files->calls_at_share + 1)
		stream->files->shared = -1;
	trace_rules_end(&stream->rules);
	if (!trace_block_empty(&stream->block))
		write_block(stream, stream->files->shared < 0);
	if (stream->fault.status == OK)
		write_end(stream, complete);
	if (stream->fault.status == OK && stream->files->shared >= 0 && stream->files->structured)
		remove(stream->files->structure);
}

enum status trace_stream_close(struct trace_stream *stream, int complete, struct error *err)
{
	enum status status;

	if (!stream->files->before_last.symbol)
		write_rest(stream, complete);
	status = stream->fault.status;
	if (status != OK)
		error_set(err, status, "%s; %llu calls are not in the trace", stream->fault.text,
			  (unsigned long long)stream->lost + stream->files->ends_short);
	trace_stream_abandon(stream);
	return status;
}

void trace_stream_abandon(struct trace_stream *stream)
{
	if (!stream)
		return;
	trace_rules_release(&stream->rules);
	trace_symbols_release(&stream->symbols);
	trace_block_release(&stream->block);
	trace_log_release(&stream->log);
	trace_bytes_release(&stream->chunk);
	trace_bytes_release(&stream->tail);
	free(stream->files);
	free(stream);
}
