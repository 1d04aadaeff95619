#ifndef SONDE_CLI_PREDICT_RUN_H
#define SONDE_CLI_PREDICT_RUN_H

#include "cli/predict/paths.h"
#include "cli/predict/request.h"

/* Says that messages of so many bytes are longer than those that the model was fitted to, if they are. */
void tell_extrapolated(const struct context *context, size_t fitted, uint64_t largest);

/* What is predicted of a collective operation where nothing was said: all algorithms, and of these a few segments if
 * they take some. */
void predict_choose_usual(struct predict_request_options *options, const char *operation, const char **segments);

/*
 * Reads "4K", "none", or several in any order: "none,4K,16K:64K"; none is 0, and comes first.
 *
 * - *best: "best", the quickest of all segments, stands alone; *segments is then none.
 * - Ownership: size_list_release in any case.
 * - ERR_USAGE, ERR_MEMORY.
 * - Local.
 */
enum status predict_segments_read(const char *text, struct size_list *segments, bool *best, struct error *err);

/*
 * Checks what is asked about messages between two processes, from ends[0] to ends[1], predicts and prints it; tells
 * when sizes lie beyond the fitted ones.
 *
 * - changes: of model_what_if, or NULL. The table then has what was predicted before beside it, and the model is
 *   changed.
 * - ERR_USAGE, ERR_INPUT, ERR_MEMORY.
 * - Local.
 */
enum status predict_p2p(struct context *context, struct model *model, const char *changes, const size_t ends[2],
			const struct path_options *paths, const struct size_list *sizes, struct error *err);

/* The same for a collective operation. A barrier has no sizes. The course of a prediction is that of one algorithm,
 * number of processes, size and segment. Local. */
enum status predict_collectives(struct context *context, struct model *model, const char *changes,
				enum collective collective, const struct predict_request_options *options,
				const struct size_list *sizes, struct error *err);

#endif
