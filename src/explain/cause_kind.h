#ifndef SONDE_EXPLAIN_CAUSE_KIND_H
#define SONDE_EXPLAIN_CAUSE_KIND_H

/* What processes wait for. */
enum cause_kind {
	CAUSE_COMPUTATION,
	CAUSE_KEPT,     /* calls that are not simulated; of place 0: the process began late */
	CAUSE_OVERHEAD, /* of sending and receiving */
	CAUSE_TRANSFER, /* latency, gap and bandwidth of the messages waited for */
	CAUSE_QUEUE,    /* other messages that the port was busy with */
	CAUSE_ORDER,    /* something else was there that the process would have gone on with (interval_choice) */
	CAUSE_KINDS
};

#endif
