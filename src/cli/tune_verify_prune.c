#include "cli/tune_verify_prune.h"

#include "cli/launch.h"
#include "cli/tune_rules.h"
#include "mpi/dropin/environment.h"
#include "tune/libraries.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PRUNED_MOST = 1026 };

/* Leaves what a rule was for to the library. */
static void take_out(struct tuned_file *file, const struct verify_row *row)
{
	const struct tuned_operation *o = tuned_operation_of(file, row->id, row->level);
	const struct tuned_communicator *c = o ? tuned_communicator(o, row->processes) : NULL;

	for (size_t i = 0; c && i < c->n; i++)
		if (c->rules[i].bytes == row->rule.bytes)
			c->rules[i] = (struct tuned_rule){.bytes = row->rule.bytes, .line = row->rule.line};
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

static enum status prune_rules(const struct tune_verification *asked, struct rules *rules,
			       const struct verify_result *result, struct error *err)
{
	enum status status = rules->target == &verify_target_mpich ? selection_rules(rules, &rules->file, err) : OK;

	for (size_t i = 0; status == OK && i < result->n; i++)
		if (verdict_of(&result->list[i], asked->confidence) == VERDICT_WORSE)
			take_out(&rules->file, &result->list[i]);
	return status == OK ? write_pruned(asked, rules, &rules->file, err) : status;
}

/* Names a rule once that is slower at either of its ends: the rows of a rule follow one another. */
static size_t put_worse(FILE *out, const struct tune_verification *asked, const struct rules *rules,
			const struct verify_result *result)
{
	const struct verify_row *before = NULL;
	size_t n = 0;

	for (size_t i = 0; i < result->n; i++) {
		const struct verify_row *row = &result->list[i];
		bool same = before && before->id == row->id && before->processes == row->processes &&
			    before->level == row->level && before->rule.bytes == row->rule.bytes;

		if (verdict_of(row, asked->confidence) != VERDICT_WORSE || same)
			continue;
		fprintf(out, "sonde: taken out: %s %s for %d processes from %" PRIu64 " B on\n",
			rules->target->operation(row->id), row->name, row->processes, row->rule.bytes);
		before = row;
		n++;
	}
	return n;
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

static void tell_pruned(const struct context *context, const struct tune_verification *asked, const struct rules *rules,
			const struct verify_result *result)
{
	if (context->quiet)
		return;
	if (put_worse(context->chatter, asked, rules, result) == 0)
		fprintf(context->chatter, "sonde: no rule was slower: none is taken out\n");
	if (rules_of(&rules->file) == 0)
		fprintf(context->chatter, "sonde: no rule is left: %s leaves everything to the library\n",
			asked->output);
	else
		tell_left(context, asked, rules);
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

/* At how many of the sizes at which it was looked at a row was slower. */
static size_t count_worse(const struct tune_verification *asked, const struct verify_result *result, size_t row,
			  size_t *of)
{
	size_t n = 0;

	*of = 0;
	for (size_t i = 0; i < result->n; i++) {
		*of += result->list[i].row == row;
		n += result->list[i].row == row && verdict_of(&result->list[i], asked->confidence) == VERDICT_WORSE;
	}
	return n;
}

/* Says it of each row that is taken out. acting: how many that do something are left. */
static enum status prune_rows(const struct context *context, const struct tune_verification *asked,
			      const struct rules *rules, const struct verify_result *result, struct choices *left,
			      size_t *acting, struct error *err)
{
	enum status status = OK;
	bool any = false;

	*acting = 0;
	for (size_t i = 0, of; status == OK && i < rules->table.n; i++) {
		const struct algorithm_choice *row = &rules->table.list[i];
		struct algorithm_choice own = {.collective = row->collective,
					       .processes = {row->processes[0], row->processes[1]},
					       .bytes = {row->bytes[0], row->bytes[1]}};
		size_t worse = count_worse(asked, result, i, &of);

		if (worse == 0 || uncovers(&rules->table, i))
			status = choices_add(left, worse == 0 ? row : &own, err);
		*acting += worse == 0 && dropin_row_acts(row);
		any = any || worse > 0;
		if (worse > 0 && !context->quiet)
			fprintf(context->chatter, "sonde: taken out: line %zu, %s %s: slower in %zu of %zu cases\n",
				row->line, collective_words[row->collective],
				row->algorithm ? row->algorithm->name : "split", worse, of);
	}
	if (!any && !context->quiet)
		fprintf(context->chatter, "sonde: no rule was slower: none is taken out\n");
	return status;
}

static enum status prune_table(const struct context *context, const struct tune_verification *asked,
			       const struct rules *rules, const struct verify_result *result, struct error *err)
{
	struct choices left = {.n = 0};
	const struct tuned_file file = {.first = &left};
	size_t acting;
	enum status status = prune_rows(context, asked, rules, result, &left, &acting, err);

	if (status == OK && acting > 0)
		status = write_pruned(asked, rules, &file, err);
	if (status == OK && acting > 0)
		tell_left(context, asked, rules);
	else if (status == OK && !context->quiet)
		fprintf(context->chatter, "sonde: no rule is left: %s is not written%s\n", asked->output,
			access(asked->output, F_OK) == 0 ? ". The file that is there is as it was" : "");
	choices_release(&left);
	return status;
}

enum status verify_prune(const struct context *context, const struct tune_verification *asked, struct rules *rules,
			 const struct verify_result *result, struct error *err)
{
	enum status status;

	if (rules->target == &verify_target_table)
		return prune_table(context, asked, rules, result, err);
	status = prune_rules(asked, rules, result, err);
	if (status == OK)
		tell_pruned(context, asked, rules, result);
	return status;
}
