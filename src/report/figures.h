#ifndef SONDE_REPORT_FIGURES_H
#define SONDE_REPORT_FIGURES_H

#include "report/input.h"
#include "render/page.h"

/* Adds the key figures: times of short messages and bandwidth by the best model, messages measured, the least mean
 * error. Local. */
void report_figures(struct page *page, const struct report_input *input);

#endif
