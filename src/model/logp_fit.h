#ifndef SONDE_MODEL_LOGP_FIT_H
#define SONDE_MODEL_LOGP_FIT_H

#include "model/model.h"

/* The part that LogP and LogGP share: the parameters of short messages. They are empty ones, which PLogP measures too;
 * runs of earlier versions have them with LOGP_SHORT bytes. */
#define LOGP_SHORT 1

enum { LOGP_L, LOGP_SENDING, LOGP_RECEIVING, LOGP_GAP, LOGP_N };

#define LOGP_PARAMS                                                                    \
	[LOGP_L] = {.name = "L",                                                       \
		    .unit = "s",                                                       \
		    .shape = PARAM_SCALAR,                                             \
		    .about = "latency: half of what overheads leave of a round trip"}, \
	[LOGP_SENDING] = {.name = "o_s",                                               \
			  .unit = "s",                                                 \
			  .shape = PARAM_SCALAR,                                       \
			  .of_process = true,                                          \
			  .about = "overhead of sending"},                             \
	[LOGP_RECEIVING] = {.name = "o_r",                                             \
			    .unit = "s",                                               \
			    .shape = PARAM_SCALAR,                                     \
			    .of_process = true,                                        \
			    .of_receiver = true,                                       \
			    .about = "overhead of receiving a message that is there"}, \
	[LOGP_GAP] = {.name = "g",                                                     \
		      .unit = "s",                                                     \
		      .shape = PARAM_SCALAR,                                           \
		      .about = "gap: least time between two short messages"}

#define LOGP_ROWS                                                                         \
	{.kind = EXPERIMENT_ROUNDTRIP, .sizes = SIZES_ZERO, .reply_same = true},          \
		{.kind = EXPERIMENT_SEND_ALONE, .sizes = SIZES_ZERO, .if_untimed = true}, \
		{.kind = EXPERIMENT_RECEIVE, .sizes = SIZES_ZERO},                        \
	{                                                                                 \
		.kind = EXPERIMENT_TRAIN, .sizes = SIZES_ZERO, .saturate = true           \
	}

/*
 * Sets L, o_s, o_r and g of short messages, as model_class.fit.
 *
 * - L = RTT/2 - (o_s + o_r): both directions' overheads where both were measured.
 * - Errors: as model_class.fit.
 * - Local.
 */
enum status logp_fit_short(struct model *model, size_t l, const struct points *points, struct link measured,
			   struct error *err);

/* The bytes of the short messages that were measured: 0, or LOGP_SHORT where a train was of these alone. Local. */
size_t logp_short(const struct points *points, struct link link);

/* The cost of a short message under the parameters L, o_s, o_r, g of link l. Local. */
void logp_cost_short(const struct model *model, size_t l, struct cost *cost);

#endif
