#ifndef SONDE_ESTIMATE_CLASSES_CHECK_H
#define SONDE_ESTIMATE_CLASSES_CHECK_H

#include "estimate/method/options.h"

/* Pairs by which classes are held against what was not measured: drawn without choice from those that neither hold a
 * landmark nor are both measured members. */
struct class_check {
	int (*pairs)[2]; /* n of them, the lower process first */
	size_t n;
	size_t others; /* from which they were drawn */
};

/*
 * Draws them by options->classes->seed, whatever the classes are: 60 at most, no more than n log2 n / 2 of n processes,
 * and all if there are fewer. landmarks are landmarks_count(processes), members ascend. ERR_MEMORY. class_check_release
 * frees them. Local.
 */
enum status class_check_draw(const struct estimate_options *options, size_t processes, const int *landmarks,
			     const int *members, size_t n_members, struct class_check *check, struct error *err);
void class_check_release(struct class_check *check);

/* Measures their round trips of 0 and options->long_size bytes, in parallel if options->parallel. Runs on the platform.
 * ERR_* of the platform or the sink. */
enum status class_check_measure(const struct estimate_options *options, const struct class_check *check,
				struct prober *prober, struct error *err);

/*
 * Holds the model, complete, against those that the campaign has (up to the first that it lacks, so that they remain
 * without choice) and notes on it. Facts "check_others": as others; "check_pairs": m, how many were compared;
 * "check_deviation": by how much the larger of a round trip and its prediction exceeds the smaller at most, relative,
 * or "unknown" where no pair was compared; "check_part": with 95 % confidence at most this part of the others is off by
 * more, 1 - 0.05^(1/m), which holds for any distribution (0 where all were compared, 1 where none was). Models that
 * know no sizes are held against 0 bytes only. check may be NULL: nothing is known, not even how many others there are.
 * progress may be NULL. ERR_MEMORY. Local.
 */
enum status class_check_facts(const struct estimate_options *options, const struct class_check *check,
			      const struct campaign *campaign, const struct progress *progress, struct model *model,
			      struct error *err);

#endif
