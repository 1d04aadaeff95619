#ifndef SONDE_PLATFORM_SYNTHETIC_H
#define SONDE_PLATFORM_SYNTHETIC_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"
#include "platform/course.h"
#include "platform/platform.h"

/*
 * How a synthetic platform departs from its model. Each observation is perturbed by a positive time (Gropp, Lusk 1999,
 * section 3): multiplied by 1 + spread * e, e exponential with mean 1; with probability outliers it is then multiplied
 * by outlier_factor. tick, in seconds, is what the platform's clock can tell apart (0: exact). Send calls return at
 * once as long as so many bytes as buffer are under way (0: a message alone): later ones wait for room. unrest: how the
 * machine changes in its simulated time. Collective operations take what their schedules do, message after message;
 * with equations linear scatter and gather, and no others, take what LMO's paper says of the whole operation.
 */
struct noise {
	double spread;
	double outliers, outlier_factor;
	double tick;
	size_t buffer;
	struct unrest unrest;
	bool equations;
};

/*
 * A platform that behaves as the complete model says (borrowed: it must live as long as the platform), with seeded
 * noise. Its time is simulated: it passes with the experiments. ERR_INPUT if the model is not complete, a probability
 * or factor is out of range. Local. Free it with platform_close.
 */
enum status synthetic_open(const struct model *model, const struct noise *noise, uint64_t seed,
			   struct platform **platform, struct error *err);

#endif
