#ifndef SONDE_MPI_LIVE_TOGETHER_H
#define SONDE_MPI_LIVE_TOGETHER_H

#include "platform/platform.h"

/* The run_together of the live platform (platform.h). */
enum status live_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
			      struct observation *observations, struct error *err);

#endif
