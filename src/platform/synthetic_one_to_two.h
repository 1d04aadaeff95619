#ifndef SONDE_PLATFORM_SYNTHETIC_ONE_TO_TWO_H
#define SONDE_PLATFORM_SYNTHETIC_ONE_TO_TWO_H

#include "platform/synthetic_message.h"

/* What EXPERIMENT_ONE_TO_TWO takes without noise, by MPI_Send or, both messages at once, by MPI_Isend. Local. */
struct message_time synthetic_one_to_two(const struct model *model, const struct experiment *what);

#endif
