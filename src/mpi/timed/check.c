#include "mpi/timed/check.h"

#include "mpi/timed/calls.h"
#include "mpi/collective/forced.h"
#include "mpi/collective/native.h"
#include "mpi/collective/own.h"
#include "mpi/timed/measure.h"
#include "sample/collective.h"

#include <string.h>

/* EXPERIMENT_COLLECTIVE. */
static enum status check_collective(const struct process *process, const struct experiment *what, struct error *err)
{
	const struct collective_kind *kind = collective_find(what->setup.collective);
	int last = process->size - 1;
	bool is_user = collective_is_user(process, what->setup.collective);
	size_t room;

	if (!kind && !is_user)
		return error_set(err, ERR_INPUT, "there is no collective operation \"%s\"", what->setup.collective);
	if (what->from < 0 || what->from > last)
		return error_set(err, ERR_INPUT, "no %s with root %d: there are processes 0 to %d",
				 what->setup.collective, what->from, last);
	if (is_user)
		return setup_timing_check(&what->setup, what->count, err);
	room = collective_room(kind, experiment_span(what), (size_t)process->size);
	if (room > process->buffers.bytes)
		return error_set(err, ERR_INPUT, "%s of %zu bytes needs buffers of %zu bytes, and %zu were prepared",
				 kind->name, what->bytes, room, process->buffers.bytes);
	if (what->setup.members != MEMBERS_ALL &&
	    (what->setup.timing == TIMING_ROOT || what->setup.algorithm[0] || what->from != 0))
		return error_set(err, ERR_INPUT,
				 "%s of a part of the processes: by the MPI library alone, with root 0, timed globally "
				 "or as the longest time of any process",
				 kind->name);
	if (setup_timing_check(&what->setup, what->count, err) != OK)
		return ERR_INPUT;
	if (collective_data_check(&what->setup, err) != OK)
		return ERR_INPUT;
	if (what->setup.forced[0] && strcmp(what->setup.forced, SETUP_SPLIT) != 0)
		return forced_check(&what->setup, err);
	return what->setup.algorithm[0] ? execute_collective_check(what, process->size, err) : OK;
}

/* EXPERIMENT_ONE_TO_TWO. */
static enum status check_third(const struct experiment *what, int last, struct error *err)
{
	int third = (int)what->setup.third;
	bool ascending = third > what->to, at_once = what->setup.operation == OPERATION_ISEND;

	if (third < 1 || third > last || third == what->from || (!ascending && !at_once))
		return error_set(
			err, ERR_INPUT,
			"no one-to-two from process %d to %d and %d: a sender and two receivers of 0 to %d are "
			"needed, the receivers %s",
			what->from, what->to, third, last,
			at_once ? "different from the sender, the second not 0" : "ascending");
	if (what->setup.operation != OPERATION_SEND && what->setup.operation != OPERATION_ISEND)
		return error_set(err, ERR_INPUT, "a one-to-two is sent by MPI_Send or MPI_Isend");
	if (what->setup.cold[0] || what->setup.cold[1] || what->setup.layout[0].kind != LAYOUT_CONTIGUOUS ||
	    what->setup.layout[1].kind != LAYOUT_CONTIGUOUS)
		return error_set(err, ERR_INPUT, "a one-to-two is of contiguous data in cache");
	if (what->reply_bytes > 0 && (what->setup.operation != OPERATION_ISEND || what->loop > 1))
		return error_set(err, ERR_INPUT,
				 "a one-to-two is answered by %zu bytes only if it is sent by MPI_Isend, and timed by "
				 "itself",
				 what->reply_bytes);
	return OK;
}

enum status check_experiment(const struct process *process, const struct experiment *what, struct error *err)
{
	size_t most = what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes;
	size_t room = experiment_room(what);
	int last = process->size - 1;

	if (what->kind == EXPERIMENT_COLLECTIVE)
		return check_collective(process, what, err);
	if (what->from < 0 || what->to < 0 || what->from > last || what->to > last || what->from == what->to)
		return error_set(err, ERR_INPUT,
				 "no experiment between processes %d and %d: there are processes 0 to %d", what->from,
				 what->to, last);
	if (calls_are_users(what) &&
	    (!process->user.measure || strcmp(process->user.name, what->setup.collective) != 0))
		return error_set(err, ERR_INPUT, "there is no exchange \"%s\"", what->setup.collective);
	if (what->kind == EXPERIMENT_ONE_TO_TWO && check_third(what, last, err) != OK)
		return ERR_INPUT;
	if (room > process->buffers.bytes)
		return error_set(
			err, ERR_INPUT,
			"messages of %zu bytes that lie in %zu do not fit the buffers of %zu that were prepared", most,
			room, process->buffers.bytes);
	if (calls_check(what, err) != OK)
		return ERR_INPUT;
	if (what->kind == EXPERIMENT_RECEIVE_EXPECTED && what->loop > 1 &&
	    (what->loop > MEASURE_EXPECTED_MOST || what->loop * what->bytes > RING_ROOM / 2))
		return error_set(err, ERR_INPUT,
				 "at most %d expected messages, of together at most %zu bytes, can be posted at once, "
				 "not %zu of %zu",
				 MEASURE_EXPECTED_MOST, RING_ROOM / 2, what->loop, what->bytes);
	return OK;
}
