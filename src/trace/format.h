#ifndef SONDE_TRACE_FORMAT_H
#define SONDE_TRACE_FORMAT_H

#include <stdint.h>

/*
 * Constants of the files of a trace; doc/trace.md describes them.
 *
 * What bounds a table in a reader's memory bounds it in a writer too, so that each file that was written can be read.
 */

enum {
	TRACE_VERSION = 2,
	TRACE_VERSION_OWN = 2,  /* from which on blocks say what the tracer itself took */
	TRACE_OWN_PARTS = 16,   /* of a tick, in which they say it */
	TRACE_HEADER_SIZE = 16, /* magic, then the version in 8 bytes */
	TRACE_CHUNK_HEADER = 48,
	TRACE_BLOCK_CALLS = 1 << 15, /* calls in a block, at most */
	TRACE_SIGNATURE_MAX = 4096,  /* fields of a signature that is kept as one */
	TRACE_RULE_DEPTH = 32,       /* rules inside each other */
	TRACE_SAME_MAX = 1 << 20,    /* bytes of a frame that is one byte, many times */
	TRACE_ZSTD_MOST = 1 << 15,   /* bytes that a byte of a zstd frame may become: a block of 128 KiB takes 4 */
	TRACE_GENERIC_LAST = 64, /* fields of a call of a whole function that are given as differences to the last */
	TRACE_CHUNK_MAX = 0x7fffffff, /* bytes of a chunk's content, and of a piece of structure */
	TRACE_FRAME_CALLS = 512       /* calls of a signature in a block from which on it has frames of its own */
};

#define TRACE_TIMES_MAGIC "sondeTIM"
#define TRACE_STRUCTURE_MAGIC "sondeSTR"

enum trace_chunk_kind { TRACE_CHUNK_BEGIN = 'B', TRACE_CHUNK_CALLS = 'C', TRACE_CHUNK_END = 'E' };

/* Records of the structure that are no runs: a zero, then one of these. */
enum trace_record { TRACE_RECORD_FUNCTION = 1, TRACE_RECORD_SIGNATURE, TRACE_RECORD_RULE, TRACE_RECORD_REGION };

/* What of a signature is written once, and what with each call. */
enum trace_form {
	TRACE_FORM_EXACT,   /* polls and the time inside with each call */
	TRACE_FORM_VALUES,  /* besides: bytes, peers, tags, requests, what wildcards got */
	TRACE_FORM_GENERIC, /* all fields with each call */
	TRACE_FORM_MASK = 3,
	TRACE_FORM_RELATIVE = 4 /* a flag: peers are relative to the process' own rank */
};

/* How the content of a frame is kept. */
enum trace_frame { TRACE_FRAME_RAW, TRACE_FRAME_ZSTD, TRACE_FRAME_SAME };

#endif
