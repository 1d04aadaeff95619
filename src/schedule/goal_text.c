#include "schedule/goal_programs.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

/* A piece of the text, to the end of a rank, and where the reader is in it. */
struct reader {
	const char *at, *end;
	size_t line;
	struct labels *labels;
	int ranks;
	struct error *err;
};

static enum status __attribute__((format(printf, 2, 3))) wrong(struct reader *reader, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	return error_set(reader->err, ERR_INPUT, "%s:%zu: %s", reader->labels->file, reader->line, text);
}

static bool letter(char c)
{
	static const bool letters[UCHAR_MAX + 1] = {
		['a'] = true, ['b'] = true, ['c'] = true, ['d'] = true, ['e'] = true, ['f'] = true, ['g'] = true,
		['h'] = true, ['i'] = true, ['j'] = true, ['k'] = true, ['l'] = true, ['m'] = true, ['n'] = true,
		['o'] = true, ['p'] = true, ['q'] = true, ['r'] = true, ['s'] = true, ['t'] = true, ['u'] = true,
		['v'] = true, ['w'] = true, ['x'] = true, ['y'] = true, ['z'] = true, ['A'] = true, ['B'] = true,
		['C'] = true, ['D'] = true, ['E'] = true, ['F'] = true, ['G'] = true, ['H'] = true, ['I'] = true,
		['J'] = true, ['K'] = true, ['L'] = true, ['M'] = true, ['N'] = true, ['O'] = true, ['P'] = true,
		['Q'] = true, ['R'] = true, ['S'] = true, ['T'] = true, ['U'] = true, ['V'] = true, ['W'] = true,
		['X'] = true, ['Y'] = true, ['Z'] = true, ['0'] = true, ['1'] = true, ['2'] = true, ['3'] = true,
		['4'] = true, ['5'] = true, ['6'] = true, ['7'] = true, ['8'] = true, ['9'] = true, ['_'] = true,
		['-'] = true, ['+'] = true, ['.'] = true};

	return letters[(unsigned char)c];
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

static inline const char *after_spaces(struct reader *reader)
{
	const char *at = reader->at, *end = reader->end;

	while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
		reader->line += *at++ == '\n';
	return at;
}

static enum status skip_comments(struct reader *reader)
{
	while (reader->end - reader->at >= 2 && reader->at[0] == '/' &&
	       (reader->at[1] == '/' || reader->at[1] == '*')) {
		size_t line = reader->line;
		const char *at = after_comment(reader);

		if (!at) {
			reader->line = line;
			return wrong(reader, "a comment begins with /* and does not end");
		}
		reader->at = at;
		reader->at = after_spaces(reader);
	}
	return OK;
}

/* Goes to the next thing that is no space and no comment. */
static inline enum status skip(struct reader *reader)
{
	reader->at = after_spaces(reader);
	return reader->at < reader->end && *reader->at == '/' ? skip_comments(reader) : OK;
}

/* The next word; a brace, a colon or another character is one of its own; length 0 at the end of the text. */
static enum status next_word(struct reader *reader, struct word *word)
{
	enum status status = skip(reader);
	const char *at = reader->at, *end = reader->end;

	while (at < end && letter(*at))
		at++;
	if (at == reader->at && at < end)
		at++;
	*word = (struct word){reader->at, (size_t)(at - reader->at)};
	reader->at = at;
	return status;
}

static inline bool is(struct word word, const char *text)
{
	return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

/* Goes behind a word that stands here; false if another one does. */
static inline bool take(struct reader *reader, const char *text)
{
	size_t n = strlen(text), left = (size_t)(reader->end - reader->at);

	if (left < n || memcmp(reader->at, text, n) != 0 || (left > n && letter(reader->at[n])))
		return false;
	reader->at += n;
	return true;
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
			return wrong(reader, "byte %02x where %s should be", (unsigned)(unsigned char)word.at[i],
				     wanted);
	}
	return wrong(reader, "\"%.*s\" where %s should be", shown(word), word.at, wanted);
}

/* The word that stands here is not what was wanted. */
static enum status unexpected_here(struct reader *reader, const char *wanted)
{
	struct word word;

	return next_word(reader, &word) == OK ? unexpected(reader, word, wanted) : ERR_INPUT;
}

/* As read_number, of any word. */
static enum status read_odd_number(struct reader *reader, const char *suffix, int least, uint64_t most, int64_t *number,
				   const char *wanted)
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
			return wrong(reader, "%.*s is too large: at most %llu%s", shown(word), word.at,
				     (unsigned long long)most, suffix);
		value = 10 * value + digit;
	}
	*number = (int64_t)value;
	return OK;
}

/* Reads a whole number in least (0 or -1) .. most, followed by suffix, a letter or nothing. */
static enum status read_number(struct reader *reader, const char *suffix, int least, uint64_t most, int64_t *number,
			       const char *wanted)
{
	enum { DIGITS = 18 }; /* which suffice not to overflow */
	const char *at, *end = reader->end;
	uint64_t value = 0;
	int n = 0;

	if (skip(reader) != OK)
		return ERR_INPUT;
	for (at = reader->at; at < end && *at >= '0' && *at <= '9' && n < DIGITS; at++, n++)
		value = 10 * value + (uint64_t)(*at - '0');
	if (*suffix && n > 0)
		n = at < end && *at++ == *suffix ? n : 0;
	if (n == 0 || value > most || (at < end && letter(*at)))
		return read_odd_number(reader, suffix, least, most, number, wanted);
	*number = (int64_t)value;
	reader->at = at;
	return OK;
}

/* "tag T", "cpu N", "nic N" in any order, each at most once. */
static enum status read_attributes(struct reader *reader, struct operation *operation)
{
	bool seen[3] = {false, false, false};

	for (;;) {
		const char *before;
		size_t line, a;
		int64_t number = 0;

		if (skip(reader) != OK)
			return ERR_INPUT;
		before = reader->at;
		line = reader->line;
		if (before < reader->end && *before != 't' && *before != 'c' && *before != 'n')
			return OK; /* as all names begin */
		a = take(reader, "tag") ? 0 : take(reader, "cpu") ? 1 : take(reader, "nic") ? 2 : 3;
		/* A label may have one of these names. */
		if (a < 3 && skip(reader) == OK && reader->at < reader->end &&
		    (*reader->at == ':' || *reader->at == 'r' || *reader->at == 'i'))
			a = 3;
		if (a == 3) {
			reader->at = before;
			reader->line = line;
			return OK;
		}
		if (seen[a])
			return wrong(reader, "%.3s is given twice", before);
		if (a != 1 && operation->kind == OP_COMPUTE)
			return wrong(reader, "a calc has no %.3s", before);
		if (read_number(reader, "", a == 0 ? -1 : 0, a == 0 ? INT32_MAX : UINT8_MAX, &number,
				a == 0 ? "a tag, a whole number or -1," : "the number of a CPU or a NIC, 0 to 255,") !=
		    OK)
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
	int64_t number = 0;

	if (skip(reader) != OK)
		return ERR_INPUT;
	if (send ? !take(reader, "to") : !take(reader, "from"))
		return unexpected_here(reader, send ? "\"to\"" : "\"from\"");
	if (read_number(reader, "", send ? 0 : -1, INT32_MAX, &number,
			send ? "the number of a rank" : "the number of a rank or -1") != OK)
		return ERR_INPUT;
	if (number >= reader->ranks)
		return wrong(reader, "there is no rank %d: the ranks are 0 to %d", (int)number, reader->ranks - 1);
	*peer = (int32_t)number;
	return OK;
}

/* What follows send, recv or calc. */
static enum status read_operation(struct reader *reader, struct rank_program *program, struct word label, int kind,
				  size_t line)
{
	struct operation operation = {.kind = (uint8_t)kind};
	struct place place = {BUFFER_RECEIVE, 0};
	int64_t count = 0;
	bool calc = kind == OP_COMPUTE, send = kind == OP_SEND;
	size_t i;

	if (read_number(reader, calc ? "" : "b", 0, INT64_MAX, &count,
			calc ? "a whole number of nanoseconds" : "a size in bytes like 64b") != OK)
		return ERR_INPUT;
	if (!calc && read_peer(reader, send, &operation.peer) != OK)
		return ERR_INPUT;
	if (read_attributes(reader, &operation) != OK)
		return ERR_INPUT;
	i = calc   ? rank_program_compute(program, (uint64_t)count)
	    : send ? rank_program_send(program, operation.peer, operation.tag, place, (uint64_t)count)
		   : rank_program_receive(program, operation.peer, operation.tag, place, (uint64_t)count);
	if (rank_program_status(program, reader->err) != OK)
		return ERR_MEMORY;
	program->operations[i].cpu = operation.cpu;
	program->operations[i].nic = operation.nic;
	return labels_add(reader->labels, label, line, reader->err);
}

/* The kind of operation that begins here with its word, -1 if none does. */
static int take_kind(struct reader *reader)
{
	return take(reader, "send")   ? OP_SEND
	       : take(reader, "recv") ? OP_RECEIVE
	       : take(reader, "calc") ? OP_COMPUTE
				      : -1;
}

static bool at_colon(const struct reader *reader)
{
	return reader->at < reader->end && *reader->at == ':';
}

static bool is_label(struct word word)
{
	return word.length > 0 && letter(*word.at);
}

/* What follows a label and a colon. */
static enum status read_labelled(struct reader *reader, struct rank_program *program, struct word label, size_t line)
{
	int kind;

	reader->at++;
	if (skip(reader) != OK)
		return ERR_INPUT;
	kind = take_kind(reader);
	return kind >= 0 ? read_operation(reader, program, label, kind, line)
			 : unexpected_here(reader, "send, recv or calc");
}

/* What follows a label that a requirement is of. */
static enum status read_requirement(struct reader *reader, struct word label, size_t line)
{
	struct goal_requirement edge = {.label = label, .line = line};

	if (!take(reader, "requires")) {
		edge.start = take(reader, "irequires");
		if (!edge.start)
			return unexpected_here(reader, "\":\", \"requires\" or \"irequires\"");
	}
	if (next_word(reader, &edge.on) != OK)
		return ERR_INPUT;
	if (!is_label(edge.on))
		return unexpected(reader, edge.on, "a label");
	return labels_require(reader->labels, edge, reader->err);
}

/* A statement, which begins here. */
static enum status read_statement(struct reader *reader, struct rank_program *program)
{
	struct word first = {reader->at, 0};
	size_t line = reader->line;
	int kind = take_kind(reader);

	if (kind >= 0) {
		if (skip(reader) != OK)
			return ERR_INPUT;
		if (!at_colon(reader))
			return read_operation(reader, program, first, kind, line);
		first.length = 4; /* it is a label */
	} else if (next_word(reader, &first) != OK) {
		return ERR_INPUT;
	}
	if (!is_label(first))
		return unexpected(reader, first, "an operation, a label or }");
	if (skip(reader) != OK)
		return ERR_INPUT;
	return at_colon(reader) ? read_labelled(reader, program, first, line) : read_requirement(reader, first, line);
}

/* "rank N { ... }" */
static enum status read_rank(struct reader *reader, int rank, struct rank_program *program)
{
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
		return wrong(reader, "rank %d where rank %d should be: the ranks come in order, none twice",
			     (int)number, rank);
	if (next_word(reader, &word) != OK)
		return ERR_INPUT;
	if (!is(word, "{"))
		return unexpected(reader, word, "{");
	while (status == OK) {
		status = skip(reader);
		if (status == OK && reader->at < reader->end && *reader->at == '}') {
			reader->at++;
			return labels_resolve(reader->labels, program, reader->err);
		}
		if (status == OK)
			status = read_statement(reader, program);
	}
	return status;
}

/* Where a byte of the text is. */
enum where { IN_TEXT, AFTER_SLASH, IN_LINE, IN_COMMENT, AFTER_STAR };

static enum where next_place(enum where where, unsigned char c)
{
	switch (where) {
	case IN_LINE:
		return c == '\n' ? IN_TEXT : IN_LINE;
	case IN_COMMENT:
		return c == '*' ? AFTER_STAR : IN_COMMENT;
	case AFTER_STAR:
		return c == '/' ? IN_TEXT : c == '*' ? AFTER_STAR : IN_COMMENT;
	case AFTER_SLASH:
		if (c == '/' || c == '*')
			return c == '/' ? IN_LINE : IN_COMMENT;
		return IN_TEXT;
	default:
		return c == '/' ? AFTER_SLASH : IN_TEXT;
	}
}

/* How many of n bytes in the text come before the first brace or slash. */
static size_t plain(const unsigned char *bytes, size_t n)
{
	const unsigned char *brace = memchr(bytes, '}', n),
			    *slash = memchr(bytes, '/', brace ? (size_t)(brace - bytes) : n);

	return slash ? (size_t)(slash - bytes) : brace ? (size_t)(brace - bytes) : n;
}

/* Where the rank that begins at a place ends: behind the next brace outside comments, else with the file. */
static enum status piece_end(struct goal_source *source, uint64_t at, uint64_t *end, struct error *err)
{
	enum where where = IN_TEXT;
	const unsigned char *bytes;
	enum status status;
	size_t n;

	while ((status = goal_source_some(source, at, &bytes, &n, err)) == OK && n > 0) {
		for (size_t i = where == IN_TEXT ? plain(bytes, n) : 0; i < n; i++) {
			if (bytes[i] == '}' && (where == IN_TEXT || where == AFTER_SLASH)) {
				*end = at + i + 1;
				return OK;
			}
			where = next_place(where, bytes[i]);
		}
		at += n;
	}
	*end = at;
	return status;
}

/* A reader of bytes [begin, end) of the source, the first of them on this line. */
static enum status begin_piece(const struct goal *goal, uint64_t begin, uint64_t end, uint64_t line,
			       struct reader *reader, struct error *err)
{
	struct goal_source *source = &goal->reader->source;
	const unsigned char *bytes;
	enum status status = goal_source_bytes(source, begin, (size_t)(end - begin), &bytes, err);

	labels_clear(&goal->reader->labels);
	goal->reader->labels.file = source->name;
	if (status == OK)
		*reader = (struct reader){.at = (const char *)bytes,
					  .end = (const char *)bytes + (end - begin),
					  .line = (size_t)line,
					  .labels = &goal->reader->labels,
					  .ranks = goal->processes,
					  .err = err};
	return status;
}

/* "num_ranks N": its number, and where the first rank begins. */
static enum status read_head(struct goal *goal, struct goal_section *first, struct error *err)
{
	struct reader reader;
	struct word word;
	int64_t number = 0;
	uint64_t end = 0;
	enum status status = piece_end(&goal->reader->source, 0, &end, err);

	if (status == OK)
		status = begin_piece(goal, 0, end, 1, &reader, err);
	if (status == OK)
		status = next_word(&reader, &word);
	if (status == OK && !is(word, "num_ranks"))
		return unexpected(&reader, word, "\"num_ranks\"");
	if (status == OK)
		status = read_number(&reader, "", 0, INT32_MAX, &number, "the number of ranks");
	if (status != OK)
		return status;
	if (number == 0)
		return wrong(&reader, "a schedule has at least one rank");
	first->at = end - (uint64_t)(reader.end - reader.at);
	first->line = reader.line;
	/* A rank takes at least the letters of "rank 0{}". */
	if ((uint64_t)number > (goal->reader->source.length - first->at) / 8 + 1)
		return wrong(&reader, "%d ranks, which the file is too short for", (int)number);
	goal->processes = (int)number;
	return goal_sections_new(goal, (size_t)number + 1, err);
}

/* Behind the last rank there is nothing. */
static enum status check_tail(const struct goal *goal, struct error *err)
{
	const struct goal_section *begin = &goal->sections[goal->processes];
	struct reader reader;
	struct word word = {NULL, 0};
	uint64_t end = 0;
	enum status status = piece_end(&goal->reader->source, begin->at, &end, err);

	if (status == OK)
		status = begin_piece(goal, begin->at, end, begin->line, &reader, err);
	if (status == OK)
		status = next_word(&reader, &word);
	return status == OK && word.length > 0 ? unexpected(&reader, word, "the end, after the last rank,") : status;
}

/* Reads the first rank that is not known yet, and finds where it ends. */
static enum status read_next(const struct goal *goal, struct rank_program *program, struct error *err)
{
	int rank = goal->reader->known;
	const struct goal_section *begin = &goal->sections[rank];
	struct goal_section *end = &goal->sections[rank + 1];
	struct reader reader;
	enum status status = piece_end(&goal->reader->source, begin->at, &end->at, err);

	if (status == OK)
		status = begin_piece(goal, begin->at, end->at, begin->line, &reader, err);
	if (status == OK)
		status = read_rank(&reader, rank, program);
	end->line = status == OK ? reader.line : 0;
	if (status == OK && rank + 1 == goal->processes)
		status = check_tail(goal, err);
	goal->reader->known += status == OK;
	return status;
}

static enum status read_again(const struct goal *goal, int rank, struct rank_program *program, struct error *err)
{
	const struct goal_section *section = &goal->sections[rank];
	struct reader reader;
	enum status status = begin_piece(goal, section->at, section[1].at, section->line, &reader, err);

	if (status == OK)
		status = read_rank(&reader, rank, program);
	if (status == OK && reader.at < reader.end)
		status = wrong(&reader, "the file has changed since it was checked");
	return status;
}

/* What functions return of texts is ERR_INPUT, also where memory did not suffice; the error knows. */
static enum status status_of(enum status status, const struct error *err)
{
	return status != OK && err->status != OK ? err->status : status;
}

enum status goal_text_open(struct goal *goal, struct error *err)
{
	struct error own = {0}, *told = err ? err : &own;
	struct goal_section first = {0};
	enum status status = read_head(goal, &first, told);

	if (status == OK)
		goal->sections[0] = first;
	return status_of(status, told);
}

enum status goal_text_program(const struct goal *goal, int rank, struct rank_program *program, struct error *err)
{
	struct error own = {0}, *told = err ? err : &own;
	struct goal_reader *reader = goal->reader;
	enum status status = OK;

	if (rank < reader->known)
		return status_of(read_again(goal, rank, program, told), told);
	while (status == OK && reader->known < rank) {
		status = read_next(goal, &reader->program, told);
		rank_program_clear(&reader->program);
	}
	if (status == OK)
		status = read_next(goal, program, told);
	return status_of(status, told);
}
