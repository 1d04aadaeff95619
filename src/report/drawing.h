#ifndef SONDE_REPORT_DRAWING_H
#define SONDE_REPORT_DRAWING_H

#include "evaluate/model_list.h"
#include "render/plot.h"

enum { REPORT_CURVES = MODELS_MOST + 4, REPORT_NAME_ROOM = 160 };

/* A plot with what it draws. The models and the table of the input must live as long. */
struct report_plot {
	struct plot plot;             /* n_series 0: there is nothing to draw */
	char title[REPORT_NAME_ROOM]; /* for a plot whose title is made */
	char caption[512];
	const char *reading; /* how it is read, for everybody who has not seen one before */
	struct plot_series series[REPORT_CURVES];
	char names[REPORT_CURVES][REPORT_NAME_ROOM];
	double *owned[REPORT_CURVES];
	size_t n_owned;
};

#endif
