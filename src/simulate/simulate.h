#ifndef SONDE_SIMULATE_SIMULATE_H
#define SONDE_SIMULATE_SIMULATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/progress.h"
#include "model/model.h"
#include "schedule/schedule.h"
#include "simulate/costs.h"
#include "simulate/interval.h"
#include "simulate/receives.h"
#include "simulate/slopes_asked.h"

/*
 * A discrete-event simulation of a schedule.
 *
 * - Each process has a CPU, a port out and a port in, or as many CPUs and ports out as its operations name.
 * - Messages are matched in MPI order: those of one process to another in the order of their sends.
 * - Times inside are double nanoseconds: whole numbers up to 2^53 are exact, so that equal times are equal and sums do
 *   not depend on their order. Results are seconds.
 * - All functions are Local.
 */

/* LogGOPS, in nanoseconds and nanoseconds per byte: Hoefler, Schneider, Lumsdaine 2010. S is costs.eager_most. */
struct loggops {
	double L, o, g, G, O;
	uint64_t S;
};

/*
 * Sets L, o, g, G or O by its letter; false if there is no such parameter.
 *
 * - seconds: per byte for G and O. Whole picoseconds become exact nanoseconds, however the decimal number was rounded.
 */
bool loggops_set(struct loggops *loggops, char name, double seconds);

#define LOGGOPS_NOTE 100

/*
 * Reads "L=2us,o=1us,g=1us,G=1ns,O=0,S=64K".
 *
 * - Times have units, G and O are per byte, S is a size.
 * - What is not named is 0, S without limit; note becomes a text that says so, "" if all is named.
 * - ERR_INPUT names the part that is wrong and what is allowed.
 */
enum status loggops_parse(const char *text, struct loggops *loggops, char note[LOGGOPS_NOTE], struct error *err);

/*
 * The reference semantics of GOAL simulators.
 *
 * - A rendezvous costs no messages, a message of 0 bytes counts as one of 1, sizes are not compared.
 * - loggops must outlive the costs.
 */
struct costs loggops_costs(const struct loggops *loggops);

/* By which model, and how its ports serve messages. */
struct model_use {
	const struct model *model;
	bool fair;     /* a port shares its time equally among all messages under way */
	bool parallel; /* a port serves any number of messages at a time, as in Hockney's parallel form: it is never
			  busy */
	bool in_turn; /* a port serves one message after the other, also where the class of the model says otherwise; so
			 it does if none of these is set */
	uint64_t
		in_turn_most; /* bytes: where ports are fair, messages leave one after the other up to this size, longer
				 ones in pieces of it, and those of many pieces share the port; 0: all share it */
	bool parallel_out, parallel_in; /* only the sender's port, only the receiver's is never busy */
	enum link_order link_order;
	bool in_stream;   /* a rendezvous' messages without data go behind the data of their direction */
	double both_ways; /* what a message takes of the opposite port of each of its processes: 0, full duplex, to 1,
			     half duplex */
	bool varies;      /* delays are drawn by what the models say of MODEL_VARIATION; model_use_default says no */
	uint64_t seed;    /* struct costs */
	const struct model_use *within; /* what messages between processes of one node cost; with node only: see
					   model_use_within */
	uint64_t within_eager;          /* bytes: of them the longest that does not wait for its receiver */
	const int *node;                /* of each process, borrowed; NULL: all pairs are alike */
};

/*
 * How a model serves messages within a node, of processes whose messages between nodes are as between says: as it says
 * itself, but that ports are served in turn or shared fairly as those between nodes are, since a process has one.
 */
struct model_use model_use_within(const struct model *model, const struct model_use *between);

/*
 * What messages cost under a model.
 *
 * - The model must be complete (model_check) and outlive the costs.
 * - The sender's overhead comes first; the port out is busy for the gap; the message takes the latency, then the port
 *   in for the gap.
 * - The receiver's overhead comes when the message is all there and a receive is posted, or, where overheads lie
 *   inside the transfer (PLogP), just before.
 * - eager_most: bytes; SIZE_MAX for what model_eager_default says. A longer message leaves when its receive is posted.
 *   Where that is the model's own, messages of MPI_Isend have the model's S_i, if it has one.
 *   Its receiver learns of it at once, unless an earlier message of the same sender is still to reach the receiver's
 *   port.
 */
struct costs model_costs(const struct model_use *use, uint64_t eager_most);

/*
 * OK if the model holds for so many processes: for any two, or for pairs of at least as many.
 *
 * - The model is complete.
 * - ERR_INPUT says how many it has.
 * - model_use_check asks that of both models.
 */
enum status model_use_check(const struct model_use *use, int processes, struct error *err);
enum status model_costs_check(const struct model *model, int processes, struct error *err);

/*
 * How the model itself says that messages are treated: by its facts MODEL_PORTS, MODEL_PORTS_IN, MODEL_LINK,
 * MODEL_IN_TURN, MODEL_DUPLEX, MODEL_CONTROL and MODEL_EAGER, else by its class and its parameter S.
 *
 * - Where it does not say: in turn, full duplex, and none waits for its receiver (UINT64_MAX).
 * - A receiver's port that is not parallel serves several senders as a sender's port serves several receivers, or
 *   fairly if that is parallel: in turn or fairly, all is there at the same time.
 * - model: borrowed.
 */
struct model_use model_use_default(const struct model *model);
uint64_t model_eager_default(const struct model *model);

/* What a simulation found. Zero-initialise it, but for record; simulation_release frees it. */
struct simulation {
	bool record; /* said before: the intervals are wanted, which takes memory for each operation and message */
	struct slopes_asked *slopes; /* said before: NULL, or they are wanted, and no intervals; not with costs.fair */
	struct receives_asked *receives; /* said before: NULL, or what one process receives is wanted; of schedules
					    alone */
	size_t record_most; /* said before: nothing is recorded if there were more of them; 0: any number is */
	const struct progress *progress; /* said before: is told how many operations are done, of how many if that
					    is known; NULL: nobody */
	double at_most; /* said before: seconds, 0: any; what takes longer is not simulated to its end: then seconds is
			   INFINITY, and all else is 0. Of schedules alone, not recorded */
	int processes;
	double *finish;                     /* seconds, of each process */
	double seconds;                     /* the last of them */
	uint64_t operations;                /* that were simulated */
	uint64_t drawn;                     /* messages whose delay was drawn, by costs.variation */
	uint64_t unreceived;                /* messages that arrived and that no receive asked for */
	int unreceived_from, unreceived_by; /* of one of them: its sender, and who should have received it */
	uint64_t truncated;                 /* messages that were longer than their receives, if costs.any_size */
	int truncated_from, truncated_by;   /* the first of them: its sender, its receiver */
	struct interval *intervals; /* NULL unless recorded; n_intervals of them, the first of which is none, about in
				       the order in which they begin */
	size_t n_intervals;
	struct interval_choice *choices; /* n_choices, by their end in each process */
	size_t n_choices;
	uint32_t *last; /* unless NULL: of each process, the interval that its finish had to wait for */
};

void simulation_release(struct simulation *simulation);

/*
 * Runs the schedule.
 *
 * - Order: at equal times what became ready first goes first. Of what becomes ready together the lower rank goes
 *   first; then sends before receives before the rest; then what the start of another operation made ready before what
 *   its end did; then the order of declaration.
 * - Memory: proportional to the operations of processes that have not finished, and to the messages that are pending.
 * - Ownership: simulation_release frees what *simulation holds.
 * - ERR_INPUT if an operation names a process or an operation that is not there, if a message is longer than the
 *   receive that it is matched with (unless costs.any_size), or if processes wait for ever: it says which, in which
 *   operation, for what. ERR_MEMORY. *simulation is then untouched.
 */
enum status simulate(const struct schedule *schedule, const struct costs *costs, struct simulation *simulation,
		     struct error *err);

#endif
