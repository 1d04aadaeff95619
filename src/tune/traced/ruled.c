#include "tune/traced/ruled.h"

#include <ctype.h>

#include "rules/tuned_json.h"
#include "tune/candidates.h"

static bool is_json(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && isspace((unsigned char)text[i]))
		i++;
	return i < length && (text[i] == '{' || text[i] == '/' || text[i] == '[');
}

static enum status read_selection(struct ruled *ruled, const char *text, size_t length, struct error *err)
{
	enum status status = mpich_read(text, length, &ruled->selected.tree, err);

	ruled->library = &tune_mpich;
	return status == OK && *ruled->selected.tree.aborts
		       ? error_set(err, ERR_INPUT, "line %zu: %s: every program ends", ruled->selected.tree.aborts_at,
				   ruled->selected.tree.aborts)
		       : status;
}

static enum status read_tuned(struct ruled *ruled, const char *text, size_t length, struct error *err)
{
	enum status status = tuned_read(text, length, &ruled->file, err);

	ruled->library = &tune_openmpi;
	return status == OK && *ruled->file.ignored
		       ? error_set(err, ERR_INPUT, "line %zu: %s: the library ignores the file", ruled->file.ignored_at,
				   ruled->file.ignored)
		       : status;
}

enum status ruled_read(struct ruled *ruled, const char *text, size_t length, struct error *err)
{
	if (tuned_json_is(text, length) || tuned_has_version(text, length))
		return error_set(err, ERR_INPUT,
				 "rules of Open MPI 5.0 or 6.0, whose decisions are not known: those of 4.1 and MPICH "
				 "4.0 are simulated");
	return is_json(text, length) ? read_selection(ruled, text, length, err) : read_tuned(ruled, text, length, err);
}

void ruled_release(struct ruled *ruled)
{
	tuned_release(&ruled->file);
	mpich_release(&ruled->selected.tree);
	*ruled = (struct ruled){.library = NULL};
}

/* The id of an operation in rules; -1: they have none for it. */
static int id_of(const struct tune_library *library, enum decision_operation operation)
{
	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		enum decision_operation its;

		if (tune_operation(library, id, &its) && its == operation)
			return id;
	}
	return -1;
}

/* What the library compares a rule's bytes with. */
static uint64_t looked_up(const struct tuned_class *class, const struct decision_case *what)
{
	uint64_t bytes = what->count * what->size;

	if (class->measure == TUNED_NONE)
		return 0;
	return tuned_is_total(class->measure) ? bytes * (uint64_t)what->processes : bytes;
}

/* Whether the library aborts where it takes a rule, and why. */
static enum status check_rule(const struct ruled *ruled, const struct tuned_class *class, const struct tuned_rule *rule,
			      int processes, struct error *err)
{
	const char *path = ruled->path ? ruled->path : "the rules";

	if (rule->algorithm < 0 || rule->algorithm >= class->n)
		return error_set(
			err, ERR_INPUT,
			"%s, line %zu: %s among %d processes: there is no algorithm %d, and the library aborts", path,
			rule->line, class->name, processes, rule->algorithm);
	if (class->algorithms[rule->algorithm].makes & TUNED_PAIR && processes != 2)
		return error_set(err, ERR_INPUT,
				 "%s, line %zu: %s among %d processes: %s is for 2 processes, and the library aborts",
				 path, rule->line, class->name, processes, class->algorithms[rule->algorithm].name);
	return OK;
}

static enum status choose_by_rule(const struct ruled *ruled, struct decision_case *what, struct error *err)
{
	const struct tune_library *library = ruled->library;
	int id = what->nonblocking ? -1 : id_of(library, what->operation);
	const struct tuned_operation *operation = id < 0 ? NULL : tuned_operation(&ruled->file, id);
	const struct tuned_communicator *communicator =
		operation ? tuned_communicator(operation, what->processes) : NULL;
	const struct tuned_rule *rule =
		communicator ? tuned_rule(communicator, looked_up(library->class(id), what)) : NULL;
	enum status status = OK;

	if (!rule || rule->algorithm == 0)
		return OK;
	status = check_rule(ruled, library->class(id), rule, what->processes, err);
	if (status == OK)
		tune_candidate_take(library, id, &(struct tune_candidate){rule->algorithm, rule->fanout, rule->segment},
				    what);
	return status;
}

static enum status choose(void *self, int process, const struct trace_call *call, struct decision_case *what,
			  struct error *err)
{
	const struct ruled *ruled = self;

	(void)process;
	if (what->processes < 2 || (what->count == 0 && !what->to && what->operation != DECISION_BARRIER))
		return OK; /* nothing is sent */
	return ruled->library == &tune_mpich ? selected_choose(&ruled->selected, call->comm->own, what, err)
					     : choose_by_rule(ruled, what, err);
}

void ruled_decide(struct ruled *ruled, struct replay_rules *rules)
{
	ruled->selected.path = ruled->path;
	selected_begin(&ruled->selected);
	*rules = (struct replay_rules){.library = ruled->library->decision, .choose = choose, .self = ruled};
}
