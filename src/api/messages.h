#ifndef SONDE_API_MESSAGES_H
#define SONDE_API_MESSAGES_H

#include "api/context.h"
#include "api/results.h"
#include "measuring/p2p.h"

/* The messages of a call: what is measured of each size. Starts zero-initialised. */
struct messages {
	struct p2p_points points;
	size_t *places; /* of the pairs' results; NULL: in their order */
};

/*
 * What the options mean, but for their sizes: between one pair, or all, or the partners; SONDE_ONE_TO_TWO: among all
 * triplets, or the partners.
 *
 * - *messages must not move; messages_release in any case.
 * - ERR_INPUT, ERR_MEMORY.
 * - Local.
 */
enum status messages_make(const struct sonde *context, const struct sonde_measurement *what, bool all,
			  struct messages *messages, struct error *err);
void messages_release(struct messages *messages);

/* Returns family i of the points, which is empty for i = 1 unless triplets are measured in parallel; and the factor of
 * their times. Local. */
struct explore_family messages_family(const struct messages *messages, size_t i);
double messages_scale(const struct sonde_measurement *what);

/* Takes the layouts of the sender's and the receiver's data. ERR_INPUT if one cannot be. Local. */
enum status messages_layouts(const struct sonde_layout *sender, const struct sonde_layout *receiver,
			     struct layout ends[2], struct error *err);

/* Adds layouts to a digest of arguments. Local. */
unsigned long long messages_digest_layouts(unsigned long long digest, const struct sonde_layout *sender,
					   const struct sonde_layout *receiver);

/* All but the sizes and the budget in a digest of arguments. Local. */
unsigned long long messages_digest(const struct sonde_measurement *what, bool all);

/* ERR_INPUT, beginning with needs, if what the application brings along is not complete, or its name is empty, too long
 * or of an operation of MPI. */
enum status messages_check_name(const char *name, bool complete, const char *needs, struct error *err);

#endif
