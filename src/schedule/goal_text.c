#include "schedule/goal_piece.h"
#include "schedule/goal_programs.h"

#include <string.h>

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
			       struct goal_piece *piece, struct error *err)
{
	struct goal_source *source = &goal->reader->source;
	const unsigned char *bytes;
	enum status status = goal_source_bytes(source, begin, (size_t)(end - begin), &bytes, err);

	labels_clear(&goal->reader->labels);
	goal->reader->labels.file = source->name;
	if (status == OK)
		*piece = (struct goal_piece){.at = (const char *)bytes,
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
	struct goal_piece piece;
	int64_t number = 0;
	uint64_t end = 0;
	enum status status = piece_end(&goal->reader->source, 0, &end, err);

	if (status == OK)
		status = begin_piece(goal, 0, end, 1, &piece, err);
	if (status == OK)
		status = goal_piece_head(&piece, &number);
	if (status != OK)
		return status;
	if (number == 0)
		return goal_piece_wrong(&piece, "a schedule has at least one rank");
	first->at = end - (uint64_t)(piece.end - piece.at);
	first->line = piece.line;
	/* A rank takes at least the letters of "rank 0{}". */
	if ((uint64_t)number > (goal->reader->source.length - first->at) / 8 + 1)
		return goal_piece_wrong(&piece, "%d ranks, which the file is too short for", (int)number);
	goal->processes = (int)number;
	return goal_sections_new(goal, (size_t)number + 1, err);
}

/* Behind the last rank there is nothing. */
static enum status check_tail(const struct goal *goal, struct error *err)
{
	const struct goal_section *begin = &goal->sections[goal->processes];
	struct goal_piece piece;
	uint64_t end = 0;

	TRY(piece_end(&goal->reader->source, begin->at, &end, err));
	TRY(begin_piece(goal, begin->at, end, begin->line, &piece, err));
	return goal_piece_end(&piece);
}

/* Reads the first rank that is not known yet, and finds where it ends. */
static enum status read_next(const struct goal *goal, struct rank_program *program, struct error *err)
{
	int rank = goal->reader->known;
	const struct goal_section *begin = &goal->sections[rank];
	struct goal_section *end = &goal->sections[rank + 1];
	struct goal_piece piece;
	enum status status = piece_end(&goal->reader->source, begin->at, &end->at, err);

	if (status == OK)
		status = begin_piece(goal, begin->at, end->at, begin->line, &piece, err);
	if (status == OK)
		status = goal_piece_rank(&piece, rank, program);
	end->line = status == OK ? piece.line : 0;
	if (status == OK && rank + 1 == goal->processes)
		status = check_tail(goal, err);
	goal->reader->known += status == OK;
	return status;
}

static enum status read_again(const struct goal *goal, int rank, struct rank_program *program, struct error *err)
{
	const struct goal_section *section = &goal->sections[rank];
	struct goal_piece piece;

	TRY(begin_piece(goal, section->at, section[1].at, section->line, &piece, err));
	TRY(goal_piece_rank(&piece, rank, program));
	if (piece.at < piece.end)
		TRY(goal_piece_wrong(&piece, "the file has changed since it was checked"));
	return OK;
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
