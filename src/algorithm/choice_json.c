#include "algorithm/choice.h"

#include "base/json_tree.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char format[] = "sonde-collectives", about_key[] = "about", order_key[] = "order";

enum { VERSION = 1 };

/* A table that is being read: its values, and the line of the first fault. */
struct choice_reader {
	struct json_tree json;
	size_t line;
	struct error *err;
};

static enum status refuse(struct choice_reader *r, size_t value, const char *why)
{
	r->line = r->json.list[value].line;
	return error_set(r->err, ERR_INPUT, "%s", why);
}

static const struct json_value *value_at(const struct choice_reader *r, size_t value)
{
	return &r->json.list[value];
}

static bool has_key(const struct choice_reader *r, size_t value, const char *key)
{
	return strcmp(value_at(r, value)->key, key) == 0;
}

/* A whole number that is all of the text. */
static bool whole(const struct json_value *value, uint64_t *number)
{
	char *end;

	if (value->kind != JSON_NUMBER || *value->text == '-')
		return false;
	errno = 0;
	*number = strtoull(value->text, &end, 10);
	return *end == '\0' && errno == 0;
}

static bool is_null(const struct json_value *value)
{
	return value->kind == JSON_OTHER && strcmp(value->text, "null") == 0;
}

/* 16, [2, 16], [4096, null]. */
static enum status read_range(struct choice_reader *r, size_t value, uint64_t range[2])
{
	const struct json_value *v = value_at(r, value);
	size_t least = v->child, most = v->kind == JSON_ARRAY && least ? value_at(r, least)->next : JSON_NONE;
	bool good;

	if (v->kind != JSON_ARRAY) {
		good = whole(v, &range[0]);
		range[1] = range[0];
	} else {
		good = most && value_at(r, most)->next == JSON_NONE && whole(value_at(r, least), &range[0]) &&
		       (is_null(value_at(r, most)) || whole(value_at(r, most), &range[1]));
	}
	if (good && range[0] <= range[1])
		return OK;
	return refuse(r, value, "a range is expected, as 16, [2, 16] or [4096, null], the lesser number first");
}

/* A rule's parameter: a whole number above 0. */
static enum status read_number(struct choice_reader *r, size_t value, uint64_t most, uint64_t *number)
{
	if (whole(value_at(r, value), number) && *number > 0 && *number <= most)
		return OK;
	return refuse(r, value, "a whole number above 0 is expected");
}

static enum status read_member(struct choice_reader *r, size_t value, struct algorithm_choice *choice)
{
	uint64_t number = 0;
	enum status status;

	if (has_key(r, value, "operation") || has_key(r, value, "algorithm") || has_key(r, value, about_key) ||
	    has_key(r, value, order_key))
		return OK;
	if (has_key(r, value, "processes"))
		return read_range(r, value, choice->processes);
	if (has_key(r, value, "bytes"))
		return read_range(r, value, choice->bytes);
	if (has_key(r, value, "segment"))
		return read_number(r, value, UINT64_MAX, &choice->segment);
	if (has_key(r, value, "split"))
		return read_number(r, value, UINT64_MAX, &choice->split);
	if (!has_key(r, value, "fanout"))
		return refuse(r, value,
			      "a rule has operation, processes, bytes, algorithm, segment, fanout, split, order "
			      "and about");
	status = read_number(r, value, INT32_MAX, &number);
	choice->fanout = (int)number;
	return status;
}

/* [0, 3, 1, 2], of a rule for one number of processes. */
static enum status read_order(struct choice_reader *r, size_t rule, struct algorithm_choice *choice)
{
	size_t value = json_member(&r->json, rule, order_key), n = 0;
	uint64_t number;

	if (!value)
		return OK;
	for (size_t i = value_at(r, value)->child; i; i = value_at(r, i)->next)
		n++;
	if (value_at(r, value)->kind != JSON_ARRAY || n == 0 || choice->processes[0] != n || choice->processes[1] != n)
		return refuse(r, value, "an order is a list of all processes, of a rule for one number of them");
	choice->order = malloc(n * sizeof(*choice->order));
	if (!choice->order)
		return error_memory(r->err, "an order of processes");
	n = 0;
	for (size_t i = value_at(r, value)->child; i; i = value_at(r, i)->next) {
		if (!whole(value_at(r, i), &number) || number > INT32_MAX)
			return refuse(r, i, "an order is a list of all processes, of a rule for one number of them");
		choice->order[n++] = (int)number;
	}
	return OK;
}

/* The text of a rule's member; NULL if it is not there. */
static const char *text_of(const struct choice_reader *r, size_t rule, const char *key)
{
	size_t value = json_member(&r->json, rule, key);

	return value && value_at(r, value)->kind == JSON_STRING ? value_at(r, value)->text : NULL;
}

static enum status read_names(struct choice_reader *r, size_t rule, struct algorithm_choice *choice)
{
	const char *operation = text_of(r, rule, "operation"), *algorithm = text_of(r, rule, "algorithm");
	int collective = operation ? collective_of_word(operation) : -1;

	if (!operation || !algorithm)
		return refuse(r, rule, "a rule names its operation and its algorithm, as \"bcast\" and \"binomial\"");
	r->line = value_at(r, json_member(&r->json, rule, "operation"))->line;
	if (collective < 0)
		return error_set(r->err, ERR_INPUT, "there is no operation \"%s\"", operation);
	choice->collective = (enum collective)collective;
	r->line = value_at(r, json_member(&r->json, rule, "algorithm"))->line;
	if (strcmp(algorithm, "own") != 0)
		choice->algorithm = algorithm_find(choice->collective, algorithm, r->err);
	return strcmp(algorithm, "own") == 0 || choice->algorithm ? OK : ERR_INPUT;
}

static enum status read_rule(struct choice_reader *r, size_t rule, struct choices *choices)
{
	struct algorithm_choice choice = {
		.processes = {0, UINT64_MAX}, .bytes = {0, UINT64_MAX}, .line = value_at(r, rule)->line};
	enum status status = OK;

	if (value_at(r, rule)->kind != JSON_OBJECT)
		return refuse(r, rule, "a rule is an object in braces");
	for (size_t i = value_at(r, rule)->child; status == OK && i; i = value_at(r, i)->next)
		status = read_member(r, i, &choice);
	if (status == OK)
		status = read_names(r, rule, &choice);
	if (status == OK)
		status = read_order(r, rule, &choice);
	if (status == OK)
		status = choices_add(choices, &choice, r->err);
	free(choice.order);
	return status;
}

/* That it is a table, of a version that is known, and of nothing else. */
static enum status check_head(struct choice_reader *r)
{
	const char *given = text_of(r, 1, "format");
	size_t version = json_member(&r->json, 1, "version");
	uint64_t number = 0;

	if (!given || strcmp(given, format) != 0)
		return refuse(r, 1, "\"format\": \"sonde-collectives\" is expected: this is another file");
	if (!version || !whole(value_at(r, version), &number) || number != VERSION)
		return refuse(r, version ? version : 1, "\"version\": 1 is expected; this sonde knows no other");
	for (size_t i = value_at(r, 1)->child; i; i = value_at(r, i)->next)
		if (!has_key(r, i, "format") && !has_key(r, i, "version") && !has_key(r, i, "rules") &&
		    !has_key(r, i, about_key))
			return refuse(r, i, "a table has format, version, about and rules");
	return OK;
}

static enum status read_table(struct choice_reader *r, struct choices *choices)
{
	const struct json_tree *json = &r->json;
	enum status status;
	size_t rules;

	r->line = json->fault ? json->fault_at : json->left_at;
	if (json->fault || json->left_at > 0)
		return error_set(r->err, ERR_INPUT, "%s",
				 json->fault ? json->fault : "something follows the brace that closes the table");
	status = check_head(r);
	rules = json_member(json, 1, "rules");
	if (status == OK && (!rules || value_at(r, rules)->kind != JSON_ARRAY))
		status = refuse(r, rules ? rules : 1, "\"rules\": [ … ] is expected");
	for (size_t i = status == OK ? value_at(r, rules)->child : JSON_NONE; status == OK && i;
	     i = value_at(r, i)->next) {
		r->line = value_at(r, i)->line;
		status = read_rule(r, i, choices);
	}
	return status;
}

enum status choices_read_json(struct choices *choices, const char *text, struct error *err)
{
	struct error why = {0};
	struct choice_reader r = {.err = &why};
	enum status status = json_read(text, strlen(text), &r.json, err);

	if (status == OK && read_table(&r, choices) != OK)
		status = error_set(err, why.status, "line %zu: %s", r.line, why.text);
	json_release(&r.json);
	return status;
}

static void write_range(FILE *out, const char *name, const uint64_t range[2])
{
	if (range[0] == range[1])
		fprintf(out, ", \"%s\": %" PRIu64, name, range[0]);
	else if (range[1] != UINT64_MAX)
		fprintf(out, ", \"%s\": [%" PRIu64 ", %" PRIu64 "]", name, range[0], range[1]);
	else if (range[0] > 0)
		fprintf(out, ", \"%s\": [%" PRIu64 ", null]", name, range[0]);
}

static void write_rule(FILE *out, const struct algorithm_choice *choice)
{
	fprintf(out, "{\"operation\": \"%s\"", collective_words[choice->collective]);
	write_range(out, "processes", choice->processes);
	write_range(out, "bytes", choice->bytes);
	fprintf(out, ", \"algorithm\": \"%s\"", choice->algorithm ? choice->algorithm->name : "own");
	if (choice->segment > 0)
		fprintf(out, ", \"segment\": %" PRIu64, choice->segment);
	if (choice->fanout > 0)
		fprintf(out, ", \"fanout\": %d", choice->fanout);
	if (choice->split > 0)
		fprintf(out, ", \"split\": %" PRIu64, choice->split);
	for (size_t i = 0; choice->order && i < choice->processes[0]; i++)
		fprintf(out, "%s%d", i > 0 ? ", " : ", \"order\": [", choice->order[i]);
	if (choice->order)
		fputc(']', out);
	fputs("}", out);
}

static void write_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		if (*text == '\n')
			fputs("\\n", out);
		else
			fputc(*text, out);
	}
	fputc('"', out);
}

enum status choices_write_json(const struct choices *choices, const char *about, FILE *out, struct error *err)
{
	fprintf(out, "{\n  \"format\": \"%s\",\n  \"version\": %d,\n", format, VERSION);
	if (about) {
		fprintf(out, "  \"%s\": ", about_key);
		write_text(out, about);
		fputs(",\n", out);
	}
	fputs("  \"rules\": [", out);
	for (size_t i = 0; i < choices->n; i++) {
		fputs(i > 0 ? ",\n    " : "\n    ", out);
		write_rule(out, &choices->list[i]);
	}
	fputs("\n  ]\n}\n", out);
	return ferror(out) ? error_set(err, ERR_IO, "a table of algorithms cannot be written: %s", strerror(errno))
			   : OK;
}
