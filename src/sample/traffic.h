#ifndef SONDE_SAMPLE_TRAFFIC_H
#define SONDE_SAMPLE_TRAFFIC_H

/* What TCP of one or several hosts has sent since they were started, for whomever. */
struct traffic {
	double segments, again; /* again: of these, what was sent once more, since it was lost or thought to be */
};

#endif
