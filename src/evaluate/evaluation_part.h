#ifndef SONDE_EVALUATE_EVALUATION_PART_H
#define SONDE_EVALUATE_EVALUATION_PART_H

#include "evaluate/evaluation.h"
#include "measuring/measurement.h"
#include "model/facts.h"

/* How an evaluation's models are estimated, as options say it. */
struct evaluation_options {
	struct size_list fit_sizes;   /* of models with parameters per size; n = 0: adaptive */
	bool rounds;                  /* pairs and triplets of different processes at the same time */
	size_t eager;                 /* bytes: longer messages wait for their receiver; SIZE_MAX: it is found out */
	bool parallel, fair, in_turn; /* how ports serve several messages: struct model_use; none: as each model says */
	bool half_duplex;             /* ports send and receive with one capacity; false: as each model says */
	bool thresholds;              /* those of LMO are looked for if it is among the models */
};

/*
 * An evaluation on a platform. m: its platform is open; what is measured for one model is a run of its own. Starts with
 * evaluation, m, options, eager and ports set, the rest zero; largest is set before evaluation_estimate;
 * evaluation_run_release frees it.
 */
struct evaluation_run {
	struct evaluation *evaluation;
	struct measuring *m;
	const struct evaluation_options *options;
	size_t largest; /* bytes of the largest message of the operations that are measured */
	double eager;   /* bytes: the longest message that does not wait for its receiver, as the options say; NAN: none
			   does, or not known yet */
	char ports[16]; /* how ports serve several messages: a text of MODEL_PORTS, as the options say; "": not known
			 * yet
			 */
	struct facts behaviour;  /* what else was found out of how ports serve messages */
	struct size_list fitted; /* sizes that models were fitted at, in no order */
	size_t room;             /* of that list */
};
void evaluation_run_release(struct evaluation_run *run);

/* The name of a run of the evaluation: that which the user gave, with the suffix unless it is NULL. */
enum { EVALUATION_NAME_ROOM = 256 };
void evaluation_part_name(const char *name, const char *suffix, char text[EVALUATION_NAME_ROOM]);

/*
 * What is measured for the purpose, as a run of its own with the options of m.
 *
 * - Its name: m's, with the suffix unless it is NULL.
 * - Ownership: evaluation_part_end in any case, with what it took.
 */
struct evaluation_part {
	struct measurement measurement;
	char name[EVALUATION_NAME_ROOM];
	double begin;
	size_t messages;
};
enum status evaluation_part_begin(struct evaluation_run *run, struct evaluation_part *part, const char *suffix,
				  const struct purpose *purpose, struct error *err);
void evaluation_part_end(struct evaluation_part *part, struct evaluation_cost *taken);

#endif
