#include "api/negative.h"

enum status negative_check(const struct model *model, const struct negative_times *times, const size_t *bytes, size_t n,
			   struct error *err)
{
	char text[NEGATIVE_TEXT];
	size_t of;
	double least;

	if (times->negative > 0)
		return error_set(err, ERR_CHECK, "%s", negative_times_text(times, model, text));
	least = negative_message(model, bytes, n, &of);
	return least < 0 ? error_set(err, ERR_CHECK, "%s", negative_message_text(least, of, model, text)) : OK;
}
