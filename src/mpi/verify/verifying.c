#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "mpi/verify/verifying.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST_TIMINGS = 10, WARM_UP = 3, ROOM = 64 << 20 };

static const double row_seconds = 0.4; /* that the timings of a row may take, about */

bool verifying_symbol(const char *name, void *function)
{
	void *symbol = dlsym(RTLD_DEFAULT, name);

	memcpy(function, &symbol, sizeof(symbol));
	return symbol != NULL;
}

const struct collective_operation *verifying_operation(const struct verifying *v, int id)
{
	const char *name = v->class(id)->name;

	return collective_native(strcmp(name, "reduce_scatter_block") == 0 ? "reduce_scatter"
				 : strcmp(name, "reduce_scatter") == 0     ? "reduce_scatterv"
									   : name);
}

static bool is_multiplied(const struct verifying *v, int id)
{
	return tuned_is_total(v->class(id)->measure);
}

uint64_t verifying_most(int processes)
{
	return ROOM / (uint64_t)processes;
}

/* Whether buffers hold messages or blocks of so many bytes among so many processes. */
static bool fits(uint64_t bytes, int processes)
{
	return bytes <= verifying_most(processes);
}

static void set_bytes(struct verifying *v, uint64_t bytes)
{
	const struct setup plain = {.operation = OPERATION_SEND};

	v->data.bytes = (int)bytes;
	collective_data_open(&v->data, &plain); /* contiguous data have no types to make */
}

/* How many timings of each kind go into the time of a row. */
static int how_many(struct verifying *v, const struct collective_operation *operation)
{
	double longest = 0;

	for (int i = 0; i < WARM_UP; i++) {
		double with = verifying_time(v, operation, true), without = verifying_time(v, operation, false);

		longest = with > without ? with : without;
	}
	if (longest * 2 * VERIFY_TIMINGS < row_seconds)
		return VERIFY_TIMINGS;
	return longest * 2 * LEAST_TIMINGS > row_seconds ? LEAST_TIMINGS : (int)(row_seconds / (2 * longest));
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts. */
static double median(double *list, int n)
{
	qsort(list, (size_t)n, sizeof(*list), compare_numbers);
	return n % 2 ? list[n / 2] : (list[n / 2 - 1] + list[n / 2]) / 2;
}

/* Times both in turn, in an order that changes. */
static enum status time_row(struct verifying *v, const struct collective_operation *operation, struct verify_row *row,
			    struct error *err)
{
	double *with = v->times, *without = v->times + VERIFY_TIMINGS;
	struct stratum stratum = {.a = without, .b = with};
	int n;

	verifying_clocks(v);
	n = how_many(v, operation);
	stratum.n_a = stratum.n_b = (size_t)n;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 2; k++) {
			bool rule = (i + k) % 2 == 0;

			(rule ? with : without)[i] = verifying_time(v, operation, rule);
		}
	v->choose(v, true);
	row->seconds = median(with, n);
	row->own = median(without, n);
	return compare_overall(&stratum, 1, v->confidence, &row->slower, err);
}

static enum status add_row(struct verifying *v, const struct verify_row *row, struct verify_row **added,
			   struct error *err)
{
	struct verify_result *r = v->result;
	struct verify_row *grown = memory_grow(r->list, &r->capacity, r->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "what ran");
	r->list = grown;
	*added = &r->list[r->n++];
	**added = *row;
	return OK;
}

enum status verifying_row(struct verifying *v, const struct collective_operation *operation,
			  const struct verify_row *row, struct error *err)
{
	struct verify_row *added = NULL;
	enum status status = add_row(v, row, &added, err);

	if (status != OK)
		return status;
	set_bytes(v, row->bytes);
	v->choose(v, true);
	status = v->look(v, operation, added, err);
	return status == OK && added->timed ? time_row(v, operation, added, err) : status;
}

static enum status verify_size(struct verifying *v, int id, const struct tuned_rule *rule, uint64_t bytes,
			       struct error *err)
{
	const struct verify_row row = {.id = id,
				       .processes = v->processes,
				       .level = v->level,
				       .bytes = bytes,
				       .rule = *rule,
				       .name = v->class(id)->algorithms[rule->algorithm].name};
	const struct collective_operation *operation = verifying_operation(v, id);
	enum status status = v->call_of ? v->call_of(v, id, bytes, &operation, err) : OK;

	return status == OK && operation ? verifying_row(v, operation, &row, err) : status;
}

/* By the row's own timings, whether the rule is slower there; the verdict is corrected for all rows later. */
static bool seems_worse(const struct verifying *v, const struct verify_row *row)
{
	return row->timed && row->slower.p <= 1 - v->confidence && row->slower.part.value > 0;
}

static int compare_sizes(const void *a, const void *b)
{
	const struct verify_row *x = a, *y = b;

	return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* A rule that was looked at at both ends, the result's last rows, and is slower at one of them: at sizes between, which
 * tell how far. Timings are the same at all processes, and so is what is done. */
static enum status verify_between(struct verifying *v, int id, const struct tuned_rule *rule, uint64_t from,
				  uint64_t to, struct error *err)
{
	struct verify_result *r = v->result;
	size_t first = r->n - 2;
	enum status status = OK;

	if (seems_worse(v, &r->list[first]) == seems_worse(v, &r->list[first + 1]) || v->class(id)->unlike)
		return OK;
	for (; status == OK && from < to / VERIFY_STEP; from *= VERIFY_STEP)
		status = verify_size(v, id, rule, from * VERIFY_STEP, err);
	qsort(r->list + first, r->n - first, sizeof(*r->list), compare_sizes);
	return status;
}

/* A rule at the least and the largest size that it is for, as far as buffers go; barrier has one. */
static enum status verify_rule(struct verifying *v, int id, const struct tuned_communicator *c, size_t i,
			       struct error *err)
{
	const struct tuned_rule *rule = &c->rules[i];
	uint64_t unit = is_multiplied(v, id) ? (uint64_t)v->data.size : 1, from = (rule->bytes + unit - 1) / unit, to;
	bool sized = v->class(id)->measure != TUNED_NONE, moves = strcmp(v->class(id)->name, "barrier") != 0;
	size_t before;

	from = moves && from == 0 ? 1 : from;
	to = i + 1 < c->n ? (c->rules[i + 1].bytes - 1) / unit : 4 * from;
	if (!fits(from, v->data.size) || from * unit < rule->bytes || (i + 1 < c->n && to < from))
		return OK;
	before = v->result->n;
	TRY(verify_size(v, id, rule, from, err));
	if (sized && to > from && fits(to, v->data.size))
		TRY(verify_size(v, id, rule, to, err));
	if (v->result->n == before + 2)
		TRY(verify_between(v, id, rule, from, to, err));
	return OK;
}

static enum status verify_communicator(struct verifying *v, int id, const struct tuned_communicator *c,
				       struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < c->n; i++)
		if (verifying_operation(v, id) && c->rules[i].algorithm < v->class(id)->n)
			status = verify_rule(v, id, c, i, err);
	return status;
}

static bool was_looked_at(const struct verify_result *result, const struct tuned_operation *o,
			  const struct tuned_communicator *c, const struct tuned_rule *rule)
{
	for (size_t i = 0; i < result->n; i++) {
		const struct verify_row *row = &result->list[i];

		if (row->id == o->id && row->level == o->level && row->rule.bytes == rule->bytes &&
		    tuned_communicator(o, row->processes) == c)
			return true;
	}
	return false;
}

void verifying_count_left(struct verifying *v)
{
	for (size_t i = 0; i < v->file->n; i++) {
		const struct tuned_operation *o = &v->file->list[i];

		for (size_t k = 0; k < o->n; k++)
			for (size_t r = 0; r < o->list[k].n; r++)
				v->result->skipped += o->list[k].rules[r].algorithm > 0 &&
						      !was_looked_at(v->result, o, &o->list[k], &o->list[k].rules[r]);
	}
}

enum status verifying_communicator(struct verifying *v, int processes, struct error *err)
{
	v->data.size = processes;
	return verifying_level(v, TUNED_WHOLE, processes, err);
}

enum status verifying_level(struct verifying *v, enum tuned_level level, int processes, struct error *err)
{
	enum status status = OK;

	v->level = level;
	v->processes = processes;
	for (size_t i = 0; status == OK && i < v->file->n; i++) {
		const struct tuned_operation *o = &v->file->list[i];
		const struct tuned_communicator *c = tuned_communicator(o, processes);
		bool ends = c && c + 1 < o->list + o->n && c[1].processes == processes + 1;

		if (tuned_operation_of(v->file, o->id, level) == o && c && (c->processes == processes || ends))
			status = verify_communicator(v, o->id, c, err);
	}
	return status;
}

void verifying_must(enum status status)
{
	if (status != OK)
		MPI_Abort(MPI_COMM_WORLD, 1); /* the others wait in calls of their own */
}

void verifying_meet(void)
{
	const struct timespec nap = {.tv_nsec = 1000000};
	MPI_Request request;
	int all = 0;

	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	MPI_Test(&request, &all, MPI_STATUS_IGNORE);
	while (!all) {
		nanosleep(&nap, NULL);
		MPI_Test(&request, &all, MPI_STATUS_IGNORE);
	}
}

bool verifying_split(struct verifying *v, int processes, MPI_Comm *with)
{
	MPI_Comm_split(MPI_COMM_WORLD, v->data.rank < processes ? 0 : MPI_UNDEFINED, v->data.rank, with);
	if (*with == MPI_COMM_NULL)
		verifying_meet();
	return *with != MPI_COMM_NULL;
}

void verifying_copy(struct verifying *v, MPI_Comm with, MPI_Comm *without)
{
	MPI_Comm_dup(with, without);
	MPI_Comm_dup(with, &v->control);
}

void verifying_join(struct verifying *v, MPI_Comm *with, MPI_Comm *without, enum status status)
{
	verifying_must(status);
	MPI_Comm_free(&v->control);
	MPI_Comm_free(without);
	MPI_Comm_free(with);
	verifying_meet();
}

bool verifying_names(const struct verifying *v, int processes)
{
	for (size_t i = 0; i < v->file->n; i++)
		for (size_t k = 0; k < v->file->list[i].n; k++)
			if (v->file->list[i].list[k].processes == processes ||
			    v->file->list[i].list[k].processes == processes + 1)
				return true;
	return false;
}

enum status verifying_correct(struct verify_result *result, struct error *err)
{
	struct family_test **tests = calloc(result->n + 1, sizeof(*tests));
	enum status status = tests ? OK : error_memory(err, "what ran");
	size_t n = 0;

	for (size_t i = 0; tests && i < result->n; i++) {
		struct verify_row *row = &result->list[i];

		row->test.p = row->slower.p;
		if (row->timed)
			tests[n++] = &row->test;
	}
	if (tests)
		status = family_correct(tests, n, err);
	free(tests);
	return status;
}

void verifying_begin(struct verifying *v, int processes)
{
	v->data.send = calloc(ROOM, 1);
	v->data.receive = calloc(ROOM, 1);
	v->data.counts = calloc((size_t)processes, sizeof(int));
	v->data.places = calloc((size_t)processes, sizeof(int));
	v->times = calloc((size_t)2 * VERIFY_TIMINGS, sizeof(double));
	if (!v->data.send || !v->data.receive || !v->data.counts || !v->data.places || !v->times)
		MPI_Abort(MPI_COMM_WORLD, 1); /* the others wait in calls of their own */
}

void verifying_end(struct verifying *v)
{
	free(v->data.send);
	free(v->data.receive);
	free(v->data.counts);
	free(v->data.places);
	free(v->times);
}
