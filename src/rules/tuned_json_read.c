#include "rules/tuned_json.h"

#include "base/json_tree.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct tuned_json_reader {
	const struct json_tree *json;
	struct tuned_json *file;
};

/* The library ignores the whole file. False. */
static bool ignore(struct tuned_json_reader *r, size_t value, const char *what, const char *why)
{
	snprintf(r->file->ignored, sizeof(r->file->ignored), "%.60s%s", what, why);
	r->file->ignored_at = r->json->list[value].line;
	return false;
}

/* How a whole number that is a value is read: there is none, it is one, or the library gives the file up. */
enum found { FOUND_NONE, FOUND, FOUND_WRONG };

/* A number without a point and an exponent that fits, or "inf...". */
static enum found read_number(const struct json_tree *json, size_t object, const char *key, int64_t *number)
{
	size_t i = json->list[object].kind == JSON_OBJECT ? json_member(json, object, key) : JSON_NONE;
	const struct json_value *value = &json->list[i];

	if (i == JSON_NONE)
		return FOUND_NONE;
	if (value->kind == JSON_STRING && (strncmp(value->text, "inf", 3) == 0 || strncmp(value->text, "Inf", 3) == 0 ||
					   strncmp(value->text, "INF", 3) == 0)) {
		*number = INT64_MAX;
		return FOUND;
	}
	if (value->kind != JSON_NUMBER || strpbrk(value->text, ".eE"))
		return FOUND_WRONG;
	errno = 0;
	*number = strtoll(value->text, NULL, 10);
	return errno == 0 ? FOUND : FOUND_WRONG;
}

/* Sets *to where the key is there. False: the file is ignored. */
static bool take_number(struct tuned_json_reader *r, size_t object, const char *key, int64_t *to)
{
	return read_number(r->json, object, key, to) != FOUND_WRONG ||
	       ignore(r, object, key, " is neither a whole number nor \"inf\"");
}

/* A number of which the library keeps an int. */
static bool take_int(struct tuned_json_reader *r, size_t object, const char *key, int *to, bool *misread)
{
	int64_t number = *to;
	bool read = take_number(r, object, key, &number);

	*to = (int)(unsigned int)(uint64_t)number;
	*misread = *misread || *to != number;
	return read;
}

/* The line of the first key that is none of these. */
static size_t other_key(const struct json_tree *json, size_t object, const char *const *known)
{
	if (json->list[object].kind != JSON_OBJECT)
		return 0;
	for (size_t i = json->list[object].child; i != JSON_NONE; i = json->list[i].next) {
		bool found = false;

		for (const char *const *k = known; *k; k++)
			found = found || strcmp(*k, json->list[i].key) == 0;
		if (!found)
			return json->list[i].line;
	}
	return 0;
}

/* The number of an algorithm by its name in any letters, or by a number in quotes; -1: there is none. */
static int algorithm_of(const struct tuned_class *class, const char *text)
{
	char *end;
	long number = strtol(text, &end, 0);

	for (int k = 0; k < class->n; k++)
		if ((*end == '\0' && number == k) || strcasecmp(text, class->algorithms[k].name) == 0)
			return k;
	return -1;
}

/* What "alg" says. */
static void read_algorithm(const struct tuned_json_reader *r, size_t object, int id, struct tuned_json_rule *rule)
{
	const struct tuned_class *class = tuned_class_of(TUNED_6_0, id);
	const struct json_value *list = r->json->list;
	size_t i = list[object].kind == JSON_OBJECT ? json_member(r->json, object, "alg") : JSON_NONE;
	int64_t number = -1;

	rule->missing = i == JSON_NONE || (list[i].kind != JSON_STRING && list[i].kind != JSON_NUMBER);
	if (!rule->missing && list[i].kind == JSON_STRING)
		number = algorithm_of(class, list[i].text);
	else if (!rule->missing)
		rule->missing = read_number(r->json, object, "alg", &number) != FOUND;
	rule->unknown = !rule->missing && (number < 0 || number >= class->n);
	rule->algorithm = rule->missing || rule->unknown ? 0 : (int)number;
	if (rule->missing || class->n > 0)
		return;
	snprintf(r->file->crashes, sizeof(r->file->crashes), "coll/tuned has no algorithms of %s, and looks for one",
		 class->name);
	r->file->ignored_at = list[object].line;
}

static bool read_rule(struct tuned_json_reader *r, size_t object, int id, struct tuned_json_rule *rule)
{
	static const char *const known[] = {"msg_size_min", "msg_size_max", "alg", "faninout",
					    "seg_size",     "reqs",         NULL};
	int64_t least = 0, most = INT64_MAX;
	bool misread = false;

	*rule = (struct tuned_json_rule){.line = r->json->list[object].line,
					 .other = other_key(r->json, object, known)};
	if (!take_number(r, object, "msg_size_min", &least) || !take_number(r, object, "msg_size_max", &most) ||
	    !take_int(r, object, "faninout", &rule->fanout, &misread) ||
	    !take_number(r, object, "seg_size", &rule->segment) ||
	    !take_int(r, object, "reqs", &rule->requests, &misread))
		return false;
	rule->least = (uint64_t)least;
	rule->most = most == INT64_MAX ? UINT64_MAX : (uint64_t)most;
	read_algorithm(r, object, id, rule);
	return true;
}

static enum status read_rules(struct tuned_json_reader *r, size_t array, int id, struct tuned_json_communicator *to,
			      struct error *err)
{
	const struct json_value *list = r->json->list;

	for (size_t i = list[array].child; i != JSON_NONE && !*r->file->ignored && !*r->file->crashes;
	     i = list[i].next) {
		struct tuned_json_rule rule, *grown;

		if (!read_rule(r, i, id, &rule))
			break;
		grown = memory_grow(to->rules, &to->capacity, to->n + 1, sizeof(*grown));
		if (!grown)
			return error_memory(err, "the rules");
		to->rules = grown;
		to->rules[to->n++] = rule;
	}
	return OK;
}

/* Which communicators; what is no such word means all. */
static bool read_spread(struct tuned_json_reader *r, size_t object, enum tuned_spread *spread)
{
	const struct json_value *list = r->json->list;
	size_t i =
		list[object].kind == JSON_OBJECT ? json_member(r->json, object, "comm_rank_distribution") : JSON_NONE;

	if (i == JSON_NONE)
		return true;
	if (list[i].kind != JSON_STRING)
		return ignore(r, i, "comm_rank_distribution", " is no text");
	*spread = strcmp(list[i].text, "one-per-node") == 0  ? SPREAD_ONE_PER_NODE
		  : strcmp(list[i].text, "single-node") == 0 ? SPREAD_SINGLE_NODE
							     : SPREAD_ANY;
	return true;
}

/* Where the rules of a communicator are; JSON_NONE: nowhere. */
static size_t find_rules(struct tuned_json_reader *r, size_t object)
{
	const struct json_value *list = r->json->list;
	size_t rules = list[object].kind == JSON_OBJECT ? json_member(r->json, object, "rules") : JSON_NONE;
	bool holds = rules != JSON_NONE && (list[rules].kind == JSON_ARRAY || list[rules].kind == JSON_OBJECT);

	if (!holds) {
		ignore(r, object, "rules", rules == JSON_NONE ? " is missing" : " is no array");
	} else if (list[rules].kind == JSON_OBJECT && list[rules].child != JSON_NONE) {
		snprintf(r->file->crashes, sizeof(r->file->crashes),
			 "rules is an object, and the library takes it for an array");
		r->file->ignored_at = list[rules].line;
	}
	return holds ? rules : JSON_NONE;
}

static enum status read_communicators(struct tuned_json_reader *r, size_t array, struct tuned_json_operation *to,
				      struct error *err)
{
	static const char *const known[] = {"comm_size_min", "comm_size_max", "comm_rank_distribution", "rules", NULL};
	const struct json_value *list = r->json->list;
	enum status status = OK;

	for (size_t i = list[array].child; status == OK && i != JSON_NONE && !*r->file->ignored && !*r->file->crashes;
	     i = list[i].next) {
		struct tuned_json_communicator c = {
			.most = INT32_MAX, .line = list[i].line, .other = other_key(r->json, i, known)};
		struct tuned_json_communicator *grown;
		size_t rules;

		if (!take_int(r, i, "comm_size_min", &c.least, &c.misread) ||
		    !take_int(r, i, "comm_size_max", &c.most, &c.misread) || !read_spread(r, i, &c.spread))
			break;
		rules = find_rules(r, i);
		if (*r->file->ignored || *r->file->crashes)
			break;
		grown = memory_grow(to->list, &to->capacity, to->n + 1, sizeof(*grown));
		if (!grown)
			return error_memory(err, "the rules");
		to->list = grown;
		to->list[to->n++] = c;
		status = read_rules(r, rules, to->id, &to->list[to->n - 1], err);
	}
	return status;
}

/* The id of an operation by its name; of names that end in v or w the library looks no further. -1: none. */
static int id_of(const char *name)
{
	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		const char *its = tuned_class(id)->name;
		size_t length = strlen(its);
		bool open = strncmp(its, "scatterv", 8) != 0 && (its[length - 1] == 'v' || its[length - 1] == 'w');

		if (open ? strncmp(name, its, length) == 0 : strcmp(name, its) == 0)
			return id;
	}
	return -1;
}

static enum status read_operation(struct tuned_json_reader *r, size_t value, struct error *err)
{
	const struct json_value *from = &r->json->list[value];
	struct tuned_json_operation *grown;
	int id = id_of(from->key);

	if (id < 0 || from->kind != JSON_ARRAY) {
		ignore(r, value, from->key, id < 0 ? " is no operation" : " is no array");
		return OK;
	}
	grown = memory_grow(r->file->list, &r->file->capacity, r->file->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "the rules");
	r->file->list = grown;
	r->file->list[r->file->n] = (struct tuned_json_operation){.id = id, .line = from->line};
	return read_communicators(r, value, &r->file->list[r->file->n++], err);
}

static enum status read_file(struct tuned_json_reader *r, struct error *err)
{
	const struct json_value *list = r->json->list;
	size_t all = list[1].kind == JSON_OBJECT ? json_member(r->json, 1, "collectives") : JSON_NONE;
	enum status status = OK;

	if (all == JSON_NONE || list[all].kind != JSON_OBJECT) {
		ignore(r, 1, "collectives", all == JSON_NONE ? " is missing" : " is no object");
		return OK;
	}
	for (size_t i = list[all].child; status == OK && i != JSON_NONE && !*r->file->ignored && !*r->file->crashes;
	     i = list[i].next)
		status = read_operation(r, i, err);
	return status;
}

enum status tuned_json_read(const char *text, size_t length, struct tuned_json *file, struct error *err)
{
	struct json_tree json;
	struct tuned_json_reader r = {.json = &json, .file = file};
	enum status status = json_read_strict(text, length, &json, err);

	*file = (struct tuned_json){.fault = json.fault, .fault_at = json.fault_at};
	if (status == OK && !json.fault)
		status = read_file(&r, err);
	json_release(&json);
	return status;
}

bool tuned_json_is(const char *text, size_t length)
{
	struct error ignored = {.status = OK};
	struct json_tree json;
	bool is = json_read(text, length, &json, &ignored) == OK && json.n > 1 && json.list[1].kind == JSON_OBJECT &&
		  (json_member(&json, 1, "collectives") != JSON_NONE ||
		   json_member(&json, 1, "rule_file_version") != JSON_NONE);

	json_release(&json);
	return is;
}

void tuned_json_release(struct tuned_json *file)
{
	for (size_t i = 0; i < file->n; i++) {
		for (size_t k = 0; k < file->list[i].n; k++)
			free(file->list[i].list[k].rules);
		free(file->list[i].list);
	}
	free(file->list);
	*file = (struct tuned_json){.n = 0};
}
