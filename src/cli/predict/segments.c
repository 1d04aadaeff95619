/* Which segments of messages are predicted: as they are given, or where nobody says. */
#include "cli/predict/run.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Takes every item "none" out of a list with commas, and says whether there was one; *others: how many items stay. */
static bool take_none_out(char *list, size_t *others)
{
	static const char none[] = "none";
	const char *item = list;
	char *end = list;
	bool found = false, last;

	*others = 0;
	do {
		size_t length = strcspn(item, ",");

		last = !item[length];
		if (length == strlen(none) && strncmp(item, none, length) == 0) {
			found = true;
		} else {
			if ((*others)++ > 0)
				*end++ = ',';
			memmove(end, item, length);
			end += length;
		}
		item += length + !last;
	} while (!last);
	*end = '\0';
	return found;
}

/* Reads segments that are written as sizes are; given: with what was taken out. */
static enum status read_segments(const char *text, const char *given, struct size_list *list, struct error *err)
{
	enum status status = size_list_parse(text, list, NULL);

	if (status == ERR_MEMORY)
		return error_memory(err, "the segments");
	if (status == OK && !list->adaptive && list->bytes[0] > 0)
		return OK;
	return error_set(
		err, ERR_USAGE,
		"--segment: '%.80s' is not allowed: sizes of at least 1 byte, ranges of them, and none for one "
		"piece, as 4K or none,4K:64K,1M; or best",
		given);
}

/* Puts messages in one piece before the segments. */
static enum status add_one_piece(struct size_list *segments, struct error *err)
{
	size_t *grown = realloc(segments->bytes, (segments->n + 1) * sizeof(*grown));

	if (!grown)
		return error_memory(err, "the segments");
	memmove(grown + 1, grown, segments->n * sizeof(*grown));
	grown[0] = 0;
	segments->bytes = grown;
	segments->n++;
	return OK;
}

/* What is tried where nobody says: one piece, and a few segments of all algorithms; and the word for all sizes. */
static const char one_piece_only[] = "none", usual_segments[] = "none,4K,16K,64K", best_segment[] = "best";

void predict_choose_usual(struct predict_request_options *options, const char *operation, const char **segments)
{
	int collective = collective_of_word(operation);
	bool whole = collective >= 0 && !(collective_takes((enum collective)collective) & TAKES_SEGMENT);
	bool one = whole || options->closed || course_is_asked(&options->course);

	if (!options->request.algorithm)
		options->request.algorithm = "all";
	if (!*segments)
		*segments = one || strcmp(options->request.algorithm, "all") != 0 ? one_piece_only : usual_segments;
}

enum status predict_segments_read(const char *text, struct size_list *segments, bool *best, struct error *err)
{
	char *sizes;
	size_t others;
	bool one_piece;
	enum status status = OK;

	*segments = (struct size_list){.n = 0};
	*best = strcmp(text, best_segment) == 0;
	if (*best)
		text = one_piece_only;
	sizes = memory_text(text);
	if (!sizes)
		return error_memory(err, "the segments");
	one_piece = take_none_out(sizes, &others);
	if (others > 0)
		status = read_segments(sizes, text, segments, err);
	if (status == OK && one_piece)
		status = add_one_piece(segments, err);
	free(sizes);
	return status;
}
