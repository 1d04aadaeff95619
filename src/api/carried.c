/*
 * A call's kind is found by a digest of what all processes know of it. Each call is agreed on, so that nobody waits for
 * a process whose arguments are wrong or other ones. In the first call of a kind process 0 chooses, and tells the
 * others; later all find the choice at the same place.
 */
#include "api/carried_kinds.h"
#include "api/digest.h"
#include "api/model.h"
#include "base/locale.h"
#include "mpi/user/take.h"
#include "predict/tree_choice.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* How much may be looked for while the others wait. */
static const struct tree_mapping_options limits = {.simulations = 6000, .work = 1e6};

/* What process 0 tells the others of a choice. */
struct told {
	int algorithm; /* its number among all */
	int fanout, ordered;
	uint64_t segment;
	double seconds, plain;
};

/* The first time: Collective. */
static enum status open_carried(struct sonde *context, struct error *err)
{
	struct carried *made = context->carried ? NULL : calloc(1, sizeof(*made));
	struct error mine = {0};

	if (context->carried)
		return OK;
	if (made)
		made->counts = calloc((size_t)context_processes(context), sizeof(*made->counts));
	if (!made || !made->counts)
		error_memory(&mine, "what is kept of collective operations");
	if (embed_agree(&context->embedded, NULL, 0, &mine, err) == OK) {
		context->carried = made;
		return user_communicator_open(&made->comm, context->embedded.process.control, err);
	}
	carried_close(made);
	return err->status;
}

static int number_of(const struct algorithm_class *algorithm)
{
	int number = 0;

	for (const struct algorithm_class *each = algorithm_next(NULL); each != algorithm; each = algorithm_next(each))
		number++;
	return number;
}

static const struct algorithm_class *algorithm_of(int number)
{
	const struct algorithm_class *each = algorithm_next(NULL);

	while (number-- > 0)
		each = algorithm_next(each);
	return each;
}

static unsigned long long digest_of(const struct user_call *call, const struct sonde_model *model, bool commutes)
{
	unsigned long long digest = digest_number(DIGEST, (long long)call->collective);

	digest = digest_number(digest, call->root);
	digest = digest_number(digest, (long long)call->bytes);
	digest = digest_number(digest, (long long)call->unit);
	digest = digest_number(digest, commutes);
	if (call->counts)
		digest = digest_bytes(digest, call->counts, (size_t)call->comm->size * sizeof(*call->counts));
	return digest_number(digest, (long long)model->digest);
}

/* By process 0. */
static enum status choose(const struct user_call *user, const struct model *model, bool commutes, struct told *told,
			  int *order, struct error *err)
{
	const struct predict_options options = predict_options_default(model);
	const struct call call = {.collective = user->collective,
				  .processes = user->comm->size,
				  .root = user->root,
				  .count = user->bytes,
				  .counts = user->counts,
				  .commutes = commutes};
	struct tree_choice found;
	enum status status = tree_choose(&options, &call, &limits, &found, err);

	if (status != OK)
		return status;
	*told = (struct told){.algorithm = number_of(found.algorithm),
			      .fanout = found.fanout,
			      .ordered = found.order != NULL,
			      .segment = found.segment,
			      .seconds = found.seconds,
			      .plain = found.plain};
	if (found.order)
		memcpy(order, found.order, (size_t)call.processes * sizeof(*order));
	tree_choice_release(&found);
	return OK;
}

static void keep(struct kind *kind, const struct user_call *call, const struct told *told, unsigned long long digest,
		 int *order)
{
	uint64_t n = (uint64_t)call->comm->size;

	*kind = (struct kind){.digest = digest,
			      .row = {.collective = call->collective,
				      .processes = {n, n},
				      .bytes = {call->bytes, call->bytes},
				      .algorithm = algorithm_of(told->algorithm),
				      .segment = told->segment,
				      .fanout = told->fanout,
				      .order = told->ordered ? order : NULL},
			      .seconds = told->seconds,
			      .plain = told->plain};
	if (!told->ordered)
		free(order);
}

/* A kind that is new. Collective. */
static enum status find_choice(struct sonde *context, const struct user_call *call, const struct sonde_model *model,
			       bool commutes, unsigned long long digest, const struct kind **found, struct error *err)
{
	NUMBERS_AS_IN_C;
	size_t n = (size_t)call->comm->size;
	int *order = malloc(n * sizeof(*order));
	struct told told = {.algorithm = 0};
	struct error mine = {0};
	struct kind *kind;

	if (!order)
		error_memory(&mine, "an order of processes");
	else if (context_drives(context))
		choose(call, model->model, commutes, &told, order, &mine);
	if (embed_agree(&context->embedded, NULL, 0, &mine, err) != OK) {
		free(order);
		return err->status;
	}
	embed_share(&context->embedded, &told, sizeof(told));
	if (told.ordered)
		embed_share(&context->embedded, order, n * sizeof(*order));
	kind = carried_place(context->carried);
	keep(kind, call, &told, digest, order);
	*found = kind;
	return OK;
}

/* Whether data of a type can lie where no buffer is: at addresses of its own, as from MPI_BOTTOM, which is NULL. */
static bool has_addresses(MPI_Datatype type)
{
	enum { PAGE = 4096 }; /* no data lie in the first one */
	MPI_Aint low = 0, size;

	return MPI_Type_get_true_extent(type, &low, &size) == MPI_SUCCESS && (low < 0 || low >= PAGE);
}

/* A buffer of so many elements, or bytes, which this process sends or receives. */
static enum status check_buffer(const struct user_call *call, const void *buffer, uint64_t count, MPI_Datatype type,
				bool may_be_in_place, struct error *err)
{
	const char *what = collective_words[call->collective];

	if (buffer == MPI_IN_PLACE && !may_be_in_place)
		return error_set(err, ERR_INPUT, "%s: MPI_IN_PLACE is allowed at the root, and only for one buffer",
				 what);
	if (!buffer && count > 0 && !has_addresses(type))
		return error_set(err, ERR_INPUT, "%s without a buffer: it is NULL, and there are data", what);
	return OK;
}

/* The buffers that mean something at this process. */
static enum status check_buffers(const struct user_call *call, const struct user_arguments *given, struct error *err)
{
	bool root = call->comm->rank == call->root, reduces = call->collective == COLLECTIVE_REDUCE,
	     scatters = call->collective == COLLECTIVE_SCATTER || call->collective == COLLECTIVE_SCATTERV,
	     gathers = reduces || call->collective == COLLECTIVE_GATHER || call->collective == COLLECTIVE_GATHERV;
	uint64_t own = call->counts ? call->counts[call->comm->rank] : call->bytes;
	enum status status = OK;

	if (gathers || (scatters && root))
		status = check_buffer(call, given->send, gathers ? own : call->bytes,
				      reduces ? given->receive_type : given->send_type, root && gathers, err);
	if (status == OK && (!gathers || root))
		status = check_buffer(call, given->receive, gathers ? call->bytes : own, given->receive_type,
				      root && scatters, err);
	return status;
}

/* One way of data at this process: count is 0 where a list says it. */
static enum status check_way(const struct user_call *call, int count, MPI_Datatype type, struct error *err)
{
	const char *what = collective_words[call->collective];

	if (count < 0)
		return error_set(err, ERR_INPUT, "%s: a count cannot be negative: %d", what, count);
	if (type == MPI_DATATYPE_NULL)
		return error_set(err, ERR_INPUT, "%s without a type: it is MPI_DATATYPE_NULL", what);
	return OK;
}

/* The counts that all processes are given. */
static enum status check_list(const struct user_call *call, const int *counts, struct error *err)
{
	if (!counts)
		return error_set(err, ERR_INPUT, "%s without counts: they are NULL",
				 collective_words[call->collective]);
	for (int i = 0; i < call->comm->size; i++)
		if (counts[i] < 0)
			return error_set(err, ERR_INPUT, "%s: a count cannot be negative: %d for process %d",
					 collective_words[call->collective], counts[i], i);
	return OK;
}

/* The counts, types and the operation that mean something at this process. */
static enum status check_values(const struct user_call *call, const struct user_arguments *given, struct error *err)
{
	enum collective c = call->collective;
	bool root = call->comm->rank == call->root, lists = collective_has_counts(c),
	     scatters = c == COLLECTIVE_SCATTER || c == COLLECTIVE_SCATTERV,
	     gathers = c == COLLECTIVE_GATHER || c == COLLECTIVE_GATHERV;
	enum status status = OK;

	if (lists)
		status = check_list(call, scatters ? given->send_counts : given->receive_counts, err);
	if (status == OK && (gathers ? !root || given->send != MPI_IN_PLACE : scatters && (root || lists)))
		status = check_way(call, given->send_count, given->send_type, err);
	if (status == OK && (gathers ? root || lists : !scatters || !root || given->receive != MPI_IN_PLACE))
		status = check_way(call, given->receive_count, given->receive_type, err);
	if (status == OK && c == COLLECTIVE_REDUCE && given->op == MPI_OP_NULL)
		return error_set(err, ERR_INPUT, "reduce without an operation: it is MPI_OP_NULL");
	return status;
}

/* What the processes know alike of the call. *empty: it has no data. */
static enum status take(struct carried *carried, struct user_call *call, const struct user_arguments *given,
			bool *empty, struct error *err)
{
	bool counted = collective_has_counts(call->collective);
	enum user_taken taken;
	uint64_t most;

	if (call->root < 0 || call->root >= call->comm->size)
		return error_set(err, ERR_INPUT, "there is no process %d: the processes are 0 to %d", call->root,
				 call->comm->size - 1);
	if (check_values(call, given, err) != OK)
		return err->status;
	if (!counted)
		taken = user_call_take(call, given);
	else
		taken = user_call_take_counts(call, given, carried->counts) ? USER_TAKEN
			: call->bytes > 0                                   ? USER_LONG
									    : USER_WITHOUT_DATA;
	most = counted ? call->longest : call->longest / (uint64_t)call->comm->size;
	*empty = taken == USER_WITHOUT_DATA;
	if (taken == USER_TAKEN)
		return check_buffers(call, given, err);
	if (*empty)
		return OK;
	return error_set(err, ERR_INPUT, "%s of too many bytes from or for a process: all blocks have at most %llu%s",
			 collective_words[call->collective], (unsigned long long)most, counted ? " together" : " each");
}

/* Whether all processes make this call, and none with an error; else all get the first one's. In one message round,
 * where nothing is wrong. Collective. */
static enum status agree(const struct sonde *context, unsigned long long digest, const struct error *mine,
			 struct error *err)
{
	unsigned long long most[] = {digest, ~digest, mine->status != OK};
	enum { NUMBERS = sizeof(most) / sizeof(most[0]) };

	if (MPI_Allreduce(MPI_IN_PLACE, most, NUMBERS, MPI_UNSIGNED_LONG_LONG, MPI_MAX,
			  context->embedded.process.control) != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI failed while the processes agreed on a call");
	if (most[2])
		return embed_agree(&context->embedded, NULL, 0, mine, err);
	if (most[0] != ~most[1])
		return embed_agree(&context->embedded, &digest, sizeof(digest), mine, err);
	return OK;
}

/* What all agree on when a call is prepared, and what comes of it. */
struct agreement {
	const struct sonde *context;
	unsigned long long digest;
	const struct error *stuck;
	struct error *err;
};

static int agree_ready(void *argument, int code)
{
	const struct agreement *a = argument;
	struct error mine = *a->stuck;
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	if (code != MPI_SUCCESS && mine.status == OK) {
		MPI_Error_string(code, text, &length);
		error_set(&mine, ERR_PLATFORM, "%s", text);
	}
	return agree(a->context, a->digest, &mine, a->err) == OK ? MPI_SUCCESS : MPI_ERR_OTHER;
}

/* Prepares a call of a kind that has a choice; all agree on it, and do it. Collective. */
static enum status run_agreed(struct sonde *context, struct user_call *call, const struct user_arguments *given,
			      const struct kind *kind, unsigned long long digest, struct error *err)
{
	struct agreement agreement = {.context = context, .digest = digest, .stuck = call->stuck, .err = err};
	int code;

	call->row = &kind->row;
	call->ready = agree_ready;
	call->argument = &agreement;
	code = user_call_run(call, given);
	if (err->status != OK)
		return err->status;
	context->carried->last = kind;
	return user_communicator_fail(context->embedded.process.control, code, err);
}

/* A process whose arguments are wrong or that has another kind agrees at once, one that prepares the call before that
 * then: it is the same message round. */
static enum status carry_out(struct sonde *context, const struct sonde_model *model, struct user_call *call,
			     const struct user_arguments *given, struct error *err)
{
	bool commutes = call->collective == COLLECTIVE_REDUCE && user_op_commutes(given->op), empty = false;
	unsigned long long digest = digest_number(digest_number(DIGEST, (long long)call->collective), call->root);
	const struct kind *kind = NULL;
	struct error mine = {0};

	context->carried->last = NULL;
	if (!model)
		error_set(&mine, ERR_INPUT, "there is no model: it is NULL");
	else if (take(context->carried, call, given, &empty, &mine) == OK && !empty)
		digest = digest_of(call, model, commutes);
	if (mine.status == OK && !empty)
		kind = carried_find(context->carried, digest);
	if (!kind && (agree(context, digest, &mine, err) != OK || empty ||
		      find_choice(context, call, model, commutes, digest, &kind, err) != OK))
		return err->status;
	return run_agreed(context, call, given, kind, digest, err);
}

static enum sonde_status carry(struct sonde *context, const struct sonde_model *model, enum collective collective,
			       const struct user_arguments *given, struct sonde_error *error)
{
	struct error err = {0}, stuck = {0};
	struct user_call call = {
		.collective = collective, .root = given->root, .fixed = true, .longest = INT_MAX, .stuck = &stuck};

	if (!context)
		return context_missing(error);
	if (open_carried(context, &err) == OK) {
		call.comm = &context->carried->comm;
		carry_out(context, model, &call, given, &err);
	}
	return context_give(&err, error);
}

enum sonde_status sonde_bcast(struct sonde *context, const struct sonde_model *model, void *buffer, int count,
			      MPI_Datatype type, int root, struct sonde_error *error)
{
	const struct user_arguments given = {
		.receive = buffer, .receive_count = count, .receive_type = type, .root = root};

	return carry(context, model, COLLECTIVE_BCAST, &given, error);
}

/* Of scatter and gather. */
static struct user_arguments of_blocks(const void *send, int send_count, MPI_Datatype send_type, void *receive,
				       int receive_count, MPI_Datatype receive_type, int root)
{
	return (struct user_arguments){.send = send,
				       .send_count = send_count,
				       .send_type = send_type,
				       .receive = receive,
				       .receive_count = receive_count,
				       .receive_type = receive_type,
				       .root = root};
}

enum sonde_status sonde_scatter(struct sonde *context, const struct sonde_model *model, const void *send,
				int send_count, MPI_Datatype send_type, void *receive, int receive_count,
				MPI_Datatype receive_type, int root, struct sonde_error *error)
{
	const struct user_arguments given =
		of_blocks(send, send_count, send_type, receive, receive_count, receive_type, root);

	return carry(context, model, COLLECTIVE_SCATTER, &given, error);
}

enum sonde_status sonde_gather(struct sonde *context, const struct sonde_model *model, const void *send, int send_count,
			       MPI_Datatype send_type, void *receive, int receive_count, MPI_Datatype receive_type,
			       int root, struct sonde_error *error)
{
	const struct user_arguments given =
		of_blocks(send, send_count, send_type, receive, receive_count, receive_type, root);

	return carry(context, model, COLLECTIVE_GATHER, &given, error);
}

enum sonde_status sonde_scatterv(struct sonde *context, const struct sonde_model *model, const void *send,
				 const int *counts, const int *displacements, MPI_Datatype send_type, void *receive,
				 int receive_count, MPI_Datatype receive_type, int root, struct sonde_error *error)
{
	const struct user_arguments given = {.send = send,
					     .send_counts = counts,
					     .send_displacements = displacements,
					     .send_type = send_type,
					     .receive = receive,
					     .receive_count = receive_count,
					     .receive_type = receive_type,
					     .root = root};

	return carry(context, model, COLLECTIVE_SCATTERV, &given, error);
}

enum sonde_status sonde_gatherv(struct sonde *context, const struct sonde_model *model, const void *send,
				int send_count, MPI_Datatype send_type, void *receive, const int *counts,
				const int *displacements, MPI_Datatype receive_type, int root,
				struct sonde_error *error)
{
	const struct user_arguments given = {.send = send,
					     .send_count = send_count,
					     .send_type = send_type,
					     .receive = receive,
					     .receive_counts = counts,
					     .receive_displacements = displacements,
					     .receive_type = receive_type,
					     .root = root};

	return carry(context, model, COLLECTIVE_GATHERV, &given, error);
}

enum sonde_status sonde_reduce(struct sonde *context, const struct sonde_model *model, const void *send, void *receive,
			       int count, MPI_Datatype type, MPI_Op op, int root, struct sonde_error *error)
{
	const struct user_arguments given = {
		.send = send, .receive = receive, .receive_count = count, .receive_type = type, .op = op, .root = root};

	return carry(context, model, COLLECTIVE_REDUCE, &given, error);
}

int sonde_chosen(const struct sonde *context, struct sonde_choice *choice)
{
	const struct kind *kind = context && context->carried ? context->carried->last : NULL;

	if (!kind || !choice)
		return 0;
	*choice = (struct sonde_choice){.algorithm = kind->row.algorithm->name,
					.segment = (size_t)kind->row.segment,
					.order = kind->row.order,
					.seconds = kind->seconds,
					.plain = kind->plain};
	return 1;
}
