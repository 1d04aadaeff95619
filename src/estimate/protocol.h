#ifndef SONDE_ESTIMATE_PROTOCOL_H
#define SONDE_ESTIMATE_PROTOCOL_H

#include "estimate/method/options.h"

/* Bytes: what the platform is made ready for, so that eager limits up to a MiB are found, and messages beyond most. */
#define PROTOCOL_LARGEST ((size_t)1 << 20)

/*
 * Finds out how the platform treats messages beyond what they cost alone, and adds it to the model as facts.
 *
 * - MODEL_EAGER: the bytes of the longest message whose send does not wait for its receiver, by bisection among single
 *   sends to a receiver that is late (EXPERIMENT_SEND_EARLY), confirmed by several at that size and one byte above;
 *   where they contradict, the median of three bisections among several sends. Not looked for if the model says it
 *   already, by its fact or its parameter S, not said if all up to largest are such.
 * - MODEL_EAGER_BACK: the same of messages the other way, confirmed or searched.
 * - MODEL_ISEND_SHORT and others: what nonblocking sends cost (sends.h).
 * - MODEL_DUPLEX, MODEL_PORTS, MODEL_PORTS_IN, MODEL_LINK, MODEL_IN_TURN, MODEL_PORT_SECONDS: how ports serve messages
 * (ports.h).
 * - model_use_default and model_eager_default (simulate.h) read these facts.
 * - Experiments: between the processes of options->pair; they go into the prober's campaign.
 * - Messages of up to largest bytes must have been prepared for.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status protocol_find(const struct estimate_options *options, struct prober *prober, size_t largest,
			  struct model *model, struct error *err);

/*
 * Finds the eager limit before sizes are chosen, for options of a method whose sizes grow, so that they go beyond it
 * (plan_start). protocol_find then takes it as it is.
 *
 * - Options: eager and eager_known are set.
 * - The experiments go into the prober's campaign. The platform is made ready for PROTOCOL_LARGEST bytes.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status protocol_find_eager(struct estimate_options *options, struct prober *prober, struct error *err);

/*
 * Finds the switch to rendezvous, for options of a method of triplets whose switch_size is not known, if messages of a
 * MiB wait for their receiver.
 *
 * - The switch: what a search by single sends finds, confirmed by several at that size and one byte above; where they
 *   contradict, the median of three searches by several sends. It becomes switch_size. The long message becomes half of
 * it, but at most 64 KiB, and at least 1 KiB as far as it is not above the switch.
 * - A platform on which all messages wait, or all but tiny ones, has no such switch: options stay as they are.
 * - The experiments go into the prober's campaign.
 * - The platform is made ready for messages of a MiB; for those beyond a switch that was found the estimation prepares
 *   itself.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status protocol_find_switch(struct estimate_options *options, struct prober *prober, struct error *err);

/*
 * Finds out whether the switch to rendezvous lies about eager bytes: messages that are a tenth longer wait for a
 * receiver that is late, those a tenth shorter do not.
 *
 * - The experiments go into the prober's campaign.
 * - Messages of that size must have been prepared for.
 * - ERR_* of the platform or the sink.
 * - Runs on the platform.
 */
enum status protocol_confirm_switch(struct prober *prober, struct link link, double eager, bool *confirmed,
				    struct error *err);

/*
 * Takes eager bytes for the switch to rendezvous, as protocol_find_switch does.
 *
 * - Nothing is done if it is NAN, too small to leave room for a long message, or larger than what can be measured
 *   beyond.
 * - Local.
 */
void protocol_take_switch(struct estimate_options *options, double eager);

/*
 * The same limit of MPI_Isend and its MPI_Wait: that of MPI_Send where sends on either side of it say so, else
 * searched.
 *
 * - eager: of MPI_Send, NAN: none waits.
 * - ERR_* of the platform or the sink; ERR_STOPPED at the deadline.
 * - Runs on the platform, which is ready for PROTOCOL_LARGEST.
 */
enum status protocol_find_begun(struct prober *prober, struct link link, double eager, double *begun,
				struct error *err);

#endif
