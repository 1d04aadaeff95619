#include "schedule/goal.h"

#include "base/memory.h"
#include "schedule/goal_labels.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The text, where the reader is in it, and what it has read of the process. */
struct reader {
	const char *at, *end;
	size_t line;
	struct labels labels;
	struct goal *goal;
	int ranks;
	struct part part; /* of the rank that is being read */
	struct error *err;
};

static enum status __attribute__((format(printf, 2, 3))) wrong(struct reader *reader, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	return error_set(reader->err, ERR_INPUT, "%s:%zu: %s", reader->labels.file, reader->line, text);
}

static bool letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '+' || c == '.';
}

static const char *after_comment(struct reader *reader)
{
	const char *at = reader->at + 2, *end = reader->end;

	if (reader->at[1] == '/')
		return (at = memchr(at, '\n', (size_t)(end - at))) ? at : end;
	for (; end - at >= 2; at++) {
		if (at[0] == '*' && at[1] == '/')
			return at + 2;
		reader->line += *at == '\n';
	}
	return NULL;
}

/* Goes to the next thing that is no space and no comment. */
static enum status skip(struct reader *reader)
{
	while (reader->at < reader->end) {
		char c = *reader->at;

		if (c == '\n')
			reader->line++;
		if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
			reader->at++;
		} else if (c == '/' && reader->end - reader->at >= 2 && (reader->at[1] == '/' || reader->at[1] == '*')) {
			size_t line = reader->line;
			const char *at = after_comment(reader);

			if (!at) {
				reader->line = line;
				return wrong(reader, "a comment begins with /* and does not end");
			}
			reader->at = at;
		} else {
			return OK;
		}
	}
	return OK;
}

/* The next word; a brace, a colon or another character is one of its own; length 0 at the end of the text. */
static enum status next_word(struct reader *reader, struct word *word)
{
	enum status status = skip(reader);

	*word = (struct word){reader->at, 0};
	while (reader->at < reader->end && letter(*reader->at))
		reader->at++;
	if (reader->at == word->at && reader->at < reader->end)
		reader->at++;
	word->length = (size_t)(reader->at - word->at);
	return status;
}

static bool is(struct word word, const char *text)
{
	return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

static int shown(struct word word)
{
	return word.length > 60 ? 60 : (int)word.length;
}

/* The word shows a character only if a terminal can. */
static enum status unexpected(struct reader *reader, struct word word, const char *wanted)
{
	if (word.length == 0)
		return wrong(reader, "the file ends where %s should be", wanted);
	for (size_t i = 0; i < word.length; i++) {
		if (word.at[i] < ' ' || word.at[i] > '~')
			return wrong(reader, "byte %02x where %s should be", (unsigned)(unsigned char)word.at[i], wanted);
	}
	return wrong(reader, "\"%.*s\" where %s should be", shown(word), word.at, wanted);
}

/* Reads a whole number in least (0 or -1) .. most, followed by suffix. */
static enum status read_number(struct reader *reader, const char *suffix, int least, uint64_t most, int64_t *number, const char *wanted)
{
	struct word word;
	uint64_t value = 0;
	size_t n, suffixed = strlen(suffix);

	if (next_word(reader, &word) != OK)
		return ERR_INPUT;
	n = word.length;
	if (n <= suffixed || memcmp(word.at + n - suffixed, suffix, suffixed) != 0)
		return unexpected(reader, word, wanted);
	n -= suffixed;
	if (least < 0 && n == 2 && memcmp(word.at, "-1", 2) == 0) {
		*number = -1;
		return OK;
	}
	for (size_t i = 0; i < n; i++) {
		unsigned digit = (unsigned)(unsigned char)word.at[i] - '0';

		if (digit > 9)
			return unexpected(reader, word, wanted);
		if (value > (most - digit) / 10)
			return wrong(reader, "%.*s is too large: at most %llu%s", shown(word), word.at, (unsigned long long)most, suffix);
		value = 10 * value + digit;
	}
	*number = (int64_t)value;
	return OK;
}

/* "tag T", "cpu N", "nic N" in any order, each at most once. */
static enum status read_attributes(struct reader *reader, struct operation *operation)
{
	static const char *const names[] = {"tag", "cpu", "nic"};
	bool seen[3] = {false, false, false};

	for (;;) {
		const char *before;
		size_t line, a = 0;
		struct word word;
		int64_t number = 0;

		if (skip(reader) != OK)
			return ERR_INPUT;
		before = reader->at;
		line = reader->line;
		if (next_word(reader, &word) != OK)
			return ERR_INPUT;
		while (a < 3 && !is(word, names[a]))
			a++;
		/* A label may have one of these names. */
		if (a < 3 && skip(reader) == OK && reader->at < reader->end && (*reader->at == ':' || *reader->at == 'r' || *reader->at == 'i'))
			a = 3;
		if (a == 3) {
			reader->at = before;
			reader->line = line;
			return OK;
		}
		if (seen[a])
			return wrong(reader, "%s is given twice", names[a]);
		if (a == 0 && operation->kind == OP_COMPUTE)
			return wrong(reader, "a calc has no tag");
		if (read_number(reader, "", a == 0 ? -1 : 0, a == 0 ? INT32_MAX : UINT8_MAX, &number, a == 0 ? "a tag, a whole number or -1," : "the number of a CPU or a NIC, 0 to 255,") != OK)
			return ERR_INPUT;
		seen[a] = true;
		if (a == 0)
			operation->tag = (int32_t)number;
		else if (a == 1)
			operation->cpu = (uint8_t)number;
		else
			operation->nic = (uint8_t)number;
	}
}

static enum status read_peer(struct reader *reader, bool send, int32_t *peer)
{
	struct word word;
	int64_t number = 0;

	if (next_word(reader, &word) != OK)
		return ERR_INPUT;
	if (!is(word, send ? "to" : "from"))
		return unexpected(reader, word, send ? "\"to\"" : "\"from\"");
	if (read_number(reader, "", send ? 0 : -1, INT32_MAX, &number, send ? "the number of a rank" : "the number of a rank or -1") != OK)
		return ERR_INPUT;
	if (number >= reader->ranks)
		return wrong(reader, "there is no rank %d: the ranks are 0 to %d", (int)number, reader->ranks - 1);
	*peer = (int32_t)number;
	return OK;
}

/* What follows send, recv or calc. */
static enum status read_operation(struct reader *reader, struct part *part, struct word label, struct word kind, size_t line)
{
	struct operation operation = {0};
	struct place place = {BUFFER_RECEIVE, 0};
	int64_t count = 0;
	bool calc = is(kind, "calc"), send = is(kind, "send");
	size_t i;

	operation.kind = calc ? OP_COMPUTE : send ? OP_SEND : OP_RECEIVE;
	if (read_number(reader, calc ? "" : "b", 0, INT64_MAX, &count, calc ? "a whole number of nanoseconds" : "a size in bytes like 64b") != OK)
		return ERR_INPUT;
	if (!calc && read_peer(reader, send, &operation.peer) != OK)
		return ERR_INPUT;
	if (read_attributes(reader, &operation) != OK)
		return ERR_INPUT;
	i = calc ? part_compute(part, (uint64_t)count) : send ? part_send(part, operation.peer, operation.tag, place, (uint64_t)count) : part_receive(part, operation.peer, operation.tag, place, (uint64_t)count);
	if (part_status(part, reader->err) != OK)
		return ERR_MEMORY;
	part->operations[i].cpu = operation.cpu;
	part->operations[i].nic = operation.nic;
	return labels_add(&reader->labels, label, line, reader->err);
}

static bool is_operation(struct word word)
{
	return is(word, "send") || is(word, "recv") || is(word, "calc");
}

static bool is_label(struct word word)
{
	return word.length > 0 && letter(*word.at);
}

/* A statement, whose first word has been read. */
static enum status read_statement(struct reader *reader, struct part *part, struct word first)
{
	size_t line = reader->line;
	struct word second, third, none = {first.at, 0};

	if (!is_label(first))
		return unexpected(reader, first, "an operation, a label or }");
	if (skip(reader) != OK)
		return ERR_INPUT;
	if (is_operation(first) && !(reader->at < reader->end && *reader->at == ':'))
		return read_operation(reader, part, none, first, line);
	if (next_word(reader, &second) != OK)
		return ERR_INPUT;
	if (is(second, ":")) {
		if (next_word(reader, &third) != OK)
			return ERR_INPUT;
		return is_operation(third) ? read_operation(reader, part, first, third, line) : unexpected(reader, third, "send, recv or calc");
	}
	if (!is(second, "requires") && !is(second, "irequires"))
		return unexpected(reader, second, "\":\", \"requires\" or \"irequires\"");
	if (next_word(reader, &third) != OK)
		return ERR_INPUT;
	if (!is_label(third))
		return unexpected(reader, third, "a label");
	return labels_require(&reader->labels, (struct edge){first, third, line, is(second, "irequires")}, reader->err);
}

/* "rank N { ... }" */
static enum status read_rank(struct reader *reader, int rank)
{
	struct part *part = &reader->part;
	struct word word;
	int64_t number = 0;
	enum status status = next_word(reader, &word);

	if (status == OK && word.length == 0)
		return wrong(reader, "the file ends after %d of %d ranks", rank, reader->ranks);
	if (status == OK && !is(word, "rank"))
		return unexpected(reader, word, "\"rank\"");
	if (status != OK || read_number(reader, "", 0, INT32_MAX, &number, "the number of a rank") != OK)
		return ERR_INPUT;
	if (number != rank)
		return wrong(reader, "rank %d where rank %d should be: the ranks come in order, none twice", (int)number, rank);
	if (next_word(reader, &word) != OK)
		return ERR_INPUT;
	if (!is(word, "{"))
		return unexpected(reader, word, "{");
	labels_clear(&reader->labels);
	part_clear(part);
	while (status == OK) {
		status = next_word(reader, &word);
		if (status == OK && is(word, "}")) {
			status = labels_resolve(&reader->labels, part, reader->err);
			return status == OK ? goal_add(reader->goal, part, reader->labels.lines, reader->err) : status;
		}
		if (status == OK)
			status = read_statement(reader, part, word);
	}
	return status;
}

static enum status read_ranks(struct reader *reader)
{
	struct word word;
	int64_t number = 0;
	enum status status = next_word(reader, &word);

	if (status == OK && !is(word, "num_ranks"))
		return unexpected(reader, word, "\"num_ranks\"");
	if (status != OK || read_number(reader, "", 0, INT32_MAX, &number, "the number of ranks") != OK)
		return ERR_INPUT;
	if (number == 0)
		return wrong(reader, "a schedule has at least one rank");
	/* A rank takes at least the letters of "rank 0{}". */
	if ((uint64_t)number > (uint64_t)(reader->end - reader->at) / 8 + 1)
		return wrong(reader, "%d ranks, which the file is too short for", (int)number);
	reader->ranks = (int)number;
	reader->goal->file = memory_text(reader->labels.file);
	if (!reader->goal->file)
		return error_memory(reader->err, "the name of a GOAL file");
	for (int rank = 0; rank < reader->ranks && status == OK; rank++)
		status = read_rank(reader, rank);
	if (status == OK)
		status = next_word(reader, &word);
	if (status == OK && word.length > 0)
		return unexpected(reader, word, "the end, after the last rank,");
	return status;
}

enum status goal_parse_text(const char *text, size_t length, const char *name, struct goal *goal, struct error *err)
{
	struct error own = {0};
	struct reader reader = {.at = text, .end = text + length, .line = 1, .labels = {.file = name}, .goal = goal, .err = err ? err : &own};
	enum status status = read_ranks(&reader);

	labels_release(&reader.labels);
	part_release(&reader.part);
	if (status != OK)
		goal_release(goal);
	return status != OK && reader.err->status != OK ? reader.err->status : status;
}
