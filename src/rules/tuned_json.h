#ifndef SONDE_RULES_TUNED_JSON_H
#define SONDE_RULES_TUNED_JSON_H

#include <stdio.h>

#include "rules/effects.h"
#include "rules/tuned.h"

/*
 * Rule files of Open MPI 6.0's coll/tuned: what such a file says, and what the library makes of it. Source:
 * coll_tuned_dynamic_file.c and coll_tuned_dynamic_rules.c of Open MPI's main at 8efebee745; no library has run it
 * here.
 *
 * - {"collectives": {"bcast": [{"comm_size_min": 2, "comm_size_max": 8, "rules": [{"msg_size_min": 0, "msg_size_max":
 * 1023, "alg": "chain", "faninout": 2, "seg_size": 1024}]}]}}; other keys are not looked at.
 * - The library takes the first communicator that fits, and in it the first rule; where none does it decides by itself.
 * - A text that is no JSON is read as a classic file.
 *
 * All functions are Local.
 */

/* Which communicators of a number of processes are meant: all, those with no two on a node, those on one node. */
enum tuned_spread { SPREAD_ANY, SPREAD_ONE_PER_NODE, SPREAD_SINGLE_NODE };

struct tuned_json_rule {
	uint64_t least, most; /* bytes; UINT64_MAX: any */
	int algorithm, fanout, requests;
	int64_t segment;
	bool unknown; /* the algorithm is none: the rule is never taken */
	bool missing; /* there is none: 0 */
	size_t other; /* the line of a key that is not looked at; 0: there is none */
	size_t line;
};

struct tuned_json_communicator {
	int least, most;
	bool misread; /* one of them is no int, as it is written */
	enum tuned_spread spread;
	struct tuned_json_rule *rules;
	size_t n, capacity;
	size_t other;
	size_t line;
};

struct tuned_json_operation {
	int id;
	struct tuned_json_communicator *list;
	size_t n, capacity;
	size_t line;
};

struct tuned_json {
	struct tuned_json_operation *list;
	size_t n, capacity;
	const char *fault; /* why the text is no JSON, static; NULL: it is */
	size_t fault_at;
	char ignored[160]; /* why the library ignores the whole file; "": it does not */
	char crashes[160]; /* why every program ends when it makes a communicator; "": it does not */
	size_t ignored_at; /* the line of either */
};

/* Whether a text is JSON, or is meant to be, and names collectives as such a file does. */
bool tuned_json_is(const char *text, size_t length);

/* Reads a text as the library does. tuned_json_release frees file, also after a failure. ERR_MEMORY. */
enum status tuned_json_read(const char *text, size_t length, struct tuned_json *file, struct error *err);
void tuned_json_release(struct tuned_json *file);

/* The rule that the library takes for an operation on a communicator, by what it compares with; NULL: it decides by
 * itself. spread: of the communicator; SPREAD_ANY: several on some nodes, on several nodes. */
const struct tuned_json_rule *tuned_json_find(const struct tuned_json *file, int id, int processes,
					      enum tuned_spread spread, uint64_t bytes);

/* Adds what the library makes of a file that is JSON that its author may not expect; nothing if it does what it says.
 * ERR_MEMORY. */
enum status tuned_json_check(const struct tuned_json *file, struct rule_effects *effects, struct error *err);

/* Writes rules for Open MPI 6.0; as tuned_write. What is left to the library is left out. */
enum status tuned_json_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err);

#endif
