#ifndef SONDE_DECOMPOSE_SEQUENCE_H
#define SONDE_DECOMPOSE_SEQUENCE_H

#include "decompose/domain.h"

/* What is done with a domain, operation by operation. All functions are Local. */

enum step_kind {
	STEP_SCATTER,  /* the domain comes from process 0 to all */
	STEP_EXCHANGE, /* of borders */
	STEP_COMPUTE,  /* on each process's elements */
	STEP_GATHER,   /* the domain goes back to process 0 */
	STEP_REPEAT    /* the steps that follow, again and again */
};

/* NULL-terminated, by value: "scatter", "exchange" ... */
extern const char *const step_names[];

enum { STEP_COSTS = 16 };

/* Seconds per element, on a line between numbers of elements that a process has, and as at the nearest beyond. */
struct step_cost {
	double elements[STEP_COSTS], seconds[STEP_COSTS];
	size_t n;
};

struct domain_step {
	enum step_kind kind;
	size_t border[DOMAIN_DIMS]; /* exchange: elements on either side */
	struct step_cost cost;      /* compute */
	bool keep;                  /* compute: the domain stays as it was, its results go elsewhere */
	double times;               /* 1 or more: how often in a row */
	size_t body;                /* repeat: how many steps follow that belong to it */
	size_t line;                /* of the file, 0: none */
};

#define SEQUENCE_STEPS_MOST 1000
#define SEQUENCE_TIMES_MOST 1e9
#define SEQUENCE_PROCESSES_MOST (1U << 20)

/* A domain, and steps. Zero-initialise it; sequence_release frees it. */
struct sequence {
	struct domain domain;
	size_t processes;          /* at most; 0: not said */
	size_t least[DOMAIN_DIMS]; /* elements that a part has at least in each dimension that is cut */
	struct domain_step *steps;
	size_t n, capacity;
};

void sequence_release(struct sequence *sequence);

/* Appends a step; ERR_INPUT beyond SEQUENCE_STEPS_MOST, ERR_MEMORY. */
enum status sequence_add(struct sequence *sequence, const struct domain_step *step, struct error *err);

/*
 * Scatter, so often an exchange of a border on all sides and a computation, and gather.
 *
 * - cost: NULL: computation takes no time. It renews the elements all the same, so that borders are needed again.
 * - A border of 0 is not exchanged. Parts are as large as their border also where times is 0.
 * - Errors: as sequence_add.
 */
enum status sequence_usual(struct sequence *sequence, size_t border, double times, const struct step_cost *cost,
			   struct error *err);

/*
 * Reads a sequence, a line for each thing that it says (doc/decomposition.md).
 *
 * - text: ends in 0. name: of the file, in errors.
 * - What was in *sequence stays where the text does not say otherwise, but for the steps, which are appended.
 * - ERR_INPUT with line and reason, ERR_MEMORY.
 */
enum status sequence_read(const char *text, const char *name, struct sequence *sequence, struct error *err);

/* The same of a file. ERR_IO. */
enum status sequence_read_file(const char *path, struct sequence *sequence, struct error *err);

/*
 * ERR_INPUT unless the steps can follow each other: no exchange, computation or gather of what is at process 0 only, no
 * scatter of what is spread, and a repetition ends as it begins; and unless the domain is one.
 */
enum status sequence_check(const struct sequence *sequence, struct error *err);

/* "512x512" or "64x64x64" into a domain's dimensions and extents. ERR_INPUT says what is allowed. */
enum status extent_read(const char *text, struct domain *domain, struct error *err);

/* "12ns", or "4096:3ns,1M:5ns": elements of a process and the seconds that each takes. ERR_INPUT. */
enum status step_cost_read(const char *text, struct step_cost *cost, struct error *err);

/* Whether two are the same, and whether one is 0 throughout; seconds per element. */
bool step_cost_same(const struct step_cost *a, const struct step_cost *b);
bool step_cost_is_nothing(const struct step_cost *cost);
double step_cost_at(const struct step_cost *cost, double elements);

#endif
