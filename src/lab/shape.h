#ifndef SONDE_LAB_SHAPE_H
#define SONDE_LAB_SHAPE_H

#include <stddef.h>

#include "base/error.h"

enum { LAB_NODES_MOST = 64, LAB_TCP_MOST = 15 };

/* What a processor takes longer for what it sends or receives over TCP, in seconds. */
struct lab_slowness {
	double call, byte;
};

/* What gives links their rate: a process that delays each frame by its own length (lab/wire), or token buckets of the
 * kernel, which let what a pause has left pass at once. */
enum lab_links { LAB_WIRES, LAB_BUCKETS };
extern const char *const lab_links_names[]; /* "wires", "buckets", NULL */

/* What a lab is to be like. Node i, counted from 1, is at position i - 1. */
struct lab_shape {
	size_t nodes; /* 2 .. LAB_NODES_MOST */
	enum lab_links links;
	double latency;              /* wires: s from one node to another, besides what frames take to pass the links */
	size_t buffer;               /* bytes that wait at a port of the switch before more are dropped */
	double rate[LAB_NODES_MOST]; /* bit/s of the node's link, both ways */
	double cpu[LAB_NODES_MOST]; /* share of one CPU that the node's processes get together, above 0 and up to 64; 0:
				       all there is */
	struct lab_slowness slow[LAB_NODES_MOST];
	char tcp[LAB_TCP_MOST + 1]; /* the nodes' congestion control, such as "bbr"; "": not known, the machine's own */
};

/* Reads a rate: a number with kbit, mbit or gbit (powers of 1000), 8 kbit to 100 gbit. ERR_INPUT with what is allowed;
 * *rate is then untouched. Local, as are all of these. */
enum status lab_rate_parse(const char *text, double *rate, struct error *err);

/* Reads a share of a CPU: a number, 0.01 to 64. ERR_INPUT; *share is then untouched. */
enum status lab_share_parse(const char *text, double *share, struct error *err);

/* Reads a size of a buffer as size_parse does: 3000 (two packets) to 1G. ERR_INPUT. */
enum status lab_buffer_parse(const char *text, size_t *bytes, struct error *err);

/* The congestion control of TCP that this machine has by itself; "": it does not say. */
void lab_tcp_own(char name[LAB_TCP_MOST + 1]);

/* Reads a congestion control of TCP: one that this machine has. ERR_INPUT with those that there are, ERR_PLATFORM where
 * the machine does not say. */
enum status lab_tcp_parse(const char *text, char name[LAB_TCP_MOST + 1], struct error *err);

/* Writes a rate as lab_rate_parse reads it into text of room bytes (32 suffice); returns text. */
const char *lab_rate_format(double rate, char *text, size_t room);

/* How the lines of a file are read that say something of a node: a node, and so many words. */
enum { LAB_WORDS_MOST = 2 };
struct lab_line {
	size_t words;               /* 1 .. LAB_WORDS_MOST */
	const char *what, *example; /* for who wrote other ones: "its value", "25mbit" */
	enum status (*take)(size_t node, char *const *words, void *context, struct error *err);
	void *context;
};

/*
 * Reads a file of lines that each say something of a node; # begins a comment.
 *
 * - ERR_INPUT with file and line: a node that is not there or named twice, other words than expected, or what take
 *   refuses; ERR_IO if the file cannot be read.
 */
enum status lab_lines_read(const char *path, const struct lab_line *line, size_t nodes, struct error *err);

/*
 * Sets values of nodes from a file of lines "NODE VALUE", each read by parse.
 *
 * - Nodes that are not named keep what stands in values (one for each of nodes).
 * - Errors: as lab_lines_read.
 */
enum status lab_values_read(const char *path, enum status (*parse)(const char *, double *, struct error *),
			    double *values, const char *example, size_t nodes, struct error *err);

#endif
