/* Process 0 as it tells the others what to do, and hears how it went. */
#include "mpi/live/driver.h"

#include "mpi/portable.h"
#include "mpi/timed/measure.h"

#include <math.h>
#include <unistd.h>

void live_tell(struct live *l, int rank, const struct order *order)
{
	MPI_Send(order, (int)sizeof(*order), MPI_BYTE, rank, TAG_ORDER, l->process.control);
}

bool live_is_whole(const struct live *l, struct error *err)
{
	if (l->lost)
		error_set(err, ERR_PLATFORM, "a process no longer answered earlier: nothing more can be measured");
	return !l->lost;
}

/* Ends a little before a signal ends the run without a name, so that the process is named. */
bool live_await(struct live *l, int rank, int tag, struct error *err)
{
	double begin = MPI_Wtime(), margin = 0.05 * l->patience,
	       end = fmin(begin + l->patience, l->alarm > 0 ? l->alarm : INFINITY) - margin;
	int here = PORTABLE_SIMULATED || l->patience == 0;

	if (!live_is_whole(l, err))
		return false;
	while (!here && !l->lost) {
		MPI_Iprobe(rank, tag, l->process.control, &here, MPI_STATUS_IGNORE);
		l->lost = !here && MPI_Wtime() > end;
		if (l->lost)
			error_set(err, ERR_PLATFORM,
				  "process %d%s%s has not answered for %.3g s: it, its host or the network to it is "
				  "gone. The run ends here; what was measured before is in the store",
				  rank, l->hosts ? " on " : "", l->hosts ? l->hosts[rank] : "", MPI_Wtime() - begin);
	}
	return !l->lost;
}

void live_hear_reply(struct live *l, int rank, struct error *err)
{
	struct reply reply;

	if (!live_await(l, rank, TAG_REPLY, err))
		return;
	MPI_Recv(&reply, (int)sizeof(reply), MPI_BYTE, rank, TAG_REPLY, l->process.control, MPI_STATUS_IGNORE);
	if (reply.status != OK)
		error_set(err, reply.status, "%s", reply.text);
}

void live_collect(struct live *l, const struct experiment *what, size_t n, struct observation *observations,
		  struct error *err)
{
	const int ranks[3] = {what->from, what->to, (int)what->setup.third};

	for (int i = 0; i < (what->kind == EXPERIMENT_ONE_TO_TWO && ranks[2] != ranks[1] ? 3 : 2); i++) {
		if (ranks[i] == 0)
			continue;
		if (ranks[i] == measure_by(what) && live_await(l, ranks[i], TAG_OBSERVATIONS, err))
			MPI_Recv(observations, (int)(n * sizeof(*observations)), MPI_BYTE, ranks[i], TAG_OBSERVATIONS,
				 l->process.control, MPI_STATUS_IGNORE);
		live_hear_reply(l, ranks[i], err);
	}
	l->platform.messages +=
		n * (what->kind == EXPERIMENT_ONE_TO_TWO ? 2 : 1) *
		(2 + 2 * what->warmup +
		 what->loop * (what->kind == EXPERIMENT_EXCHANGE ? 2 * experiment_messages(what) : what->count + 1));
}

void live_tell_experiment(struct live *l, const struct order *order)
{
	if (order->batch.what.from != 0)
		live_tell(l, order->batch.what.from, order);
	if (order->batch.what.to != 0)
		live_tell(l, order->batch.what.to, order);
	if (order->batch.what.setup.third != 0 && (int)order->batch.what.setup.third != order->batch.what.to)
		live_tell(l, (int)order->batch.what.setup.third, order);
}

void live_set_alarm(struct live *l, unsigned seconds)
{
	if (PORTABLE_SIMULATED || l->patience == 0)
		return;
	alarm(seconds);
	l->alarm = seconds ? MPI_Wtime() + seconds : 0;
}

void live_keep_background(struct live *l, bool busy)
{
	const struct order order = {.kind = ORDER_BACKGROUND, .busy = busy};

	for (int rank = 1; busy != l->process.busy && rank < l->process.size; rank++)
		live_tell(l, rank, &order);
	l->process.busy = busy;
}
