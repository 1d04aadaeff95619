#ifndef SONDE_API_REFRESH_H
#define SONDE_API_REFRESH_H

#include "api/context.h"
#include "model/refresh.h"

/*
 * Process 0, while the others serve: measures what how says within its budget and refreshes the model by it. The text
 * of the refreshed model's file, for the caller to free; NULL if that fails, and *outcome says why. drifts->list is the
 * caller's too, in either case.
 */
char *refresh_drive(const struct sonde *context, const struct model *model, const struct sonde_sharing *how,
		    struct drifts *drifts, struct sonde_error *outcome);

#endif
