#ifndef SONDE_ESTIMATE_PROTOCOL_H
#define SONDE_ESTIMATE_PROTOCOL_H

#include "estimate/method/options.h"

/*
 * Finds out how the platform treats messages beyond what they cost alone, by experiments between the processes of
 * options->pair, which go into the prober's campaign, and adds to the model, as facts
 *
 * - MODEL_EAGER: the bytes of the longest message whose send does not wait for its receiver, the median of three
 * bisections among sends to a receiver that is late (EXPERIMENT_SEND_EARLY); not looked for if the model says it
 * already, not said if all up to largest are such;
 * - MODEL_PORTS: how a port serves two messages that are sent at once to different receivers, from who has his when
 * (EXPERIMENT_ONE_TO_TWO by MPI_Isend, of largest bytes, beside a round trip): if the second takes hardly longer than a
 * message alone, they are "parallel"; else, if the first ends nearer to a message alone than to the second, the port
 * serves them "in turn"; else it is "fair", as under TCP. Not said of fewer than three processes.
 *
 * model_use_default and model_eager_default (simulate.h) read them. Messages of up to largest bytes must have been
 * prepared for. ERR_* of the platform or the sink, ERR_MEMORY. Runs on the platform.
 */
enum status protocol_find(const struct estimate_options *options, struct prober *prober, size_t largest,
			  struct model *model, struct error *err);

/*
 * For options of a method of triplets whose switch_size is not known: sees whether the long message waits for its
 * receiver and, if it does, finds the switch to rendezvous below it, the median of three searches, sets switch_size,
 * and makes the long message half of it, so that it is below. The experiments go into the prober's campaign. A platform
 * on which all messages wait, or all but tiny ones, has no such switch: options stay as they are. Messages of up to
 * long_size bytes must have been prepared for; for those beyond a switch that was found the estimation prepares itself.
 * ERR_* of the platform or the sink, ERR_MEMORY. Runs on the platform.
 */
enum status protocol_find_switch(struct estimate_options *options, struct prober *prober, struct error *err);

/*
 * Whether the switch to rendezvous lies about so many bytes: messages that are a tenth longer wait for a receiver that
 * is late, those a tenth shorter do not. The experiments go into the prober's campaign; messages of that size must have
 * been prepared for. ERR_* of the platform or the sink. Runs on the platform.
 */
enum status protocol_confirm_switch(struct prober *prober, struct link link, double eager, bool *confirmed,
				    struct error *err);

/* Takes so many bytes for the switch to rendezvous, as above; nothing if it is NAN, too small to leave room for a long
 * message, or larger than what can be measured beyond. Local. */
void protocol_take_switch(struct estimate_options *options, double eager);

#endif
