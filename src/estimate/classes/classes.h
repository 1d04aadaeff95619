#ifndef SONDE_ESTIMATE_CLASSES_CLASSES_H
#define SONDE_ESTIMATE_CLASSES_CLASSES_H

#include "base/progress.h"
#include "estimate/method/options.h"

/* The default tolerance: unlike processes differ by more, equal ones on quiet machines by less. */
#define CLASS_TOLERANCE 0.05

/*
 * As estimate_run, between some members of each class only: the first two, in all pairs (and triplets, if the model
 * asks for them: then the first three of a class that is the only one). options->classes says how classes come about:
 * by round trips with a few landmarks (landmarks.h), n log n experiments for n processes, and complete linkage
 * (stats/cluster.h). Where that would leave so many classes that more than 32 n log2 n experiments were wanted, unlike
 * processes share one, and a note says so; but not of 16 processes or fewer. The model keeps the classes; each class,
 * or two of them, has the mean of its members' parameters, and facts "classes", "class_width" (largest difference of
 * processes in one), "class_spread": by how much the round trip of a measured pair differs at most from the mean of its
 * two classes. Of the other pairs some are drawn at random and measured at the end; what follows for all of them, facts
 * "check_...", is in check.h. Runs on the platform.
 */
struct model *classes_run(const struct estimate_options *options, struct platform *platform, struct campaign *campaign,
			  const struct probe_sink *sink, const struct progress *progress, struct prober *prober,
			  struct error *err);

/*
 * As estimate_fit, from what such a run has left in n campaigns; classes are found in the first. The long messages are
 * the smallest of one-to-twos, or, where there are none, the largest that the first landmark exchanged with all others.
 * Local.
 */
struct model *classes_fit(const struct estimate_options *options, size_t processes,
			  const struct campaign *const *launches, size_t n, struct error *err);

#endif
