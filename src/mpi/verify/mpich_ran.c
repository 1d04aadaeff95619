#include "mpi/verify/mpich_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALGORITHMS_MOST = 29, OWN = 0 };

/* flat: each process of the whole communicator has a node of its own. */
static enum mpich_hierarchy hierarchy_of(enum decision_level level, bool flat)
{
	return level == LEVEL_NODE      ? MPICH_NODE
	       : level == LEVEL_LEADERS ? MPICH_NODE_ROOTS
	       : flat                   ? MPICH_FLAT
					: MPICH_IS_PARENT;
}

/* How the file's communicator of a step looks. */
struct mpich_call mpich_step_call(const struct mpich_part *part, const struct decision_case *what)
{
	struct mpich_call call = {.operation = decision_operation_words[what->operation],
				  .processes = what->processes,
				  .nodes = 1,
				  .commutes = what->commutes,
				  .built_in = what->predefined};

	if (what->level == LEVEL_LEADERS)
		call.nodes = what->processes;
	for (int i = 0; what->level == LEVEL_WHOLE && i < what->processes; i++)
		call.nodes = part->node[i] >= call.nodes ? part->node[i] + 1 : call.nodes;
	call.hierarchy = hierarchy_of(what->level, call.nodes == what->processes);
	mpich_call_size(&call, what->count * what->size);
	return call;
}

const char *mpich_choose_selected(const void *self, const struct decision_case *what)
{
	const struct mpich_part *part = self;
	const struct mpich_call call = mpich_step_call(part, what);
	const struct mpich_algorithm *found = mpich_find(part->tree, &call);

	return found && strncmp(found->name, "intra_", 6) == 0 ? found->name + 6 : NULL;
}

/* The messages that went to other processes, of all that were sent. */
static void keep_sent(const struct mpich_part *part, struct mpich_sent *kept)
{
	const struct spy_message *sent;
	size_t n = part->sent(&sent);

	*kept = (struct mpich_sent){.all = n <= SPY_MOST};
	kept->list = malloc((n + 1) * sizeof(*kept->list));
	if (!kept->list)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (size_t i = 0; i < n && kept->all; i++)
		for (int p = 0; p < part->processes; p++)
			if (part->endpoints[p] == sent[i].endpoint)
				kept->list[kept->n++] = sent[i];
}

/* Makes the call, and keeps what it sends. */
void mpich_see(const struct verifying *v, const struct collective_operation *operation, struct mpich_sent *kept)
{
	const struct mpich_part *part = v->self;

	part->forget();
	operation->execute(&v->data);
	keep_sent(part, kept);
}

/* Whether messages are what a process sent. */
static bool same(const struct mpich_part *part, const struct rank_program *program)
{
	const struct mpich_sent *sent = &part->kept;
	size_t k = 0;

	for (size_t i = 0; i < program->n && sent->all; i++) {
		const struct operation *o = &program->operations[i];

		if (o->kind != OP_SEND)
			continue;
		if (k == sent->n || sent->list[k].endpoint != part->endpoints[o->peer] ||
		    (sent->list[k].bytes != o->count && sent->list[k].bytes != SIZE_MAX))
			return false;
		k++;
	}
	return sent->all && k == sent->n;
}

/* Whether a decision about the call has the messages that this process sent; *exact: whether its messages are known. */
static enum status matches(const struct verifying *v, const struct decision_case *what, bool *found, bool *exact,
			   struct error *err)
{
	struct rank_program program = {0};
	struct decision decision;
	enum status status = decision_find(what, v->data.rank, &decision, err);

	if (status == OK)
		status = decision_build_found(what, &decision, &program, err);
	*exact = status == OK && decision.exact;
	*found = *exact && same(v->self, &program);
	rank_program_release(&program);
	decision_release(&decision);
	return status;
}

static bool is_of(const struct decision_case *what, const struct decision_step *step, const struct verify_row *row)
{
	const char *operation = decision_operation_words[decision_step_operation(what, step)];
	bool all = row->level == TUNED_WHOLE && step->processes == what->processes;

	return !decision_is_message(step) && step->processes == row->processes &&
	       (all || mpich_level(hierarchy_of(step->level, false)) == row->level) &&
	       strcmp(operation, mpich_class(row->id)->name) == 0;
}

enum status mpich_has_step(const struct decision_case *what, const struct verify_row *row, const char *name, bool *has,
			   struct error *err)
{
	enum status status = OK;

	*has = false;
	for (int p = 0; status == OK && !*has && p < what->processes; p++) {
		struct decision decision;

		status = decision_find(what, p, &decision, err);
		for (int i = 0; status == OK && i < decision.n; i++)
			*has = *has || (is_of(what, &decision.step[i], row) &&
					(!name || strcmp(decision.step[i].name, name) == 0));
		decision_release(&decision);
	}
	return status;
}

/* The names of process 0's steps, "dissemination, binomial"; those among fewer processes with their number. */
static enum status name_steps(const struct decision_case *what, char *text, size_t room, struct error *err)
{
	struct decision decision;
	enum status status = decision_find(what, 0, &decision, err);
	size_t used = 0;

	*text = '\0';
	for (int i = 0; status == OK && i < decision.n && used < room; i++) {
		const struct decision_step *step = &decision.step[i];

		if (decision_is_message(step))
			continue;
		used += (size_t)snprintf(text + used, room - used, "%s%s", used > 0 ? ", " : "", step->name);
		if (step->processes != what->processes && used < room)
			used += (size_t)snprintf(text + used, room - used, " of %d", step->processes);
	}
	decision_release(&decision);
	return status;
}

/* Which decisions have the messages of this process: bit 0 the library's own, bits from 1 on an algorithm's of its
 * class, ASKED the selection's; KNOWN: the selection's messages are known. */
enum status mpich_match(const struct verifying *v, const struct verify_row *row, unsigned *mask, struct error *err)
{
	const struct mpich_part *part = v->self;
	const struct tuned_class *class = mpich_class(row->id);
	struct decision_case what = part->what;
	int most = row->level != TUNED_WHOLE ? 1 : class->n < ALGORITHMS_MOST ? class->n : ALGORITHMS_MOST;
	enum status status;
	bool found, exact;

	status = matches(v, &what, &found, &exact, err);
	*mask = (found ? MPICH_RAN_SELECTED : 0) | (exact ? MPICH_RAN_KNOWN : 0);
	what.selection = NULL;
	for (int i = 0; status == OK && i < most; i++) {
		bool has = true;

		what.named = i == OWN ? NULL : class->algorithms[i].name;
		if (i != OWN)
			status = mpich_has_step(&what, row, what.named, &has, err);
		if (status == OK && has)
			status = matches(v, &what, &found, &exact, err);
		if (status == OK && has && found)
			*mask |= 1U << i;
	}
	return status;
}

static void add_name(char *text, size_t room, const char *name)
{
	size_t used = strlen(text);

	snprintf(text + used, room - used, "%s%s", used > 0 ? ", " : "", name);
}

/* Names what ran, of the decisions that match at every process. */
enum status mpich_tell(const struct mpich_part *part, unsigned mask, struct verify_row *row, struct error *err)
{
	const struct tuned_class *class = mpich_class(row->id);
	struct decision_case what = part->what;
	enum status status = OK;

	row->ran[0] = row->alike[0] = '\0';
	if (mask & MPICH_RAN_SELECTED) {
		status = name_steps(&what, row->ran, sizeof(row->ran), err);
	} else if (mask & MPICH_RAN_OWN) {
		what.selection = NULL;
		what.named = NULL;
		status = name_steps(&what, row->ran, sizeof(row->ran), err);
	}
	for (int i = 1; i < class->n && i < ALGORITHMS_MOST; i++)
		if (mask & 1U << i && !strstr(row->ran, class->algorithms[i].name))
			add_name(*row->ran ? row->alike : row->ran, sizeof(row->ran), class->algorithms[i].name);
	return status;
}

bool mpich_same_sent(const struct mpich_sent *a, const struct mpich_sent *b)
{
	bool same = a->all && b->all && a->n == b->n;

	for (size_t i = 0; same && i < a->n; i++)
		same = a->list[i].endpoint == b->list[i].endpoint && a->list[i].bytes == b->list[i].bytes;
	return same;
}
