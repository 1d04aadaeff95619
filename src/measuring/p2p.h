#ifndef SONDE_MEASURING_P2P_H
#define SONDE_MEASURING_P2P_H

#include "measuring/pair_list.h"
#include "probe/explore.h"
#include "sample/purpose.h"

/* A measurement of messages between two processes, as it was asked for. All functions are Local. */

/* Which way messages go, and what of that is timed. */
enum p2p_pattern { P2P_ROUNDTRIP, P2P_ONEWAY, P2P_HEAD_TO_HEAD, P2P_BISECTION };
enum p2p_path { P2P_FULL, P2P_SEND, P2P_RECEIVE };

/* NULL-terminated names by value. Of layouts: c or n for contiguous data or not, at the sender, then at the receiver;
 * of cold data: at which ends, the sender's being 1 and the receiver's 2. */
extern const char *const p2p_pattern_names[], *const p2p_path_names[], *const p2p_layout_names[],
									       *const p2p_cold_names[];

struct p2p_request {
	enum p2p_pattern pattern;
	enum p2p_path path; /* other than P2P_FULL with P2P_ROUNDTRIP only */
	enum mpi_operation operation;
	size_t count; /* P2P_ONEWAY: messages before the acknowledgement; P2P_HEAD_TO_HEAD: each way at once, by
			 OPERATION_ISEND; else 1 */
	struct layout layout[2]; /* of the sender, of the receiver; the same where neither is contiguous */
	bool cold[2];
	int pair[2];          /* two processes, or PAIR_ALL; not for P2P_BISECTION */
	const char *exchange; /* P2P_ROUNDTRIP: an exchange of the application's own, by its name; NULL: MPI's calls */
	const char *partners; /* P2P_BISECTION: as pair_list_request has them; NULL: neighbours */
	bool busy;            /* the other processes compute */
	bool parallel;        /* PAIR_ALL: in rounds of pairs that do not overlap */
	bool side_by_side;    /* PAIR_ALL: one after the other, and in such rounds too */
};

/* The experiment of any size and pair, as pair_points takes it. */
struct experiment p2p_experiment(const struct p2p_request *request);

/*
 * True if no other messages are sent beside the measured ones.
 *
 * - Whatever perturbs a message that is alone makes it longer, and from run to run the least is what comes again
 * (Gropp, Lusk 1999, 3.1). Beside others' messages the perturbation is what is measured.
 */
bool p2p_is_alone(const struct p2p_request *request);

/* What the run is for among so many processes: all that makes it another measurement, but for its sizes. */
struct purpose p2p_purpose(const struct p2p_request *request, size_t processes);

/* What is measured among so many processes, in words, into text, which has P2P_TITLE_ROOM bytes and is returned. */
#define P2P_TITLE_ROOM 300
const char *p2p_title(const struct p2p_request *request, size_t processes, char *text);

/* The points to measure, as families: one, or for side_by_side two. Starts zero-initialised. */
struct p2p_points {
	struct experiment like;
	struct pair_list pairs[2];
	struct pair_points points[2];
	struct explore_family families[2];
	size_t n;
};

/*
 * Lists the points.
 *
 * - Ownership: p2p_points_release in any case; the families point into *points, which stays where it is.
 * - ERR_INPUT if the partners are not understood; ERR_MEMORY.
 */
enum status p2p_points_make(const struct p2p_request *request, size_t processes, struct p2p_points *points,
			    struct error *err);
void p2p_points_release(struct p2p_points *points);

#endif
