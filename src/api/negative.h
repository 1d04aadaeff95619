#ifndef SONDE_API_NEGATIVE_H
#define SONDE_API_NEGATIVE_H

#include "model/negative.h"

/*
 * ERR_CHECK if predicted times are below 0, or else if messages are of which operations were predicted.
 *
 * - bytes: of the n messages; none for predictions of single messages.
 * - Local.
 */
enum status negative_check(const struct model *model, const struct negative_times *times, const size_t *bytes, size_t n,
			   struct error *err);

#endif
