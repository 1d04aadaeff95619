/* Process 0 sends the plan, and all walk through it in step; after each batch the others report and process 0 decides
 * whether they go on. */
#include "mpi/stress/walk.h"

#include "mpi/portable.h"
#include "mpi/stress/step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFERS = 4 }; /* two of our own, and what the MPI library may need for what it sends and receives */

#define BATCH_BYTES ((size_t)64 << 20)

static const unsigned one_sided =
	1u << OPERATION_PUT_FENCE | 1u << OPERATION_PUT_LOCK | 1u << OPERATION_GET_FENCE | 1u << OPERATION_GET_LOCK;

static void make_windows(struct stress *stress, const struct stress_plan *plan, struct reply *reply)
{
	unsigned char *buffers[2] = {stress->out, stress->in};

	if (!(plan->operations & one_sided))
		return;
	for (int i = 0; i < 2; i++) {
		if (MPI_Win_create(buffers[i], (MPI_Aint)stress_room(plan), 1, MPI_INFO_NULL, stress->process->data,
				   &stress->windows[i]) != MPI_SUCCESS) {
			reply->status = ERR_PLATFORM;
			snprintf(reply->text, sizeof(reply->text),
				 "process %d could not make a window of %zu bytes for put and get",
				 stress->process->rank, stress_room(plan));
			return;
		}
		MPI_Win_set_errhandler(stress->windows[i], MPI_ERRORS_RETURN);
	}
}

static void release(struct stress *stress, struct stress_steps *steps)
{
	for (int i = 0; i < 2; i++)
		if (stress->windows[i] != MPI_WIN_NULL)
			MPI_Win_free(&stress->windows[i]);
	free(stress->out);
	free(stress->in);
	stress_steps_release(steps);
}

/* Tells the others a decision of process 0, or hears it. Collective. */
static bool agree(struct stress *stress, bool mine)
{
	struct process *p = stress->process;
	char word = mine ? 1 : 0;

	for (int rank = 1; p->rank == 0 && rank < p->size; rank++)
		MPI_Send(&word, 1, MPI_BYTE, rank, TAG_TURN, p->control);
	if (p->rank != 0)
		MPI_Recv(&word, 1, MPI_BYTE, 0, TAG_TURN, p->control, MPI_STATUS_IGNORE);
	return word;
}

/* True if all processes have what they need; process 0 then knows the first failure. Collective. */
static bool all_well(struct stress *stress, const struct stress_driver *driver, const struct reply *mine)
{
	struct process *p = stress->process;
	struct reply reply = *mine;
	bool well = mine->status == OK;

	if (p->rank != 0)
		MPI_Send(&reply, (int)sizeof(reply), MPI_BYTE, 0, TAG_REPLY, p->control);
	for (int rank = 0; driver && rank < p->size; rank++) {
		if (rank > 0)
			MPI_Recv(&reply, (int)sizeof(reply), MPI_BYTE, rank, TAG_REPLY, p->control, MPI_STATUS_IGNORE);
		if (reply.status != OK)
			error_set(driver->err, reply.status, "%s", reply.text);
		well = well && reply.status == OK;
	}
	return agree(stress, well);
}

bool stress_fits(const struct stress_plan *plan, int neighbours)
{
	return stress_room(plan) <= buffers_available() / BUFFERS / (size_t)neighbours;
}

static bool prepare(struct stress *stress, struct stress_steps *steps, const struct stress_plan *plan,
		    const struct stress_driver *driver)
{
	struct reply reply = {0};
	struct error err = {0};
	size_t room = stress_room(plan);

	reply.status = stress_steps_init(steps, plan, &err);
	if (reply.status == OK && !stress_fits(plan, stress->process->neighbours))
		reply.status = error_set(&err, ERR_INPUT,
					 "messages of up to %zu bytes need two buffers of %zu bytes, and as much for "
					 "the MPI library, in each of %d processes on a machine that has %zu MiB of "
					 "memory available; shorter messages are needed",
					 plan->largest, room, stress->process->neighbours, buffers_available() >> 20);
	if (reply.status == OK) {
		stress->out = calloc(room, 1);
		stress->in = calloc(room, 1);
		if (!stress->out || !stress->in)
			reply.status =
				error_set(&err, ERR_MEMORY,
					  "buffers of %zu bytes could not be had; shorter messages are needed", room);
	}
	memcpy(reply.text, err.text, sizeof(reply.text));
	if (!all_well(stress, driver, &reply))
		return false;
	make_windows(stress, plan, &reply);
	return all_well(stress, driver, &reply);
}

/* Brings what the processes found to process 0. Collective. */
static void gather_reports(struct stress *stress, const struct stress_driver *driver)
{
	struct process *p = stress->process;

	if (driver)
		stress_driver_take(driver, &stress->report);
	else
		MPI_Send(&stress->report, (int)sizeof(stress->report), MPI_BYTE, 0, TAG_REPLY, p->control);
	stress->report = (struct stress_report){0};
	for (int rank = 1; driver && rank < p->size; rank++) {
		MPI_Recv(&stress->report, (int)sizeof(stress->report), MPI_BYTE, rank, TAG_REPLY, p->control,
			 MPI_STATUS_IGNORE);
		stress_driver_take(driver, &stress->report);
	}
	stress->report = (struct stress_report){0};
}

/* Steps from first on, until there are STRESS_BATCH or they are large. Returns how many. */
static size_t walk_batch(struct stress *stress, const struct stress_steps *steps, const struct stress_driver *driver,
			 size_t round, size_t first)
{
	size_t bytes = 0, n = 0;

	while (n < STRESS_BATCH && first + n < steps->n && bytes < BATCH_BYTES) {
		const struct stress_step step = stress_step(steps, round, first + n);

		stress_do(stress, &step);
		bytes += step.bytes * step.messages;
		if (driver)
			stress_driver_note(driver, &step);
		n++;
	}
	return n;
}

static void set_alarm(const struct stress_driver *driver, double seconds)
{
	if (driver && !PORTABLE_SIMULATED)
		alarm((unsigned)ceil(seconds));
}

/* s until the last round is over, or the time: steps come in random order, so that the share of them is that of the
 * time. */
static double time_left(const struct stress_driver *driver, size_t steps, size_t round, size_t done)
{
	double seconds = MPI_Wtime() - driver->begin, all = (double)driver->options->rounds * (double)steps,
	       gone = (double)round * (double)steps + (double)done;
	double left = driver->options->rounds > 0 ? progress_left(gone, all - gone, seconds) : NAN;

	return driver->options->seconds > 0 ? fmin(left, fmax(0, driver->options->seconds - seconds)) : left;
}

/* Walks until process 0 says that it is enough. Collective. */
static void walk(struct stress *stress, struct stress_steps *steps, const struct stress_driver *driver)
{
	bool on = steps->n > 0;

	for (size_t round = 0; on; round++) {
		stress_shuffle(steps, round);
		for (size_t i = 0; on && i < steps->n;) {
			set_alarm(driver, driver ? driver->options->patience : 0);
			i += walk_batch(stress, steps, driver, round, i);
			gather_reports(stress, driver);
			set_alarm(driver, 0);
			if (driver)
				progress_report(driver->progress, "steps of a round", i, steps->n,
						time_left(driver, steps->n, round, i));
			on = agree(stress, driver && stress_driver_goes_on(driver) &&
						   (i < steps->n || driver->options->rounds == 0 ||
						    round + 1 < driver->options->rounds));
			if (driver && i == steps->n)
				driver->result->rounds++;
		}
	}
}

void stress_walk(struct process *process, const struct stress_plan *plan, const struct stress_driver *driver)
{
	struct stress stress = {.process = process, .windows = {MPI_WIN_NULL, MPI_WIN_NULL}};
	struct stress_steps steps = {.n = 0};

	if (prepare(&stress, &steps, plan, driver))
		walk(&stress, &steps, driver);
	release(&stress, &steps);
}
