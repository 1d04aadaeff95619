#ifndef SONDE_REPORT_MODELS_H
#define SONDE_REPORT_MODELS_H

#include "base/table.h"
#include "report/input.h"

/* What a report tells of the models, as tables. Each is freed by the caller; NULL if memory does not suffice. Local. */

/* Per model, of relative errors: mean and maximum over all round trips, and the means of either kind of answer. */
struct table *report_errors_table(const struct report_input *input);

/* Every round trip compared: bytes, answer, measured, then the error of each model. */
struct table *report_comparison_table(const struct report_input *input);

/* Where the models come from: model, method, run, confidence of the intervals. */
struct table *report_models_table(const struct report_input *input);

/* A parameter's value in words, in room of WORDS_ROOM: in µs, or ns/B for parameters per byte, so that all times of a
 * table have the same units. Sizes are exact. Returns text. */
const char *report_value_text(const struct param_spec *spec, double value, char *text);

/* The parameters of all models that are single values: model, parameter, value, interval, and the bandwidth of those
 * per byte; below, what they mean. */
struct table *report_values_table(const struct report_input *input);

/* All parameters of one model, as model_table, under a title with its name. */
struct table *report_parameters_table(const struct report_input *input, size_t index);

#endif
