#ifndef SONDE_REPORT_OVERLAP_PLOT_H
#define SONDE_REPORT_OVERLAP_PLOT_H

#include "report/drawing.h"
#include "report/input.h"

/*
 * What computation beside a message hides at either end, by size: the overlap ratios R_so and R_ro of the first model
 * that has such forms, under a receive that is posted at once and one that is posted late (Chen, Zhai, Zhang, Zheng,
 * Science in China F, 2009, Fig. 1 and section 2.2). The cases are those of predict/overlapped.h, with
 * computation as long as the message takes alone.
 *
 * - No series without such a model.
 * - ERR_MEMORY, ERR_* of predict_overlapped. report_plot_release in any case. Local.
 */
enum status overlap_plot(const struct report_input *input, struct report_plot *plot, struct error *err);

#endif
