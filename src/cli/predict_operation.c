#include "cli/predict_operation.h"

#include "base/option.h"
#include "cli/list_option.h"
#include "predict/closed.h"
#include "predict/escalation.h"
#include "predict/predict.h"
#include "sample/process_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A prediction: of an algorithm, or of one of its closed forms. */
struct predicted {
	const struct algorithm_class *algorithm;
	struct closed_form form;
	double seconds, expected; /* the least, as of a gather that does not escalate, and the mean */
};

struct predictions {
	struct predicted *list;
	size_t n;
	size_t fitted;    /* the largest size of the model */
	uint64_t largest; /* message of the algorithms, of all calls */
};

struct model_use operation_use(const struct model *model, const struct operation_wish *wish)
{
	if (wish->parallel || wish->fair || wish->in_turn)
		return (struct model_use){
			.model = model, .fair = wish->fair, .parallel = wish->parallel, .in_turn = wish->in_turn};
	return model_use_default(model);
}

uint64_t operation_eager(const struct model *model, const struct operation_wish *wish)
{
	return wish->eager < SIZE_MAX ? wish->eager : model_eager_default(model);
}

enum status operation_check_ports(const struct operation_wish *wish, struct error *err)
{
	if (wish->fair + wish->parallel + wish->in_turn > 1)
		return error_set(
			err, ERR_USAGE,
			"--parallel, --fair and --in-turn are ways in which a port serves messages: give one of them");
	return OK;
}

enum status operation_lists(struct operation_wish *wish, struct error *err)
{
	enum status status =
		wish->order ? list_option_read("--order", wish->order, wish->processes, &wish->places, err) : OK;

	return status == OK && wish->groups
		       ? groups_option_read("--groups", wish->groups, wish->processes, &wish->group, err)
		       : status;
}

void operation_release(struct operation_wish *wish)
{
	free(wish->places);
	free(wish->group);
	wish->places = wish->group = NULL;
}

enum status operation_check(const struct algorithm_class *algorithm, const struct call *call, struct error *err)
{
	struct error why = {0};
	enum status status = algorithm_check(algorithm, call, &why);

	return status == OK ? OK : error_set(err, status == ERR_INPUT ? ERR_USAGE : status, "%s", why.text);
}

enum status operation_check_all(enum collective collective, const struct operation_wish *wish, struct error *err)
{
	const struct {
		bool given;
		unsigned takes;
		const char *option, *what;
	} options[] = {
		{wish->segment > 0, TAKES_SEGMENT, "--segment", "segments"},
		{wish->fanout > 0, TAKES_FANOUT, "--fanout", "a fan-out"},
		{wish->order != NULL, TAKES_ORDER, "--order", "an order of processes"},
		{wish->groups != NULL, TAKES_GROUP, "--groups", "groups"},
	};
	unsigned takes = 0;

	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each))
		if (each->collective == collective)
			takes |= each->takes;
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i].given && !(takes & options[i].takes))
			return error_set(err, ERR_USAGE, "%s: no algorithm of %s has %s to choose", options[i].option,
					 collective_words[collective], options[i].what);
	return OK;
}

bool operation_is_misspelt(const char *name)
{
	return !strpbrk(name, "./") && access(name, F_OK) != 0;
}

enum status operation_unknown(const char *name, const char *also, struct error *err)
{
	const char *nearest = option_nearest(name, collective_words);
	char names[400] = "";
	size_t used = 0;

	for (int i = 0; collective_words[i]; i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i > 0 ? ", " : "",
					 collective_words[i]);
	return error_set(err, ERR_USAGE, "there is no operation \"%s\"%s%s%s: the operations are %s%s", name,
			 nearest ? " (did you mean " : "", nearest ? nearest : "", nearest ? "?)" : "", also, names);
}

/* What the simulation took for granted beyond the model's parameters. */
static void tell_use(struct table *table, const struct model *model, const struct operation_wish *wish)
{
	const struct model_use use = operation_use(model, wish);
	uint64_t eager = operation_eager(model, wish);

	table_summary_text(table, NULL, "ports",
			   use.parallel ? MODEL_PORTS_PARALLEL
			   : use.fair   ? MODEL_PORTS_FAIR
					: MODEL_PORTS_IN_TURN);
	if (eager < UINT64_MAX)
		table_summary_number(table, NULL, "eager_bytes", CELL_BYTES, (double)eager);
}

struct call operation_call(enum collective collective, const struct operation_wish *wish, uint64_t bytes,
			   uint64_t *counts)
{
	bool blocks = collective == COLLECTIVE_SCATTERV || collective == COLLECTIVE_GATHERV;

	for (size_t i = 0; blocks && i < wish->processes; i++)
		counts[i] = bytes;
	return (struct call){.collective = collective,
			     .processes = (int)wish->processes,
			     .root = (int)wish->root,
			     .count = bytes,
			     .counts = blocks ? counts : NULL,
			     .commutes = true,
			     .segment = wish->segment,
			     .fanout = (int)wish->fanout,
			     .order = wish->places,
			     .group = wish->group};
}

/* What an algorithm of "all" does not take it is not given. */
static void leave_out(const struct algorithm_class *algorithm, struct call *call)
{
	if (!(algorithm->takes & TAKES_SEGMENT))
		call->segment = 0;
	if (!(algorithm->takes & TAKES_FANOUT))
		call->fanout = 0;
	if (!(algorithm->takes & TAKES_ORDER))
		call->order = NULL;
	if (!(algorithm->takes & TAKES_GROUP))
		call->group = NULL;
}

static enum status predict_one(const struct model *model, const struct algorithm_class *algorithm,
			       const struct call *call, const struct operation_wish *wish, struct predictions *all,
			       struct error *err)
{
	const struct model_use use = operation_use(model, wish);
	struct closed_form forms[CLOSED_FORMS_MOST];
	size_t n = wish->closed ? closed_forms(model, algorithm, call, forms) : 0;
	double seconds = NAN;
	enum status status = operation_check(algorithm, call, err);

	if (status == OK && !wish->closed)
		status = predict_collective(&use, operation_eager(model, wish), algorithm, call, &seconds, err);
	if (status == OK && !wish->closed)
		all->list[all->n++] =
			(struct predicted){.algorithm = algorithm,
					   .seconds = seconds,
					   .expected = seconds + escalation_expected(model, algorithm, call)};
	if (status == OK && all->fitted < SIZE_MAX) {
		uint64_t largest = predict_largest(algorithm, call);

		all->largest = largest > all->largest ? largest : all->largest;
	}
	for (size_t i = 0; status == OK && i < n; i++)
		all->list[all->n++] = (struct predicted){.algorithm = algorithm,
							 .form = forms[i],
							 .seconds = forms[i].seconds,
							 .expected = forms[i].seconds};
	return status;
}

static int by_expected(const void *a, const void *b)
{
	const struct predicted *x = a, *y = b;

	return (x->expected > y->expected) - (x->expected < y->expected);
}

/* All algorithms of the operation, first the one that is expected to be the quickest in the mean; an algorithm that
 * cannot be done so is left out. */
static enum status predict_all(const struct model *model, const struct call *call, const struct operation_wish *wish,
			       struct predictions *all, struct error *err)
{
	const struct algorithm_class *left_out = NULL;
	enum status status = OK;

	for (const struct algorithm_class *algorithm = algorithm_next(NULL); status == OK && algorithm;
	     algorithm = algorithm_next(algorithm)) {
		struct call own = *call;

		if (algorithm->collective != call->collective)
			continue;
		leave_out(algorithm, &own);
		if (operation_check(algorithm, &own, NULL) == OK)
			status = predict_one(model, algorithm, &own, wish, all, err);
		else
			left_out = algorithm;
	}
	if (status == OK && all->n == 0 && left_out)
		status = operation_check(left_out, call, err);
	qsort(all->list, all->n, sizeof(*all->list), by_expected);
	return status;
}

/* Names the algorithms that "all" left out, and why, in the table's summary. */
static void tell_left_out(struct table *table, const struct call *call)
{
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm)) {
		struct call own = *call;
		struct error why = {0};

		leave_out(algorithm, &own);
		if (algorithm->collective == call->collective && operation_check(algorithm, &own, &why) != OK)
			table_summary_text(table, "left_out", algorithm->name, why.text);
	}
}

static size_t count_algorithms(void)
{
	size_t n = 0;

	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm))
		n++;
	return n;
}

/* What a gather may take beyond its predicted time, which is its least; and what is to be expected with it. */
static void add_escalation(struct table *table, const struct model *model, const struct predicted *predicted,
			   const struct call *call)
{
	struct escalation escalation = escalation_of(model, predicted->algorithm, call);

	if (!escalation_known(model, call->collective))
		return;
	table_set_number(table, "escalation", escalation.probability);
	table_set_number(table, "adds", escalation.median);
	table_set_number(table, "expected", predicted->expected);
}

static void add_rows(struct table *table, const struct model *model, const struct predictions *all,
		     const struct operation_wish *wish, const struct call *call)
{
	for (size_t i = 0; i < all->n; i++) {
		table_row(table);
		table_set_text(table, "operation", collective_words[call->collective]);
		table_set_text(table, "algorithm", all->list[i].algorithm->name);
		table_set_number(table, "processes", call->processes);
		table_set_number(table, "bytes", (double)call->count);
		table_set_number(table, "seconds", all->list[i].seconds);
		if (wish->closed) {
			table_set_text(table, "form", all->list[i].form.name);
			table_set_text(table, "relation", relation_words[all->list[i].form.relation]);
			table_set_text(table, "source", all->list[i].form.source);
			table_set_number(table, "escalation", all->list[i].form.escalation);
		} else if (strcmp(wish->algorithm, "all") == 0) {
			table_set_number(table, "rank", (double)(i + 1));
		}
		if (!wish->closed)
			add_escalation(table, model, &all->list[i], call);
	}
}

static struct table *new_table(const struct model *model, enum collective collective, const struct operation_wish *wish)
{
	static const struct column closed[] = {
		{"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT},   {"processes", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},   {"seconds", "s", CELL_SECONDS}, {"form", "", CELL_TEXT},
		{"relation", "", CELL_TEXT},  {"source", "", CELL_TEXT},      {"escalation", "", CELL_RATIO},
	};
	static const struct column columns[] = {
		{"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT},    {"processes", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},   {"seconds", "s", CELL_SECONDS},  {"escalation", "", CELL_RATIO},
		{"adds", "s", CELL_SECONDS},  {"expected", "s", CELL_SECONDS},
	};
	static const struct column ranked[] = {
		{"operation", "", CELL_TEXT},   {"algorithm", "", CELL_TEXT},   {"processes", "", CELL_COUNT},
		{"bytes", "B", CELL_BYTES},     {"seconds", "s", CELL_SECONDS}, {"rank", "", CELL_COUNT},
		{"escalation", "", CELL_RATIO}, {"adds", "s", CELL_SECONDS},    {"expected", "s", CELL_SECONDS},
	};
	size_t more = escalation_known(model, collective) ? 3 : 0;
	bool all = strcmp(wish->algorithm, "all") == 0;

	if (wish->closed)
		return table_new("predicted times of a collective operation, closed forms", closed, 9);
	return table_new("predicted times of a collective operation", all ? ranked : columns, (all ? 6 : 5) + more);
}

static enum status fill(struct table *table, const struct model *model, enum collective collective,
			const struct operation_wish *wish, const struct size_list *sizes, struct predictions *all,
			uint64_t *counts, struct error *err)
{
	bool every = strcmp(wish->algorithm, "all") == 0;
	const struct algorithm_class *algorithm = every ? NULL : algorithm_find(collective, wish->algorithm, err);
	enum status status = every ? operation_check_all(collective, wish, err) : algorithm ? OK : err->status;

	for (size_t i = 0; status == OK && i < sizes->n; i++) {
		struct call call = operation_call(collective, wish, sizes->bytes[i], counts);

		all->n = 0;
		status = every ? predict_all(model, &call, wish, all, err)
			       : predict_one(model, algorithm, &call, wish, all, err);
		if (status == OK)
			add_rows(table, model, all, wish, &call);
		if (status == OK && every)
			tell_left_out(table, &call);
	}
	if (status == OK && wish->closed && table->n_rows == 0)
		status = error_set(err, ERR_INPUT,
				   "%s has no closed form for this operation and algorithm: without --closed-form the "
				   "schedule is simulated",
				   model->class->name);
	return status;
}

/* A list that may have come from a file, which may not be there afterwards: in its own words, or the user's if these do
 * not suffice or are one number. */
static void tell_list(struct table *table, const char *name, const char *given, const int *list, size_t n)
{
	char text[400];
	bool number = given[strspn(given, "0123456789")] == '\0';

	table_summary_text(table, NULL, name,
			   list && !number && process_list_format(list, n, text, sizeof(text)) ? text : given);
}

/* What was asked for beyond the columns, so that results can be told apart afterwards. */
static void tell_wish(struct table *table, enum collective collective, const struct operation_wish *wish)
{
	if (collective_has_root(collective))
		table_summary_number(table, NULL, "root", CELL_COUNT, (double)wish->root);
	if (wish->segment)
		table_summary_number(table, NULL, "segment", CELL_BYTES, (double)wish->segment);
	if (wish->fanout)
		table_summary_number(table, NULL, "fanout", CELL_COUNT, (double)wish->fanout);
	if (wish->order)
		tell_list(table, "order", wish->order, wish->places, wish->processes);
	if (wish->groups)
		tell_list(table, "groups", wish->groups, wish->group, wish->processes);
}

struct table *operation_table(const struct model *model, enum collective collective, const struct operation_wish *wish,
			      const struct size_list *sizes, size_t fitted, uint64_t *largest, struct error *err)
{
	struct predictions all = {.list = calloc(CLOSED_FORMS_MOST * count_algorithms() + 1, sizeof(*all.list)),
				  .fitted = fitted};
	uint64_t *counts = calloc(wish->processes + 1, sizeof(*counts));
	struct table *table = all.list && counts ? new_table(model, collective, wish) : NULL;
	enum status status = table ? fill(table, model, collective, wish, sizes, &all, counts, err)
				   : error_memory(err, "predictions");

	free(all.list);
	free(counts);
	*largest = all.largest;
	if (status == OK) {
		table_summary_text(table, NULL, "model", model->class->name);
		tell_wish(table, collective, wish);
		if (!wish->closed)
			tell_use(table, model, wish);
		return table;
	}
	table_free(table);
	return NULL;
}
