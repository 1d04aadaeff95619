#include "schedule/check_state.h"

static const struct operation *operation_of(const struct check *check, uint32_t task)
{
	const struct checked_process *process = &check->processes[check->tasks[task].process];

	return &process->program.operations[task - process->base];
}

static void learn(struct check *check, uint32_t task, uint32_t from)
{
	for (size_t w = 0; w < check->known_words; w++)
		check->known[task * check->known_words + w] |= check->known[from * check->known_words + w];
}

/* Tells those that wait for a task's start, or its end. */
static void tell(struct check *check, uint32_t task, bool start)
{
	uint32_t base = (uint32_t)check->processes[check->tasks[task].process].base;

	for (uint32_t s = check->tasks[task].first; s < check->tasks[task + 1].first; s++) {
		uint32_t successor = base + check->successors[s].on;

		if (check->successors[s].start != start)
			continue;
		learn(check, successor, task);
		if (--check->tasks[successor].waits == 0)
			check->ready[check->ready_end++] = successor;
	}
}

static void finish(struct check *check, uint32_t task)
{
	check->tasks[task].stage = STAGE_DONE;
	check->tasks[task].done_at = check->done++;
	tell(check, task, false);
}

static enum status fault(const struct check *check, uint32_t task, const char *text, struct error *err)
{
	const struct checked_process *process = &check->processes[check->tasks[task].process];

	return check_fault(err, &process->program, (int)check->tasks[task].process, task - process->base, "%s", text);
}

static enum status inner_fault(const struct check *check, uint32_t task, enum status status, struct error *err)
{
	return status == ERR_INPUT ? fault(check, task, check->inner.text, err)
				   : error_set(err, status, "%s", check->inner.text);
}

static void append(struct check *check, struct message_queue *queue, uint32_t task)
{
	check->tasks[task].next = NONE;
	if (queue->head == NONE)
		queue->head = task;
	else
		check->tasks[queue->tail].next = task;
	queue->tail = task;
}

static bool matches(const struct operation *receive, uint32_t sender, const struct operation *send)
{
	return (receive->peer == (int32_t)sender || receive->peer == PEER_ANY) &&
	       (receive->tag == send->tag || receive->tag == TAG_ANY);
}

/* Takes the first match of a task out of the queue, NONE if there is none. */
static uint32_t take(struct check *check, struct message_queue *queue, uint32_t task, bool task_receives)
{
	uint32_t before = NONE;

	for (uint32_t other = queue->head; other != NONE; before = other, other = check->tasks[other].next) {
		uint32_t send = task_receives ? other : task, receive = task_receives ? task : other;

		if (!matches(operation_of(check, receive), check->tasks[send].process, operation_of(check, send)))
			continue;
		if (before == NONE)
			queue->head = check->tasks[other].next;
		else
			check->tasks[before].next = check->tasks[other].next;
		if (queue->tail == other)
			queue->tail = before;
		return other;
	}
	return NONE;
}

static enum status deliver(struct check *check, uint32_t send, uint32_t receive, struct error *err)
{
	const struct operation *from = operation_of(check, send), *to = operation_of(check, receive);
	struct checked_process *sender = &check->processes[check->tasks[send].process],
			       *receiver = &check->processes[check->tasks[receive].process];
	enum status status = OK;

	if (from->count > to->count)
		return check_fault(
			err, &receiver->program, (int)check->tasks[receive].process, receive - receiver->base,
			"the message that it gets, operation %zu of process %u, has %llu elements", send - sender->base,
			(unsigned)check->tasks[send].process, (unsigned long long)from->count);
	if (from->count > 0)
		status = held_copy(&receiver->held[to->to], to->to_offset, &sender->held[from->from], from->from_offset,
				   from->count, &check->sets, &check->room, &check->inner);
	if (status != OK)
		return inner_fault(check, send, status, err);
	learn(check, receive, send);
	finish(check, send);
	finish(check, receive);
	return OK;
}

static enum status local(struct check *check, uint32_t task, const struct operation *operation, struct error *err)
{
	struct buffer_contents *held = check->processes[check->tasks[task].process].held;
	enum status status = OK;

	if (operation->kind == OP_COPY && operation->count > 0)
		status = held_copy(&held[operation->to], operation->to_offset, &held[operation->from],
				   operation->from_offset, operation->count, &check->sets, &check->room, &check->inner);
	if (operation->kind == OP_REDUCE && operation->count > 0)
		status = held_reduce(&held[operation->to], operation->to_offset, &held[operation->from],
				     operation->from_offset, operation->count, &check->sets, &check->room,
				     &check->inner);
	if (status != OK)
		return inner_fault(check, task, status, err);
	finish(check, task);
	return OK;
}

static enum status start(struct check *check, uint32_t task, struct error *err)
{
	const struct operation *operation = operation_of(check, task);
	uint32_t process = check->tasks[task].process, other;
	struct checked_process *receiver;

	check->tasks[task].stage = STAGE_STARTED;
	if (check->known_words > 0)
		check->known[task * check->known_words + process / CHECK_WORD] |= (uint64_t)1 << process % CHECK_WORD;
	tell(check, task, true);
	if (operation->kind == OP_SEND) {
		receiver = &check->processes[operation->peer];
		other = take(check, &receiver->posted, task, false);
		if (other != NONE)
			return deliver(check, task, other, err);
		append(check, &receiver->messages, task);
		return OK;
	}
	if (operation->kind == OP_RECEIVE) {
		receiver = &check->processes[process];
		other = take(check, &receiver->messages, task, true);
		if (other != NONE)
			return deliver(check, other, task, err);
		append(check, &receiver->posted, task);
		return OK;
	}
	return local(check, task, operation, err);
}

/* Whether some operation that has not started could match a started one. */
static bool has_hope(const struct check *check, uint32_t task)
{
	const struct operation *operation = operation_of(check, task);

	for (uint32_t other = 0; other < check->n_tasks; other++) {
		const struct operation *candidate = operation_of(check, other);
		uint32_t process = check->tasks[other].process;

		if (check->tasks[other].stage != STAGE_WAITING)
			continue;
		if (operation->kind == OP_SEND && candidate->kind == OP_RECEIVE &&
		    (int32_t)process == operation->peer && matches(candidate, check->tasks[task].process, operation))
			return true;
		if (operation->kind == OP_RECEIVE && candidate->kind == OP_SEND &&
		    candidate->peer == (int32_t)check->tasks[task].process && matches(operation, process, candidate))
			return true;
	}
	return false;
}

/* Nothing can start any more and not all is done: a message without a counterpart is named first, it is what the others
 * wait for. */
static enum status stuck(const struct check *check, struct error *err)
{
	uint32_t first = NONE;

	for (uint32_t task = 0; task < check->n_tasks; task++) {
		if (check->tasks[task].stage != STAGE_STARTED)
			continue;
		if (!has_hope(check, task))
			return fault(check, task,
				     operation_of(check, task)->kind == OP_SEND ? "it is never received"
										: "no message ever comes",
				     err);
		if (first == NONE)
			first = task;
	}
	return fault(check, first,
		     "a deadlock: it waits for an operation of the other process that waits in turn, when every send "
		     "waits for its receive",
		     err);
}

enum status check_tasks(struct check *check, struct error *err)
{
	enum status status = OK;

	while (status == OK && check->ready_begin < check->ready_end)
		status = start(check, check->ready[check->ready_begin++], err);
	return status == OK && check->done < check->n_tasks ? stuck(check, err) : status;
}
