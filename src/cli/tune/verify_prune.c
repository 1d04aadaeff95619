#include "cli/tune/verify_prune.h"

#include "base/units.h"
#include "cli/launch.h"
#include "cli/tune/rules.h"
#include "mpi/dropin/environment.h"
#include "tune/cut.h"
#include "tune/libraries.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PRUNED_MOST = 1026 };

/* What is looked through, and what is said of it once it is written. */
struct pruning {
	const struct tune_verification *asked;
	const struct rules *rules;
	const struct verify_result *result;
	FILE *said;
	struct tune_seen *seen; /* room for as many as there are rows, */
	uint64_t (*parts)[2];   /* and for one more */
};

static bool is_worse(const struct pruning *p, const struct verify_row *row)
{
	return verdict_of(row, p->asked->confidence) == VERDICT_WORSE;
}

/* The sizes that are left: "512 to 64K B, 1M B and more". */
static void put_left(const struct pruning *p, size_t n, const char *name)
{
	char from[32], to[32];

	fprintf(p->said, "%s is left for ", name);
	for (size_t k = 0; k < n; k++) {
		const uint64_t *part = p->parts[k];

		fprintf(p->said, "%s%s", k > 0 ? ", " : "", size_format((size_t)part[0], from, sizeof(from)));
		if (part[1] == UINT64_MAX)
			fputs(" B and more", p->said);
		else if (part[1] > part[0])
			fprintf(p->said, " to %s B", size_format((size_t)part[1], to, sizeof(to)));
		else
			fputs(" B", p->said);
	}
	fputs("\n", p->said);
}

static const struct tuned_class *class_of(const struct pruning *p, int id)
{
	return p->rules->target == &verify_target_mpich ? mpich_class(id) : tuned_class(id);
}

/* Where a rule of these communicators was seen at work, in bytes as it has them; *name: of its algorithm. Returns how
 * many times, or 0 if it was slower at none. */
static size_t find_seen(const struct pruning *p, const struct tuned_operation *o, const struct tuned_communicator *c,
			const struct tuned_rule *rule, const char **name)
{
	size_t n = 0, worse = 0;

	for (size_t i = 0; i < p->result->n; i++) {
		const struct verify_row *row = &p->result->list[i];
		uint64_t unit = tuned_is_total(class_of(p, o->id)->measure) ? (uint64_t)row->processes : 1;

		if (row->id != o->id || row->level != o->level || row->rule.bytes != rule->bytes || !row->timed ||
		    tuned_communicator(o, row->processes) != c)
			continue;
		p->seen[n++] = (struct tune_seen){row->bytes * unit, is_worse(p, row)};
		worse += is_worse(p, row);
		*name = row->name;
	}
	return worse > 0 ? n : 0;
}

/* What is left of a rule, and between that the library's own decision. Returns how many rules these are. */
static size_t cut_rule(const struct pruning *p, const struct tuned_operation *o, const struct tuned_communicator *c,
		       size_t i, struct tuned_rule *list)
{
	const struct tuned_rule *rule = &c->rules[i];
	const uint64_t range[2] = {rule->bytes, i + 1 < c->n ? c->rules[i + 1].bytes - 1 : UINT64_MAX};
	const char *name = "";
	size_t seen = find_seen(p, o, c, rule, &name), parts, n = 0;
	uint64_t next = range[0];

	if (seen == 0) {
		*list = *rule;
		return 1;
	}
	parts = class_of(p, o->id)->unlike ? 0 : tune_cut(range, p->seen, seen, p->parts);
	fprintf(p->said, "sonde: %s: %s %s for %d processes from %" PRIu64 " B on", parts > 0 ? "cut" : "taken out",
		p->rules->target->operation(o->id), name, c->processes, rule->bytes);
	if (parts > 0)
		put_left(p, parts, ", which");
	else
		fputs("\n", p->said);
	for (size_t k = 0; k < parts; k++) {
		if (p->parts[k][0] > next)
			list[n++] = (struct tuned_rule){.bytes = next, .line = rule->line};
		list[n] = *rule;
		list[n++].bytes = p->parts[k][0];
		next = p->parts[k][1] + 1;
	}
	if (parts == 0 || p->parts[parts - 1][1] < range[1])
		list[n++] = (struct tuned_rule){.bytes = next, .line = rule->line};
	return n;
}

static enum status cut_communicator(const struct pruning *p, const struct tuned_operation *o,
				    struct tuned_communicator *c, struct error *err)
{
	size_t room = c->n + 2 * p->result->n + 1, n = 0;
	struct tuned_rule *list = malloc(room * sizeof(*list));

	if (!list)
		return error_memory(err, "the rules that are left");
	for (size_t i = 0; i < c->n; i++)
		n += cut_rule(p, o, c, i, list + n);
	free(c->rules);
	c->rules = list;
	c->n = n;
	c->capacity = room;
	return OK;
}

/* Whether a selection that is written of rules chooses as the one they were taken from. */
static enum status check_whole(const struct mpich_tree *tree, const struct tuned_file *file, int most,
			       struct error *err)
{
	struct mpich_tree written = {.n = 0};
	size_t length = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &length);
	enum status status = out ? mpich_write(out, file, "", err) : error_memory(err, "a rule file");

	if (out)
		fclose(out);
	if (status == OK)
		status = mpich_read(text, length, &written, err);
	for (int p = 2; status == OK && p <= most; p++)
		if (!mpich_same(tree, &written, p))
			status = error_set(err, ERR_INPUT,
					   "--prune: the selection has more than rules by processes and sizes, which "
					   "would be lost");
	mpich_release(&written);
	free(text);
	return status;
}

/* What a selection has, as rules that can be written. */
static enum status selection_rules(const struct rules *rules, struct tuned_file *file, struct error *err)
{
	int most = mpich_most_processes(&rules->tree) + 2;
	enum status status;

	if (most > PRUNED_MOST)
		return error_set(err, ERR_INPUT, "--prune: the selection names %d processes: at most %d", most - 2,
				 PRUNED_MOST - 2);
	status = mpich_all_rules(&rules->tree, most, file, err);
	return status == OK ? check_whole(&rules->tree, file, most, err) : status;
}

/* The library that reads the rules. */
static const struct tune_library *reader_of(const struct rules *rules)
{
	if (rules->target == &verify_target_table)
		return rules->mpi == MPI_KIND_MPICH ? &tune_sonde_mpich : &tune_sonde;
	return rules->target == &verify_target_mpich ? &tune_mpich : &tune_openmpi;
}

static enum status write_pruned(const struct tune_verification *asked, const struct rules *rules,
				const struct tuned_file *left, struct error *err)
{
	size_t room = strlen(asked->file) + 100;
	char *comments = malloc(room);
	enum status status;

	if (!comments)
		return error_memory(err, "a rule file");
	snprintf(comments, room, "The rules of %s, without those that were slower than the library's own decision.\n",
		 asked->file);
	status =
		tune_rules_write(reader_of(rules), asked->output, comments, (size_t)launch_find().processes, left, err);
	free(comments);
	return status;
}

static enum status prune_rules(const struct pruning *p, struct rules *rules, struct error *err)
{
	struct tuned_file *file = &rules->file;
	enum status status = rules->target == &verify_target_mpich ? selection_rules(rules, file, err) : OK;

	for (size_t o = 0; status == OK && o < file->n; o++)
		for (size_t c = 0; status == OK && c < file->list[o].n; c++)
			status = cut_communicator(p, &file->list[o], &file->list[o].list[c], err);
	return status == OK ? write_pruned(p->asked, rules, file, err) : status;
}

static size_t rules_of(const struct tuned_file *file)
{
	size_t n = 0;

	for (size_t o = 0; o < file->n; o++)
		for (size_t c = 0; c < file->list[o].n; c++)
			for (size_t r = 0; r < file->list[o].list[c].n; r++)
				n += file->list[o].list[c].rules[r].algorithm > 0;
	return n;
}

/* Says where the rules are that are left. */
static void tell_left(const struct context *context, const struct tune_verification *asked, const struct rules *rules)
{
	tune_rules_tell(
		context, reader_of(rules),
		&(struct tune_news){
			.file = asked->output, .n = 1, .doubt = "", .processes = (size_t)launch_find().processes});
}

static bool overlap(const uint64_t a[2], const uint64_t b[2])
{
	return a[0] <= b[1] && b[0] <= a[1];
}

/* Whether a row that is taken out would let calls go by a row behind it: they are left to the library, as what is
 * behind was not seen there. Without its row with an order a call goes by the row that other roots have. */
static bool uncovers(const struct choices *table, size_t i)
{
	const struct algorithm_choice *row = &table->list[i];

	for (size_t k = i + 1; !row->order && k < table->n; k++)
		if (table->list[k].collective == row->collective && dropin_row_acts(&table->list[k]) &&
		    overlap(table->list[k].processes, row->processes) && overlap(table->list[k].bytes, row->bytes))
			return true;
	return false;
}

/* What is left of a row's sizes, and how often it was looked at and slower. Nothing of one for all sizes whose counts
 * need not be told, as it would not be so any more. Returns how many parts there are. */
static size_t parts_of(const struct pruning *p, size_t i, size_t *worse, size_t *of)
{
	const struct algorithm_choice *row = &p->rules->table.list[i];
	bool whole = collective_has_counts(row->collective) && row->bytes[0] == 0 && row->bytes[1] == UINT64_MAX;
	size_t n = 0;

	*worse = *of = 0;
	for (size_t k = 0; k < p->result->n; k++) {
		const struct verify_row *looked = &p->result->list[k];

		if (looked->row != i)
			continue;
		(*of)++;
		*worse += is_worse(p, looked);
		if (looked->timed)
			p->seen[n++] = (struct tune_seen){looked->bytes, is_worse(p, looked)};
	}
	return *worse > 0 && whole ? 0 : tune_cut(row->bytes, p->seen, *worse > 0 ? n : 0, p->parts);
}

static void say_row(const struct pruning *p, const struct algorithm_choice *row, size_t parts, size_t worse, size_t of)
{
	fprintf(p->said, "sonde: %s: line %zu, %s %s: slower in %zu of %zu cases", parts > 0 ? "cut" : "taken out",
		row->line, collective_words[row->collective], row->algorithm ? row->algorithm->name : "split", worse,
		of);
	if (parts > 0)
		put_left(p, parts, ", and");
	else
		fputs("\n", p->said);
}

/* acting: how many rows that do something are left. */
static enum status prune_rows(const struct pruning *p, struct choices *left, size_t *acting, struct error *err)
{
	const struct choices *table = &p->rules->table;
	enum status status = OK;

	*acting = 0;
	for (size_t i = 0; status == OK && i < table->n; i++) {
		const struct algorithm_choice *row = &table->list[i];
		struct algorithm_choice part = *row, own = {.collective = row->collective,
							    .processes = {row->processes[0], row->processes[1]},
							    .bytes = {row->bytes[0], row->bytes[1]}};
		size_t worse, of, parts = parts_of(p, i, &worse, &of);

		for (size_t k = 0; status == OK && k < parts; k++) {
			memcpy(part.bytes, p->parts[k], sizeof(part.bytes));
			status = choices_add(left, &part, err);
			*acting += dropin_row_acts(row);
		}
		if (status == OK && worse > 0 && uncovers(table, i))
			status = choices_add(left, &own, err);
		if (worse > 0)
			say_row(p, row, parts, worse, of);
	}
	return status;
}

/* Of a table whose rows are all slower nothing is written. *left: how many rules are. */
static enum status prune_table(const struct pruning *p, size_t *left, struct error *err)
{
	struct choices rows = {.n = 0};
	const struct tuned_file file = {.first = &rows};
	enum status status = prune_rows(p, &rows, left, err);

	if (status == OK && *left > 0)
		status = write_pruned(p->asked, p->rules, &file, err);
	choices_release(&rows);
	return status;
}

static void tell_pruned(const struct context *context, const struct tune_verification *asked, const struct rules *rules,
			const char *said, size_t left)
{
	bool table = rules->target == &verify_target_table;

	if (!context->quiet)
		fputs(*said ? said : "sonde: no rule was slower: none is taken out\n", context->chatter);
	if (left > 0)
		tell_left(context, asked, rules);
	else if (table)
		fprintf(context->chatter, "sonde: warning: no rule is left: %s is not written%s\n", asked->output,
			access(asked->output, F_OK) == 0 ? ". The file that is there is as it was" : "");
	else if (!context->quiet)
		fprintf(context->chatter, "sonde: no rule is left: %s leaves everything to the library\n",
			asked->output);
}

enum status verify_prune(const struct context *context, const struct tune_verification *asked, struct rules *rules,
			 const struct verify_result *result, struct error *err)
{
	char *said = NULL;
	size_t length = 0, left = 0;
	struct pruning p = {.asked = asked,
			    .rules = rules,
			    .result = result,
			    .said = open_memstream(&said, &length),
			    .seen = malloc((result->n + 1) * sizeof(*p.seen)),
			    .parts = malloc((result->n + 1) * sizeof(*p.parts))};
	enum status status = p.said && p.seen && p.parts ? OK : error_memory(err, "the rules that are left");

	if (status == OK && rules->target == &verify_target_table)
		status = prune_table(&p, &left, err);
	else if (status == OK)
		status = prune_rules(&p, rules, err);
	if (status == OK && rules->target != &verify_target_table)
		left = rules_of(&rules->file);
	if (p.said && fclose(p.said) != 0 && status == OK)
		status = error_memory(err, "what was taken out");
	if (status == OK)
		tell_pruned(context, asked, rules, said, left);
	free(said);
	free(p.seen);
	free(p.parts);
	return status;
}
