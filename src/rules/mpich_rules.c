#include "rules/mpich.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Where selections may change: sizes that tests name, in whatever they are compared with. */
struct mpich_sizes {
	uint64_t *list; /* owned */
	size_t n, capacity;
	bool out_of_memory;
};

static void add_size(struct mpich_sizes *sizes, uint64_t size)
{
	uint64_t *grown = memory_grow(sizes->list, &sizes->capacity, sizes->n + 1, sizeof(*grown));

	sizes->out_of_memory = sizes->out_of_memory || !grown;
	if (!grown)
		return;
	sizes->list = grown;
	sizes->list[sizes->n++] = size;
}

static bool is_of_size(enum mpich_test test)
{
	return test >= MPICH_TEST_MEAN_UP_TO && test <= MPICH_TEST_COUNT_UP_TO;
}

static void add_test(struct mpich_sizes *sizes, const struct mpich_node *node)
{
	if (!is_of_size(node->test) || node->value < 0)
		return;
	add_size(sizes, (uint64_t)node->value);
	add_size(sizes, (uint64_t)node->value + 1);
}

/* Those of the selection and of the library's own one. */
static void find_sizes(const struct mpich_tree *tree, struct mpich_sizes *sizes)
{
	for (size_t i = 1; i < tree->n; i++)
		add_test(sizes, &tree->list[i]);
	for (const struct mpich_row *row = mpich_own; row->operation; row++)
		for (int i = 0; i < MPICH_TESTS_MOST && row->tests[i]; i++) {
			struct mpich_node node = {.test = MPICH_ALGORITHM};

			if (mpich_read_test(row->tests[i], &node))
				add_test(sizes, &node);
		}
}

static int compare_sizes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Where rules of an operation may begin on communicators of so many processes, ascending; unit: what bytes of a block
 * are multiplied by. */
static void begins_of(const struct mpich_sizes *sizes, int processes, uint64_t unit, struct mpich_sizes *begins)
{
	uint64_t power = 1;

	while (power <= (uint64_t)processes / 2)
		power *= 2;
	begins->n = 0;
	add_size(begins, unit);
	add_size(begins, power * unit);
	for (size_t i = 0; i < sizes->n; i++) {
		add_size(begins, sizes->list[i]);
		if (unit > 1)
			add_size(begins, sizes->list[i] * unit);
		else
			add_size(begins, (sizes->list[i] + (uint64_t)processes - 1) / (uint64_t)processes);
	}
	if (begins->n > 0)
		qsort(begins->list, begins->n, sizeof(*begins->list), compare_sizes);
}

void mpich_call_size(struct mpich_call *call, uint64_t bytes)
{
	call->mean = call->count = bytes;
	call->total = bytes * (uint64_t)call->processes; /* of one message to all, too */
}

/* The number of an algorithm; 0: it is the library's own choice. */
static int number_of(const struct mpich_tree *tree, const struct tuned_class *class, const struct mpich_call *call)
{
	const struct mpich_algorithm *found = mpich_find(tree, call), *own = mpich_find_own(call);
	int k = 1;

	if (found == own)
		return 0;
	while (k < class->n && (!found || strncmp(found->name, "intra_", 6) != 0 ||
				strcmp(found->name + 6, class->algorithms[k].name) != 0))
		k++;
	return k;
}

static enum status add_rule(struct tuned_communicator *c, uint64_t bytes, int algorithm, struct error *err)
{
	struct tuned_rule *grown;

	if (c->n > 0 && c->rules[c->n - 1].algorithm == algorithm)
		return OK;
	grown = memory_grow(c->rules, &c->capacity, c->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "rules");
	c->rules = grown;
	c->rules[c->n] = (struct tuned_rule){.bytes = c->n == 0 ? 0 : bytes, .algorithm = algorithm};
	c->n++;
	return OK;
}

/* The rules of an operation for so many processes. */
static enum status find_rules(const struct mpich_tree *tree, const struct mpich_sizes *begins, struct mpich_call *call,
			      const struct tuned_class *class, struct tuned_communicator *c, struct error *err)
{
	uint64_t unit = tuned_is_total(class->measure) ? (uint64_t)call->processes : 1;
	enum status status = OK;

	*c = (struct tuned_communicator){.processes = call->processes};
	for (size_t i = 0; status == OK && i < begins->n && (i == 0 || class->measure != TUNED_NONE); i++) {
		uint64_t block = (begins->list[i] + unit - 1) / unit;

		mpich_call_size(call, block > 0 ? block : 1);
		status = add_rule(c, begins->list[i], number_of(tree, class, call), err);
	}
	return status;
}

static bool same_rules(const struct tuned_communicator *a, const struct tuned_communicator *b)
{
	bool same = a->n == b->n;

	for (size_t i = 0; same && i < a->n; i++)
		same = a->rules[i].bytes == b->rules[i].bytes && a->rules[i].algorithm == b->rules[i].algorithm;
	return same;
}

/* Appends a communicator's rules, whose memory it takes, where they are not those before; the first are the library's.
 */
static enum status add_communicator(struct tuned_operation *o, struct tuned_communicator *c, struct error *err)
{
	bool own = c->n == 1 && c->rules[0].algorithm == 0;
	struct tuned_communicator *grown;

	if (o->n == 0 ? own : same_rules(&o->list[o->n - 1], c)) {
		free(c->rules);
		return OK;
	}
	grown = memory_grow(o->list, &o->capacity, o->n + 1, sizeof(*grown));
	if (!grown) {
		free(c->rules);
		return error_memory(err, "rules");
	}
	o->list = grown;
	o->list[o->n++] = *c;
	return OK;
}

static enum status find_operation(const struct mpich_tree *tree, const struct mpich_sizes *sizes,
				  const struct mpich_call *like, int most, struct tuned_operation *o, struct error *err)
{
	const struct tuned_class *class = mpich_class(o->id);
	bool multiplied = tuned_is_total(class->measure);
	struct mpich_sizes begins = {.n = 0};
	enum status status = OK;

	for (int p = 2; status == OK && p <= most; p++) {
		struct mpich_call call = *like;
		struct tuned_communicator c;

		call.operation = class->name;
		call.processes = p;
		call.nodes = like->nodes < p ? like->nodes : p;
		call.commutes = call.built_in = true;
		begins_of(sizes, p, multiplied ? (uint64_t)p : 1, &begins);
		if (begins.out_of_memory) {
			status = error_memory(err, "rules");
			break;
		}
		status = find_rules(tree, &begins, &call, class, &c, err);
		if (status == OK)
			status = add_communicator(o, &c, err);
		else
			free(c.rules);
	}
	free(begins.list);
	return status;
}

static enum status add_operation(struct tuned_file *file, struct tuned_operation *o, struct error *err)
{
	struct tuned_operation *grown = memory_grow(file->list, &file->capacity, file->n + 1, sizeof(*grown));

	if (!grown) {
		tuned_operation_release(o);
		return error_memory(err, "rules");
	}
	file->list = grown;
	file->list[file->n++] = *o;
	return OK;
}

enum tuned_level mpich_level(enum mpich_hierarchy hierarchy)
{
	return hierarchy == MPICH_NODE ? TUNED_NODE : hierarchy == MPICH_NODE_ROOTS ? TUNED_ROOTS : TUNED_WHOLE;
}

bool mpich_goes_by_nodes(int id)
{
	static const char *const names[] = {"allreduce", "barrier", "bcast", "reduce"};
	bool found = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		found = found || strcmp(mpich_class(id)->name, names[i]) == 0;
	return found;
}

enum status mpich_rules(const struct mpich_tree *tree, const struct mpich_call *like, int most, struct tuned_file *file,
			struct error *err)
{
	enum tuned_level level = mpich_level(like->hierarchy);
	struct mpich_sizes sizes = {.n = 0};
	enum status status = OK;

	*file = (struct tuned_file){.n = 0};
	find_sizes(tree, &sizes);
	if (sizes.out_of_memory)
		status = error_memory(err, "rules");
	for (int id = 0; status == OK && id < TUNED_OPERATIONS; id++) {
		struct tuned_operation o = {.id = id, .level = level};

		if (mpich_class(id)->n == 0 || (level != TUNED_WHOLE && !mpich_goes_by_nodes(id)))
			continue;
		status = find_operation(tree, &sizes, like, most, &o, err);
		if (status == OK && o.n > 0)
			status = add_operation(file, &o, err);
		else
			tuned_operation_release(&o);
	}
	free(sizes.list);
	return status;
}

int mpich_most_processes(const struct mpich_tree *tree)
{
	int most = 0;

	for (size_t i = 1; i < tree->n; i++) {
		const struct mpich_node *node = &tree->list[i];

		if ((node->test == MPICH_TEST_UP_TO || node->test == MPICH_TEST_BELOW) && node->value > most)
			most = node->value;
	}
	return most;
}

/* Moves an operation's rules to another file, which has no others of it at this level. */
static enum status move(struct tuned_file *from, size_t i, struct tuned_file *to, struct error *err)
{
	struct tuned_operation moved = from->list[i];

	from->list[i] = (struct tuned_operation){.id = moved.id, .level = moved.level};
	return add_operation(to, &moved, err);
}

static bool same_operation(const struct tuned_operation *a, const struct tuned_operation *b)
{
	size_t n = a ? a->n : 0;
	bool same = n == (b ? b->n : 0);

	for (size_t i = 0; same && i < n; i++)
		same = a->list[i].processes == b->list[i].processes && same_rules(&a->list[i], &b->list[i]);
	return same;
}

/* Whether an operation's rules of either level are not those of whole communicators. */
static bool differs(const struct tuned_file *whole, const struct tuned_file *node, const struct tuned_file *roots,
		    int id)
{
	const struct tuned_operation *all = tuned_operation(whole, id);

	return !same_operation(all, tuned_operation_of(node, id, TUNED_NODE)) ||
	       !same_operation(all, tuned_operation_of(roots, id, TUNED_ROOTS));
}

/* Adds a level's rules of operations that differ; where such has none at all, an operation without rules keeps those of
 * whole communicators away. */
static enum status add_level(struct tuned_file *file, struct tuned_file *level, const bool *differing,
			     enum tuned_level which, struct error *err)
{
	enum status status = OK;

	for (int id = 0; status == OK && id < TUNED_OPERATIONS; id++) {
		struct tuned_operation none = {.id = id, .level = which};
		size_t i = 0;

		while (i < level->n && level->list[i].id != id)
			i++;
		if (differing[id])
			status = i < level->n ? move(level, i, file, err) : add_operation(file, &none, err);
	}
	return status;
}

enum status mpich_all_rules(const struct mpich_tree *tree, int most, struct tuned_file *file, struct error *err)
{
	static const struct mpich_call likes[] = {[TUNED_WHOLE] = {.nodes = 2, .hierarchy = MPICH_IS_PARENT},
						  [TUNED_NODE] = {.nodes = 1, .hierarchy = MPICH_NODE},
						  [TUNED_ROOTS] = {.nodes = INT_MAX, .hierarchy = MPICH_NODE_ROOTS}};
	struct tuned_file levels[TUNED_ROOTS + 1] = {{.n = 0}};
	bool differing[TUNED_OPERATIONS];
	enum status status = OK;

	for (int level = TUNED_WHOLE; status == OK && level <= TUNED_ROOTS; level++)
		status = mpich_rules(tree, &likes[level], most, &levels[level], err);
	for (int id = 0; id < TUNED_OPERATIONS; id++)
		differing[id] = mpich_goes_by_nodes(id) &&
				differs(&levels[TUNED_WHOLE], &levels[TUNED_NODE], &levels[TUNED_ROOTS], id);
	*file = levels[TUNED_WHOLE];
	for (int level = TUNED_NODE; status == OK && level <= TUNED_ROOTS; level++)
		status = add_level(file, &levels[level], differing, (enum tuned_level)level, err);
	tuned_release(&levels[TUNED_NODE]);
	tuned_release(&levels[TUNED_ROOTS]);
	return status;
}
