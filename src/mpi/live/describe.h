#ifndef SONDE_MPI_LIVE_DESCRIBE_H
#define SONDE_MPI_LIVE_DESCRIBE_H

#include "platform/platform.h"

/* The describe of the live platform (platform.h). */
enum status live_describe(struct platform *platform, struct circumstances *c, struct error *err);

#endif
