#include "mpi/dropin/account.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/units.h"
#include "mpi/dropin/environment.h"

enum { RANGES = 8 /* of processes that are listed */, REMEMBERED = 8 /* numbers of processes, of each operation */ };

/* Calls, and the least and the most bytes, or processes, that they had. */
struct counter {
	uint64_t calls, least, most;
};

struct dropin_account {
	const struct choices *table;
	struct counter *rows; /* of each row of the table */
	bool *missed;         /* of each: a call of its operation and processes had other bytes */
	uint64_t marked[COLLECTIVE_SCAN + 1][REMEMBERED]; /* processes of such calls whose rows are marked; 0: none */
	unsigned next[COLLECTIVE_SCAN + 1];               /* place of marked that is used next */
	struct counter passed[COLLECTIVE_SCAN + 1][PASSED_REASONS];
};

static const char *const reasons[PASSED_REASONS] = {
	[PASSED_OPERATION] = "no row is for the operation",
	[PASSED_PROCESSES] = "no row is for so many processes",
	[PASSED_SIZE] = "no row is for so many bytes",
	[PASSED_ROOT] = "rows are for another root",
	[PASSED_OWN] = "the row leaves them to it",
	[PASSED_IMPOSSIBLE] = "the row's algorithm cannot do them",
	[PASSED_GROUPS] = "between two groups",
	[PASSED_WITHOUT_DATA] = "without data",
	[PASSED_LONG] = "more than 2 GB in all",
	[PASSED_UNLIKE] = "unlike counts",
	[PASSED_REFUSED] = "MPI refuses an argument",
};

struct dropin_account *dropin_account_new(const struct choices *table)
{
	struct dropin_account *account = calloc(1, sizeof(*account));

	if (!account)
		return NULL;
	account->table = table;
	account->rows = calloc(table->n + 1, sizeof(*account->rows));
	account->missed = calloc(table->n + 1, sizeof(*account->missed));
	if (!account->rows || !account->missed) {
		dropin_account_free(account);
		return NULL;
	}
	for (size_t i = 0; i < table->n; i++)
		account->rows[i].least = UINT64_MAX;
	for (int c = 0; c <= COLLECTIVE_SCAN; c++)
		for (int why = 0; why < PASSED_REASONS; why++)
			account->passed[c][why].least = UINT64_MAX;
	return account;
}

void dropin_account_free(struct dropin_account *account)
{
	if (account) {
		free(account->rows);
		free(account->missed);
	}
	free(account);
}

/* Threads count at once: a lesser least or a greater most is rare, and taken until it stands. */
static void count(struct counter *counter, uint64_t amount)
{
	uint64_t seen = __atomic_load_n(&counter->least, __ATOMIC_RELAXED);

	__atomic_fetch_add(&counter->calls, 1, __ATOMIC_RELAXED);
	while (amount < seen &&
	       !__atomic_compare_exchange_n(&counter->least, &seen, amount, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	seen = __atomic_load_n(&counter->most, __ATOMIC_RELAXED);
	while (amount > seen &&
	       !__atomic_compare_exchange_n(&counter->most, &seen, amount, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

static bool is_marked(const struct dropin_account *account, enum collective collective, uint64_t processes)
{
	for (int i = 0; i < REMEMBERED; i++)
		if (__atomic_load_n(&account->marked[collective][i], __ATOMIC_RELAXED) == processes)
			return true;
	return false;
}

/* Marks the rows for as many processes, of which none is for the bytes of a call: once, as each call would pay for all
 * rows; again where a program has communicators of more sizes than are remembered. */
static void miss(struct dropin_account *account, enum collective collective, uint64_t processes)
{
	const struct choices *table = account->table;
	unsigned place;

	if (is_marked(account, collective, processes))
		return;
	for (size_t i = 0; i < table->n; i++)
		if (table->list[i].collective == collective && processes >= table->list[i].processes[0] &&
		    processes <= table->list[i].processes[1])
			__atomic_store_n(&account->missed[i], true, __ATOMIC_RELAXED);
	place = __atomic_fetch_add(&account->next[collective], 1, __ATOMIC_RELAXED) % REMEMBERED;
	__atomic_store_n(&account->marked[collective][place], processes, __ATOMIC_RELAXED);
}

void dropin_account_note(struct dropin_account *account, enum collective collective, const struct user_call *call,
			 enum passed passed)
{
	if (passed == PASSED_NOT)
		count(&account->rows[call->row - account->table->list], call->bytes);
	else
		count(&account->passed[collective][passed],
		      passed == PASSED_PROCESSES ? (uint64_t)call->comm->size : call->bytes);
	if (passed == PASSED_SIZE)
		miss(account, collective, (uint64_t)call->comm->size);
}

static void put_sizes_of(FILE *out, const struct counter *bytes)
{
	char least[32], most[32];

	fputs(size_format((size_t)bytes->least, least, sizeof(least)), out);
	if (bytes->most > bytes->least && bytes->most < UINT64_MAX)
		fprintf(out, " to %s", size_format((size_t)bytes->most, most, sizeof(most)));
	fputs(bytes->most < UINT64_MAX ? " B" : " B and more", out);
}

/* From the least to the most, of bytes or processes. */
static void put_range(FILE *out, const struct counter *counter, bool processes)
{
	fputs(": ", out);
	if (!processes) {
		put_sizes_of(out, counter);
		return;
	}
	fprintf(out, "%" PRIu64, counter->least);
	if (counter->most > counter->least)
		fprintf(out, " to %" PRIu64, counter->most);
	fputs(counter->most > 1 ? " processes" : " process", out);
}

static void put_line(FILE *out, enum collective collective, uint64_t calls, const char *how)
{
	fprintf(out, "sonde:   %-14s %8" PRIu64 "  %s", collective_words[collective], calls, how);
}

static void put_row(FILE *out, const struct algorithm_choice *row, const struct counter *counter)
{
	char size[32];

	put_line(out, row->collective, counter->calls, "by ");
	fputs(row->algorithm ? row->algorithm->name : "the MPI library's own", out);
	if (row->segment > 0)
		fprintf(out, " segment=%s", size_format((size_t)row->segment, size, sizeof(size)));
	if (row->fanout > 0)
		fprintf(out, " fanout=%d", row->fanout);
	if (row->split > 0)
		fprintf(out, " split=%s", size_format((size_t)row->split, size, sizeof(size)));
	fprintf(out, "%s (line %zu)", row->order ? " with an order" : "", row->line);
	if (row->collective != COLLECTIVE_BARRIER)
		put_range(out, counter, false);
	fputs("\n", out);
}

static void put_passed(FILE *out, enum collective collective, enum passed why, const struct counter *counter)
{
	bool processes = why == PASSED_PROCESSES, bytes = why >= PASSED_SIZE && why <= PASSED_IMPOSSIBLE;

	put_line(out, collective, counter->calls, "passed on, ");
	fputs(reasons[why], out);
	if (processes || (bytes && collective != COLLECTIVE_BARRIER))
		put_range(out, counter, processes);
	fputs("\n", out);
}

/* Returns how many calls went by a row. */
static uint64_t put_calls(FILE *out, const struct dropin_account *account, enum collective collective)
{
	uint64_t replaced = 0;

	for (size_t i = 0; i < account->table->n; i++) {
		if (account->table->list[i].collective != collective || account->rows[i].calls == 0)
			continue;
		put_row(out, &account->table->list[i], &account->rows[i]);
		replaced += account->rows[i].calls;
	}
	for (int why = PASSED_NOT + 1; why < PASSED_REASONS; why++)
		if (account->passed[collective][why].calls > 0)
			put_passed(out, collective, (enum passed)why, &account->passed[collective][why]);
	return replaced;
}

/* Whether a row before this one that acts too is for the same numbers of processes. */
static bool came_before(const struct choices *table, size_t i)
{
	const uint64_t *its = table->list[i].processes;

	for (size_t k = 0; k < i; k++)
		if (dropin_row_acts(&table->list[k]) && table->list[k].processes[0] == its[0] &&
		    table->list[k].processes[1] == its[1])
			return true;
	return false;
}

void dropin_put_processes(const struct choices *table, FILE *out)
{
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++) {
		const uint64_t *its = table->list[i].processes;

		if (!dropin_row_acts(&table->list[i]) || came_before(table, i))
			continue;
		if (n == RANGES) {
			fputs(", …", out);
			return;
		}
		fputs(n++ > 0 ? ", " : "", out);
		if (its[0] <= 1 && its[1] == UINT64_MAX) {
			fputs("any number of", out);
			continue;
		}
		fprintf(out, "%" PRIu64, its[0]);
		if (its[1] == UINT64_MAX)
			fputs(" and more", out);
		else if (its[1] > its[0])
			fprintf(out, " to %" PRIu64, its[1]);
	}
}

/* Whether a row before this one was missed by a call of the same operation. */
static bool missed_before(const struct dropin_account *account, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (account->missed[k] && account->table->list[k].collective == account->table->list[i].collective)
			return true;
	return false;
}

/* The sizes of rows that calls have missed, of the operation of the row i and those behind it. */
static void put_sizes(FILE *out, const struct dropin_account *account, size_t i)
{
	const struct algorithm_choice *list = account->table->list;
	enum collective collective = list[i].collective;
	const char *before = "";
	size_t n = 0;

	for (; i < account->table->n && n <= RANGES; i++) {
		struct counter bytes = {.least = list[i].bytes[0], .most = list[i].bytes[1]};

		if (list[i].collective != collective || !account->missed[i])
			continue;
		fputs(before, out);
		before = ", ";
		if (n++ == RANGES)
			fputs("…", out);
		else
			put_sizes_of(out, &bytes);
	}
}

/* Why no call went by a row, where rows are for other numbers of processes or bytes; the lines before say the rest. */
static void put_none(FILE *out, const struct dropin_account *account)
{
	bool processes = false;

	for (int c = 0; c <= COLLECTIVE_SCAN; c++)
		processes = processes || account->passed[c][PASSED_PROCESSES].calls > 0;
	fputs("sonde: no call went by a row", out);
	if (processes) {
		fputs("; rows are for ", out);
		dropin_put_processes(account->table, out);
		fputs(" processes", out);
	}
	for (size_t i = 0; i < account->table->n; i++) {
		if (!account->missed[i] || missed_before(account, i))
			continue;
		fprintf(out, "; rows of %s are for ", collective_words[account->table->list[i].collective]);
		put_sizes(out, account, i);
	}
	fputs("\n", out);
}

void dropin_account_write(const struct dropin_account *account, const char *path, FILE *out)
{
	uint64_t replaced = 0;

	fprintf(out, "sonde: what became of the collective calls of process 0, by %s:\n", path);
	for (int c = 0; c <= COLLECTIVE_SCAN; c++)
		replaced += put_calls(out, account, (enum collective)c);
	if (replaced == 0)
		put_none(out, account);
}
