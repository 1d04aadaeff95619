#include "schedule/goal_piece.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum status goal_piece_wrong(struct goal_piece *piece, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	return error_set(piece->err, ERR_INPUT, "%s:%zu: %s", piece->labels->file, piece->line, text);
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

static const char *after_comment(struct goal_piece *piece)
{
	const char *at = piece->at + 2, *end = piece->end;

	if (piece->at[1] == '/')
		return (at = memchr(at, '\n', (size_t)(end - at))) ? at : end;
	for (; end - at >= 2; at++) {
		if (at[0] == '*' && at[1] == '/')
			return at + 2;
		piece->line += *at == '\n';
	}
	return NULL;
}

static const char *after_spaces(struct goal_piece *piece)
{
	const char *at = piece->at, *end = piece->end;

	while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
		piece->line += *at++ == '\n';
	return at;
}

static enum status skip_comments(struct goal_piece *piece)
{
	while (piece->end - piece->at >= 2 && piece->at[0] == '/' && (piece->at[1] == '/' || piece->at[1] == '*')) {
		size_t line = piece->line;
		const char *at = after_comment(piece);

		if (!at) {
			piece->line = line;
			return goal_piece_wrong(piece, "a comment begins with /* and does not end");
		}
		piece->at = at;
		piece->at = after_spaces(piece);
	}
	return OK;
}

static enum status skip_all(struct goal_piece *piece)
{
	piece->at = after_spaces(piece);
	return piece->at < piece->end && *piece->at == '/' ? skip_comments(piece) : OK;
}

/* Goes to the next thing that is no space and no comment. Most often that is here, or behind one space. */
static inline enum status skip(struct goal_piece *piece)
{
	if (piece->at < piece->end && *piece->at == ' ')
		piece->at++;
	if (piece->at<piece->end && * piece->at> '/')
		return OK;
	return skip_all(piece);
}

/* The next word; a brace, a colon or another character is one of its own; length 0 at the end of the text. */
static enum status next_word(struct goal_piece *piece, struct word *word)
{
	enum status status = skip(piece);
	const char *at = piece->at, *end = piece->end;

	while (at < end && letter(*at))
		at++;
	if (at == piece->at && at < end)
		at++;
	*word = (struct word){piece->at, (size_t)(at - piece->at)};
	piece->at = at;
	return status;
}

static inline bool is(struct word word, const char *text)
{
	return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

/* Goes behind a word that stands here; false if another one does. */
static inline bool take(struct goal_piece *piece, const char *text)
{
	size_t n = strlen(text), left = (size_t)(piece->end - piece->at);

	if (left < n || memcmp(piece->at, text, n) != 0 || (left > n && letter(piece->at[n])))
		return false;
	piece->at += n;
	return true;
}

static int shown(struct word word)
{
	return word.length > 60 ? 60 : (int)word.length;
}

/* The word shows a character only if a terminal can. */
static enum status unexpected(struct goal_piece *piece, struct word word, const char *wanted)
{
	if (word.length == 0)
		return goal_piece_wrong(piece, "the file ends where %s should be", wanted);
	for (size_t i = 0; i < word.length; i++) {
		if (word.at[i] < ' ' || word.at[i] > '~')
			return goal_piece_wrong(piece, "byte %02x where %s should be",
						(unsigned)(unsigned char)word.at[i], wanted);
	}
	return goal_piece_wrong(piece, "\"%.*s\" where %s should be", shown(word), word.at, wanted);
}

/* The word that stands here is not what was wanted. */
static enum status unexpected_here(struct goal_piece *piece, const char *wanted)
{
	struct word word;

	return next_word(piece, &word) == OK ? unexpected(piece, word, wanted) : ERR_INPUT;
}

/* As read_number, of any word. */
static enum status read_odd_number(struct goal_piece *piece, const char *suffix, int least, uint64_t most,
				   int64_t *number, const char *wanted)
{
	struct word word;
	uint64_t value = 0;
	size_t n, suffixed = strlen(suffix);

	if (next_word(piece, &word) != OK)
		return ERR_INPUT;
	n = word.length;
	if (n <= suffixed || memcmp(word.at + n - suffixed, suffix, suffixed) != 0)
		return unexpected(piece, word, wanted);
	n -= suffixed;
	if (least < 0 && n == 2 && memcmp(word.at, "-1", 2) == 0) {
		*number = -1;
		return OK;
	}
	for (size_t i = 0; i < n; i++) {
		unsigned digit = (unsigned)(unsigned char)word.at[i] - '0';

		if (digit > 9)
			return unexpected(piece, word, wanted);
		if (value > (most - digit) / 10)
			return goal_piece_wrong(piece, "%.*s is too large: at most %llu%s", shown(word), word.at,
						(unsigned long long)most, suffix);
		value = 10 * value + digit;
	}
	*number = (int64_t)value;
	return OK;
}

/* Reads a whole number in least (0 or -1) .. most, followed by suffix, a letter or nothing. */
static enum status read_number(struct goal_piece *piece, const char *suffix, int least, uint64_t most, int64_t *number,
			       const char *wanted)
{
	enum { DIGITS = 18 }; /* which suffice not to overflow */
	const char *at, *end = piece->end, *most_digits;
	uint64_t value = 0;
	bool fine;

	if (skip(piece) != OK)
		return ERR_INPUT;
	most_digits = end - piece->at > DIGITS ? piece->at + DIGITS : end;
	for (at = piece->at; at < most_digits && (unsigned char)(*at - '0') <= 9; at++)
		value = 10 * value + (unsigned char)(*at - '0');
	fine = at > piece->at;
	if (*suffix && fine)
		fine = at < end && *at++ == *suffix;
	if (!fine || value > most || (at < end && letter(*at)))
		return read_odd_number(piece, suffix, least, most, number, wanted);
	*number = (int64_t)value;
	piece->at = at;
	return OK;
}

/* "tag T", "cpu N", "nic N" in any order, each at most once. */
static enum status read_attributes(struct goal_piece *piece, struct operation *operation)
{
	bool seen[3] = {false, false, false};

	for (;;) {
		const char *before;
		size_t line, a;
		int64_t number = 0;

		if (skip(piece) != OK)
			return ERR_INPUT;
		before = piece->at;
		line = piece->line;
		if (before < piece->end && *before != 't' && *before != 'c' && *before != 'n')
			return OK; /* as all names begin */
		a = take(piece, "tag") ? 0 : take(piece, "cpu") ? 1 : take(piece, "nic") ? 2 : 3;
		/* A label may have one of these names. */
		if (a < 3 && skip(piece) == OK && piece->at < piece->end &&
		    (*piece->at == ':' || *piece->at == 'r' || *piece->at == 'i'))
			a = 3;
		if (a == 3) {
			piece->at = before;
			piece->line = line;
			return OK;
		}
		if (seen[a])
			return goal_piece_wrong(piece, "%.3s is given twice", before);
		if (a != 1 && operation->kind == OP_COMPUTE)
			return goal_piece_wrong(piece, "a calc has no %.3s", before);
		if (read_number(piece, "", a == 0 ? -1 : 0, a == 0 ? INT32_MAX : UINT8_MAX, &number,
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

static enum status read_peer(struct goal_piece *piece, bool send, int32_t *peer)
{
	int64_t number = 0;

	if (skip(piece) != OK)
		return ERR_INPUT;
	if (send ? !take(piece, "to") : !take(piece, "from"))
		return unexpected_here(piece, send ? "\"to\"" : "\"from\"");
	if (read_number(piece, "", send ? 0 : -1, INT32_MAX, &number,
			send ? "the number of a rank" : "the number of a rank or -1") != OK)
		return ERR_INPUT;
	if (number >= piece->ranks)
		return goal_piece_wrong(piece, "there is no rank %d: the ranks are 0 to %d", (int)number,
					piece->ranks - 1);
	*peer = (int32_t)number;
	return OK;
}

/* What follows send, recv or calc. */
static enum status read_operation(struct goal_piece *piece, struct rank_program *program, struct word label, int kind,
				  size_t line)
{
	struct operation operation = {.kind = (uint8_t)kind};
	struct place place = {BUFFER_RECEIVE, 0};
	int64_t count = 0;
	bool calc = kind == OP_COMPUTE, send = kind == OP_SEND;
	size_t i;

	if (read_number(piece, calc ? "" : "b", 0, INT64_MAX, &count,
			calc ? "a whole number of nanoseconds" : "a size in bytes like 64b") != OK)
		return ERR_INPUT;
	if (!calc && read_peer(piece, send, &operation.peer) != OK)
		return ERR_INPUT;
	if (read_attributes(piece, &operation) != OK)
		return ERR_INPUT;
	i = calc   ? rank_program_compute(program, (uint64_t)count)
	    : send ? rank_program_send(program, operation.peer, operation.tag, place, (uint64_t)count)
		   : rank_program_receive(program, operation.peer, operation.tag, place, (uint64_t)count);
	if (rank_program_status(program, piece->err) != OK)
		return ERR_MEMORY;
	program->operations[i].cpu = operation.cpu;
	program->operations[i].nic = operation.nic;
	return labels_add(piece->labels, label, line, piece->err);
}

/* The kind of operation that begins here with its word, -1 if none does. */
static int take_kind(struct goal_piece *piece)
{
	return take(piece, "send") ? OP_SEND : take(piece, "recv") ? OP_RECEIVE : take(piece, "calc") ? OP_COMPUTE : -1;
}

static bool at_colon(const struct goal_piece *piece)
{
	return piece->at < piece->end && *piece->at == ':';
}

static bool is_label(struct word word)
{
	return word.length > 0 && letter(*word.at);
}

/* What follows a label and a colon. */
static enum status read_labelled(struct goal_piece *piece, struct rank_program *program, struct word label, size_t line)
{
	int kind;

	piece->at++;
	if (skip(piece) != OK)
		return ERR_INPUT;
	kind = take_kind(piece);
	return kind >= 0 ? read_operation(piece, program, label, kind, line)
			 : unexpected_here(piece, "send, recv or calc");
}

/* What follows a label that a requirement is of. */
static enum status read_requirement(struct goal_piece *piece, struct word label, size_t line)
{
	struct goal_requirement edge = {.label = label, .line = line};

	if (!take(piece, "requires")) {
		edge.start = take(piece, "irequires");
		if (!edge.start)
			return unexpected_here(piece, "\":\", \"requires\" or \"irequires\"");
	}
	if (next_word(piece, &edge.on) != OK)
		return ERR_INPUT;
	if (!is_label(edge.on))
		return unexpected(piece, edge.on, "a label");
	return labels_require(piece->labels, edge, piece->err);
}

/* A statement, which begins here. */
static enum status read_statement(struct goal_piece *piece, struct rank_program *program)
{
	struct word first = {piece->at, 0};
	size_t line = piece->line;
	int kind = take_kind(piece);

	if (kind >= 0) {
		if (skip(piece) != OK)
			return ERR_INPUT;
		if (!at_colon(piece))
			return read_operation(piece, program, first, kind, line);
		first.length = 4; /* it is a label */
	} else if (next_word(piece, &first) != OK) {
		return ERR_INPUT;
	}
	if (!is_label(first))
		return unexpected(piece, first, "an operation, a label or }");
	if (skip(piece) != OK)
		return ERR_INPUT;
	return at_colon(piece) ? read_labelled(piece, program, first, line) : read_requirement(piece, first, line);
}

enum status goal_piece_rank(struct goal_piece *piece, int rank, struct rank_program *program)
{
	struct word word;
	int64_t number = 0;
	enum status status = next_word(piece, &word);

	if (status == OK && word.length == 0)
		return goal_piece_wrong(piece, "the file ends after %d of %d ranks", rank, piece->ranks);
	if (status == OK && !is(word, "rank"))
		return unexpected(piece, word, "\"rank\"");
	if (status != OK || read_number(piece, "", 0, INT32_MAX, &number, "the number of a rank") != OK)
		return ERR_INPUT;
	if (number != rank)
		return goal_piece_wrong(piece, "rank %d where rank %d should be: the ranks come in order, none twice",
					(int)number, rank);
	if (next_word(piece, &word) != OK)
		return ERR_INPUT;
	if (!is(word, "{"))
		return unexpected(piece, word, "{");
	while (status == OK) {
		status = skip(piece);
		if (status == OK && piece->at < piece->end && *piece->at == '}') {
			piece->at++;
			return labels_resolve(piece->labels, program, piece->err);
		}
		if (status == OK)
			status = read_statement(piece, program);
	}
	return status;
}

enum status goal_piece_head(struct goal_piece *piece, int64_t *ranks)
{
	if (skip(piece) != OK)
		return ERR_INPUT;
	if (!take(piece, "num_ranks"))
		return unexpected_here(piece, "\"num_ranks\"");
	return read_number(piece, "", 0, INT32_MAX, ranks, "the number of ranks");
}

enum status goal_piece_end(struct goal_piece *piece)
{
	if (skip(piece) != OK)
		return ERR_INPUT;
	return piece->at < piece->end ? unexpected_here(piece, "the end, after the last rank,") : OK;
}
