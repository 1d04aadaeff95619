#include "tune/traced/ruled.h"

#include <ctype.h>

#include "rules/mpich.h"
#include "rules/tuned_json.h"
#include "tune/candidates.h"

enum { PROCESSES_MOST = 1026 /* of a selection of MPICH */ };

static bool is_json(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && isspace((unsigned char)text[i]))
		i++;
	return i < length && (text[i] == '{' || text[i] == '/' || text[i] == '[');
}

static enum status read_selection(struct ruled *ruled, const char *text, size_t length, struct error *err)
{
	struct mpich_tree tree = {.n = 0};
	enum status status = mpich_read(text, length, &tree, err);
	int most = status == OK ? mpich_most_processes(&tree) + 2 : 0;

	ruled->library = &tune_mpich;
	if (status == OK && *tree.aborts)
		status = error_set(err, ERR_INPUT, "line %zu: %s: every program ends", tree.aborts_at, tree.aborts);
	else if (status == OK && most > PROCESSES_MOST)
		status = error_set(err, ERR_INPUT, "the selection names %d processes: at most %d", most - 2,
				   PROCESSES_MOST - 2);
	if (status == OK)
		status = mpich_all_rules(&tree, most, &ruled->file, err);
	mpich_release(&tree);
	return status;
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
	return class->measure == TUNED_TOTAL || class->measure == TUNED_SUM ? bytes * (uint64_t)what->processes : bytes;
}

static void choose(void *self, int process, const struct trace_call *call, struct decision_case *what)
{
	const struct ruled *ruled = self;
	const struct tune_library *library = ruled->library;
	int id = what->nonblocking ? -1 : id_of(library, what->operation);
	bool by_nodes = id >= 0 && what->node && library->goes_by_nodes && library->goes_by_nodes(id);
	const struct tuned_operation *operation =
		id < 0 || by_nodes ? NULL : tuned_operation_of(&ruled->file, id, TUNED_WHOLE);
	const struct tuned_communicator *communicator =
		operation ? tuned_communicator(operation, what->processes) : NULL;
	const struct tuned_rule *rule =
		communicator ? tuned_rule(communicator, looked_up(library->class(id), what)) : NULL;

	(void)process, (void)call;
	if (rule && rule->algorithm > 0 && rule->algorithm < library->class(id)->n)
		tune_candidate_take(library, id, &(struct tune_candidate){rule->algorithm, rule->fanout, rule->segment},
				    what);
}

void ruled_decide(struct ruled *ruled, struct replay_rules *rules)
{
	*rules = (struct replay_rules){.library = ruled->library->decision, .choose = choose, .self = ruled};
}
