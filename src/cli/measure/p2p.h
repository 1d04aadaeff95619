#ifndef SONDE_CLI_MEASURE_P2P_H
#define SONDE_CLI_MEASURE_P2P_H

#include "cli/measure/command.h"
#include "cli/measure/sizes.h"
#include "report/measure_table.h"

/* Says how data lie in memory: layouts, as indices of message_layout_names, that are timed in turns, and the blocks of
 * noncontiguous data. Starts as LAYOUTS_DEFAULT. */
struct layout_options {
	struct choice_list layouts;
	int type;
	size_t block, stride;
};

#define LAYOUTS_DEFAULT                                  \
	{                                                \
		.block = P2P_BLOCK, .stride = P2P_STRIDE \
	}

#define LAYOUT_OPTIONS(o)                                                                                    \
	OPT_CHOICES(0, "layout", &(o)->layouts, message_layout_names,                                        \
		    "contiguous or noncontiguous at sender and receiver, or several in turns (default cc)"), \
		OPT_CHOICE(0, "type", &(o)->type, layout_names + LAYOUT_VECTOR,                              \
			   "the derived datatype of noncontiguous data (default vector)"),                   \
		OPT_BYTES(0, "block", &(o)->block, "SIZE", 1, 0x1p30,                                        \
			  "of noncontiguous data: bytes of a block (default 8)"),                            \
		OPT_COUNT(0, "stride", &(o)->stride, "N", 1, 4096, "from block to block, in blocks (default 2)")

/* Takes cc where no layout was given. ERR_USAGE if blocks are described that no layout has. Local. */
enum status layout_options_choose(struct layout_options *o, struct error *err);

/* Writes the layout with this index among those given: ends[0] the sender's, ends[1] the receiver's. Local. */
void layout_options_take(const struct layout_options *o, size_t layout, struct layout ends[2]);

/* What measure p2p takes beside the options of every measurement; latency and bandwidth are presets of it. Starts as
 * P2P_OPTIONS. */
struct p2p_options {
	struct sizes_options sizes;
	struct layout_options layouts;
	struct choice_list operations, colds; /* by the names of measuring/p2p.h and sample/setup.h; so are */
	int pattern, path, others;
	size_t count;
	const char *partners, *triplets;
	bool parallel, side_by_side;
	bool both_ways;       /* head to head, whatever the pattern */
	enum table_form form; /* FORM_WHOLE: messages that are alone get the minimum; else the median */
};

enum { P2P_BLOCK = 8, P2P_STRIDE = 2 }; /* the defaults */

#define P2P_OPTIONS                                                            \
	{                                                                      \
		.sizes = SIZES_DEFAULT, .layouts = LAYOUTS_DEFAULT, .count = 1 \
	}

/* The lines of option tables for what these have in common. */
#define OPERATION_OPTION(o)                                     \
	OPT_CHOICES(0, "op", &(o)->operations, operation_names, \
		    "the MPI calls, or several that are timed in turns, each beside the first (default send)")
#define PARALLEL_OPTION(o)                      \
	OPT_FLAG(0, "parallel", &(o)->parallel, \
		 "--pairs all, one-to-two: in rounds of pairs or triplets that do not overlap")

/* Reads the options into *o, which is released, measures what they ask for, and prints it; as measure_command_run. */
enum status measure_p2p_command(struct measure_command *c, struct context *context, const struct option *options,
				struct p2p_options *o, struct error *err);

/* sonde measure p2p: times between pairs of processes, by the options of the context. As command.run. */
enum status measure_p2p(struct context *context, struct error *err);

#endif
