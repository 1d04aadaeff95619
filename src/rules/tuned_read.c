#include "rules/tuned.h"

#include "base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where reading is. */
struct tuned_reader {
	const char *end, *next;
	size_t line; /* of next */
	struct tuned_file *file;
};

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(struct tuned_reader *r)
{
	for (; r->next < r->end && is_space(*r->next); r->next++)
		r->line += *r->next == '\n';
}

static void skip_line(struct tuned_reader *r)
{
	while (r->next < r->end && *r->next != '\n')
		r->next++;
}

/* The digit's value, 16 for none. */
static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

/* The base that a number has by its beginning, after the sign, as "%li" reads it; *next is then at its digits. */
static int base_of(const struct tuned_reader *r, const char **next)
{
	const char *p = *next;

	if (p + 2 < r->end && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16) {
		*next = p + 2;
		return 16;
	}
	return *p == '0' ? 8 : 10;
}

/* Reads a number in a base, 0 for that which its beginning says: false, and what it took of the text is skipped, if
 * there is none. */
static bool read_based(struct tuned_reader *r, int base, long *value)
{
	bool negative = *r->next == '-', sign = negative || *r->next == '+';
	const char *p = r->next + sign;
	unsigned long most = negative ? (unsigned long)LONG_MAX + 1 : LONG_MAX, sum = 0;

	r->next = p;
	if (p == r->end || digit(*p) > 9)
		return false;
	base = base > 0 ? base : base_of(r, &p);
	if (base == 8 && p + 1 < r->end && digit(p[1]) < 10 && r->file->octal_at == 0)
		r->file->octal_at = r->line;
	for (; p < r->end && digit(*p) < base; p++) {
		unsigned long one = (unsigned long)digit(*p), room = (most - one) / (unsigned long)base;

		sum = sum > room ? most : sum * (unsigned long)base + one;
	}
	r->next = p;
	*value = negative ? (sum > LONG_MAX ? LONG_MIN : -(long)sum) : (long)sum;
	return true;
}

/* As "%li" and as "%u" read. */
static bool read_number(struct tuned_reader *r, long *value)
{
	return read_based(r, 0, value);
}

static bool read_decimal(struct tuned_reader *r, long *value)
{
	return read_based(r, 10, value);
}

/* The next number; what is none is skipped, and a line from a '#' on. False at the end of the text. */
static bool next_number(struct tuned_reader *r, long *value)
{
	for (;;) {
		const char *from;

		skip_space(r);
		if (r->next == r->end)
			return false;
		from = r->next;
		if (read_number(r, value))
			return true;
		if (r->next == r->end)
			return false;
		if (*r->next == '#')
			skip_line(r);
		else if (r->next == from || !is_space(*r->next))
			r->next++;
	}
}

/* The library ignores the whole file. False. */
static bool ignore(struct tuned_reader *r, const char *what, const char *why)
{
	snprintf(r->file->ignored, sizeof(r->file->ignored), "%s%s", what, why);
	r->file->ignored_at = r->line;
	return false;
}

/* A number that must not be negative. */
static bool next_whole(struct tuned_reader *r, const char *what, long *whole)
{
	if (!next_number(r, whole))
		return ignore(r, what, ": the file ends before it");
	return *whole >= 0 || ignore(r, what, " is negative");
}

/* One of which the library keeps an int, whatever it is. */
static bool next_int(struct tuned_reader *r, const char *what, int *whole)
{
	long value;
	bool there = next_whole(r, what, &value);

	*whole = there ? (int)(unsigned int)(unsigned long)value : 0;
	return there;
}

static bool next_bytes(struct tuned_reader *r, const char *what, uint64_t *bytes)
{
	long value;
	bool there = next_whole(r, what, &value);

	*bytes = there ? (uint64_t)value : 0;
	return there;
}

/* A digit that follows in the line, from version 2 on. */
static bool read_fifth(struct tuned_reader *r, struct tuned_rule *rule)
{
	if (r->file->version < 2)
		return true;
	while (r->next < r->end && (*r->next == ' ' || *r->next == '\t'))
		r->next++;
	rule->fifth = r->next < r->end && digit(*r->next) < 10;
	return !rule->fifth || next_int(r, "a number of requests", &rule->requests);
}

static bool read_rule(struct tuned_reader *r, bool first, struct tuned_rule *rule)
{
	*rule = (struct tuned_rule){.bytes = 0};
	if (!next_bytes(r, "the bytes of a message", &rule->bytes))
		return false;
	rule->line = r->line;
	if (!next_int(r, "an algorithm", &rule->algorithm) || !next_int(r, "a fan-out", &rule->fanout) ||
	    !next_bytes(r, "the bytes of a segment", &rule->segment))
		return false;
	if (!read_fifth(r, rule))
		return false;
	return !first || rule->bytes == 0 || ignore(r, "the first size of a communicator", " is not 0");
}

static enum status read_rules(struct tuned_reader *r, struct tuned_communicator *to, long n, bool *goes_on,
			      struct error *err)
{
	for (long i = 0; i < n && *goes_on; i++) {
		struct tuned_rule rule;
		struct tuned_rule *grown;

		*goes_on = read_rule(r, i == 0, &rule);
		if (!*goes_on)
			break;
		grown = memory_grow(to->rules, &to->capacity, to->n + 1, sizeof(*grown));
		if (!grown)
			return error_memory(err, "the rules");
		to->rules = grown;
		to->rules[to->n++] = rule;
	}
	return OK;
}

static enum status read_communicators(struct tuned_reader *r, struct tuned_operation *to, long n, bool *goes_on,
				      struct error *err)
{
	enum status status = OK;

	for (long i = 0; status == OK && i < n && *goes_on; i++) {
		struct tuned_communicator of = {.n = 0};
		struct tuned_communicator *grown;
		long sizes;

		*goes_on = next_int(r, "the processes of a communicator", &of.processes);
		of.line = r->line;
		*goes_on = *goes_on && next_whole(r, "the number of sizes of a communicator", &sizes);
		if (!*goes_on)
			break;
		grown = memory_grow(to->list, &to->capacity, to->n + 1, sizeof(*grown));
		if (!grown)
			return error_memory(err, "the rules");
		to->list = grown;
		to->list[to->n++] = of;
		status = read_rules(r, &to->list[to->n - 1], sizes, goes_on, err);
	}
	return status;
}

static bool read_id(struct tuned_reader *r, struct tuned_operation *of)
{
	long id;

	if (!next_whole(r, "the id of an operation", &id))
		return false;
	of->id = id < TUNED_OPERATIONS ? (int)id : 0;
	of->line = r->line;
	return id < TUNED_OPERATIONS || ignore(r, "the id of an operation", " is not one of 0 to 21");
}

static enum status read_operations(struct tuned_reader *r, long n, struct error *err)
{
	struct tuned_file *file = r->file;
	enum status status = OK;
	bool goes_on = true;

	for (long i = 0; status == OK && i < n && goes_on; i++) {
		struct tuned_operation of = {.n = 0};
		struct tuned_operation *grown;
		long communicators;

		goes_on =
			read_id(r, &of) && next_whole(r, "the number of communicators of an operation", &communicators);
		if (!goes_on)
			break;
		grown = memory_grow(file->list, &file->capacity, file->n + 1, sizeof(*grown));
		if (!grown)
			return error_memory(err, "the rules");
		file->list = grown;
		file->list[file->n++] = of;
		status = read_communicators(r, &file->list[file->n - 1], communicators, &goes_on, err);
	}
	return status;
}

static const char version[] = "rule-file-version-";

bool tuned_has_version(const char *text, size_t length)
{
	return length >= sizeof(version) - 1 && memcmp(text, version, sizeof(version) - 1) == 0;
}

/* As scanf("rule-file-version-%u") does, whose number goes into an int: what it took of the text is skipped. */
static void read_version(struct tuned_reader *r)
{
	const char *word = version;
	long number;

	while (*word && r->next < r->end && *r->next == *word) {
		r->next++;
		word++;
	}
	if (*word)
		return;
	skip_space(r);
	if (r->next < r->end && read_decimal(r, &number))
		r->file->version = (int)(unsigned int)(unsigned long)number;
}

enum status tuned_read(const char *text, size_t length, struct tuned_file *file, struct error *err)
{
	return tuned_read_as(TUNED_4_1, text, length, file, err);
}

/* What an edition's files may begin with. */
static const char *const firsts[] = {[TUNED_4_1] = "the number of operations",
				     [TUNED_5_0] = "rule-file-version-2 or the number of operations",
				     [TUNED_6_0] = "{ or the number of operations"};

static bool is_empty(struct tuned_reader reader)
{
	skip_space(&reader);
	return reader.next == reader.end;
}

enum status tuned_read_as(enum tuned_edition edition, const char *text, size_t length, struct tuned_file *file,
			  struct error *err)
{
	struct tuned_reader r = {.end = text + length, .next = text, .line = 1, .file = file};
	enum status status = OK;
	long more, n;

	*file = (struct tuned_file){.edition = edition, .version = 1};
	if (is_empty(r)) {
		ignore(&r, "the file is empty, and must begin with ", firsts[edition]);
		return OK;
	}
	if (edition >= TUNED_5_0)
		read_version(&r);
	if (!next_whole(&r, "the number of operations", &n))
		return OK;
	if (n > TUNED_OPERATIONS)
		ignore(&r, "the number of operations", " is more than 22, which the library has");
	else
		status = read_operations(&r, n, err);
	if (status == OK && !*file->ignored && next_number(&r, &more))
		file->left_at = r.line;
	return status;
}

void tuned_operation_release(struct tuned_operation *operation)
{
	for (size_t k = 0; k < operation->n; k++)
		free(operation->list[k].rules);
	free(operation->list);
	*operation = (struct tuned_operation){.n = 0};
}

void tuned_release(struct tuned_file *file)
{
	for (size_t i = 0; i < file->n; i++)
		tuned_operation_release(&file->list[i]);
	free(file->list);
	*file = (struct tuned_file){.n = 0};
}
