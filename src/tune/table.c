#include "tune/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/choice.h"
#include "algorithm/decision/decision.h"
#include "predict/escalation.h"
#include "rules/mpich.h"
#include "tune/candidates.h"

/* The operation of sonde's that rules of an id are of; -1: it has none, or another one is tuned in its place. */
static int collective_of(const struct tuned_class *class)
{
	if (strcmp(class->name, "reduce_scatter_block") == 0)
		return COLLECTIVE_REDUCE_SCATTER;
	return strcmp(class->name, "reduce_scatter") == 0 ? -1 : collective_of_word(class->name);
}

static const struct tuned_class nothing = {.name = "", .n = 0};

static const struct tuned_class *sonde_class(int id)
{
	const struct tuned_class *class = tuned_class(id);

	return class->n > 0 && collective_of(class) >= 0 ? class : &nothing;
}

static const struct tuned_class *sonde_mpich_class(int id)
{
	const struct tuned_class *class = mpich_class(id);

	return class->n > 0 && collective_of(class) >= 0 ? class : &nothing;
}

/* What a candidate is among so many processes, as an algorithm of sonde's; false: it is none, or several. */
static bool find_choice(const struct tune_library *library, int id, const struct tune_candidate *candidate,
			int processes, struct algorithm_choice *choice)
{
	enum decision_operation operation;
	struct decision_case what = {.library = library->decision,
				     .processes = processes,
				     .count = 1 << 16,
				     .size = 1,
				     .commutes = true,
				     .predefined = true};
	struct decision found = {.n = 0};
	struct error err = {0};
	bool is_one;

	*choice = (struct algorithm_choice){.collective = (enum collective)collective_of(library->class(id))};
	if (!tune_operation(library, id, &operation))
		return false;
	what.operation = operation;
	tune_candidate_take(library, id, candidate, &what);
	is_one = decision_find(&what, 0, &found, &err) == OK && found.n == 1 && found.step[0].algorithm &&
		 found.step[0].algorithm->collective == choice->collective && !found.step[0].members;
	if (is_one) {
		choice->algorithm = found.step[0].algorithm;
		choice->segment = choice->algorithm->takes & TAKES_SEGMENT ? candidate->segment : 0;
		choice->fanout = choice->algorithm->takes & TAKES_FANOUT ? found.step[0].fanout : 0;
	}
	decision_release(&found);
	return is_one;
}

static bool sonde_lacks(const struct tune_library *library, int id, const struct tune_candidate *candidate,
			int processes)
{
	struct algorithm_choice choice;

	return !find_choice(library, id, candidate, processes, &choice);
}

/* Bytes as the library looks them up, as those of a message or block: the least that are no fewer. */
static uint64_t bytes_of(const struct tuned_class *class, uint64_t bytes, int processes)
{
	return tuned_is_total(class->measure) ? (bytes + (uint64_t)processes - 1) / (uint64_t)processes : bytes;
}

/* A row, unless one before has all of its calls. */
static enum status add_row(struct choices *table, const struct algorithm_choice *row, struct error *err)
{
	for (size_t i = 0; i < table->n; i++)
		if (choice_covers(&table->list[i], row))
			return OK;
	return choices_add(table, row, err);
}

enum { FEWEST = 3 }; /* processes whose gathers escalate: two send one message */

static bool has_escalating(const struct tuned_file *file)
{
	return file->escalating[0] > 1 && file->escalating[0] < file->escalating[1];
}

/*
 * Of the calls of a row those that escalate are gathered in segments of two thirds of what escalates first, of each
 * process one under way: all of them at once do not. Source: LMO_Gather (O'Flynn, thesis, 2009, 7.2),
 * which has barriers between the segments.
 */
static enum status add_credited(const struct tuned_file *file, const struct algorithm_choice *row,
				struct choices *table, struct error *err)
{
	uint64_t first = file->escalating[0],
		 last = file->escalating[1] == UINT64_MAX ? UINT64_MAX : file->escalating[1] - 1;
	const struct algorithm_choice credited = {
		.collective = row->collective,
		.processes = {row->processes[0], row->processes[1]},
		.bytes = {row->bytes[0] > first ? row->bytes[0] : first, row->bytes[1] < last ? row->bytes[1] : last},
		.algorithm = algorithm_find(row->collective, "linear-credited", err),
		.segment = first - (first + 2) / 3};

	if (!has_escalating(file) || row->processes[0] < FEWEST || credited.bytes[0] > credited.bytes[1])
		return OK;
	return credited.algorithm ? add_row(table, &credited, err) : ERR_INPUT;
}

/* The rows of a communicator; those that leave calls to the library need none. most: processes. Gathers that would
 * escalate by a row, which simulations do not know of, have one of their own before. */
static enum status add_rows(const struct tune_library *library, const struct tuned_file *file, int id,
			    const struct tuned_communicator *c, uint64_t most, struct choices *table, struct error *err)
{
	const struct tuned_class *class = library->class(id);
	enum status status = OK;

	for (size_t i = 0; status == OK && i < c->n; i++) {
		const struct tuned_rule *rule = &c->rules[i];
		const struct tune_candidate candidate = {rule->algorithm, rule->fanout, rule->segment};
		struct algorithm_choice choice;

		if (rule->algorithm == 0 || !find_choice(library, id, &candidate, c->processes, &choice))
			continue;
		choice.processes[0] = (uint64_t)c->processes;
		choice.processes[1] = most;
		choice.bytes[0] = bytes_of(class, rule->bytes, c->processes);
		choice.bytes[1] = i + 1 < c->n ? bytes_of(class, c->rules[i + 1].bytes, c->processes) - 1 : UINT64_MAX;
		if (choice.bytes[0] > choice.bytes[1])
			continue;
		if (choice.collective == COLLECTIVE_GATHER && escalation_overruns(choice.algorithm))
			status = add_credited(file, &choice, table, err);
		if (status == OK)
			status = choices_add(table, &choice, err);
	}
	return status;
}

/* Whether all processes of the library's own gather of so many bytes send at once. */
static bool gathers_at_once(const struct tune_library *library, uint64_t bytes, int processes)
{
	const struct decision_case what = {.library = library->decision,
					   .operation = DECISION_GATHER,
					   .processes = processes,
					   .count = bytes,
					   .size = 1};
	struct decision found = {.n = 0};
	struct error err = {0};
	bool at_once = decision_find(&what, 0, &found, &err) == OK && found.n == 1 && found.step[0].algorithm &&
		       escalation_overruns(found.step[0].algorithm);

	decision_release(&found);
	return at_once;
}

/* The first size up to end at which gathers are otherwise at once than at one, or not; end: none. */
static uint64_t border_of(const struct tune_library *library, uint64_t from, uint64_t end, int processes)
{
	bool at_once = gathers_at_once(library, from, processes);
	uint64_t low = from, high;

	for (high = from + 1; high < end && gathers_at_once(library, high, processes) == at_once; high += high / 16 + 1)
		low = high;
	if (high >= end && gathers_at_once(library, end - 1, processes) == at_once)
		return end;
	for (high = high < end ? high : end - 1; high - low > 1;) {
		uint64_t middle = low + (high - low) / 2;

		if (gathers_at_once(library, middle, processes) == at_once)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* Of gather among so many processes the sizes at which it is linear. */
static enum status add_gather(const struct tune_library *library, const struct tuned_file *file, int processes,
			      struct choices *table, struct error *err)
{
	const uint64_t most = INT_MAX, *sizes = file->escalating, end = sizes[1] < most ? sizes[1] : most;
	enum status status = OK;

	for (uint64_t from = sizes[0], next; status == OK && from < end; from = next) {
		struct algorithm_choice row = {.collective = COLLECTIVE_GATHER,
					       .processes = {(uint64_t)processes, (uint64_t)processes},
					       .bytes = {from, UINT64_MAX}};

		next = border_of(library, from, end, processes);
		if (next < end)
			row.bytes[1] = next - 1;
		if (gathers_at_once(library, from, processes))
			status = add_credited(file, &row, table, err);
	}
	return status;
}

/*
 * gatherv, which is linear in all libraries, among as many processes as were tuned at least. Without other rows, which
 * are chosen by the longest block, it has one for all sizes, which spares telling the counts: a block of a segment at
 * most is sent at once, as the libraries do.
 */
static enum status add_gatherv(const struct tuned_file *file, struct choices *table, struct error *err)
{
	uint64_t least = file->tuned && file->tuned->bytes[0] > FEWEST ? file->tuned->bytes[0] : FEWEST;
	const struct algorithm_choice all = {
		.collective = COLLECTIVE_GATHERV, .processes = {least, UINT64_MAX}, .bytes = {0, UINT64_MAX}};
	bool alone = true;
	enum status status;

	for (size_t i = 0; i < table->n; i++)
		alone = alone && table->list[i].collective != COLLECTIVE_GATHERV;
	status = add_credited(file, &all, table, err);
	if (status == OK && alone) {
		table->list[table->n - 1].bytes[0] = 0;
		table->list[table->n - 1].bytes[1] = UINT64_MAX;
	}
	return status;
}

/* gather of the numbers of processes that were tuned, and gatherv. */
static enum status add_escalating(const struct tune_library *library, const struct tuned_file *file,
				  struct choices *table, struct error *err)
{
	enum status status = OK;

	if (!has_escalating(file))
		return OK;
	for (size_t i = 0; status == OK && file->tuned && i < file->tuned->n; i++)
		status = add_gather(library, file, (int)file->tuned->bytes[i], table, err);
	return status == OK ? add_gatherv(file, table, err) : status;
}

static enum status write_table(const struct tune_library *library, FILE *out, const struct tuned_file *file,
			       const char *comments, struct error *err)
{
	struct choices table = {.n = 0};
	enum status status = OK;

	for (size_t i = 0; status == OK && file->first && i < file->first->n; i++)
		status = choices_add(&table, &file->first->list[i], err);
	for (size_t i = 0; status == OK && i < file->n; i++) {
		const struct tuned_operation *o = &file->list[i];

		if (o->level != TUNED_WHOLE)
			continue; /* tables know no nodes */
		for (size_t k = 0; status == OK && k < o->n; k++)
			status = add_rows(library, file, o->id, &o->list[k],
					  k + 1 < o->n ? (uint64_t)o->list[k + 1].processes - 1 : UINT64_MAX, &table,
					  err);
	}
	if (status == OK)
		status = add_escalating(library, file, &table, err);
	if (status == OK)
		status = choices_write_json(&table, comments, out, err);
	choices_release(&table);
	return status;
}

static enum status sonde_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err)
{
	return write_table(&tune_sonde, out, file, comments, err);
}

static enum status sonde_mpich_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err)
{
	return write_table(&tune_sonde_mpich, out, file, comments, err);
}

const struct tune_library tune_sonde = {
	.name = "sonde run, beside Open MPI 4.1",
	.word = "sonde run, beside Open MPI",
	.rules = "the table of algorithms",
	.decision = LIBRARY_OPENMPI_4_1,
	.proven = true,
	.class = sonde_class,
	.lacks = sonde_lacks,
	.write = sonde_write,
};

const struct tune_library tune_sonde_mpich = {
	.name = "sonde run, beside MPICH 4.0",
	.word = "sonde run, beside MPICH",
	.rules = "the table of algorithms",
	.decision = LIBRARY_MPICH_4_0,
	.proven = true,
	.class = sonde_mpich_class,
	.lacks = sonde_lacks,
	.write = sonde_mpich_write,
};

bool tune_library_is_sonde(const struct tune_library *library)
{
	return library == &tune_sonde || library == &tune_sonde_mpich;
}

bool tune_table_has_gather(const struct tune_library *library, const bool operations[TUNED_OPERATIONS])
{
	for (int id = 0; tune_library_is_sonde(library) && id < TUNED_OPERATIONS; id++)
		if (operations[id] && strcmp(library->class(id)->name, "gather") == 0)
			return true;
	return false;
}

void tune_table_escalating(const uint64_t sizes[2], const struct size_list *processes, struct tuned_file *file)
{
	if (sizes[1] == 0)
		return;
	file->escalating[0] = sizes[0];
	file->escalating[1] = sizes[1];
	file->tuned = processes;
}
