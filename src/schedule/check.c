#include "schedule/check.h"

#include "base/memory.h"
#include "schedule/check_state.h"
#include "schedule/order.h"

#include <stdlib.h>
#include <string.h>

struct check *check_new(void)
{
	return calloc(1, sizeof(struct check));
}

void check_free(struct check *check)
{
	if (!check)
		return;
	for (size_t i = 0; i < check->processes_capacity; i++) {
		rank_program_release(&check->processes[i].program);
		for (size_t b = 0; b < 3; b++)
			free(check->processes[i].held[b].items);
	}
	free(check->processes);
	free(check->tasks);
	free(check->successors);
	free(check->ready);
	free(check->known);
	sets_release(&check->sets);
	free(check->room.items);
	free(check->expected.items);
	free(check->before.items);
	free(check->after.items);
	check_order_release(&check->order);
	free(check);
}

static enum status describe(struct check *check, const struct contract *contract, int process, struct error *err)
{
	struct checked_process *p = &check->processes[process];

	check->before.n = check->after.n = 0;
	check->before.out_of_memory = check->after.out_of_memory = false;
	p->elements[BUFFER_SEND] = p->elements[BUFFER_RECEIVE] = 0;
	contract->describe(contract->self, process, &p->elements[BUFFER_SEND], &p->elements[BUFFER_RECEIVE],
			   &check->before, &check->after);
	return check->before.out_of_memory || check->after.out_of_memory
		       ? error_memory(err, "what a schedule must bring about")
		       : OK;
}

static enum status hold(struct check *check, struct buffer_contents *held, const struct holding *holding,
			struct error *err)
{
	struct piece piece = {holding->offset, holding->offset + holding->count, holding->position, 0};

	if (holding->count == 0)
		return OK;
	TRY(sets_interval(&check->sets, holding->first, holding->last, &piece.set, err));
	return held_put(held, &check->sets, piece.begin, piece.end, &piece, 1, err);
}

/* Builds and looks at the programs one by one, and fills the buffers. */
static enum status load(struct check *check, const struct schedule *schedule, const struct contract *contract,
			struct error *err)
{
	size_t held = check->processes_capacity;
	struct checked_process *grown =
		memory_grow(check->processes, &check->processes_capacity, (size_t)schedule->processes, sizeof(*grown));
	enum status status = OK;

	if (!grown)
		return error_memory(err, "the programs of a schedule");
	memset(grown + held, 0, (check->processes_capacity - held) * sizeof(*grown));
	check->processes = grown;
	check->n = schedule->processes;
	check->n_tasks = 0;
	for (int i = 0; status == OK && i < check->n; i++) {
		struct checked_process *process = &check->processes[i];

		process->base = check->n_tasks;
		process->messages = process->posted = (struct message_queue){NONE, NONE};
		for (size_t b = 0; b < 3; b++)
			process->held[b].n = 0;
		rank_program_clear(&process->program);
		status = schedule->build(schedule->self, i, &process->program, err);
		if (status == OK)
			status = rank_program_status(&process->program, err);
		if (status == OK)
			status = describe(check, contract, i, err);
		for (size_t h = 0; status == OK && h < check->before.n; h++)
			status = hold(check, &process->held[check->before.items[h].buffer], &check->before.items[h],
				      err);
		if (status == OK)
			status = check_order_program(&check->order, &process->program, i, check->n, process->elements,
						     err);
		check->n_tasks += process->program.n;
	}
	return status == OK && check->n_tasks > INT32_MAX
		       ? error_set(err, ERR_INPUT, "the schedule has more than 2^31 - 1 operations")
		       : status;
}

static enum status reserve(struct check *check, size_t requirements, bool synchronises, struct error *err)
{
	size_t n = check->n_tasks + 1;
	struct task *tasks = memory_grow(check->tasks, &check->tasks_capacity, n, sizeof(*tasks));
	struct requirement *successors =
		memory_grow(check->successors, &check->successors_capacity, requirements + 1, sizeof(*successors));
	uint32_t *ready = memory_grow(check->ready, &check->ready_capacity, n, sizeof(*ready));
	uint64_t *known = check->known;

	check->known_words = synchronises ? ((size_t)check->n + CHECK_WORD - 1) / CHECK_WORD : 0;
	if (synchronises)
		known = memory_grow(check->known, &check->known_capacity, n * check->known_words, sizeof(*known));
	check->tasks = tasks ? tasks : check->tasks;
	check->successors = successors ? successors : check->successors;
	check->ready = ready ? ready : check->ready;
	check->known = known ? known : check->known;
	if (!tasks || !successors || !ready || (synchronises && !known))
		return error_memory(err, "the operations of a schedule");
	if (synchronises)
		memset(check->known, 0, n * check->known_words * sizeof(*known));
	return OK;
}

/* Turns each process's requirements round, into lists of successors. */
static void link_program(struct check *check, int process, uint32_t *offset)
{
	const struct checked_process *p = &check->processes[process];
	struct task *tasks = check->tasks + p->base;
	struct lists required = rank_program_lists(&p->program),
		     successors = {&tasks->first, sizeof(*tasks), check->successors + *offset, 0};

	for (size_t i = 0; i < p->program.n; i++)
		tasks[i] = (struct task){.next = NONE,
					 .process = (uint32_t)process,
					 .waits = (uint32_t)rank_program_requirement_count(&p->program, i)};
	lists_reverse(p->program.n, &required, &successors);
	for (size_t i = 0; i < p->program.n; i++) {
		tasks[i].first += *offset;
		if (tasks[i].waits == 0)
			check->ready[check->ready_end++] = (uint32_t)(p->base + i);
	}
	*offset += (uint32_t)successors.n;
}

static enum status link_all(struct check *check, bool synchronises, struct error *err)
{
	size_t requirements = 0;
	uint32_t offset = 0;
	enum status status;

	for (int i = 0; i < check->n; i++)
		requirements += check->processes[i].program.n_requirements;
	status = requirements > INT32_MAX
			 ? error_set(err, ERR_INPUT, "the schedule has more than 2^31 - 1 requirements")
			 : reserve(check, requirements, synchronises, err);
	if (status != OK)
		return status;
	check->ready_begin = check->ready_end = 0;
	check->done = 0;
	for (int i = 0; i < check->n; i++)
		link_program(check, i, &offset);
	check->tasks[check->n_tasks].first = offset;
	return OK;
}

/* The operation that wrote an element last, NO_OPERATION if none did. */
static size_t last_writer(const struct check *check, int process, uint64_t element)
{
	const struct checked_process *p = &check->processes[process];
	size_t last = NO_OPERATION;

	for (size_t i = 0; i < p->program.n; i++) {
		const struct operation *o = &p->program.operations[i];
		bool writes = o->kind == OP_RECEIVE || o->kind == OP_COPY || o->kind == OP_REDUCE;

		if (writes && o->to == BUFFER_RECEIVE && o->to_offset <= element && element - o->to_offset < o->count &&
		    (last == NO_OPERATION || check->tasks[p->base + i].done_at > check->tasks[p->base + last].done_at))
			last = i;
	}
	return last;
}

static void content_text(const struct check *check, const struct buffer_contents *held, uint64_t element, char *text,
			 size_t size)
{
	const struct piece *piece = held_find(held, element);

	if (piece)
		held_text(&check->sets, piece, element, text, size);
	else
		strncpy(text, "nothing", size);
}

static enum status wrong_end(const struct check *check, int process, uint64_t element, struct error *err)
{
	const struct checked_process *p = &check->processes[process];
	size_t writer = last_writer(check, process, element);
	char is[128], must[128];

	content_text(check, &p->held[BUFFER_RECEIVE], element, is, sizeof(is));
	content_text(check, &check->expected, element, must, sizeof(must));
	if (writer == NO_OPERATION)
		return error_set(err, ERR_INPUT,
				 "process %d: no operation writes element %llu of the receive buffer; in the end it "
				 "holds %s and must hold %s",
				 process, (unsigned long long)element, is, must);
	return check_fault(err, &p->program, process, writer,
			   "it is the last to write element %llu of the receive buffer, which in the end holds %s and "
			   "must hold %s",
			   (unsigned long long)element, is, must);
}

/* The first element in which two lists of pieces differ. */
static uint64_t first_difference(const struct buffer_contents *a, const struct buffer_contents *b, size_t i)
{
	const struct piece *one = i < a->n ? &a->items[i] : NULL, *other = i < b->n ? &b->items[i] : NULL;

	if (!one || !other)
		return one ? one->begin : other->begin;
	if (one->begin != other->begin)
		return one->begin < other->begin ? one->begin : other->begin;
	if (one->position != other->position || one->set != other->set || one->end == other->end)
		return one->begin;
	return one->end < other->end ? one->end : other->end;
}

static bool same(const struct sets *sets, const struct piece *one, const struct piece *other)
{
	return one->begin == other->begin && one->end == other->end && one->position == other->position &&
	       sets_equal(sets, one->set, other->set);
}

static enum status compare_end(struct check *check, const struct contract *contract, int process, struct error *err)
{
	struct buffer_contents *is = &check->processes[process].held[BUFFER_RECEIVE], *must = &check->expected;
	enum status status = describe(check, contract, process, err);

	must->n = 0;
	for (size_t h = 0; status == OK && h < check->before.n; h++)
		if (check->before.items[h].buffer == BUFFER_RECEIVE)
			status = hold(check, must, &check->before.items[h], err);
	for (size_t h = 0; status == OK && h < check->after.n; h++)
		status = hold(check, must, &check->after.items[h], err);
	for (size_t i = 0; status == OK && (i < is->n || i < must->n); i++)
		if (i >= is->n || i >= must->n || !same(&check->sets, &is->items[i], &must->items[i]))
			status = wrong_end(check, process, first_difference(is, must, i), err);
	return status;
}

static enum status compare_known(const struct check *check, struct error *err)
{
	for (int i = 0; i < check->n; i++) {
		const struct checked_process *process = &check->processes[i];

		for (int other = 0; other < check->n; other++) {
			bool known = other == i;

			for (size_t o = 0; !known && o < process->program.n; o++)
				known = check->known[(process->base + o) * check->known_words +
						     (size_t)other / CHECK_WORD] >>
						other % CHECK_WORD &
					1;
			if (!known && process->program.n == 0)
				return error_set(
					err, ERR_INPUT,
					"process %d does nothing, and may be finished before process %d has begun", i,
					other);
			if (!known)
				return check_fault(err, &process->program, i, process->program.n - 1,
						   "it is the last of the process, which may be finished before "
						   "process %d has begun",
						   other);
		}
	}
	return OK;
}

enum status check_run(struct check *check, const struct schedule *schedule, const struct contract *contract,
		      struct error *err)
{
	enum status status;

	check->inner.status = OK;
	sets_clear(&check->sets, schedule->processes, contract->commutes);
	status = load(check, schedule, contract, err);
	if (status == OK)
		status = link_all(check, contract->synchronises, err);
	if (status == OK)
		status = check_tasks(check, err);
	for (int i = 0; status == OK && i < check->n; i++)
		status = compare_end(check, contract, i, err);
	if (status == OK && contract->synchronises)
		status = compare_known(check, err);
	return status;
}
