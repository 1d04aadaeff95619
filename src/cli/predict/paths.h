#ifndef SONDE_CLI_PREDICT_PATHS_H
#define SONDE_CLI_PREDICT_PATHS_H

#include "base/table.h"
#include "base/units.h"
#include "model/paths.h"
#include "model/negative.h"

/* What is asked of predict ... p2p. */
struct path_options {
	bool paths;
	const char *layout; /* one of message_layout_names; NULL: all that the model tells apart */
	size_t stride;      /* blocks; 0: the model's own */
	bool terms;         /* without paths: what a message's time is made of */
	bool closed;        /* the closed forms of a message with computation beside it */
	double compute;     /* s, of that; below 0: as long as the message takes alone */
	const char *series; /* messages that are received one after the other; NULL: a message of each size alone */
};

/* Options of a message between two processes, of a struct path_options. */
#define PATH_OPTIONS(given)                                                                                           \
	OPT_FLAG(0, "paths", &(given)->paths, "p2p: how long the sender and the receiver are busy too, by layout"),   \
		OPT_TEXT(0, "layout", &(given)->layout, "LAYOUT",                                                     \
			 "--paths: cc, cn, nc or nn, contiguous or not at sender and receiver (default all that the " \
			 "model tells apart)"),                                                                       \
		OPT_COUNT(0, "stride", &(given)->stride, "N", 1, 4096,                                                \
			  "--paths: from block to block of noncontiguous data, in blocks (default the model's own)"), \
		OPT_SECONDS(0, "compute", &(given)->compute, "TIME", 0, 86400,                                        \
			    "p2p with --closed-form: how long each of the two computes (default: as long as the "     \
			    "message takes alone)"),                                                                  \
		OPT_TEXT(0, "messages", &(given)->series, "MESSAGES",                                                 \
			 "p2p: when --to receives each of these one after the other: 8x64K of --from in a row, "      \
			 "1:64K,2:3x1K of others"),

/* ERR_USAGE if layout or stride are given without --paths, terms with it, a computation without --closed-form, or the
 * layout does not exist. Local. */
enum status path_options_check(const struct path_options *options, struct error *err);

/* Send, receive and full path by layout and size: columns operation, algorithm, processes, bytes, layout, send,
 * receive, full. *table is the caller's, NULL if memory does not suffice; the times are
 * added to times. ERR_INPUT if the model does not know the stride; ERR_MEMORY. Local. */
enum status predict_paths_table(const struct model *model, struct link link, const struct path_options *options,
				const struct size_list *sizes, struct negative_times *times, struct table **table,
				struct error *err);

/* Closed forms by size, with an early and with a late receive (report/overlapped.h). *table as above. ERR_USAGE if the
 * model has none; ERR_MEMORY. Local. */
enum status predict_overlapped_table(const struct model *model, struct link link, double compute,
				     const struct size_list *sizes, struct table **table, struct error *err);

#endif
