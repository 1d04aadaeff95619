#include "mpi/live/serve.h"

#include "mpi/clock.h"
#include "mpi/live/cpu_times.h"
#include "mpi/timed/measure.h"
#include "mpi/live/place.h"
#include "mpi/portable.h"
#include "mpi/stress/walk.h"
#include "mpi/live/traffic.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void serve_prepare(struct process *process, const struct order *order, struct reply *reply)
{
	struct error err = {0};

	reply->status = buffers_reserve(&process->buffers, order->bytes, process->neighbours, &err);
	memcpy(reply->text, err.text, sizeof(reply->text));
}

void serve_describe(const struct process *process, struct description *description)
{
	int length = 0;

	memset(description, 0, sizeof(*description));
	MPI_Get_processor_name(description->host, &length);
	place_binding(description->binding, sizeof(description->binding));
	description->node = process->node;
	description->yields = process->yields;
	if (!PORTABLE_SIMULATED)
		place_of_process(description->place, sizeof(description->place));
}

/* Of the text only what there is: when many experiments end at once, process 0 hears them one after the other. */
static void send_reply(struct process *process, const struct reply *reply)
{
	MPI_Send(reply, (int)(offsetof(struct reply, text) + strlen(reply->text) + 1), MPI_BYTE, 0, TAG_REPLY,
		 process->control);
}

static void serve_run(struct process *process, const struct order *order)
{
	struct error err = {0};
	struct reply reply = {0};
	bool measures = process->rank ==
			measure_by(&order->batch.what); /* of a collective process 0 does, which gives the orders */
	struct observation observations[ORDER_BATCH] = {{0}};

	reply.status = measure(process, &order->batch, observations, &err);
	memcpy(reply.text, err.text, sizeof(reply.text));
	if (measures)
		MPI_Send(observations, (int)(order->batch.n * sizeof(*observations)), MPI_BYTE, 0, TAG_OBSERVATIONS,
			 process->control);
	send_reply(process, &reply);
}

static void serve_schedule(struct process *process, const struct order *order)
{
	struct error err = {0};
	struct reply reply = {0};

	reply.status = schedule_part_serve(process, &order->schedule, &err);
	memcpy(reply.text, err.text, sizeof(reply.text));
	send_reply(process, &reply);
}

static void answer(struct process *process, const struct order *order)
{
	struct reply reply = {0};
	struct description description;

	if (order->kind == ORDER_RUN) {
		serve_run(process, order);
	} else if (order->kind == ORDER_STAND_BY) {
		measure_nothing(process, &order->batch);
	} else if (order->kind == ORDER_BACKGROUND) {
		process->busy = order->busy;
	} else if (order->kind == ORDER_PREPARE) {
		serve_prepare(process, order, &reply);
		send_reply(process, &reply);
	} else if (order->kind == ORDER_DESCRIBE) {
		serve_describe(process, &description);
		MPI_Send(&description, (int)sizeof(description), MPI_BYTE, 0, TAG_DESCRIPTION, process->control);
	} else if (order->kind == ORDER_TRAFFIC) {
		traffic_send(process);
	} else if (order->kind == ORDER_CPU) {
		cpu_times_send(process);
	} else if (order->kind == ORDER_STRESS) {
		stress_walk(process, &order->stress, NULL);
	} else if (order->kind == ORDER_SCHEDULE) {
		serve_schedule(process, order);
	}
}

/*
 * Waits for the next order: busy for a moment, since orders mostly follow closely, then with naps, so that a process
 * that takes no part leaves its CPU to those that do. Where time is simulated waiting costs nothing, and naps would be
 * events. A process that is to be busy computes instead.
 */
static void await_order(struct process *process)
{
	const struct timespec nap = {.tv_nsec = 500000};
	const double patience = 0.02, slice = 50e-6;
	double begin = MPI_Wtime();
	int here = PORTABLE_SIMULATED;

	while (!here) {
		MPI_Iprobe(0, TAG_ORDER, process->control, &here, MPI_STATUS_IGNORE);
		if (!here && process->busy)
			clock_delay(slice);
		else if (!here && MPI_Wtime() - begin > patience)
			nanosleep(&nap, NULL);
	}
}

void serve(struct process *process)
{
	struct order order = {.kind = ORDER_DESCRIBE};

	while (order.kind != ORDER_QUIT) {
		await_order(process);
		MPI_Recv(&order, (int)sizeof(order), MPI_BYTE, 0, TAG_ORDER, process->control, MPI_STATUS_IGNORE);
		answer(process, &order);
	}
}
