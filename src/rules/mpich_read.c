#include "rules/mpich.h"

#include "base/memory.h"
#include "base/json_tree.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

/* How a key is written: as it stands here, or with a number behind it. The first that fits is taken. */
static const struct mpich_key {
	const char *text;
	bool number;
	enum mpich_test test;
	int value;
} keys[] = {
	{"is_multi_threaded=yes", false, MPICH_TEST_THREADED, 1},
	{"is_multi_threaded=no", false, MPICH_TEST_THREADED, 0},
	{"comm_type=intra", false, MPICH_TEST_INTRA, 0},
	{"comm_type=inter", false, MPICH_TEST_INTER, 0},
	{"comm_size=pow2", false, MPICH_TEST_POWER_OF_2, 0},
	{"comm_size=node_comm_size", false, MPICH_TEST_ONE_NODE, 0},
	{"comm_size=any", false, MPICH_TEST_ANY_PROCESSES, 0},
	{"comm_size<=", true, MPICH_TEST_UP_TO, 0},
	{"comm_size<", true, MPICH_TEST_BELOW, 0},
	{"count<=", true, MPICH_TEST_COUNT_UP_TO, 0},
	{"count<pow2", false, MPICH_TEST_FEW, 0},
	{"count=any", false, MPICH_TEST_ANY_COUNT, 0},
	{"avg_msg_size=any", false, MPICH_TEST_ANY_MEAN, 0},
	{"avg_msg_size<=", true, MPICH_TEST_MEAN_UP_TO, 0},
	{"avg_msg_size<", true, MPICH_TEST_MEAN_BELOW, 0},
	{"total_msg_size=any", false, MPICH_TEST_ANY_TOTAL, 0},
	{"total_msg_size<=", true, MPICH_TEST_TOTAL_UP_TO, 0},
	{"total_msg_size<", true, MPICH_TEST_TOTAL_BELOW, 0},
	{"is_commutative=yes", false, MPICH_TEST_COMMUTES, 1},
	{"is_commutative=no", false, MPICH_TEST_COMMUTES, 0},
	{"is_sendbuf_inplace=yes", false, MPICH_TEST_IN_PLACE, 1},
	{"is_sendbuf_inplace=no", false, MPICH_TEST_IN_PLACE, 0},
	{"is_op_built_in=yes", false, MPICH_TEST_BUILT_IN, 1},
	{"is_op_built_in=no", false, MPICH_TEST_BUILT_IN, 0},
	{"is_block_regular=yes", false, MPICH_TEST_REGULAR, 1},
	{"is_block_regular=no", false, MPICH_TEST_REGULAR, 0},
	{"is_node_consecutive=yes", false, MPICH_TEST_CONSECUTIVE, 1},
	{"is_node_consecutive=no", false, MPICH_TEST_CONSECUTIVE, 0},
	{"comm_avg_ppn<=", true, MPICH_TEST_PER_NODE, 0},
	{"comm_hierarchy=parent", false, MPICH_TEST_HIERARCHY, MPICH_IS_PARENT},
	{"comm_hierarchy=node_roots", false, MPICH_TEST_HIERARCHY, MPICH_NODE_ROOTS},
	{"comm_hierarchy=node", false, MPICH_TEST_HIERARCHY, MPICH_NODE},
	{"comm_hierarchy=flat", false, MPICH_TEST_HIERARCHY, MPICH_FLAT},
	{"comm_hierarchy=any", false, MPICH_TEST_HIERARCHY, MPICH_ANY_HIERARCHY},
};

static const char collective[] = "collective=", algorithm[] = "algorithm=MPIR_", composition[] = "composition=";

struct mpich_reader {
	bool empty; /* nothing is in the file */
	const struct json_tree *json;
	struct mpich_tree *tree;
	struct error *err;
};

/* Every program aborts; the first reason is kept. 0. */
static size_t abort_at(struct mpich_tree *tree, size_t line, const char *what, const char *text)
{
	if (!*tree->aborts) {
		snprintf(tree->aborts, sizeof(tree->aborts), "%.80s%s%.100s", what, *text ? " " : "", text);
		tree->aborts_at = line;
	}
	return 0;
}

static void drop_spaces(const char *key, char *to, size_t room)
{
	size_t n = 0;

	for (; *key && n + 1 < room; key++)
		if (*key != ' ')
			to[n++] = *key;
	to[n] = '\0';
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool ends_way(const char *key)
{
	return begins(key, "algorithm=") || begins(key, composition);
}

/* A number as atoi reads it. */
static void read_value(struct mpich_node *node, const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	node->misread = end == text || *end != '\0' || value > INT_MAX || value < INT_MIN;
	node->value = (int)(unsigned int)(unsigned long)value;
}

/* The place of an operation's first algorithm, -1: there is no such operation. */
static int operation_at(const char *name)
{
	for (int i = 0; mpich_algorithms[i].name; i++)
		if (strcmp(mpich_algorithms[i].operation, name) == 0)
			return i;
	return -1;
}

bool mpich_read_test(const char *key, struct mpich_node *node)
{
	if (begins(key, collective)) {
		node->test = MPICH_TEST_COLLECTIVE;
		node->value = operation_at(key + strlen(collective));
		return node->value >= 0;
	}
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (keys[i].number ? !begins(key, keys[i].text) : strcmp(key, keys[i].text) != 0)
			continue;
		node->test = keys[i].test;
		node->value = keys[i].value;
		if (keys[i].number)
			read_value(node, key + strlen(keys[i].text));
		return true;
	}
	return false;
}

/* "Bcast_intra_binomial" as the operation and the name say it. */
static bool is_called(const struct mpich_algorithm *a, const char *name)
{
	size_t length = strlen(a->operation);

	return *name == *a->operation - 'a' + 'A' && strncmp(name + 1, a->operation + 1, length - 1) == 0 &&
	       name[length] == '_' && strcmp(name + length + 1, a->name) == 0;
}

static const struct mpich_algorithm *algorithm_of(const char *key)
{
	for (const struct mpich_algorithm *a = mpich_algorithms; begins(key, algorithm) && a->name; a++)
		if (is_called(a, key + strlen(algorithm)))
			return a;
	return NULL;
}

static size_t add_node(struct mpich_reader *r, const struct mpich_node *node)
{
	struct mpich_tree *tree = r->tree;
	struct mpich_node *grown = memory_grow(tree->list, &tree->capacity, tree->n + 1, sizeof(*grown));

	if (!grown) {
		error_memory(r->err, "a rule file");
		return 0;
	}
	tree->list = grown;
	tree->list[tree->n] = *node;
	return tree->n++;
}

/* The end of a way: all keys of its object must be algorithms, and the last one is taken. */
static size_t read_end(struct mpich_reader *r, size_t object)
{
	const struct json_value *list = r->json->list;
	struct mpich_node node = {.test = MPICH_ALGORITHM};
	char key[200];

	for (size_t i = list[object].child; i != JSON_NONE; i = list[i].next) {
		drop_spaces(list[i].key, key, sizeof(key));
		node.skipped_at = node.line;
		node.line = list[i].line;
		node.algorithm = algorithm_of(key);
		if (!node.algorithm)
			return abort_at(r->tree, node.line,
					ends_way(key) ? "there is no such algorithm:"
						      : "beside an algorithm there must be no other key:",
					key);
	}
	return add_node(r, &node);
}

/* The first test of an object, with the others as its failures, or its algorithm; 0: none. */
static size_t read_object(struct mpich_reader *r, size_t object)
{
	const struct json_value *list = r->json->list;
	size_t first = 0, before = 0;

	for (size_t i = list[object].child; i != JSON_NONE && !*r->tree->aborts && r->err->status == OK;
	     i = list[i].next) {
		struct mpich_node node = {.line = list[i].line};
		char key[200];
		size_t success, added;

		drop_spaces(list[i].key, key, sizeof(key));
		if (list[i].kind != JSON_OBJECT)
			return abort_at(r->tree, node.line, "what stands behind this key is no object:", key);
		if (ends_way(key))
			return read_end(r, object);
		success = read_object(r, i);
		if (!mpich_read_test(key, &node))
			return abort_at(r->tree, node.line, "the library knows no such key:", key);
		if (success == 0)
			return abort_at(r->tree, node.line, "this key leads to no algorithm:", key);
		node.success = success;
		added = add_node(r, &node);
		if (before > 0)
			r->tree->list[before].failure = added;
		first = first > 0 ? first : added;
		before = added;
	}
	return first;
}

static bool is_any(enum mpich_test test)
{
	return test == MPICH_TEST_ANY_PROCESSES || test == MPICH_TEST_ANY_MEAN || test == MPICH_TEST_ANY_TOTAL ||
	       test == MPICH_TEST_ANY_COUNT;
}

static bool needs_other(enum mpich_test test)
{
	return (test >= MPICH_TEST_UP_TO && test <= MPICH_TEST_ONE_NODE) || test == MPICH_TEST_PER_NODE ||
	       (test >= MPICH_TEST_MEAN_UP_TO && test <= MPICH_TEST_FEW);
}

/* What the library demands of each test. */
static void validate(struct mpich_tree *tree)
{
	for (size_t i = 1; i < tree->n; i++) {
		const struct mpich_node *node = &tree->list[i];

		if (is_any(node->test) && node->failure > 0)
			abort_at(tree, node->line, "\"any\" must be the last of the keys that stand beside one another",
				 "");
		else if (needs_other(node->test) && !is_any(node->test) && node->failure == 0)
			abort_at(tree, node->line,
				 "the last of the tests that stand beside one another must be one with \"any\"", "");
	}
}

static void read_root(struct mpich_reader *r)
{
	const struct json_tree *json = r->json;

	if (r->empty) {
		abort_at(r->tree, 1, "the file is empty, and must be an object with all operations:",
			 "{\"collective=bcast\": {...}, ...}");
		return;
	}
	if (json->fault) {
		abort_at(r->tree, json->fault_at, "the file is no JSON:", json->fault);
		return;
	}
	if (json->list[1].kind != JSON_OBJECT) {
		abort_at(r->tree, json->list[1].line, "the file has no object", "");
		return;
	}
	r->tree->root = read_object(r, 1);
	validate(r->tree);
}

static bool is_empty(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && isspace((unsigned char)text[i]))
		i++;
	return i == length;
}

enum status mpich_read(const char *text, size_t length, struct mpich_tree *tree, struct error *err)
{
	struct error mine = {.status = OK};
	struct json_tree json;
	struct mpich_reader r = {.empty = is_empty(text, length), .json = &json, .tree = tree, .err = &mine};
	enum status status = json_read(text, length, &json, err);

	*tree = (struct mpich_tree){.left_at = json.left_at, .fills_a_page = length > 0 && length % PAGE == 0};
	if (status == OK)
		add_node(&r, &(struct mpich_node){.test = MPICH_ALGORITHM});
	if (status == OK && mine.status == OK)
		read_root(&r);
	json_release(&json);
	if (status == OK && mine.status != OK)
		status = error_set(err, mine.status, "%s", mine.text);
	return status;
}

void mpich_release(struct mpich_tree *tree)
{
	free(tree->list);
	*tree = (struct mpich_tree){.n = 0};
}
