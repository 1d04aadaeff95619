#include "tune/traced/calls.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 32, ID_BITS = 5, PROCESS_BITS = 21 };

static bool is_tuned(const struct tune_library *library, int id, enum decision_operation operation)
{
	enum decision_operation its;

	return operation != DECISION_ALLGATHERV && operation != DECISION_ALLTOALLV && operation != DECISION_ALLTOALLW &&
	       tune_operation(library, id, &its) && its == operation;
}

enum status traced_calls_open(struct traced_calls *calls, const struct tune_library *library, const bool *operations,
			      struct trace *trace, struct error *err)
{
	int n = trace_info(trace)->processes;
	size_t threads = 0;

	*calls = (struct traced_calls){.library = library, .collecting = true};
	for (int k = 0; k <= DECISION_EXSCAN; k++) {
		calls->ids[k] = -1;
		for (int id = 0; id < TUNED_OPERATIONS; id++) {
			if (!is_tuned(library, id, (enum decision_operation)k))
				continue;
			calls->ids[k] = operations[id] ? id : -1;
			calls->unasked[k] = !operations[id];
		}
	}
	calls->first_thread = calloc((size_t)n + 1, sizeof(*calls->first_thread));
	for (int p = 0; calls->first_thread && p < n; p++) {
		calls->first_thread[p] = threads;
		threads += (size_t)replay_threads(trace, p);
	}
	calls->pending = malloc((threads + 1) * sizeof(*calls->pending));
	if (!calls->first_thread || !calls->pending)
		return error_memory(err, "the operations of a trace");
	for (size_t t = 0; t < threads; t++)
		calls->pending[t].row = SIZE_MAX;
	return OK;
}

static void release_instance(struct traced_instance *instance)
{
	free(instance->arrivals);
	free(instance->mean);
}

static void release_row(struct traced_row *row)
{
	for (size_t i = 0; i < row->n; i++)
		release_instance(&row->list[i]);
	free(row->list);
	free((void *)row->what.node);
	free(row->members);
	free(row->seen);
}

void traced_calls_release(struct traced_calls *calls)
{
	for (size_t r = 0; r < calls->n_rows; r++)
		release_row(&calls->rows[r]);
	free(calls->rows);
	free(calls->groups);
	lookup_release(&calls->group_of);
	lookup_release(&calls->comm_of);
	lookup_release(&calls->row_of);
	free(calls->pending);
	free(calls->first_thread);
	*calls = (struct traced_calls){.n_rows = 0};
}

/* Whether all blocks have as many elements; they then have count. */
static bool even_out(struct decision_case *what)
{
	if (what->to || what->from)
		return false;
	for (int p = 0; what->counts && p < what->processes; p++)
		if (what->counts[p] != what->counts[0])
			return false;
	if (what->counts)
		what->count = what->counts[0];
	what->counts = NULL;
	return true;
}

/* Whether the library looks up rules by nodes for it, of which one has several of its processes. */
static bool goes_by_nodes(const struct traced_calls *calls, const struct decision_case *what, int id)
{
	if (!what->node || !calls->library->goes_by_nodes || !calls->library->goes_by_nodes(id))
		return false;
	for (int p = 0; p < what->processes; p++)
		if (what->node[p] != p) /* nodes are named by their first process */
			return true;
	return false;
}

static uint64_t group_key(uint64_t bytes, int processes, int id)
{
	return (bytes << PROCESS_BITS | (uint64_t)processes) << ID_BITS | (uint64_t)id;
}

static uint64_t row_key(uint64_t comm, size_t group)
{
	return comm << 32 | group;
}

/* The group of a call, an index; SIZE_MAX: none. */
static size_t group_of(struct traced_calls *calls, const struct decision_case *what, int id)
{
	uint64_t bytes = what->count * what->size, found, key = group_key(bytes, what->processes, id);
	struct traced_group *grown;

	if (bytes >> (64 - PROCESS_BITS - ID_BITS) || what->processes >> PROCESS_BITS)
		return SIZE_MAX;
	if (lookup_get(&calls->group_of, key, &found))
		return found;
	if (!calls->collecting)
		return SIZE_MAX;
	grown = memory_grow(calls->groups, &calls->group_capacity, calls->n_groups + 1, sizeof(*grown));
	if (grown)
		calls->groups = grown;
	if (!grown || !lookup_put(&calls->group_of, key, calls->n_groups)) {
		calls->failed = true;
		return SIZE_MAX;
	}
	grown[calls->n_groups] = (struct traced_group){
		.id = id, .operation = what->operation, .processes = what->processes, .bytes = bytes};
	return calls->n_groups++;
}

/* A number for a communicator. */
static uint64_t number_of(struct traced_calls *calls, uint64_t key)
{
	uint64_t number = calls->comm_of.n;

	if (!lookup_get(&calls->comm_of, key, &number) && !lookup_put(&calls->comm_of, key, number))
		calls->failed = true;
	return number;
}

static void *copied(const void *list, size_t bytes)
{
	void *copy = malloc(bytes + 1);

	if (copy)
		memcpy(copy, list, bytes);
	return copy;
}

static bool is_alike(const struct decision_case *a, const struct decision_case *b)
{
	return a->size == b->size && a->commutes == b->commutes && a->predefined == b->predefined &&
	       a->in_place == b->in_place;
}

/* Puts a new row behind the last of its group and communicator. */
static bool put_row(struct traced_calls *calls, uint64_t key, size_t row)
{
	uint64_t r;

	if (!lookup_get(&calls->row_of, key, &r))
		return lookup_put(&calls->row_of, key, row);
	while (calls->rows[r].next != SIZE_MAX)
		r = calls->rows[r].next;
	calls->rows[r].next = row;
	return true;
}

static size_t add_row(struct traced_calls *calls, const struct trace_call *call, const struct decision_case *what,
		      size_t group, uint64_t comm)
{
	uint64_t key = row_key(comm, group);
	size_t ints = (size_t)what->processes * sizeof(int);
	struct traced_row *grown, row = {.group = group, .comm = comm, .next = SIZE_MAX, .what = *what, .stride = 1};

	grown = memory_grow(calls->rows, &calls->row_capacity, calls->n_rows + 1, sizeof(*grown));
	row.members = copied(call->comm->members, ints);
	row.seen = calloc((size_t)what->processes, sizeof(*row.seen));
	row.what.node = what->node ? copied(what->node, ints) : NULL;
	if (grown)
		calls->rows = grown;
	if (grown && row.members && row.seen && (row.what.node || !what->node) && put_row(calls, key, calls->n_rows)) {
		grown[calls->n_rows] = row;
		return calls->n_rows++;
	}
	free(row.members);
	free(row.seen);
	free((void *)row.what.node);
	calls->failed = true;
	return SIZE_MAX;
}

static size_t row_of(struct traced_calls *calls, const struct trace_call *call, const struct decision_case *what,
		     size_t group)
{
	uint64_t comm = number_of(calls, call->comm->key), found;

	if (!lookup_get(&calls->row_of, row_key(comm, group), &found))
		found = SIZE_MAX;
	while (found != SIZE_MAX && !is_alike(&calls->rows[found].what, what))
		found = calls->rows[found].next;
	return found != SIZE_MAX ? (size_t)found : add_row(calls, call, what, group, comm);
}

/* Keeps every other one. */
static void thin_out(struct traced_row *row)
{
	size_t n = 0;

	for (size_t i = 0; i < row->n; i++) {
		if (i % 2 == 0)
			row->list[n++] = row->list[i];
		else
			release_instance(&row->list[i]);
	}
	row->n = n;
	row->stride *= 2;
}

static bool keep(struct traced_row *row, uint64_t number, int root)
{
	struct traced_instance *grown = memory_grow(row->list, &row->capacity, row->n + 1, sizeof(*grown));
	double *arrivals = calloc((size_t)row->what.processes, sizeof(*arrivals));

	if (grown)
		row->list = grown;
	if (!grown || !arrivals) {
		free(arrivals);
		return false;
	}
	grown[row->n++] = (struct traced_instance){.number = number, .arrivals = arrivals, .root = root};
	return true;
}

/* A process comes to an operation of a row: it is kept, or not. */
static void note(struct traced_calls *calls, int process, const struct trace_call *call,
		 const struct decision_case *what, size_t r)
{
	struct traced_row *row = &calls->rows[r];
	int rank = call->comm->own;
	uint64_t number = row->seen[rank]++;

	if (number % row->stride == 0 && number / row->stride == row->n && row->n == KEPT)
		thin_out(row);
	if (number % row->stride != 0)
		return;
	if (number / row->stride == row->n && !keep(row, number, what->root))
		calls->failed = true;
	calls->pending[calls->first_thread[process] + (size_t)call->thread] = (struct traced_pending){r, number, rank};
}

/* A call that no rule is made for. */
static void count_without_rules(struct traced_calls *calls, const struct decision_case *what, int id)
{
	uint64_t *among = calls->unasked[what->operation]             ? &calls->not_asked
			  : id >= 0 && goes_by_nodes(calls, what, id) ? &calls->by_nodes
								      : &calls->others;

	*among += calls->collecting;
}

static enum status choose(void *self, int process, const struct trace_call *call, struct decision_case *what,
			  struct error *err)
{
	struct traced_calls *calls = self;
	struct decision_case even = *what;
	int id = what->nonblocking ? -1 : calls->ids[what->operation];
	size_t group, row;

	(void)err;
	if (what->processes < 2 || (what->count == 0 && what->operation != DECISION_BARRIER))
		return OK;
	if (id < 0 || !even_out(&even) || goes_by_nodes(calls, what, id)) {
		count_without_rules(calls, what, id);
		return OK;
	}
	group = group_of(calls, &even, id);
	if (group == SIZE_MAX)
		return OK;
	row = calls->collecting ? row_of(calls, call, &even, group) : SIZE_MAX;
	if (row != SIZE_MAX)
		note(calls, process, call, &even, row);
	if (calls->choice && calls->choice[calls->groups[group].range])
		tune_candidate_take(calls->library, id, calls->choice[calls->groups[group].range], what);
	return OK;
}

static void begin(void *self, int process, const struct trace_call *call, double at)
{
	struct traced_calls *calls = self;
	struct traced_pending *pending = &calls->pending[calls->first_thread[process] + (size_t)call->thread];
	struct traced_row *row = pending->row == SIZE_MAX ? NULL : &calls->rows[pending->row];

	pending->row = SIZE_MAX;
	if (row && pending->number % row->stride == 0 && pending->number / row->stride < row->n) {
		struct traced_instance *instance = &row->list[pending->number / row->stride];

		instance->arrivals[pending->rank] = at;
		instance->arrived++;
	}
}

void traced_calls_decide(struct traced_calls *calls, struct replay_rules *rules)
{
	*rules = (struct replay_rules){.library = calls->library->decision, .choose = choose, .self = calls};
}

void traced_calls_watch(struct traced_calls *calls, struct replay_watch *watch)
{
	*watch = (struct replay_watch){.begin = begin, .self = calls};
}

/* A group and where it stood. */
struct placed_group {
	struct traced_group group;
	size_t before;
};

static int by_rule(const void *a, const void *b)
{
	const struct traced_group *x = &((const struct placed_group *)a)->group,
				  *y = &((const struct placed_group *)b)->group;

	if (x->id != y->id)
		return x->id - y->id;
	if (x->processes != y->processes)
		return x->processes - y->processes;
	return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static void put_back(struct traced_calls *calls, const struct placed_group *sorted, size_t *now)
{
	lookup_release(&calls->group_of);
	for (size_t g = 0; g < calls->n_groups; g++) {
		const struct traced_group *group = &sorted[g].group;

		now[sorted[g].before] = g;
		calls->groups[g] = *group;
		calls->groups[g].calls = 0;
		if (!lookup_put(&calls->group_of, group_key(group->bytes, group->processes, group->id), g))
			calls->failed = true;
	}
	lookup_release(&calls->row_of);
	for (size_t r = calls->n_rows; r-- > 0;) { /* the first of a group and a communicator is put last, and stays */
		calls->rows[r].group = now[calls->rows[r].group];
		calls->groups[calls->rows[r].group].calls += calls->rows[r].seen[0];
		if (!lookup_put(&calls->row_of, row_key(calls->rows[r].comm, calls->rows[r].group), r))
			calls->failed = true;
	}
}

enum status traced_calls_sort(struct traced_calls *calls, struct error *err)
{
	struct placed_group *sorted = calloc(calls->n_groups + 1, sizeof(*sorted));
	size_t *now = calloc(calls->n_groups + 1, sizeof(*now));

	for (size_t g = 0; sorted && g < calls->n_groups; g++)
		sorted[g] = (struct placed_group){calls->groups[g], g};
	if (sorted && now) {
		qsort(sorted, calls->n_groups, sizeof(*sorted), by_rule);
		put_back(calls, sorted, now);
	}
	calls->failed = calls->failed || !sorted || !now;
	free(sorted);
	free(now);
	return calls->failed ? error_memory(err, "the operations of a trace") : OK;
}
