#include "mpi/live/ending.h"
#include "mpi/spy/spy.h"
#include "mpi/verify/verifying.h"

#include <string.h>

/* One communicator twice: with rules, and without. */
struct tuned_part {
	spy_forget_function *forget;
	spy_take_function *take;
	spy_rules_function *rules;
	MPI_Comm with, without;
};

static void choose(struct verifying *v, bool rules)
{
	struct tuned_part *part = v->self;

	v->data.comm = rules ? part->with : part->without;
}

static void see(struct verifying *v, const struct collective_operation *operation, bool rules, struct spy_call *call)
{
	struct tuned_part *part = v->self;

	choose(v, rules);
	part->forget();
	operation->execute(&v->data);
	part->take(call);
}

/* Whether what ran is the rule's; of a size that is left to the library, whether it is what runs without rules. */
static bool is_in_force(struct verifying *v, const struct collective_operation *operation, const struct verify_row *row,
			const struct spy_call *call)
{
	unsigned makes = tuned_class(row->id)->algorithms[row->rule.algorithm].makes;
	struct spy_call own;

	if (row->rule.algorithm > 0)
		return strcmp(call->function, tuned_function(row->id, row->rule.algorithm)) == 0 &&
		       (call->fanout == row->rule.fanout || !(makes & TUNED_FANOUT)) &&
		       (call->segment == (int64_t)row->rule.segment || !(makes & TUNED_SEGMENT));
	see(v, operation, false, &own);
	choose(v, true);
	return strcmp(call->function, own.function) == 0 && call->fanout == own.fanout && call->segment == own.segment;
}

static enum status look(struct verifying *v, const struct collective_operation *operation, struct verify_row *row,
			struct error *err)
{
	struct spy_call call;
	int mine, all = 0;

	(void)err;
	see(v, operation, true, &call);
	memcpy(row->ran, call.function, sizeof(call.function));
	row->fanout = call.fanout;
	row->segment = call.segment;
	mine = is_in_force(v, operation, row, &call);
	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, v->control);
	row->in_force = all;
	row->timed = row->rule.algorithm > 0;
	return OK;
}

/* All rules of a number of processes, on communicators of the first so many. */
static enum status verify_processes(struct verifying *v, int processes, struct error *err)
{
	struct tuned_part *part = v->self;
	enum status status;

	if (!verifying_split(v, processes, &part->with))
		return OK;
	part->rules(0);
	verifying_copy(v, part->with, &part->without);
	part->rules(1);
	verifying_take_part(v);
	status = verifying_communicator(v, processes, err);
	verifying_join(v, &part->with, &part->without, status);
	return status;
}

static enum status verify_all(struct verifying *v, int processes, struct error *err)
{
	enum status status = OK;

	verifying_begin(v, processes);
	for (int p = 2; status == OK && p <= processes; p++)
		if (verifying_names(v, p))
			status = verify_processes(v, p, err);
	verifying_count_left(v);
	verifying_end(v);
	return verifying_correct(v->result, err);
}

enum status verify_tuned(const struct tuned_file *file, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	struct tuned_part part = {.with = MPI_COMM_NULL};
	struct verifying v = {.file = file,
			      .class = tuned_class,
			      .result = result,
			      .confidence = confidence,
			      .choose = choose,
			      .look = look,
			      .self = &part};
	int processes;
	enum status status;

	*result = (struct verify_result){.n = 0};
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &v.data.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &processes);
	*first = v.data.rank == 0;
	if (!verifying_symbol(SPY_FORGET, &part.forget) || !verifying_symbol(SPY_TAKE, &part.take) ||
	    !verifying_symbol(SPY_RULES, &part.rules))
		status = error_set(err, ERR_INPUT, "the library that looks on is not preloaded");
	else if (!part.rules(1))
		status = error_set(err, ERR_INPUT, "coll/tuned is not there, or not that of Open MPI 4.1");
	else
		status = verify_all(&v, processes, err);
	ending_synchronise(MPI_COMM_WORLD);
	MPI_Finalize();
	return status;
}
