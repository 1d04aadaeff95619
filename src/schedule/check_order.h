#ifndef SONDE_SCHEDULE_CHECK_ORDER_H
#define SONDE_SCHEDULE_CHECK_ORDER_H

#include "schedule/schedule.h"

/* All functions are Local. */

/*
 * Sets *err to ERR_INPUT with the process, the operation and the text of a fault: "process 3, operation 7, send of 16
 * elements to process 4: ...".
 */
enum status check_fault(struct error *err, const struct rank_program *program, int process, size_t operation,
			const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The elements that an operation reads or writes. */
struct access {
	uint64_t begin, end;
	uint32_t operation;
	uint8_t buffer;
	bool write;
};

/* Memory for check_order_program, kept from one program to the next. Zero-initialise it. */
struct check_order {
	uint64_t *bits;
	size_t bits_capacity;
	uint32_t *sequence; /* the operations, each after those that it waits for */
	size_t sequence_capacity;
	uint32_t *waiting;
	size_t waiting_capacity;
	struct access *accesses;
	size_t accesses_capacity;
	uint32_t *last; /* by peer: one more than the newest operation with it */
	size_t last_capacity;
	uint32_t *earlier; /* by operation: the one before with the same peer, in the same way */
	size_t earlier_capacity;
};

void check_order_release(struct check_order *order);

/*
 * Checks what one program shows by itself: kinds, peers, ranges, cycles, races, and the order in which operations that
 * could match the same messages start.
 *
 * - elements: the sizes of BUFFER_SEND and BUFFER_RECEIVE.
 * - ERR_INPUT, ERR_MEMORY.
 */
enum status check_order_program(struct check_order *order, const struct rank_program *program, int process,
				int processes, const uint64_t elements[2], struct error *err);

#endif
