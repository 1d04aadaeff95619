#ifndef SONDE_ESTIMATE_PARAMETER_TEXT_H
#define SONDE_ESTIMATE_PARAMETER_TEXT_H

#include <stddef.h>

#include "model/model.h"

/* How notes speak of parameters. All functions are Local. */

/* What has parameters, by enum param_scope: "links", "processes", "platforms". */
extern const char *const parameter_holders[];

/* "-29.4 ns/B" or "-1.5 us". 48 is room enough. Returns text. */
const char *parameter_value_text(const struct param_spec *spec, double value, char *text, size_t room);

#endif
