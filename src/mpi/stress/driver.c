#include "mpi/stress/driver.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Keeps a fault, or counts it with its like. */
static void keep_fault(const struct stress_driver *driver, const struct stress_fault *fault)
{
	struct stress_result *r = driver->result;
	struct stress_fault *grown;

	r->count++;
	for (size_t i = 0; i < r->n_faults; i++) {
		struct stress_fault *known = &r->faults[i];

		if (strcmp(known->kind, fault->kind) == 0 && strcmp(known->operation, fault->operation) == 0 &&
		    known->process == fault->process && known->peer == fault->peer) {
			known->count++;
			return;
		}
	}
	grown = memory_grow(r->faults, &r->capacity, r->n_faults + 1, sizeof(*grown));
	if (!grown) {
		error_memory(driver->err, "the list of faults");
		return;
	}
	r->faults = grown;
	r->faults[r->n_faults++] = *fault;
}

/* The faults of a batch come by process; they are kept by step. */
static int compare_faults(const void *a, const void *b)
{
	const struct stress_fault *x = a, *y = b;

	return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
				      : (x->process > y->process) - (x->process < y->process);
}

void stress_driver_take(const struct stress_driver *driver, const struct stress_report *report)
{
	for (size_t i = 0; i < report->n; i++)
		keep_fault(driver, &report->faults[i]);
	for (int o = 0; o < STRESS_OPERATIONS; o++) {
		driver->result->messages[o] += report->messages[o];
		driver->result->bytes[o] += report->bytes[o];
	}
}

bool stress_driver_goes_on(const struct stress_driver *driver)
{
	const struct stress_options *o = driver->options;
	struct stress_result *r = driver->result;

	if (r->n_faults > 1)
		qsort(r->faults, r->n_faults, sizeof(*r->faults), compare_faults);
	r->seconds = MPI_Wtime() - driver->begin;
	r->stopped = o->stop && o->stop();
	return !r->stopped && driver->err->status == OK && (r->count == 0 || o->keep_going) &&
	       (o->seconds == 0 || r->seconds < o->seconds);
}

void stress_driver_note(const struct stress_driver *driver, const struct stress_step *step)
{
	struct stress_result *r = driver->result;
	bool both = step->operation == OPERATION_SENDRECV;

	r->steps++;
	for (int direction = 0; step->operation < STRESS_BCAST && direction < 2; direction++) {
		bool *seen = &driver->seen[2 * step->pairing + direction];

		if (!*seen && (both || step->reversed == direction)) {
			*seen = true;
			r->pairs += (size_t)driver->processes / 2;
		}
	}
}
