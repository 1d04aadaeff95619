#ifndef SONDE_STATS_ESTIMATE_H
#define SONDE_STATS_ESTIMATE_H

/* A value with its confidence interval: low <= value <= high. Same unit as the data. */
struct estimate {
	double value, low, high;
};

#endif
