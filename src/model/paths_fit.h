#ifndef SONDE_MODEL_PATHS_FIT_H
#define SONDE_MODEL_PATHS_FIT_H

#include "model/paths.h"

/* What the estimators of 3PC, P-3PC and LogGP* have in common. All functions are Local. */

enum path_kind { PATH_KIND_SEND, PATH_KIND_RECEIVE, PATH_KIND_FULL };
#define PATHS 3

/* Each path's time of an empty message, as 3PC and P-3PC have it: parameters, and their names by enum path_kind. */
#define PATHS_SEND_CONSTANT(manner)                                                     \
	{                                                                               \
		.name = "t_cs", .unit = "s", .shape = PARAM_SCALAR, .of_process = true, \
		.about = "the send call of an empty message" manner                     \
	}
#define PATHS_RECEIVE_CONSTANT(manner)                                                                       \
	{                                                                                                    \
		.name = "t_cr", .unit = "s", .shape = PARAM_SCALAR, .of_process = true, .of_receiver = true, \
		.about = "the receive call of an empty message" manner                                       \
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

/* Which send and receive calls: in a stream of messages, or by themselves. The full path is the same in both. */
enum path_manner { PATH_STREAM, PATH_ALONE };

/*
 * Seconds of the send or the receive call by itself: in a burst that nothing holds back, and of a message that is
 * there.
 *
 * - like: its processes, bytes and setup count.
 * - Sends may have been timed within a round trip.
 * - NAN: not measured.
 */
double path_call(const struct points *points, enum path_kind path, const struct experiment *like);

/*
 * Seconds for which a stream of messages keeps its sender or its receiver busy with each.
 *
 * - like: as path_call.
 * - Send: its calls once they settle. Where buffers swallow all that was sent, it is what they would settle to: the
 *   stream's time per message, but for one whose receiver is what it waits for, since other receivers would not be.
 * - Receive: the same, the sender and the receiver swapped. It is the call by itself where that, or the sender, is what
 *   the stream waits for.
 * - All draws take the same where the timings leave no doubt which of the two it is (points_trials). Else half of them
 *   take the one and half the other.
 * - Of what no train was measured: the call by itself.
 * - NAN: not measured.
 */
double path_busy(const struct points *points, enum path_kind path, const struct experiment *like);

/*
 * T(m) of a path for messages of a layout, as Seinstra, Koelma 2002, Fig. 8 measure it.
 *
 * - Send and receive path: path_busy, or path_call for PATH_ALONE. Where there are trains, as far as a deadline had
 * time for them, sizes without one are left out.
 * - Full path: t_cf = RTT(0)/2 and T_full(m) = RTT(m) - t_cf with an empty answer (the figure's RTT - 2 t_cf is the
 *   additional time).
 * - An empty message has no layout.
 * - Ownership: path_times_release in any case.
 * - ERR_INPUT names what was not measured; ERR_MEMORY.
 */
enum status path_times_find(const struct points *points, enum path_kind path, enum path_manner manner, struct link link,
			    const struct message_layout *layout, struct path_times *times, struct error *err);
void path_times_release(struct path_times *times);

/* T(0), in seconds; the other times become additional ones, T(m) - T(0). */
double path_times_split(struct path_times *times);

#endif
