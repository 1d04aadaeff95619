#include "draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/mpich.h"

const char *const drawn_forms[] = {"classic", "version-2", "json", "mpich", NULL};

static size_t below(struct drawn *d, size_t n)
{
	return random_below(&d->random, n);
}

static bool one_in(struct drawn *d, size_t n)
{
	return below(d, n) == 0;
}

static void put(struct drawn *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct drawn *d, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (d->n + 512 < DRAWN_ROOM)
		d->n += (size_t)vsnprintf(d->text + d->n, DRAWN_ROOM - d->n, format, arguments);
	va_end(arguments);
}

static const char *space(struct drawn *d)
{
	static const char *const spaces[] = {" ", " ", " ", "\n", "\t", "  ", " # note 7\n"};

	return spaces[below(d, sizeof(spaces) / sizeof(spaces[0]))];
}

/* An operation that the edition has algorithms for, mostly. */
static int draw_id(struct drawn *d, enum tuned_edition edition)
{
	int id;

	do
		id = (int)below(d, TUNED_OPERATIONS);
	while (tuned_class_of(edition, id)->n == 0 && !one_in(d, 8));
	return id;
}

/* Numbers mostly ascend. */
static long ascend(struct drawn *d, long before, size_t step)
{
	return one_in(d, 15) ? (long)below(d, step) : before + 1 + (long)below(d, step);
}

static int draw_algorithm(struct drawn *d, enum tuned_edition edition, int id)
{
	size_t n = (size_t)tuned_class_of(edition, id)->n;

	return (int)below(d, one_in(d, 20) ? n + 3 : n > 0 ? n : 1);
}

static size_t draw_segment(struct drawn *d)
{
	return one_in(d, 2) ? 0 : (size_t)256 << below(d, 6);
}

static void put_rules(struct drawn *d, int id, bool version)
{
	const struct tuned_class *class = tuned_class(id);
	size_t n = class->unlike && !one_in(d, 4) ? 1 : 1 + below(d, 4);
	long bytes = 0;

	put(d, "%zu\n", n);
	for (size_t i = 0; i < n; i++) {
		put(d, "%ld%s%d%s%zu%s%zu", bytes, space(d), draw_algorithm(d, TUNED_4_1, id), space(d), below(d, 5),
		    space(d), draw_segment(d));
		if (version && one_in(d, 3))
			put(d, " %zu", below(d, 40));
		put(d, "\n");
		bytes = ascend(d, bytes, (size_t)1 << below(d, 17));
	}
}

static void put_classic(struct drawn *d, bool version)
{
	size_t n = below(d, 7);

	put(d, "%s%zu%s", version ? "rule-file-version-2\n" : "", n, space(d));
	for (size_t o = 0; o < n; o++) {
		size_t communicators = below(d, 4);
		long processes = 1;
		int id = draw_id(d, TUNED_4_1);

		put(d, "%d%s%zu\n", id, space(d), communicators);
		for (size_t c = 0; c < communicators; c++) {
			processes = ascend(d, processes, 3);
			put(d, "%ld%s", processes, space(d));
			put_rules(d, id, version);
		}
	}
}

static void put_json_rule(struct drawn *d, int id)
{
	const struct tuned_class *class = tuned_class_of(TUNED_6_0, id);
	int algorithm = draw_algorithm(d, TUNED_6_0, id);
	size_t least = below(d, (size_t)1 << below(d, 17));

	put(d, "{");
	if (!one_in(d, 3))
		put(d, "\"msg_size_min\": %zu, ", least);
	if (one_in(d, 3))
		put(d, "\"msg_size_max\": \"%s\", ", one_in(d, 2) ? "inf" : "Inf");
	else if (!one_in(d, 3))
		put(d, "\"msg_size_max\": %zu, ", one_in(d, 20) ? below(d, 100) : least + below(d, 1 << 17));
	if (one_in(d, 2))
		put(d, "\"faninout\": %zu, ", below(d, 6));
	if (one_in(d, 3))
		put(d, "\"seg_size\": %zu, ", draw_segment(d));
	if (one_in(d, 8))
		put(d, "\"reqs\": %zu, ", below(d, 9));
	if (one_in(d, 3) || algorithm >= class->n)
		put(d, "\"alg\": %d}", algorithm);
	else
		put(d, "\"alg\": \"%s\"}", class->algorithms[algorithm].name);
}

static void put_json_communicator(struct drawn *d, int id)
{
	static const char *const spreads[] = {"any", "one-per-node", "single-node"};
	size_t least = 2 + below(d, 4), n = tuned_class(id)->unlike && !one_in(d, 4) ? 1 : below(d, 4);

	put(d, "{");
	if (!one_in(d, 3))
		put(d, "\"comm_size_min\": %zu, ", least);
	if (!one_in(d, 3))
		put(d, "\"comm_size_max\": %zu, ", least + below(d, 4));
	if (one_in(d, 5))
		put(d, "\"comm_rank_distribution\": \"%s\", ", spreads[below(d, 3)]);
	put(d, "\"rules\": [");
	for (size_t i = 0; i < n; i++) {
		put(d, i > 0 ? ",\n  " : "\n  ");
		put_json_rule(d, id);
	}
	put(d, "]}");
}

static void put_json(struct drawn *d)
{
	size_t n = below(d, 6);

	put(d, "{\"rule_file_version\": 3, \"module\": \"tuned\", \"collectives\": {");
	for (size_t o = 0; o < n; o++) {
		size_t communicators = below(d, 4);
		int id = draw_id(d, TUNED_6_0);

		put(d, "%s\n\"%s\": [", o > 0 ? "," : "", tuned_class(id)->name);
		for (size_t c = 0; c < communicators; c++) {
			put(d, c > 0 ? ",\n " : "\n ");
			put_json_communicator(d, id);
		}
		put(d, "]");
	}
	put(d, "}}\n");
}

/* One of the algorithms that the table has for an operation. */
static const char *draw_name(struct drawn *d, const char *operation)
{
	const struct mpich_algorithm *a = mpich_algorithms;
	size_t n = 0;

	while (strcmp(a->operation, operation) != 0)
		a++;
	while (a[n].name && strcmp(a[n].operation, operation) == 0)
		n++;
	return a[below(d, n)].name;
}

static void put_leaf(struct drawn *d, const char *operation, bool inside)
{
	const char *name = draw_name(d, operation);

	while (inside && strncmp(name, "intra_", 6) != 0 && !one_in(d, 6))
		name = draw_name(d, operation);
	put(d, "\n\"algorithm=MPIR_%c%s_%s\": {}", *operation - 'a' + 'A', operation + 1, name);
}

/* Tests that stand beside one another, each with what is below it, down to a depth. */
static void put_tests(struct drawn *d, const char *operation, int depth)
{
	static const char *const pairs[][2] = {
		{"comm_size=pow2", "comm_size=any"},
		{"is_commutative=yes", "is_commutative=no"},
		{"is_op_built_in=yes", "is_op_built_in=no"},
		{"count<pow2", "count=any"},
		{"is_sendbuf_inplace=yes", "is_sendbuf_inplace=no"},
		{"comm_hierarchy=node", "comm_hierarchy=any"},
		{"is_block_regular=yes", "is_block_regular=no"},
		{"comm_hierarchy=parent", "comm_hierarchy=any"},
	};
	static const char *const stems[] = {"comm_size", "comm_size", "avg_msg_size", "total_msg_size"};
	size_t kind = below(d, 10), pair = below(d, sizeof(pairs) / sizeof(pairs[0]));
	const char *stem = stems[below(d, 4)];
	struct mpich_node node = {.line = 0};
	char tests[2][64];

	if (depth == 0 || one_in(d, 4)) {
		put_leaf(d, operation, true);
		return;
	}
	snprintf(tests[0], sizeof(tests[0]), "%s<=%zu", stem, *stem == 'c' ? 2 + below(d, 4) : below(d, 1 << 16));
	snprintf(tests[1], sizeof(tests[1]), "%s=any", stem);
	for (int i = 0; kind < 5 && i < 2; i++)
		snprintf(tests[i], sizeof(tests[i]), "%s", pairs[pair][i]);
	if ((!mpich_read_test(tests[0], &node) || !mpich_has_test(operation, node.test)) && !one_in(d, 10)) {
		put_tests(d, operation, depth);
		return;
	}
	for (int i = 0; i < 2; i++) {
		put(d, "%s\n\"%s\": {", i > 0 ? "," : "", tests[i]);
		put_tests(d, operation, depth - 1);
		put(d, "}");
		if (one_in(d, 60))
			return;
	}
}

static void put_operation(struct drawn *d, const char *operation)
{
	put(d, "\n\"comm_type=intra\": {");
	put_tests(d, operation, 3);
	put(d, "},\n\"comm_type=inter\": {");
	put_leaf(d, operation, false);
	put(d, "}");
}

/* The operation whose tests begin at p, or NULL; *tests is where they do. */
static const char *operation_at(const char *p, const char **tests)
{
	static const char *const operations[] = {"allgather", "allreduce",      "alltoall",
						 "barrier",   "bcast",          "gather",
						 "reduce",    "reduce_scatter", "reduce_scatter_block",
						 "scatter"};
	static const char before[] = "\"collective=", behind[] = "\": {";

	if (strncmp(p, before, sizeof(before) - 1) != 0)
		return NULL;
	p += sizeof(before) - 1;
	for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
		size_t n = strlen(operations[i]);

		*tests = p + n + sizeof(behind) - 1;
		if (strncmp(p, operations[i], n) == 0 && strncmp(p + n, behind, sizeof(behind) - 1) == 0)
			return operations[i];
	}
	return NULL;
}

/* The library's own selection, in which some operations are drawn. */
static void put_mpich(struct drawn *d)
{
	const struct tuned_file none = {.n = 0};
	struct error err = {.status = OK};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out || mpich_write(out, &none, "", &err) != OK || fclose(out) != 0)
		abort();
	for (const char *p = text; *p;) {
		const char *begin = p, *tests, *operation = operation_at(p, &tests);
		int open = 1;

		if (!operation || !one_in(d, 3)) {
			if (d->n + 512 < DRAWN_ROOM)
				d->text[d->n++] = *p;
			p++;
			continue;
		}
		p = tests;
		put(d, "%.*s", (int)(p - begin), begin);
		put_operation(d, operation);
		for (; open > 0; p++)
			open += *p == '{' ? 1 : *p == '}' ? -1 : 0;
		put(d, "}");
	}
	free(text);
}

/* Changes some characters, or cuts the end off. */
static void spoil(struct drawn *d)
{
	static const char odd[] = "-+#0x9 \n.,a8\"{}[]:<=/";

	for (size_t k = 1 + below(d, 3); k > 0 && d->n > 1; k--) {
		if (one_in(d, 4))
			d->n = below(d, d->n);
		else
			d->text[below(d, d->n)] = odd[below(d, sizeof(odd) - 1)];
	}
}

void drawn_file(struct drawn *d, enum drawn_form form, uint64_t seed, uint64_t i, bool broken)
{
	random_init(&d->random, (seed * 4 + (uint64_t)form) * 1000003 + i);
	d->n = 0;
	if (form == DRAWN_JSON)
		put_json(d);
	else if (form == DRAWN_MPICH)
		put_mpich(d);
	else
		put_classic(d, form == DRAWN_VERSION_2);
	if (broken)
		spoil(d);
}
