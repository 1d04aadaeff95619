#ifndef SONDE_MODEL_PATHS_FIT_H
#define SONDE_MODEL_PATHS_FIT_H

#include "model/paths.h"

/* What the estimators of 3PC, P-3PC and LogGP* have in common. All functions are Local. */

enum path_kind { PATH_KIND_SEND, PATH_KIND_RECEIVE, PATH_KIND_FULL };
#define PATHS 3

/* Each path's time of an empty message, as 3PC and P-3PC have it: parameters, and their names by enum path_kind. */
#define PATHS_SEND_CONSTANT                                                             \
	{                                                                               \
		.name = "t_cs", .unit = "s", .shape = PARAM_SCALAR, .of_process = true, \
		.about = "the send call of an empty message"                            \
	}
#define PATHS_RECEIVE_CONSTANT                                                                               \
	{                                                                                                    \
		.name = "t_cr", .unit = "s", .shape = PARAM_SCALAR, .of_process = true, .of_receiver = true, \
		.about = "the receive call of an empty message that is there"                                \
	}
#define PATHS_FULL_CONSTANT                                                                                           \
	{                                                                                                             \
		.name = "t_cf", .unit = "s", .shape = PARAM_SCALAR,                                                   \
		.about = "from the start of the send of an empty message until the receiver has it: half of a round " \
			 "trip"                                                                                       \
	}
extern const char *const path_constants[PATHS];

/* 0, 1K, 50K, 100K and 500K values of 4 bytes (Seinstra, Koelma 2002, section 5), in bytes. */
#define PATHS_DEFAULT_SIZES 5
extern const size_t paths_default_sizes[PATHS_DEFAULT_SIZES];

/* The times of one path at n >= 2 ascending sizes, the first of them 0; allocated together. */
struct path_times {
	double *bytes, *seconds;
	size_t n;
};

/*
 * T(m) of a path for messages of a layout, as Seinstra, Koelma 2002, Fig. 8 measure it.
 *
 * - Send and receive path: the calls.
 * - Full path: t_cf = RTT(0)/2 and T_full(m) = RTT(m) - t_cf with an empty answer (the figure's RTT - 2 t_cf is the
 *   additional time).
 * - An empty message has no layout.
 * - Ownership: path_times_release in any case.
 * - ERR_INPUT names what was not measured; ERR_MEMORY.
 */
enum status path_times_find(const struct points *points, enum path_kind path, struct link link,
			    const struct message_layout *layout, struct path_times *times, struct error *err);
void path_times_release(struct path_times *times);

/* T(0), in seconds; the other times become additional ones, T(m) - T(0). */
double path_times_split(struct path_times *times);

#endif
