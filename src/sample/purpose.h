#ifndef SONDE_SAMPLE_PURPOSE_H
#define SONDE_SAMPLE_PURPOSE_H

#include <stdbool.h>

/* All functions are Local. */

/* What a run is for; schema.sql explains each. */
enum purpose_kind {
	PURPOSE_ESTIMATE,
	PURPOSE_ESTIMATE_SWITCH,
	PURPOSE_COMPARE,
	PURPOSE_COMPARE_PATHS,
	PURPOSE_COMPARE_MODELS,
	PURPOSE_MEASURE_P2P,
	PURPOSE_MEASURE_OVERLAP,
	PURPOSE_MEASURE_COLLECTIVE,
	PURPOSE_MEASURE_THRESHOLDS,
	PURPOSE_OTHER /* of a store of version 2, in words that its program did not use */
};

enum { PURPOSE_NAME_MOST = 64, PURPOSE_VARIANT_MOST = 360, PURPOSE_TITLE_MOST = 600 };

/* The purpose of a run with its details; those that a kind does not have are empty. */
struct purpose {
	enum purpose_kind kind;
	char model[PURPOSE_NAME_MOST], method[PURPOSE_NAME_MOST];        /* estimate */
	char operation[PURPOSE_NAME_MOST], algorithm[PURPOSE_NAME_MOST]; /* measure p2p, measure collective */
	char variant[PURPOSE_VARIANT_MOST]; /* what else makes it another measurement: "pairs=all rounds=1" */
	char title[PURPOSE_TITLE_MOST];     /* the same in words, for people */
};

/* NULL-terminated names by value of the kinds, as the store has them: "measure-p2p". */
extern const char *const purpose_names[];

/* A purpose without details. */
struct purpose purpose_of(enum purpose_kind kind, const char *title);

/* Whether both are the same measurement: equal in all but the title. */
bool purpose_same(const struct purpose *a, const struct purpose *b);

/* Whether it is one of sonde measure. */
bool purpose_measures(enum purpose_kind kind);

/* Adds "key=value" to the variant, after a space if there is something before. */
void purpose_vary(struct purpose *purpose, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
