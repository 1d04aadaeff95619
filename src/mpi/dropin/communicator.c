#include "mpi/dropin/communicator.h"
#include "mpi/dropin/environment.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void release(struct dropin_communicator *c)
{
	user_plans_release(&c->user);
	free(c->rows);
	free(c->counts);
	free(c);
}

static _Thread_local __attribute__((tls_model("initial-exec"))) struct dropin_asked asked_by_thread;
static unsigned long freed = 1;

/* Simulated processes may share a thread. */
static struct dropin_asked *last_asked(void)
{
	return PORTABLE_SIMULATED ? &dropin_state()->asked : &asked_by_thread;
}

/* With the communicator its own one goes; not in MPI_Finalize, where the program has left communicators behind. */
static int delete_attribute(MPI_Comm comm, int keyval, void *value, void *extra)
{
	struct dropin_communicator *c = value;
	int code = MPI_SUCCESS;

	(void)comm;
	(void)keyval;
	(void)extra;
	__atomic_fetch_add(&freed, 1, __ATOMIC_RELEASE);
	if (!dropin_state()->ends && !c->passes)
		code = PMPI_Comm_free(&c->user.own);
	release(c);
	return code;
}

int dropin_communicator_keyval(int *keyval)
{
	return PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, keyval, NULL);
}

void dropin_communicator_forget(MPI_Comm comm)
{
	void *known;
	int found = 0;

	if (PMPI_Comm_get_attr(comm, dropin_state()->keyval, &known, &found) == MPI_SUCCESS && found)
		PMPI_Comm_delete_attr(comm, dropin_state()->keyval);
}

/* An order names processes of MPI_COMM_WORLD: it is for communicators that have the same ones in the same order. */
static bool is_world(MPI_Comm comm)
{
	int result = MPI_UNEQUAL;

	return PMPI_Comm_compare(comm, MPI_COMM_WORLD, &result) == MPI_SUCCESS &&
	       (result == MPI_IDENT || result == MPI_CONGRUENT);
}

static bool is_for(const struct algorithm_choice *row, enum collective collective, int processes, bool world)
{
	return (world || !row->order) && row->collective == collective && (uint64_t)processes >= row->processes[0] &&
	       (uint64_t)processes <= row->processes[1];
}

static bool list_rows(struct dropin_communicator *c, bool world)
{
	const struct choices *table = &dropin_state()->table;
	size_t n = 0;

	c->rows = calloc(table->n + 1, sizeof(const struct algorithm_choice *));
	c->counts = calloc((size_t)c->user.size, sizeof(*c->counts));
	for (int what = 0; c->rows && what <= COLLECTIVE_SCAN; what++) {
		bool useful = false;

		c->first[what] = n;
		for (size_t i = 0; i < table->n; i++) {
			const struct algorithm_choice *row = &table->list[i];

			if (!is_for(row, (enum collective)what, c->user.size, world))
				continue;
			c->rows[n++] = row;
			useful = useful || dropin_row_acts(row);
		}
		n = useful ? n : c->first[what];
	}
	c->first[COLLECTIVE_SCAN + 1] = n;
	return c->rows && c->counts;
}

/* What MPI says of a communicator. */
static bool look_at(struct dropin_communicator *c, MPI_Comm comm)
{
	int inter;

	if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS)
		return false;
	c->passes = inter;
	return PMPI_Comm_rank(comm, &c->user.rank) == MPI_SUCCESS && PMPI_Comm_size(comm, &c->user.size) == MPI_SUCCESS;
}

static bool open_own(struct dropin_communicator *c, MPI_Comm comm)
{
	return c->passes ||
	       (list_rows(c, is_world(comm)) && PMPI_Comm_split(comm, 0, c->user.rank, &c->user.own) == MPI_SUCCESS &&
		PMPI_Comm_set_errhandler(c->user.own, MPI_ERRORS_RETURN) == MPI_SUCCESS);
}

static struct dropin_communicator *find(MPI_Comm comm)
{
	struct dropin_communicator *c = NULL, seen = {.user.own = MPI_COMM_NULL};
	int found = 0;

	if (PMPI_Comm_get_attr(comm, dropin_state()->keyval, &c, &found) == MPI_SUCCESS && found)
		return c;
	if (!look_at(&seen, comm))
		return NULL;
	c = malloc(sizeof(*c));
	if (c)
		*c = seen;
	if (c && open_own(c, comm) && PMPI_Comm_set_attr(comm, dropin_state()->keyval, c) == MPI_SUCCESS)
		return c;
	fputs("sonde: collective operations: a communicator of their own cannot be made\n", stderr);
	PMPI_Abort(comm, 1);
	return NULL;
}

struct dropin_communicator *dropin_communicator(MPI_Comm comm)
{
	unsigned long now = __atomic_load_n(&freed, __ATOMIC_ACQUIRE);
	struct dropin_asked *last = last_asked();

	if (last->known && last->comm == comm && last->freed == now)
		return last->known;
	*last = (struct dropin_asked){.known = find(comm), .comm = comm, .freed = now};
	return last->known;
}

int dropin_error(MPI_Comm given, int code)
{
	if (code != MPI_SUCCESS)
		PMPI_Comm_call_errhandler(given, code);
	return code;
}

void dropin_abort(MPI_Comm given, enum collective collective, const struct error *err)
{
	fprintf(stderr, "sonde: %s: %s\n", collective_words[collective], err->text);
	PMPI_Abort(given, 1);
}
