#ifndef SONDE_RULES_EFFECTS_H
#define SONDE_RULES_EFFECTS_H

#include <stddef.h>

#include "base/error.h"

/* What an MPI library makes of a rule file that its author may not expect. All functions are Local. */

enum rule_effect_kind {
	EFFECT_IGNORED,   /* the whole file is ignored, without a word */
	EFFECT_ABORTS,    /* a program aborts that calls the operation so */
	EFFECT_DEADLOCKS, /* a correct program may hang or get wrong data */
	EFFECT_NEVER,     /* a rule is never used */
	EFFECT_UNSCALED,  /* sizes seem to be those of a block, where the library compares those of all blocks */
	EFFECT_OTHER,     /* another algorithm takes the place of this one */
	EFFECT_WITHOUT,   /* a number without effect */
	EFFECT_WIDER,     /* a rule is used for more communicators than the file names */
	EFFECT_MISREAD    /* numbers are read as others, or not at all */
};
extern const char *const rule_effect_words[]; /* "ignored", ...; NULL */

struct rule_effect {
	enum rule_effect_kind kind;
	size_t line;           /* of the file, from 1; 0: none */
	const char *operation; /* "bcast"; NULL: none. Static. */
	int processes;         /* of the communicator; 0: none */
	char text[200];
};

struct rule_effects {
	struct rule_effect *list;
	size_t n, capacity;
};

/* Adds one. ERR_MEMORY. */
enum status rule_effects_add(struct rule_effects *effects, const struct rule_effect *about, struct error *err,
			     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The first by which programs abort, hang or get wrong data, or the whole file is ignored; NULL: there is none. */
const struct rule_effect *rule_effects_first_grave(const struct rule_effects *effects);
void rule_effects_release(struct rule_effects *effects);

#endif
