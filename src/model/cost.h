#ifndef SONDE_MODEL_COST_H
#define SONDE_MODEL_COST_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What passes between the two processes when a send waits for its receiver, beside the data (LogGPO: Chen, Zhai, Zhang,
 * Zheng, Science in China F, 2009, section 2.2).
 */
enum protocol {
	PROTOCOL_MEASURED, /* none of its own: what the handshake takes is part of what the model has measured */
	PROTOCOL_TA,  /* transfer, acknowledge: the data leave at once, and the receiver answers that it has them */
	PROTOCOL_RAT, /* request, acknowledge, transfer: the sender pushes the data when it has the answer */
	PROTOCOL_RTA  /* request, transfer, acknowledge: the receiver pulls the data, and says that it has them */
};

/*
 * How a rendezvous goes on, and when what has come is taken in.
 *
 * - A process is inside the library whenever its processor is not at work: the program then is in a call, if only
 * between two operations.
 */
struct handshake {
	double control;   /* what a processor takes to answer, or to take in a message without data */
	uint8_t protocol; /* enum protocol */
	bool independent; /* true: it goes on by itself; false: only while the process whose turn it is is inside */
	/* Of one that is not independent, and of a message that waits for nobody: its receiver takes notice in calls
	 * that wait alone; one that begins a message does not look for what has come. */
	bool in_waits;
	bool buffered; /* of PROTOCOL_RAT: the sender pushes the data into a buffer of the network's, from where they go
			  on by themselves; false: it is kept until they are out */
	double push;   /* how long that takes its processor */
};

/* What one message costs under a model, in seconds. */
struct cost {
	double send;             /* the sender's CPU: o_s */
	double latency;          /* L, or Hockney's alpha */
	double transfer;         /* the time that grows with the message: (m - 1)G, beta m, PLogP's g(m) */
	double receive;          /* the receiver's CPU, the message unexpected: o_r */
	double receive_expected; /* the same when the receive was posted before; equal to receive where the model does
				    not tell them apart */
	double gap;  /* least time from the start of this message to the start of the next one to the same process */
	double link; /* how long the message keeps the link from the sender to the receiver, which serves one at a time
			or shares its time among them; 0: not known, or as long as a port at most */
	union {
		double port_out; /* how long the sender's port is busy with the message, if own_ports */
		double request;  /* what the call that sends a handshake's request takes of the sender's processor */
	};
	union {
		double port_in;         /* how long the receiver's port is, in part at the same time, if own_ports */
		double control_latency; /* of a handshake's messages without data */
	};
	double processor_out, processor_in; /* how long their processors are, if own_ports */
	struct handshake handshake; /* of one that waits for its receiver, where the model tells: the other fields then
				       are of the data alone, and send is what begins to push or to pull them */
	bool own_ports;  /* what ports and processors do is known (LMO); else ports are busy for the gap, processors for
			    send and receive */
	bool apart;      /* send is paid by the call that begins the message, which needs nothing of the link before it
			    has ended */
	bool send_waits; /* a send that waits for its receiver is done when the message is delivered; else when it has
			    left */
	bool overheads_overlap; /* send and receive lie inside transfer (PLogP); else they come before and after it
				   (LogP, LogGP) */
};

/* Seconds from the start of the send until a waiting receiver has the message. Local. */
double cost_delivery(const struct cost *cost);

/* Return the least seconds from the start of a message to the next one of the same sender to another receiver, and of
 * another sender to the same receiver. Local. */
double cost_next_out(const struct cost *cost);
double cost_next_in(const struct cost *cost);

#endif
