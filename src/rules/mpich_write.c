#include "rules/mpich_known.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 24, TEST_ROOM = 48, PAGE = 4096 };

/* The tests that lead to a place of the tree, and what is known of the calls that get there. */
struct mpich_path {
	const char *tests[DEPTH_MOST]; /* borrowed */
	int n;
	bool is_later; /* others stand before it in its object */
	struct mpich_known known;
};

/* A tree on its way to a stream, path by path. */
struct mpich_printer {
	FILE *out;
	char open[DEPTH_MOST][TEST_ROOM]; /* the tests of the last path */
	int n;
};

/* Rules for communicators of some processes, which stand somewhere in the tree. */
struct mpich_place {
	struct mpich_printer *printer;
	const struct tuned_class *class; /* NULL: the operation has no rules */
	const char *operation;
	const struct tuned_communicator *communicator; /* NULL: left to the library */
};

static void indent(FILE *out, int n)
{
	fputc('\n', out);
	for (int i = 0; i < n; i++)
		fputc('\t', out);
}

static void print_path(struct mpich_printer *p, const struct mpich_path *path, const char *operation,
		       const char *algorithm)
{
	int same = 0;

	while (same < p->n && same < path->n && strcmp(p->open[same], path->tests[same]) == 0)
		same++;
	for (int i = p->n - 1; i > same; i--) {
		if (i < p->n - 1)
			indent(p->out, i + 1);
		fputc('}', p->out);
	}
	if (p->n > 0) {
		if (same < p->n - 1)
			indent(p->out, same + 1);
		fputs("},", p->out);
	}
	for (int i = same; i < path->n; i++) {
		indent(p->out, i + 1);
		fprintf(p->out, "\"%s\": {", path->tests[i]);
		snprintf(p->open[i], sizeof(p->open[i]), "%s", path->tests[i]);
	}
	fprintf(p->out, "\"algorithm=MPIR_%c%s_%s\": {}", *operation - 'a' + 'A', operation + 1, algorithm);
	p->n = path->n;
}

static void print_end(struct mpich_printer *p)
{
	for (int i = p->n - 1; i >= 0; i--) {
		if (i < p->n - 1)
			indent(p->out, i + 1);
		fputc('}', p->out);
	}
	fputs("\n}\n", p->out);
	if (ftell(p->out) > 0 && ftell(p->out) % PAGE == 0)
		fputc('\n', p->out);
}

/* The "any" of a test's kind; the test itself if there is none. */
static const char *any_of(const struct mpich_node *node, const char *test)
{
	return node->test == MPICH_TEST_UP_TO || node->test == MPICH_TEST_POWER_OF_2 ? "comm_size=any"
	       : node->test == MPICH_TEST_MEAN_UP_TO                                 ? "avg_msg_size=any"
	       : node->test == MPICH_TEST_TOTAL_UP_TO                                ? "total_msg_size=any"
	       : node->test == MPICH_TEST_FEW                                        ? "count=any"
										     : test;
}

/*
 * Goes from a place to below a test; what is left for the tests beside it stays in *path.
 *
 * - A test that always holds is left out where it stands alone, or else written as one that always holds.
 * - False: no call gets there.
 */
static bool descend(struct mpich_path *path, const char *test, struct mpich_path *below)
{
	struct mpich_node node = {.line = 0};
	struct mpich_known rest = path->known;
	bool other;

	if (path->n < 0 || !mpich_read_test(test, &node))
		return false;
	*below = *path;
	if (!mpich_known_refine(&below->known, &node, true))
		return false;
	other = mpich_known_refine(&rest, &node, false);
	below->is_later = false;
	if (other || path->is_later)
		below->tests[below->n++] = other ? test : any_of(&node, test);
	path->is_later = true;
	path->known = rest;
	path->n = other ? path->n : -1;
	return true;
}

/* The library's own decision below a place: rows that have the same tests up to one. */
static void print_own(const struct mpich_place *place, struct mpich_path *path, const struct mpich_row *from,
		      const struct mpich_row *to, int level)
{
	if (level == MPICH_TESTS_MOST || !from->tests[level]) {
		print_path(place->printer, path, place->operation, from->algorithm);
		return;
	}
	while (from < to) {
		const char *test = from->tests[level];
		const struct mpich_row *next = from;
		struct mpich_path below;

		while (next < to && strcmp(next->tests[level], test) == 0)
			next++;
		if (descend(path, test, &below))
			print_own(place, &below, from, next, level + 1);
		from = next;
	}
}

static void print_library(const struct mpich_place *place, struct mpich_path path)
{
	const struct mpich_row *from = mpich_own, *to;

	while (strcmp(from->operation, place->operation) != 0)
		from++;
	for (to = from; to->operation && strcmp(to->operation, place->operation) == 0;)
		to++;
	print_own(place, &path, from, to, 0);
}

static const struct mpich_algorithm *algorithm_of(const struct mpich_place *place, int number)
{
	const char *name = place->class->algorithms[number].name;

	for (const struct mpich_algorithm *a = mpich_algorithms; a->name; a++)
		if (strcmp(a->operation, place->operation) == 0 && strncmp(a->name, "intra_", 6) == 0 &&
		    strcmp(a->name + 6, name) == 0)
			return a;
	return NULL;
}

/* Tests of what an algorithm needs of a call, beside which the library decides. */
static void print_guarded(const struct mpich_place *place, struct mpich_path *path, const struct mpich_algorithm *a)
{
	static const struct {
		unsigned need;
		const char *other, *its; /* in this order, but for a NULL */
		const char *rest;
	} guards[] = {
		{MPICH_BUILT_IN, "is_op_built_in=no", "is_op_built_in=yes", NULL},
		{MPICH_MANY, "count<pow2", "count=any", NULL},
		{MPICH_POWER_OF_2, NULL, "comm_size=pow2", "comm_size=any"},
	};
	struct mpich_path at = *path, below;

	for (size_t i = 0; i < sizeof(guards) / sizeof(guards[0]); i++) {
		if (!(a->needs & guards[i].need))
			continue;
		if (guards[i].other && descend(&at, guards[i].other, &below))
			print_library(place, below);
		if (!descend(&at, guards[i].its, &below))
			return;
		if (guards[i].rest) {
			print_path(place->printer, &below, a->operation, a->name);
			if (descend(&at, guards[i].rest, &below))
				print_library(place, below);
			return;
		}
		at = below;
	}
	print_path(place->printer, &at, a->operation, a->name);
}

static void print_rule(const struct mpich_place *place, struct mpich_path *path, const struct tuned_rule *rule)
{
	if (rule->algorithm > 0)
		print_guarded(place, path, algorithm_of(place, rule->algorithm));
	else
		print_library(place, *path);
}

static void print_sizes(const struct mpich_place *place, struct mpich_path *path)
{
	const struct tuned_communicator *c = place->communicator;
	enum tuned_measure measure = place->class->measure;
	const char *stem = tuned_is_total(measure) ? "total_msg_size" : "avg_msg_size";

	for (size_t i = 0; i < c->n; i++) {
		struct mpich_path below = *path;
		char test[TEST_ROOM];

		if (i + 1 < c->n)
			snprintf(test, sizeof(test), "%s<=%llu", stem, (unsigned long long)c->rules[i + 1].bytes - 1);
		else
			snprintf(test, sizeof(test), "%s=any", stem);
		if (c->n == 1 || descend(path, test, &below))
			print_rule(place, &below, &c->rules[i]);
	}
}

/* Rules of a communicator are for calls that all of its algorithms can do; the library decides about the others. */
static void print_communicator(const struct mpich_place *place, struct mpich_path *path)
{
	bool exchange = strcmp(place->operation, "alltoall") == 0;
	bool scatters = strncmp(place->operation, "reduce_scatter", 14) == 0;
	struct mpich_path below;

	if (!place->communicator || place->communicator->n == 0) {
		print_library(place, *path);
		return;
	}
	if (!exchange && !scatters) {
		print_sizes(place, path);
		return;
	}
	if (descend(path, exchange ? "is_sendbuf_inplace=yes" : "is_commutative=no", &below))
		print_library(place, below);
	if (descend(path, exchange ? "is_sendbuf_inplace=no" : "is_commutative=yes", &below))
		print_sizes(place, &below);
}

/* One communicator after the other; before the first the library decides. */
static void print_communicators(struct mpich_place *place, struct mpich_path *path,
				const struct tuned_operation *operation)
{
	for (size_t i = 0; i <= operation->n; i++) {
		struct mpich_path below;
		char test[TEST_ROOM] = "comm_size=any";

		if (i < operation->n)
			snprintf(test, sizeof(test), "comm_size<=%d", operation->list[i].processes - 1);
		place->communicator = i > 0 ? &operation->list[i - 1] : NULL;
		if (descend(path, test, &below))
			print_communicator(place, &below);
	}
}

/* The rules of an operation by what they are for; NULL: none. */
struct mpich_levels {
	const struct tuned_operation *of[TUNED_ROOTS + 1];
};

static struct mpich_levels find_levels(struct mpich_place *place, const struct tuned_file *file)
{
	struct mpich_levels levels = {{NULL}};

	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		if (strcmp(mpich_class(id)->name, place->operation) != 0)
			continue;
		place->class = mpich_class(id);
		for (int level = TUNED_WHOLE; level <= TUNED_ROOTS; level++)
			levels.of[level] = tuned_operation_of(file, id, (enum tuned_level)level);
	}
	return levels;
}

static void print_level(struct mpich_place *place, struct mpich_path *path, const struct tuned_operation *rules)
{
	place->communicator = NULL;
	if (rules)
		print_communicators(place, path, rules);
	else
		print_library(place, *path);
}

/* Where there are rules for a node's processes or for nodes, those for all are for other communicators. */
static void print_levels(struct mpich_place *place, struct mpich_path *path, const struct mpich_levels *levels)
{
	struct mpich_path below;

	if (!levels->of[TUNED_NODE] && !levels->of[TUNED_ROOTS]) {
		print_level(place, path, levels->of[TUNED_WHOLE]);
		return;
	}
	if (descend(path, "comm_hierarchy=node", &below))
		print_level(place, &below, levels->of[TUNED_NODE]);
	if (descend(path, "comm_hierarchy=node_roots", &below))
		print_level(place, &below, levels->of[TUNED_ROOTS]);
	if (descend(path, "comm_hierarchy=any", &below))
		print_level(place, &below, levels->of[TUNED_WHOLE]);
}

static void print_operation(struct mpich_printer *printer, const char *operation, const struct tuned_file *file)
{
	struct mpich_place place = {.printer = printer, .operation = operation};
	struct mpich_path path = {.known = mpich_known_nothing()}, below;
	const struct mpich_levels levels = find_levels(&place, file);
	char test[TEST_ROOM];

	snprintf(test, sizeof(test), "collective=%s", operation);
	path.tests[path.n++] = test;
	path.known.processes.least = 2; /* alone nothing is sent */
	if (!levels.of[TUNED_WHOLE] && !levels.of[TUNED_NODE] && !levels.of[TUNED_ROOTS]) {
		print_library(&place, path);
		return;
	}
	if (descend(&path, "comm_type=intra", &below))
		print_levels(&place, &below, &levels);
	if (descend(&path, "comm_type=inter", &below))
		print_library(&place, below);
}

/* What cannot be written of a communicator's rules. */
static enum status check_rules(const struct tuned_class *class, const struct tuned_communicator *c, struct error *err)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct tuned_rule *rule = &c->rules[i];

		if (rule->algorithm < 0 || rule->algorithm >= class->n)
			return error_set(err, ERR_INPUT, "%s, %d processes: MPICH has no algorithm %d", class->name,
					 c->processes, rule->algorithm);
		if (i == 0 ? rule->bytes > 0 : rule->bytes <= c->rules[i - 1].bytes)
			return error_set(err, ERR_INPUT,
					 "%s, %d processes: sizes of rules must begin at 0 and ascend, and %llu B do "
					 "not",
					 class->name, c->processes, (unsigned long long)rule->bytes);
		if (rule->bytes > (uint64_t)INT_MAX + 1)
			return error_set(err, ERR_INPUT, "%s, %d processes: MPICH's rules are for messages up to %d B",
					 class->name, c->processes, INT_MAX);
		if (i > 0 && class->measure == TUNED_NONE)
			return error_set(err, ERR_INPUT, "%s, %d processes: MPICH's rules of it cannot be by sizes",
					 class->name, c->processes);
	}
	return OK;
}

static enum status check(const struct tuned_file *file, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; i < file->n; i++) {
		const struct tuned_operation *o = &file->list[i];
		const struct tuned_class *class = mpich_class(o->id);

		if (o->level != TUNED_WHOLE && !mpich_goes_by_nodes(o->id))
			return error_set(err, ERR_INPUT, "%s: MPICH does not look rules up by nodes", class->name);
		for (size_t k = 0; status == OK && k < o->n; k++) {
			if (k > 0 && o->list[k].processes <= o->list[k - 1].processes)
				return error_set(err, ERR_INPUT, "%s: numbers of processes must ascend, and %d do not",
						 class->name, o->list[k].processes);
			status = check_rules(class, &o->list[k], err);
		}
	}
	return status;
}

static void print_comments(FILE *out, const char *comments)
{
	for (bool begins = true; *comments; comments++) {
		if (begins)
			fputs("/* ", out);
		begins = *comments == '\n';
		fputs(begins ? " */\n" : (char[]){*comments, '\0'}, out);
	}
}

static void print_selection(FILE *out, const struct tuned_file *file, const char *comments)
{
	struct mpich_printer printer = {.out = out};

	print_comments(out, comments);
	fputc('{', out);
	for (const struct mpich_row *row = mpich_own; row->operation; row++)
		if (row == mpich_own || strcmp(row[-1].operation, row->operation) != 0)
			print_operation(&printer, row->operation, file);
	print_end(&printer);
}

/* Whether the library does no harm by it, as it reads it. */
static enum status check_written(const char *text, size_t length, struct error *err)
{
	struct mpich_tree tree = {.n = 0};
	struct rule_effects effects = {.n = 0};
	const struct rule_effect *grave;
	enum status status = mpich_read(text, length, &tree, err);

	if (status == OK)
		status = mpich_check(&tree, &effects, err);
	grave = status == OK ? rule_effects_first_grave(&effects) : NULL;
	if (grave)
		status = error_set(err, ERR_INPUT, "the selection would do harm: %s%s%s",
				   grave->operation ? grave->operation : "", grave->operation ? ": " : "", grave->text);
	rule_effects_release(&effects);
	mpich_release(&tree);
	return status;
}

enum status mpich_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err)
{
	char *text = NULL;
	size_t length = 0;
	enum status status = check(file, err);
	FILE *written = status == OK ? open_memstream(&text, &length) : NULL;

	if (status != OK)
		return status;
	if (written)
		print_selection(written, file, comments);
	if (!written || fclose(written) != 0)
		status = error_memory(err, "a rule file");
	if (status == OK)
		status = check_written(text, length, err);
	if (status == OK)
		fwrite(text, 1, length, out);
	free(text);
	return status;
}
