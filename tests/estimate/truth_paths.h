#ifndef SONDE_TESTS_ESTIMATE_TRUTH_PATHS_H
#define SONDE_TESTS_ESTIMATE_TRUTH_PATHS_H

#include <stdio.h>

#include "truth.h"

/* Platforms of 3PC, P-3PC and LogGP*. */

#define PATH_KNOTS 5

static const double path_bytes[PATH_KNOTS] = {0, 4096, 204800, 409600, 2048000};

/* Additional times in microseconds at the default sizes, by the letter of the path, in contiguous layout; each layout
 * multiplies them. */
static const struct {
	char letter;
	double us[PATH_KNOTS];
} path_additional[] = {
	{'s', {0, 55, 4350, 10240, 58590}}, {'r', {0, 43, 5740, 12020, 60050}}, {'f', {0, 108, 4480, 10980, 61250}}};

static const double path_layout_factors[MESSAGE_LAYOUTS] = {1, 1.6, 1.5, 2.2};

/* A P-3PC platform that knows n strides: each takes a tenth longer than the one before. */
static inline struct model *truth_p3pc(const size_t *strides, size_t n)
{
	struct model *truth = truth_new(&model_p3pc, false);
	struct error err = {0};
	char name[32], suffix[24] = "";

	truth_set(truth, 0, "t_cs", 6e-6);
	truth_set(truth, 0, "t_cr", 14.9e-6);
	truth_set(truth, 0, "t_cf", 23.6e-6);
	truth_set(truth, 0, "blocks", 100);
	for (size_t k = 0; k < n; k++) {
		if (k > 0)
			snprintf(suffix, sizeof(suffix), "_%zu", k + 1);
		snprintf(name, sizeof(name), "stride%s", suffix);
		truth_set(truth, 0, name, (double)strides[k]);
		for (unsigned ends = k > 0; ends < MESSAGE_LAYOUTS; ends++)
			for (size_t p = 0; p < sizeof(path_additional) / sizeof(path_additional[0]); p++) {
				double seconds[PATH_KNOTS];

				for (size_t i = 0; i < PATH_KNOTS; i++)
					seconds[i] = path_additional[p].us[i] * 1e-6 * path_layout_factors[ends] *
						     (1 + 0.1 * (double)k);
				snprintf(name, sizeof(name), "t_a%c_%s%s", path_additional[p].letter,
					 message_layout_names[ends], suffix);
				if (model_set_curve(truth, 0, name, path_bytes, seconds, PATH_KNOTS, &err) != OK)
					fail_msg("%s", err.text);
			}
	}
	return truth;
}

static inline struct model *truth_3pc(void)
{
	static const char *const names[] = {"t_cs", "t_as", "t_cr", "t_ar", "t_cf", "t_af"};
	static const double values[] = {6e-6, 2.8e-9, 14.9e-6, 2.9e-9, 23.6e-6, 3e-9};
	struct model *truth = truth_new(&model_3pc, false);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		truth_set(truth, 0, names[i], values[i]);
	return truth;
}

/* LogGP*: the contiguous layout alone. */
static inline struct model *truth_loggp_star(void)
{
	struct model *truth = truth_new(&model_loggp_star, false);
	struct error err = {0};
	double seconds[PATH_KNOTS];

	for (size_t i = 0; i < PATH_KNOTS; i++)
		seconds[i] = path_additional[2].us[i] * 1e-6;
	truth_set(truth, 0, "L", 23.6e-6);
	truth_set(truth, 0, "g", 6e-6);
	if (model_set_curve(truth, 0, "G", path_bytes, seconds, PATH_KNOTS, &err) != OK)
		fail_msg("%s", err.text);
	return truth;
}

/* By the sizes of the paper. */
static inline struct estimate_options paths_options(const struct model_class *class)
{
	static size_t bytes[PATH_KNOTS] = {0, 4096, 204800, 409600, 2048000};
	static const struct size_list list = {.bytes = bytes, .n = PATH_KNOTS};
	struct estimate_options options = truth_options(class, NULL, false);

	options.list = &list;
	return options;
}

#endif
