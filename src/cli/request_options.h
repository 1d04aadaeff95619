#ifndef SONDE_CLI_REQUEST_OPTIONS_H
#define SONDE_CLI_REQUEST_OPTIONS_H

#include "algorithm/request.h"
#include "base/option.h"
#include "predict/predict.h"

/* What the options say about a collective operation. Texts are borrowed. */
struct request_options {
	const char *algorithm; /* a name, or "all" */
	size_t processes, root, segment, fanout;
	const char *order, *groups; /* NULL: the algorithm's own */
};

/* The options that say how an algorithm does an operation (struct request_options *); they end with a comma. */
#define ARRANGEMENT_OPTIONS(options)                                                                           \
	OPT_TEXT(0, "order", &(options)->order, "LIST|FILE",                                                   \
		 "the process at each place of the tree, the root first: 0,3,1,2 or 0,7-1; predict: or best "  \
		 "(default by rank)"),                                                                         \
		OPT_TEXT(0, "groups", &(options)->groups, "N|LIST|FILE",                                       \
			 "of two-level and hierarchical: N ranks each, or the group of each process: 0,0,1,1 " \
			 "(default near the square root)"),

#define ALGORITHM_OPTIONS(options)                                                                            \
	OPT_COUNT(0, "root", &(options)->root, "PROCESS", 0, 1e9, "of operations that have one (default 0)"), \
		OPT_BYTES(0, "segment", &(options)->segment, "SIZE", 1, 0x1p62,                               \
			  "send in segments of this size (default: in one piece)"),                           \
		OPT_COUNT(0, "fanout", &(options)->fanout, "N", 1, 1e9,                                       \
			  "children of a node, or chains (default the algorithm's)"),                         \
		ARRANGEMENT_OPTIONS(options)

/*
 * Makes the request for an operation. Only here an order or groups may name a file. collective_request_release in any
 * case. ERR_USAGE names the option that is wrong, or what is there in place of an unknown algorithm; ERR_MEMORY. Local,
 * as are all of these.
 */
enum status request_of_options(struct collective_request *request, enum collective collective,
			       const struct request_options *options, struct error *err);

/* Reads the file that an option names in place of something else ("a list of numbers"). *text: the caller frees it,
 * also after an error. ERR_USAGE: there is no such file; ERR_INPUT: it is empty, too long, or no text; ERR_MEMORY. */
enum status option_file_read(const char *option, const char *path, const char *else_what, char **text,
			     struct error *err);

/* What is wrong in the file that an option names is no wrong usage: ERR_INPUT, with option and file before the text.
 * Without a file, usage_of_option. Returns status. */
enum status option_file_status(const char *option, const char *path, enum status status, struct error *err);

/* How schedules are simulated, as the options say it. */
struct port_options {
	size_t eager;                 /* bytes: a longer message waits for its receiver; SIZE_MAX: as the model says */
	bool parallel, fair, in_turn; /* how a port serves several messages; none: as the model says */
	bool half_duplex;             /* it serves one direction at a time; false: as the model says */
};

/* ERR_USAGE if they say two ways in which a port serves messages. */
enum status port_options_check(const struct port_options *options, struct error *err);
bool port_options_given(const struct port_options *options);
struct predict_options predict_options_of(const struct port_options *options, const struct model *model);

/* Whether a word that is no operation cannot be meant as a file either: there is none of this name, which has no dot
 * and no slash. */
bool operation_is_misspelt(const char *name);

/* ERR_USAGE that says which operations there are, besides also ("p2p, " or ""), and which of them has nearly this name.
 */
enum status operation_unknown(const char *name, const char *also, struct error *err);

#endif
