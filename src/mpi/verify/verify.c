#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "mpi/verify/verify.h"

#include "base/memory.h"
#include "mpi/collective/native.h"
#include "mpi/spy/spy.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_TIMINGS = 10, MOST_TIMINGS = 50, WARM_UP = 3, ROOM = 64 << 20 };

static const double row_seconds = 0.4; /* that the timings of a row may take, about */

/* One communicator twice: with rules, and without. */
struct verifying {
	spy_forget_function *forget;
	spy_take_function *take;
	spy_rules_function *rules;
	const struct tuned_file *file;
	struct verify_result *result;
	double confidence;
	MPI_Comm control, with, without;
	struct collective_data data;
	double *times; /* with[i], without[i]: MOST_TIMINGS each */
};

static bool take_symbol(const char *name, void *function)
{
	void *symbol = dlsym(RTLD_DEFAULT, name);

	memcpy(function, &symbol, sizeof(symbol));
	return symbol != NULL;
}

/* sonde's name of an operation of coll/tuned. */
static const struct collective_operation *operation_of(int id)
{
	const char *name = tuned_class(id)->name;

	return collective_native(strcmp(name, "reduce_scatter_block") == 0 ? "reduce_scatter"
				 : strcmp(name, "reduce_scatter") == 0     ? "reduce_scatterv"
									   : name);
}

static bool is_multiplied(int id)
{
	return tuned_class(id)->measure == TUNED_TOTAL || tuned_class(id)->measure == TUNED_SUM;
}

/* Whether buffers hold messages or blocks of so many bytes among so many processes. */
static bool fits(uint64_t bytes, int processes)
{
	return bytes <= ROOM / (uint64_t)processes;
}

static void set_bytes(struct verifying *v, uint64_t bytes)
{
	v->data.bytes = (int)bytes;
	for (int i = 0; i < v->data.size; i++) {
		v->data.counts[i] = (int)bytes;
		v->data.places[i] = (int)bytes * i;
	}
}

/* Which algorithm runs, and whether it is the rule's at each process. */
static void look(struct verifying *v, const struct collective_operation *operation, struct verify_row *row)
{
	struct spy_call call;
	int mine, all = 0;

	v->data.comm = v->with;
	v->forget();
	operation->execute(&v->data);
	v->take(&call);
	memcpy(row->ran, call.function, sizeof(row->ran));
	row->fanout = call.fanout;
	row->segment = call.segment;
	mine = strcmp(call.function, tuned_function(row->id, row->rule.algorithm)) == 0 &&
	       (call.fanout == row->rule.fanout ||
		!(tuned_class(row->id)->algorithms[row->rule.algorithm].makes & TUNED_FANOUT)) &&
	       (call.segment == (int64_t)row->rule.segment ||
		!(tuned_class(row->id)->algorithms[row->rule.algorithm].makes & TUNED_SEGMENT));
	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, v->control);
	row->in_force = all;
}

static double time_one(struct verifying *v, const struct collective_operation *operation, MPI_Comm comm)
{
	double start;

	v->data.comm = comm;
	MPI_Barrier(v->control);
	start = MPI_Wtime();
	operation->execute(&v->data);
	return MPI_Wtime() - start;
}

/* How many timings of each kind go into the time of a row, the same at all processes. */
static int how_many(struct verifying *v, const struct collective_operation *operation)
{
	double longest = 0, all;

	for (int i = 0; i < WARM_UP; i++) {
		double with = time_one(v, operation, v->with), without = time_one(v, operation, v->without);

		longest = with > without ? with : without;
	}
	MPI_Allreduce(&longest, &all, 1, MPI_DOUBLE, MPI_MAX, v->control);
	if (all * 2 * MOST_TIMINGS < row_seconds)
		return MOST_TIMINGS;
	return all * 2 * LEAST_TIMINGS > row_seconds ? LEAST_TIMINGS : (int)(row_seconds / (2 * all));
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

/* Times both in turn, in an order that changes; an operation lasts until the last process is through. */
static enum status time_row(struct verifying *v, const struct collective_operation *operation, struct verify_row *row,
			    struct error *err)
{
	double *with = v->times, *without = v->times + MOST_TIMINGS;
	int n = how_many(v, operation);
	struct stratum stratum = {.a = without, .b = with, .n_a = (size_t)n, .n_b = (size_t)n};

	for (int i = 0; i < n; i++)
		for (int k = 0; k < 2; k++) {
			bool rule = (i + k) % 2 == 0;
			double seconds = time_one(v, operation, rule ? v->with : v->without);

			(rule ? with : without)[i] = seconds;
		}
	MPI_Allreduce(MPI_IN_PLACE, v->times, 2 * MOST_TIMINGS, MPI_DOUBLE, MPI_MAX, v->control);
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

static enum status verify_size(struct verifying *v, int id, const struct tuned_rule *rule, uint64_t bytes,
			       struct error *err)
{
	const struct verify_row row = {.id = id, .processes = v->data.size, .bytes = bytes, .rule = *rule};
	const struct collective_operation *operation = operation_of(id);
	struct verify_row *added = NULL;
	enum status status = add_row(v, &row, &added, err);

	if (status != OK)
		return status;
	set_bytes(v, bytes);
	look(v, operation, added);
	return time_row(v, operation, added, err);
}

/* A rule at the least and the largest size that it is for, as far as buffers go; barrier has one. */
static enum status verify_rule(struct verifying *v, int id, const struct tuned_communicator *c, size_t i,
			       struct error *err)
{
	const struct tuned_rule *rule = &c->rules[i];
	uint64_t unit = is_multiplied(id) ? (uint64_t)v->data.size : 1, from = (rule->bytes + unit - 1) / unit, to;
	bool sized = tuned_class(id)->measure != TUNED_NONE;
	enum status status;

	from = sized && from == 0 ? 1 : from;
	to = i + 1 < c->n ? (c->rules[i + 1].bytes - 1) / unit : 4 * from;
	if (!fits(from, v->data.size) || from * unit < rule->bytes || (i + 1 < c->n && to < from)) {
		v->result->skipped++;
		return OK;
	}
	status = verify_size(v, id, rule, from, err);
	if (status == OK && sized && to > from && fits(to, v->data.size))
		status = verify_size(v, id, rule, to, err);
	return status;
}

static enum status verify_communicator(struct verifying *v, int id, const struct tuned_communicator *c,
				       struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < c->n; i++) {
		if (c->rules[i].algorithm == 0)
			continue;
		if (!operation_of(id) || c->rules[i].algorithm >= tuned_class(id)->n)
			v->result->skipped++;
		else
			status = verify_rule(v, id, c, i, err);
	}
	return status;
}

/* All rules of a number of processes, on communicators of the first so many. */
static enum status verify_processes(struct verifying *v, int processes, struct error *err)
{
	enum status status = OK;
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank < processes ? 0 : MPI_UNDEFINED, rank, &v->with);
	if (v->with == MPI_COMM_NULL)
		return OK;
	v->rules(0);
	MPI_Comm_dup(v->with, &v->without);
	MPI_Comm_dup(v->with, &v->control);
	v->rules(1);
	v->data.rank = rank;
	v->data.size = processes;
	for (size_t i = 0; status == OK && i < v->file->n; i++) {
		const struct tuned_operation *o = &v->file->list[i];

		for (size_t k = 0; status == OK && tuned_operation(v->file, o->id) == o && k < o->n; k++)
			if (o->list[k].processes == processes && tuned_communicator(o, processes) == &o->list[k])
				status = verify_communicator(v, o->id, &o->list[k], err);
	}
	MPI_Comm_free(&v->control);
	MPI_Comm_free(&v->without);
	MPI_Comm_free(&v->with);
	return status;
}

static bool is_named(const struct tuned_file *file, int processes)
{
	for (size_t i = 0; i < file->n; i++)
		for (size_t k = 0; k < file->list[i].n; k++)
			if (file->list[i].list[k].processes == processes)
				return true;
	return false;
}

/* What no communicator of these processes is large enough for. */
static size_t count_larger(const struct tuned_file *file, int processes)
{
	size_t n = 0;

	for (size_t i = 0; i < file->n; i++)
		for (size_t k = 0; k < file->list[i].n; k++)
			for (size_t r = 0; file->list[i].list[k].processes > processes && r < file->list[i].list[k].n;
			     r++)
				n += file->list[i].list[k].rules[r].algorithm > 0;
	return n;
}

static enum status correct(struct verify_result *result, struct error *err)
{
	double *p = malloc((2 * result->n + 1) * sizeof(*p));
	enum status status = p ? OK : error_memory(err, "what ran");

	for (size_t i = 0; status == OK && i < result->n; i++)
		p[i] = result->list[i].slower.p;
	if (status == OK && result->n > 0)
		status = compare_holm(p, result->n, p + result->n, err);
	for (size_t i = 0; status == OK && i < result->n; i++)
		result->list[i].slower.p = p[result->n + i];
	free(p);
	return status;
}

static enum status verify_all(struct verifying *v, int processes, struct error *err)
{
	enum status status = OK;

	v->data.send = calloc(ROOM, 1);
	v->data.receive = calloc(ROOM, 1);
	v->data.counts = calloc((size_t)processes, sizeof(int));
	v->data.places = calloc((size_t)processes, sizeof(int));
	v->times = calloc((size_t)2 * MOST_TIMINGS, sizeof(double));
	if (!v->data.send || !v->data.receive || !v->data.counts || !v->data.places || !v->times)
		MPI_Abort(MPI_COMM_WORLD, 1); /* the others wait in calls of their own */
	for (int p = 2; status == OK && p <= processes; p++)
		if (is_named(v->file, p))
			status = verify_processes(v, p, err);
	if (status != OK)
		MPI_Abort(MPI_COMM_WORLD, 1);
	v->result->skipped += count_larger(v->file, processes);
	free(v->data.send);
	free(v->data.receive);
	free(v->data.counts);
	free(v->data.places);
	free(v->times);
	return correct(v->result, err);
}

enum status verify_tuned(const struct tuned_file *file, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	struct verifying v = {.file = file, .result = result, .confidence = confidence};
	int rank, processes;
	enum status status;

	*result = (struct verify_result){.n = 0};
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &processes);
	*first = rank == 0;
	if (!take_symbol(SPY_FORGET, &v.forget) || !take_symbol(SPY_TAKE, &v.take) || !take_symbol(SPY_RULES, &v.rules))
		status = error_set(err, ERR_INPUT, "the library that looks on is not preloaded");
	else if (!v.rules(1))
		status = error_set(err, ERR_INPUT, "coll/tuned is not there, or not that of Open MPI 4.1");
	else
		status = verify_all(&v, processes, err);
	MPI_Finalize();
	return status;
}
