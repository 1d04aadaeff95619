#ifndef SONDE_MEASURING_P2P_H
#define SONDE_MEASURING_P2P_H

#include "measuring/pair_list.h"
#include "probe/explore.h"
#include "sample/purpose.h"

/* A measurement of messages between two processes, as it was asked for. All functions are Local. */

/* Which way messages go, and what of that is timed. */
enum p2p_pattern { P2P_ROUNDTRIP, P2P_ONEWAY, P2P_HEAD_TO_HEAD, P2P_BISECTION, P2P_ONE_TO_TWO };
enum p2p_path { P2P_FULL, P2P_SEND, P2P_RECEIVE };

/* NULL-terminated names by value; of cold data: at which ends, the sender's being 1 and the receiver's 2. */
extern const char *const p2p_pattern_names[], *const p2p_path_names[], *const p2p_cold_names[];

struct p2p_request {
	enum p2p_pattern pattern;
	enum p2p_path path; /* other than P2P_FULL with P2P_ROUNDTRIP only */
	enum mpi_operation operation;
	size_t count; /* P2P_ONEWAY: messages before the acknowledgement; P2P_HEAD_TO_HEAD: each way at once, by
			 OPERATION_ISEND; else 1 */
	struct layout layout[2]; /* of the sender, of the receiver; the same where neither is contiguous */
	bool cold[2];
	int pair[2];          /* two processes, or PAIR_ALL; not for P2P_BISECTION and P2P_ONE_TO_TWO */
	const char *exchange; /* P2P_ROUNDTRIP: an exchange of the application's own, by its name; NULL: MPI's calls */
	const char *partners; /* P2P_BISECTION: as pair_list_request has them; NULL: neighbours */
	const char *triplets; /* P2P_ONE_TO_TWO: as pair_list_request has them; NULL: "0:1:2" */
	bool busy;            /* the other processes compute */
	bool parallel;        /* PAIR_ALL, P2P_ONE_TO_TWO: in rounds of pairs or triplets that do not overlap */
	bool side_by_side;    /* PAIR_ALL: one after the other, and in such rounds too */
};

/* The most variants of a measurement that are timed in turns. */
enum { P2P_VARIANTS_MOST = 8 };

/* The experiment of any size and pair, as pair_points takes it. */
struct experiment p2p_experiment(const struct p2p_request *request);

/*
 * True if no other messages are sent beside the measured ones.
 *
 * - Whatever perturbs a message that is alone makes it longer, and from run to run the least is what comes again
 * (Gropp, Lusk 1999, 3.1). Beside others' messages the perturbation is what is measured.
 */
bool p2p_is_alone(const struct p2p_request *request);

/* Returns what the run is for among `processes`: all that makes it another measurement, but for its sizes. The n
 * requests are variants, which differ in operation, layout or cold. */
struct purpose p2p_purpose(const struct p2p_request *requests, size_t n, size_t processes);

/* Writes what is measured among `processes`, in words, into text, which has P2P_TITLE_ROOM bytes and is returned. */
#define P2P_TITLE_ROOM 300
const char *p2p_title(const struct p2p_request *requests, size_t n, size_t processes, char *text);

/* Writes into text, which has room for P2P_NAME_ROOM bytes and is returned, what tells variants of a measurement apart:
 * "isend", "send, nn, cold both". */
#define P2P_NAME_ROOM 64
const char *p2p_variant_name(const struct setup *setup, char *text);

/* Return the name of the layouts, "cn", and of the ends with cold data, "both". */
const char *p2p_layout_name(const struct setup *setup);
const char *p2p_cold_name(const struct setup *setup);

/* The points to measure, as families: one, or two for side_by_side, or for parallel triplets of which some are in no
 * full round. Starts zero-initialised. */
struct p2p_points {
	struct experiment like[P2P_VARIANTS_MOST];
	struct pair_list pairs[2];
	struct pair_points points[2];
	struct explore_family families[2];
	size_t n;
};

/*
 * Lists the points of n requests, which are variants of one measurement.
 *
 * - Ownership: p2p_points_release in any case; the families point into *points, which stays where it is.
 * - ERR_INPUT if the partners or the triplets are not understood, or there are more than P2P_VARIANTS_MOST variants;
 *   ERR_MEMORY.
 */
enum status p2p_points_make(const struct p2p_request *requests, size_t n, size_t processes, struct p2p_points *points,
			    struct error *err);
void p2p_points_release(struct p2p_points *points);

#endif
