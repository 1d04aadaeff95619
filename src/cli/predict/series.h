#ifndef SONDE_CLI_PREDICT_SERIES_H
#define SONDE_CLI_PREDICT_SERIES_H

#include "cli/predict/request.h"
#include "predict/series.h"

/* The messages of predict ... p2p --messages. All functions are Local. */
struct series_messages {
	struct series_message *list;
	size_t n, capacity;
};

/* The most messages of a series. */
#define SERIES_MOST 1000000

/*
 * Reads "64K,8x1K,3:1M,2:8x0": sizes, with how many of them in a row, and who sends them.
 *
 * - from: the sender of those that name none.
 * - series_messages_release in any case.
 * - ERR_USAGE names the part that is wrong, ERR_MEMORY.
 */
enum status series_messages_read(const char *text, size_t from, struct series_messages *messages, struct error *err);
void series_messages_release(struct series_messages *messages);

/*
 * Predicts when a process receives each message of a series, and prints it.
 *
 * - ends: who sends what names no sender, and who receives.
 * - changes: as predict_p2p.
 * - ERR_USAGE, ERR_INPUT, ERR_MEMORY.
 */
enum status predict_series_print(struct context *context, struct model *model, const char *changes,
				 const size_t ends[2], const char *text, const struct port_options *ports,
				 struct error *err);

#endif
