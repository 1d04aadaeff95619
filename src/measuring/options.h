#ifndef SONDE_MEASURING_OPTIONS_H
#define SONDE_MEASURING_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "platform/synthetic.h"
#include "probe/probe.h"

/* All functions are Local. */

/* The statistic where nobody chose one: the platform's. */
enum { STATISTIC_OF_PLATFORM = -1 };

/* All pairs, in place of the processes of one: both members of measuring_options.pair. */
enum { PAIR_ALL = -2 };

/* What may be asked of every measurement. Texts are borrowed. */
struct measuring_options {
	const char *run_name;   /* of the run in the archive; NULL: the archive names it */
	const char *synthetic;  /* path of the model that a synthetic platform behaves as; NULL: the live platform */
	size_t seed;            /* of the order of measurements, of intervals, of synthetic noise */
	size_t reps[2];         /* least and most repetitions of a point */
	size_t train_most;      /* most messages in a row to saturate a link */
	struct probe_loop loop; /* how long a timing is */
	size_t launches;        /* so many launches are pooled, this one among them */
	double confidence;      /* of errors and intervals */
	double error;           /* repetition ends below this relative error */
	double patience;        /* s to wait, in all, while the machine is off its main state */
	double deadline;        /* s on the platform's clock: nothing is begun that would probably end later, and what
				   is precise is not measured again; the machine is not watched. 0: none */
	struct noise noise;     /* of a synthetic platform */
	int statistic;          /* enum statistic, or STATISTIC_OF_PLATFORM */
	int pair[2];            /* two processes; LINK_ANY: not said; PAIR_ALL */
	bool all_pairs;         /* more than one pair can be measured: pair may stay LINK_ANY or be PAIR_ALL */
	bool resume;            /* an interrupted run is resumed, */
	bool resume_ended;      /* or one that has ended: what it did not measure is measured */
	bool lenient;           /* with a deadline: the machine is watched all the same */
	bool exact_state;       /* a quicker state of the machine than the main one is waited out too */
};

/* The defaults. */
struct measuring_options measuring_options_default(void);

/* True if the number of repetitions was chosen: no others are then made. */
bool measuring_counts(const struct measuring_options *options);

/* The options as the probe takes them; the statistic must be known. */
struct probe_options measuring_probe(const struct measuring_options *options);

#endif
