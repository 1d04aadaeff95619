#include "schedule/goal.h"

#include "schedule/goal_programs.h"

#include <math.h>
#include <string.h>

/* Bytes of an operation of a binary file that waits for another one, and of a rank without operations. */
enum { BINARY_OPERATION = 43, BINARY_RANK = 24 };

/* Of a text so many places are looked at, and of each so many bytes at most. */
enum { PLACES = 16, PLACE_BYTES = 65536 };

/* Operations among so many bytes of a text: one for each "send ", "recv " and "calc ". */
static size_t count_operations(const unsigned char *bytes, size_t n)
{
	static const char *const words[] = {"send ", "recv ", "calc "};
	enum { WORD = 5 };
	size_t found = 0;

	for (size_t i = 0; i + WORD <= n; i++)
		for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++)
			found += memcmp(bytes + i, words[w], WORD) == 0;
	return found;
}

enum status goal_operations(const struct goal *goal, double *operations, struct error *err)
{
	struct goal_source *source = &goal->reader->source;
	double length = (double)source->length, looked = 0, found = 0;
	enum status status = OK;

	*operations = fmax(0, (length - BINARY_RANK * (double)goal->processes) / BINARY_OPERATION);
	if (goal->binary)
		return OK;
	for (int i = 0; status == OK && i < PLACES; i++) {
		const unsigned char *bytes;
		uint64_t at = source->length / PLACES * (uint64_t)i, rest = source->length - at;
		size_t n = rest < PLACE_BYTES ? (size_t)rest : PLACE_BYTES;

		status = goal_source_bytes(source, at, n, &bytes, err);
		if (status != OK)
			break;
		found += (double)count_operations(bytes, n);
		looked += (double)n;
	}
	*operations = looked > 0 ? found / looked * length : 0;
	return status;
}
