#ifndef SONDE_MODEL_LOGGPO_FORMS_H
#define SONDE_MODEL_LOGGPO_FORMS_H

#include "model/model.h"

/*
 * LogGPO's closed forms: what one message costs its two processes, by when they call and when they begin to wait.
 *
 *	up to S: the data are there at A = T_s + O_i(m) + L + (m - 1) G, and taken at a, as by DCP, in O_c(m); if only
 *	waits move longer messages on, in a wait too
 *	A = T_s + O_request + L'          the request arrives (TA: the data do); O_request is O' and L' is L where the
 *	                                  model does not tell them apart
 *	a = T_r              if T_r > A   answered in the receive call itself, unless only waits move messages on
 *	  = max(T_rw, A)     else, where processes move messages on (DCP)
 *	  = A                else, where the platform does (ICP)
 *	RAT: k = a + 2 O' + L'            the answer arrives
 *	     x = max(k, T_sw) (DCP), k (ICP)
 *	     e = x + O_i + (m - 1) G      the sender is free, with O_push after O_i + O_push;  d = e + L: the data are
 *					  there
 *	RTA: d = a + O' + O_i + (m - 1) G + L;  the sender's wait ends no earlier than d + O' + L'
 *	TA:  d = a + O_c;  the sender's wait ends no earlier than d + O' + L'
 *
 * (Chen, Zhai, Zhang, Zheng, Science in China F, 2009, section 2.2; the paper lacks the maximum where the receiver
 * waits before the request has come, and counts O' and L of the request twice where the receiver is late.)
 */

/* When each process calls MPI_Isend or MPI_Irecv, and when it begins to wait, no earlier; seconds on one clock. Between
 * the two it is outside the library. */
struct loggpo_calls {
	double send, send_wait;
	double receive, receive_wait;
};

/* When both are done, seconds on the same clock. */
struct loggpo_times {
	double request;       /* A: the request, or the data, are at the receiver */
	double answer;        /* a: the receiver deals with it */
	double sender_free;   /* the sender's wait ends */
	double receiver_free; /* the receiver's */
};

/*
 * What a message of bytes from -> to takes under a loggpo model that is complete.
 *
 * - Local.
 */
struct loggpo_times loggpo_times(const struct model *model, struct link link, size_t bytes,
				 const struct loggpo_calls *calls);

#endif
