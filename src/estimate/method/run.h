#ifndef SONDE_ESTIMATE_METHOD_RUN_H
#define SONDE_ESTIMATE_METHOD_RUN_H

#include "base/progress.h"
#include "estimate/method/options.h"
#include "probe/prober.h"

/* An estimation by the method's experiments, between the pairs or among all processes, whatever options->classes say.
 */

/* Sees that the platform has the processes that the estimation needs. ERR_INPUT. Local. */
enum status method_check(const struct estimate_options *options, const struct platform *platform, struct error *err);

/* The same, and that it can hold the largest message that the estimation may send. ERR_INPUT, or ERR_* of the platform.
 * Runs on the platform. */
enum status method_prepare(const struct estimate_options *options, struct platform *platform, struct error *err);

/* As estimate_measure (estimate.h). Runs on the platform. */
enum status method_measure(const struct estimate_options *list, size_t n, struct prober *prober, struct error *err);

/* As estimate_run (estimate.h). Runs on the platform. */
struct model *method_run(const struct estimate_options *options, struct platform *platform, struct campaign *campaign,
			 const struct probe_sink *sink, const struct progress *progress, struct prober *prober,
			 struct error *err);

#endif
