#include "base/json_tree.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 32 }; /* json-c's */

struct json_reader {
	const char *next, *end;
	bool strict;
	size_t line;
	struct json_tree *tree;
	struct error *err;
};

/* False; the first fault is kept. */
static bool fault(struct json_reader *r, const char *why)
{
	if (!r->tree->fault) {
		r->tree->fault = why;
		r->tree->fault_at = r->line;
	}
	return false;
}

static void step(struct json_reader *r)
{
	r->line += *r->next++ == '\n';
}

static bool at(const struct json_reader *r, char c)
{
	return r->next < r->end && *r->next == c;
}

static bool skip_comment(struct json_reader *r)
{
	bool block = r->next + 1 < r->end && r->next[1] == '*';

	if (r->strict)
		return fault(r, "it has a comment");
	if (!block && !(r->next + 1 < r->end && r->next[1] == '/'))
		return fault(r, "'/' begins no comment");
	r->next += 2;
	while (r->next < r->end &&
	       !(block ? *r->next == '*' && r->next + 1 < r->end && r->next[1] == '/' : *r->next == '\n'))
		step(r);
	if (block && r->next == r->end)
		return fault(r, "a comment does not end");
	r->next += block ? 2 : 0;
	return true;
}

/* White space and comments. */
static bool skip(struct json_reader *r)
{
	const char *spaces = r->strict ? " \t\n\r" : " \t\n\r\v\f";

	while (r->next < r->end) {
		if (*r->next == '/') {
			if (!skip_comment(r))
				return false;
		} else if (strchr(spaces, *r->next) && *r->next) {
			step(r);
		} else {
			break;
		}
	}
	return true;
}

static char escaped(char c)
{
	static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
	const char *found = strchr(from, c);

	if (found && c)
		return to[found - from];
	return c;
}

static int hex(char c)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *found = c ? strchr(digits, c) : NULL;

	return found ? (int)((found - digits) % 16) : -1;
}

/* The character of "\\u0041", behind the u; another than ASCII's is '?', and reading stays at the last digit. */
static char read_unicode(struct json_reader *r)
{
	int code = 0;

	for (int i = 0; i < 4; i++) {
		int digit = r->next + 1 < r->end ? hex(r->next[1]) : -1;

		if (digit < 0) {
			fault(r, "\\u is not followed by four hexadecimal digits");
			return '?';
		}
		code = code * 16 + digit;
		step(r);
	}
	if (code <= 0 || code >= 128)
		return '?';
	return (char)code;
}

/* How many characters of a text stand between its quotes, as they are written. */
static size_t length_of(const struct json_reader *r)
{
	const char *from = r->next + 1, *to = from;

	while (to < r->end && *to != *r->next)
		to += *to == '\\' && to + 1 < r->end ? 2 : 1;
	return (size_t)(to - from);
}

/* A text between quotes; NULL: it cannot be read, or there is no memory. */
static char *read_text(struct json_reader *r)
{
	char quote = *r->next, *text = malloc(length_of(r) + 1);
	size_t n = 0;

	if (!text) {
		error_memory(r->err, "a file of JSON");
		return NULL;
	}
	for (step(r); r->next < r->end && *r->next != quote; step(r)) {
		char c = *r->next;

		if (c == '\\' && r->next + 1 < r->end) {
			step(r);
			if (r->strict && *r->next == 'u')
				c = read_unicode(r);
			else
				c = escaped(*r->next);
		} else if (r->strict && !c) {
			break;
		}
		text[n++] = c;
	}
	text[n] = '\0';
	if (r->tree->fault || r->next == r->end || *r->next != quote) {
		fault(r, "a text does not end");
		free(text);
		return NULL;
	}
	step(r);
	return text;
}

/* Appends a value; JSON_NONE: no memory. */
static size_t add(struct json_reader *r, enum json_kind kind)
{
	struct json_tree *tree = r->tree;
	struct json_value *grown = memory_grow(tree->list, &tree->capacity, tree->n + 1, sizeof(*grown));

	if (!grown) {
		error_memory(r->err, "a file of JSON");
		return JSON_NONE;
	}
	tree->list = grown;
	tree->list[tree->n] = (struct json_value){.kind = kind, .line = r->line};
	return tree->n++;
}

static size_t read_value(struct json_reader *r, int depth);

static void free_texts(struct json_value *value)
{
	free(value->key);
	free(value->text);
	value->key = value->text = NULL;
}

/* Puts a value behind the others of its object or array; unless keys may come again in the place of one of the same. */
static void put(struct json_tree *tree, size_t parent, size_t value, bool again)
{
	struct json_value *list = tree->list;
	size_t last = list[parent].last, *to = last != JSON_NONE ? &list[last].next : &list[parent].child;

	if (list[value].key && !again) {
		to = &list[parent].child;
		while (*to != JSON_NONE && strcmp(list[*to].key, list[value].key) != 0)
			to = &list[*to].next;
		if (*to != JSON_NONE)
			list[value].next = list[*to].next;
	}
	*to = value;
	if (list[value].next == JSON_NONE)
		list[parent].last = value;
}

static bool read_member(struct json_reader *r, size_t object, int depth)
{
	size_t line = r->line, value;
	char *key;

	if (!at(r, '"') && (r->strict || !at(r, '\'')))
		return fault(r, r->next == r->end ? "it ends within brackets" : "a key must be a text in quotes");
	key = read_text(r);
	if (!key)
		return false;
	value = JSON_NONE;
	if (!skip(r) || !at(r, ':'))
		fault(r, "there is no ':' behind a key");
	else
		value = (step(r), read_value(r, depth));
	if (value == JSON_NONE) {
		free(key);
		return false;
	}
	r->tree->list[value].key = key;
	r->tree->list[value].line = line;
	put(r->tree, object, value, r->strict);
	return true;
}

/* The rest of an object or an array. */
static bool read_members(struct json_reader *r, size_t parent, int depth)
{
	bool object = r->tree->list[parent].kind == JSON_OBJECT;
	char close = object ? '}' : ']';

	step(r);
	for (;;) {
		size_t value;

		if (!skip(r))
			return false;
		if (at(r, close))
			break;
		if (object && !read_member(r, parent, depth + 1))
			return false;
		if (!object) {
			value = read_value(r, depth + 1);
			if (value == JSON_NONE)
				return false;
			put(r->tree, parent, value, r->strict);
		}
		if (!skip(r))
			return false;
		if (!at(r, ',') && !at(r, close))
			return fault(r, r->next == r->end ? "it ends within brackets" : "',' or a bracket is missing");
		if (at(r, ','))
			step(r);
	}
	step(r);
	return true;
}

static const char *skip_digits(const char *text)
{
	while (*text >= '0' && *text <= '9')
		text++;
	return text;
}

/* Whether a word is a number without leading zeros, or one of the three that there are. */
static bool is_strict(const char *word)
{
	const char *p = word + (*word == '-'), *end = skip_digits(p);

	if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0 || strcmp(word, "null") == 0)
		return true;
	if (end == p || (*p == '0' && end > p + 1))
		return false;
	if (*end == '.') {
		p = end + 1;
		end = skip_digits(p);
		if (end == p)
			return false;
	}
	if (*end == 'e' || *end == 'E') {
		p = end + 1 + (end[1] == '+' || end[1] == '-');
		end = skip_digits(p);
		if (end == p)
			return false;
	}
	return *end == '\0';
}

static size_t read_word(struct json_reader *r)
{
	const char *from = r->next;
	size_t value, length;

	while (r->next < r->end && *r->next && !strchr(",:{}[]\"' \t\r\n/", *r->next))
		r->next++;
	length = (size_t)(r->next - from);
	if (length == 0) {
		fault(r, r->next == r->end ? "it ends where a value must be" : "a value is missing");
		return JSON_NONE;
	}
	value = add(r, strchr("-0123456789", *from) ? JSON_NUMBER : JSON_OTHER);
	if (value == JSON_NONE)
		return JSON_NONE;
	r->tree->list[value].text = strndup(from, length);
	if (!r->tree->list[value].text) {
		error_memory(r->err, "a file of JSON");
		return JSON_NONE;
	}
	if (!r->strict || is_strict(r->tree->list[value].text))
		return value;
	fault(r, "a word is no number, and neither true, false nor null");
	return JSON_NONE;
}

static size_t read_value(struct json_reader *r, int depth)
{
	size_t value;
	char *text;

	if (!skip(r))
		return JSON_NONE;
	if (depth > DEPTH_MOST) {
		fault(r, "more than 32 brackets are within each other");
		return JSON_NONE;
	}
	if (at(r, '"') || (!r->strict && at(r, '\''))) {
		text = read_text(r);
		value = text ? add(r, JSON_STRING) : JSON_NONE;
		if (value != JSON_NONE)
			r->tree->list[value].text = text;
		else
			free(text);
		return value;
	}
	if (!at(r, '{') && !at(r, '['))
		return read_word(r);
	value = add(r, at(r, '{') ? JSON_OBJECT : JSON_ARRAY);
	return value != JSON_NONE && read_members(r, value, depth) ? value : JSON_NONE;
}

static enum status read_whole(const char *text, size_t length, bool strict, struct json_tree *tree, struct error *err)
{
	struct error mine = {.status = OK};
	struct json_reader r = {
		.next = text, .end = text + length, .strict = strict, .line = 1, .tree = tree, .err = &mine};

	*tree = (struct json_tree){.n = 0};
	add(&r, JSON_OTHER);
	if (mine.status == OK && read_value(&r, 1) != JSON_NONE && skip(&r) && r.next < r.end)
		tree->left_at = r.line;
	if (strict && tree->left_at > 0)
		fault(&r, "something follows its end");
	if (mine.status == OK)
		return OK;
	return error_set(err, mine.status, "%s", mine.text);
}

enum status json_read(const char *text, size_t length, struct json_tree *tree, struct error *err)
{
	return read_whole(text, length, false, tree, err);
}

enum status json_read_strict(const char *text, size_t length, struct json_tree *tree, struct error *err)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t skipped = length >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;

	return read_whole(text + skipped, length - skipped, true, tree, err);
}

void json_release(struct json_tree *tree)
{
	for (size_t i = 0; i < tree->n; i++)
		free_texts(&tree->list[i]);
	free(tree->list);
	*tree = (struct json_tree){.n = 0};
}

size_t json_member(const struct json_tree *tree, size_t object, const char *key)
{
	size_t i = tree->list[object].child;

	while (i != JSON_NONE && strcmp(tree->list[i].key, key) != 0)
		i = tree->list[i].next;
	return i;
}
