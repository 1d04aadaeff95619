#include "mpi/dropin/dropin.h"
#include "mpi/dropin/environment.h"
#include "mpi/live/ending.h"
#include "mpi/verify/verifying.h"

#include <stdio.h>

/* Where a row without end is ended. */
enum { OPEN_END = 1 << 20, OPEN_FACTOR = 4 };

/* One communicator twice: by the table, and left to the MPI library. */
struct table_part {
	const struct choices *table;
	__typeof__(sonde_collectives_replaced) *replaced;
	__typeof__(sonde_collectives_leave) *leave;
	MPI_Comm with, without;
	int all; /* processes of the program */
};

static void choose(struct verifying *v, bool rules)
{
	struct table_part *part = v->self;

	v->data.comm = rules ? part->with : part->without;
}

/* Whether the call went by the table at every process. */
static enum status look(struct verifying *v, const struct collective_operation *operation, struct verify_row *row,
			struct error *err)
{
	struct table_part *part = v->self;
	unsigned long long before = part->replaced();
	int mine, all = 0;

	(void)err;
	operation->execute(&v->data);
	mine = part->replaced() == before + 1;
	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, v->control);
	row->in_force = row->timed = all;
	snprintf(row->ran, sizeof(row->ran), "%s%s", all ? row->name : "the MPI library's own",
		 all && part->table->list[row->row].order ? ", in an order" : "");
	return OK;
}

/* The least and the largest number of processes that a row is looked at among; false: there are not as many. */
static bool processes_of(const struct algorithm_choice *row, int all, int processes[2])
{
	uint64_t least = row->processes[0] > 2 ? row->processes[0] : 2,
		 most = row->processes[1] < (uint64_t)all ? row->processes[1] : (uint64_t)all;

	if (row->order && row->processes[0] != (uint64_t)all)
		return false;
	processes[0] = (int)least;
	processes[1] = (int)most;
	return dropin_row_acts(row) && least <= most;
}

static bool is_looked_at_among(const struct algorithm_choice *row, int all, int processes)
{
	int its[2];

	return processes_of(row, all, its) && (processes == its[0] || processes == its[1]);
}

/* The least and the largest size that a row is looked at; false: there are no such. */
static bool sizes_of(const struct algorithm_choice *row, int processes, uint64_t sizes[2])
{
	uint64_t most = verifying_most(processes), open;

	sizes[0] = row->bytes[0] > 0 ? row->bytes[0] : 1;
	if (!row->algorithm && row->split > sizes[0])
		sizes[0] = row->split;
	sizes[1] = row->bytes[1];
	if (sizes[0] > most)
		return false;
	if (row->collective == COLLECTIVE_BARRIER) {
		sizes[0] = sizes[1] = 0;
		return row->bytes[0] == 0;
	}
	open = sizes[0] > OPEN_END / OPEN_FACTOR ? sizes[0] * OPEN_FACTOR : OPEN_END;
	if (sizes[1] == UINT64_MAX)
		sizes[1] = open;
	if (sizes[1] > most)
		sizes[1] = most;
	return sizes[0] <= sizes[1];
}

/* A root from which a call of so many bytes belongs to the row; -1: there is none. */
static int root_for(const struct table_part *part, const struct algorithm_choice *row, int processes, uint64_t bytes)
{
	int roots = collective_has_root(row->collective) ? processes : 1;

	for (int root = 0; root < roots; root++)
		if (choices_row(part->table, row->collective, processes, root, bytes) == row)
			return root;
	return -1;
}

/* What is known of a row before it is looked at. */
static struct verify_row row_at(const struct verifying *v, size_t i, uint64_t bytes)
{
	const struct table_part *part = v->self;
	const struct algorithm_choice *row = &part->table->list[i];

	return (struct verify_row){.id = (int)row->collective,
				   .processes = v->data.size,
				   .level = TUNED_WHOLE,
				   .bytes = bytes,
				   .row = i,
				   .rule = {.bytes = row->bytes[0],
					    .algorithm = 1,
					    .fanout = row->fanout,
					    .segment = row->algorithm ? row->segment : row->split,
					    .line = row->line},
				   .name = row->algorithm ? row->algorithm->name : "split"};
}

static enum status verify_row(struct verifying *v, size_t i, struct error *err)
{
	const struct table_part *part = v->self;
	const struct algorithm_choice *row = &part->table->list[i];
	const struct collective_operation *operation = collective_native(collective_words[row->collective]);
	uint64_t sizes[2], bytes;
	enum status status = OK;
	bool any = operation && sizes_of(row, v->data.size, sizes), last = !any;

	for (bytes = any ? sizes[0] : 0; status == OK && !last;
	     bytes = bytes < sizes[1] / VERIFY_STEP ? bytes * VERIFY_STEP : sizes[1]) {
		const struct verify_row at = row_at(v, i, bytes);

		last = bytes == sizes[1];
		v->data.root = root_for(part, row, v->data.size, bytes);
		if (v->data.root >= 0)
			status = verifying_row(v, operation, &at, err);
	}
	v->data.root = 0;
	return status;
}

/* All rows that are looked at among so many processes, the first ones. */
static enum status verify_processes(struct verifying *v, int processes, struct error *err)
{
	struct table_part *part = v->self;
	enum status status = OK;

	if (!verifying_split(v, processes, &part->with))
		return OK;
	verifying_copy(v, part->with, &part->without);
	part->leave(part->without);
	part->leave(v->control);
	v->data.size = processes;
	verifying_take_part(v);
	for (size_t i = 0; status == OK && i < part->table->n; i++)
		if (is_looked_at_among(&part->table->list[i], part->all, processes))
			status = verify_row(v, i, err);
	verifying_join(v, &part->with, &part->without, status);
	return status;
}

static bool was_looked_at(const struct verify_result *result, size_t row)
{
	for (size_t i = 0; i < result->n; i++)
		if (result->list[i].row == row)
			return true;
	return false;
}

static enum status verify_all(struct verifying *v, struct error *err)
{
	const struct table_part *part = v->self;

	verifying_begin(v, part->all);
	for (int p = 2; p <= part->all; p++) {
		bool named = false;

		for (size_t i = 0; i < part->table->n; i++)
			named = named || is_looked_at_among(&part->table->list[i], part->all, p);
		if (named && verify_processes(v, p, err) != OK)
			break;
	}
	for (size_t i = 0; i < part->table->n; i++)
		v->result->skipped += dropin_row_acts(&part->table->list[i]) && !was_looked_at(v->result, i);
	verifying_end(v);
	return verifying_correct(v->result, err);
}

enum status verify_table(const struct choices *table, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	struct table_part part = {.table = table, .with = MPI_COMM_NULL};
	struct verifying v = {
		.result = result, .confidence = confidence, .choose = choose, .look = look, .self = &part};
	enum status status;

	*result = (struct verify_result){.n = 0};
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &v.data.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &part.all);
	*first = v.data.rank == 0;
	if (!verifying_symbol("sonde_collectives_replaced", &part.replaced) ||
	    !verifying_symbol("sonde_collectives_leave", &part.leave)) {
		status = error_set(err, ERR_INPUT, "the library of collective operations is not preloaded");
	} else {
		part.leave(MPI_COMM_WORLD);
		status = verify_all(&v, err);
	}
	ending_synchronise(MPI_COMM_WORLD);
	MPI_Finalize();
	return status;
}
