#include "mpi/dropin/dropin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_read.h"
#include "base/locale.h"
#include "mpi/dropin/account.h"
#include "mpi/dropin/communicator.h"
#include "mpi/dropin/environment.h"

struct dropin dropin = {.longest = INT_MAX};

/* By the numbers of simulated processes. */
static struct {
	struct dropin **list;
	size_t n;
} simulated;

/* Makes room for the process of a number, and its state. */
static struct dropin *make_simulated(size_t number)
{
	struct dropin **grown;

	if (number >= simulated.n) {
		grown = realloc(simulated.list, (number + 64) * sizeof(*grown));
		if (!grown)
			return &dropin;
		memset(grown + simulated.n, 0, (number + 64 - simulated.n) * sizeof(*grown));
		simulated.list = grown;
		simulated.n = number + 64;
	}
	simulated.list[number] = malloc(sizeof(**simulated.list));
	if (!simulated.list[number])
		return &dropin;
	*simulated.list[number] = (struct dropin){.longest = INT_MAX};
	return simulated.list[number];
}

struct dropin *dropin_of_simulated(void)
{
	size_t number = PORTABLE_PROCESS();

	return number < simulated.n && simulated.list[number] ? simulated.list[number] : make_simulated(number);
}

unsigned long long sonde_collectives_replaced(void)
{
	return dropin_state()->replaced;
}

void sonde_collectives_leave(MPI_Comm comm)
{
	struct dropin_communicator *known = dropin_state()->on ? dropin_communicator(comm) : NULL;

	if (known)
		memset(known->first, 0, sizeof(known->first));
}

/* FNV-1a. */
static unsigned long hash_of(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325U;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3U;
	return (unsigned long)hash;
}

/* 0: there is no table. */
static unsigned long read_table(const char *path, struct error *err)
{
	NUMBERS_AS_IN_C;
	char *text = NULL;
	size_t length = 0;
	unsigned long hash = 0;

	if (file_read(path, "table of algorithms", DROPIN_TABLE_MOST, &text, &length, err) == OK &&
	    choices_read(&dropin_state()->table, text, err) == OK)
		hash = hash_of(text) | 1;
	free(text);
	return hash;
}

/* Returns how many rows can change what is done. */
static size_t note_rows(void)
{
	size_t n = 0;

	for (size_t i = 0; i < dropin_state()->table.n; i++) {
		const struct algorithm_choice *row = &dropin_state()->table.list[i];

		if (!dropin_row_acts(row))
			continue;
		dropin_state()->has[row->collective] = dropin_state()->looks[row->collective] = true;
		n++;
	}
	return n;
}

static void tell(size_t acting, const char *path)
{
	size_t others = dropin_state()->table.n - acting;

	if (acting == 0)
		fprintf(stderr, "sonde: no row of %s replaces anything: collective operations are the library's own\n",
			path);
	else if (others == 0)
		fprintf(stderr, "sonde: collective operations by the %zu row%s of %s\n", acting, acting > 1 ? "s" : "",
			path);
	else
		fprintf(stderr, "sonde: collective operations by %zu row%s of %s; %zu leave%s them to the library\n",
			acting, acting > 1 ? "s" : "", path, others, others > 1 ? "" : "s");
}

/* Of rows that act: whether one is for so many processes. */
static bool has_row_for(const struct choices *table, uint64_t processes)
{
	for (size_t i = 0; i < table->n; i++)
		if (dropin_row_acts(&table->list[i]) && processes >= table->list[i].processes[0] &&
		    processes <= table->list[i].processes[1])
			return true;
	return false;
}

/* Who has made a table for other numbers of processes wants to know. */
static void warn_of_processes(const struct choices *table, const char *path)
{
	int size = 0;

	PMPI_Comm_size(MPI_COMM_WORLD, &size);
	if (has_row_for(table, (uint64_t)size))
		return;
	fprintf(stderr, "sonde: no row of %s is for the %d processes of this program: its rows are for ", path, size);
	dropin_put_processes(table, stderr);
	fputs("; only communicators of so many go by it\n", stderr);
}

/* The first process says what it was asked to, and begins to count what becomes of its calls. */
static void begin_account(size_t acting, const char *path)
{
	const char *asked = getenv(DROPIN_VERBOSE);
	struct dropin *state = dropin_state();

	if (asked && strcmp(asked, "0") != 0) {
		tell(acting, path);
		state->account = dropin_account_new(&state->table);
		if (!state->account)
			fputs("sonde: no memory for an account of collective calls\n", stderr);
	}
	if (acting > 0 && (!asked || strcmp(asked, "0") != 0))
		warn_of_processes(&state->table, path);
	for (int c = 0; state->account && c <= COLLECTIVE_SCAN; c++)
		state->looks[c] = true;
}

static void end_account(void)
{
	struct dropin *state = dropin_state();
	const char *path = getenv(DROPIN_TABLE);
	char *text = NULL;
	size_t length;
	FILE *out = state->account ? open_memstream(&text, &length) : NULL;

	if (out) {
		dropin_account_write(state->account, path ? path : "the table", out);
		if (fclose(out) == 0)
			fputs(text, stderr); /* at once: other processes may write as well */
		free(text);
	}
	dropin_account_free(state->account);
	state->account = NULL;
}

void dropin_begin(void)
{
	const char *path = getenv(DROPIN_TABLE);
	struct error err = {0};
	unsigned long hash = path ? read_table(path, &err) : 0, ends[3] = {hash, ~hash, LONG_MAX};
	size_t acting;
	int rank = 0;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (path)
		ends[2] = (unsigned long)rank;
	/* The least hash, and the complement of the greatest: of one table all are the same. And who speaks. Open MPI
	 * 4.1 takes the least as of signed numbers, which is as good for the hashes. */
	PMPI_Allreduce(MPI_IN_PLACE, ends, 3, MPI_UNSIGNED_LONG, MPI_MIN, MPI_COMM_WORLD);
	if (path && hash == 0)
		fprintf(stderr, "sonde: " DROPIN_TABLE ": %s: collective operations are the library's own\n", err.text);
	else if (ends[2] == (unsigned long)rank && ends[0] != ~ends[1])
		fputs("sonde: " DROPIN_TABLE
		      ": not all processes have the same table: collective operations are the library's own\n",
		      stderr);
	dropin_state()->on =
		hash != 0 && ends[0] == ~ends[1] && dropin_communicator_keyval(&dropin_state()->keyval) == MPI_SUCCESS;
	if (!dropin_state()->on)
		return;
	acting = note_rows();
	if (rank == 0)
		begin_account(acting, path);
}

void dropin_end(void)
{
	if (dropin_state()->on) {
		dropin_communicator_forget(MPI_COMM_WORLD);
		dropin_communicator_forget(MPI_COMM_SELF);
	}
	dropin_state()->ends = true;
	end_account();
}
