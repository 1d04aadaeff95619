#ifndef SONDE_DECOMPOSE_CHOICE_H
#define SONDE_DECOMPOSE_CHOICE_H

#include "decompose/sequence.h"
#include "decompose/tree.h"

/* What is chosen for the steps of a sequence. All functions are Local. */

enum choice_kind {
	CHOICE_SCATTER,
	CHOICE_BROADCAST, /* in place of a scatter: all get the whole domain */
	CHOICE_EXCHANGE,
	CHOICE_COMPUTE,
	CHOICE_GATHER,
	CHOICE_REDISTRIBUTE /* from one grid to another */
};

/* NULL-terminated, by value: what a person calls it. */
extern const char *const choice_names[];

/* A step on a grid, and how. */
struct plan_choice {
	enum choice_kind kind;
	size_t step;            /* index in the sequence; of a redistribution that of the step that it comes before */
	struct grid grid, from; /* from: of a redistribution */
	unsigned tree;          /* of scatter, broadcast and gather */
	bool spared;            /* an exchange that needs no messages, since all have the whole domain */
	double times;           /* how often in all */
	double seconds;         /* of one */
};

/* Room that choices share while they are costed. Zero-initialise it; part_messages_release frees it. */
struct choice_costing {
	const struct model *model;
	const struct sequence *sequence;
	size_t trees;                    /* so many of domain_trees are tried */
	bool scatter;                    /* the domain is not broadcast */
	const struct progress *progress; /* NULL: nobody is told how far it is */
	struct part_messages messages;
};

/*
 * Seconds of one choice under the costing's model.
 *
 * - choice->seconds is not looked at.
 * - ERR_* of model_paths, ERR_MEMORY.
 */
enum status choice_seconds(struct choice_costing *costing, const struct plan_choice *choice, double *seconds,
			   struct error *err);

/* Choices of all steps, in order. */
struct plan {
	struct plan_choice *list;
	size_t n, capacity;
	double seconds;
	double low, high; /* of seconds; NAN: not known */
	double over;      /* seconds above those of the first plan it stands beside */
	double over_low, over_high;
	enum { PLAN_BEST, PLAN_SAME, PLAN_SLOWER } verdict;
};

void plan_release(struct plan *plan);

/* Appends a choice. ERR_MEMORY. */
enum status plan_add(struct plan *plan, const struct plan_choice *choice, struct error *err);

/* Seconds of all choices under the costing's model. Errors: as choice_seconds. */
enum status plan_seconds(struct choice_costing *costing, const struct plan *plan, double *seconds, struct error *err);

/* How many processes take part. */
size_t plan_processes(const struct plan *plan);

/* The grid of all choices; false if they are on several. */
bool plan_grid(const struct plan *plan, struct grid *grid);

#endif
