#ifndef SONDE_PREDICT_OVERLAPPED_H
#define SONDE_PREDICT_OVERLAPPED_H

#include "model/loggpo_forms.h"

/*
 * A message with computation beside it: the cases of LogGPO (Chen, Zhai, Zhang, Zheng, Science in China F, 2009,
 * section 2.2), by the closed forms and simulated.
 *
 * - The sender calls MPI_Isend, computes, and waits; the receiver calls MPI_Irecv, computes as long, and waits. It is
 *   early and calls at once (Fig. 3b), or late and calls just when the request, or an eager message, has come (Fig.
 * 3a).
 * - All functions are Local.
 */

enum overlapped_case { RECEIVER_EARLY, RECEIVER_LATE, OVERLAPPED_CASES };

/* "early receive", "late receive". */
extern const char *const overlapped_names[];

/* What the two take for the message, their computation apart. Seconds. */
struct overlapped_times {
	double sender, receiver; /* O_s, O_r: calls, and waiting in them */
	double whole;            /* from the send call until both are done, of which the computation is a part */
};

struct overlapped {
	size_t bytes;
	enum overlapped_case receiver;
	struct handshake handshake; /* protocol and who moves it on; PROTOCOL_MEASURED: eager */
	double compute;             /* s, of the sender, beside the message */
	double receiver_compute;    /* s: the same; of one that is late longer by the message, which comes meanwhile */
	double receive;             /* s: T_r, when the receiver calls, after the sender's call */
	double cost;                /* s: T_c, from the send call until both are done without any computation */
	struct overlapped_times formula, simulated;
	double hidden_sender, hidden_receiver; /* R_so, R_ro: compute / (compute + O); NAN without computation */
};

/*
 * Predicts one of the cases.
 *
 * - compute: s, of the sender; below 0: as long as the message takes alone. It is rounded up to nanoseconds.
 * - ERR_INPUT: the model has no such forms (model_class.handshakes); ERR_* of predict_schedule.
 */
enum status predict_overlapped(const struct model *model, struct link link, size_t bytes, enum overlapped_case receiver,
			       double compute, struct overlapped *found, struct error *err);

#endif
