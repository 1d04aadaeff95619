#ifndef SONDE_CLI_REPLAY_OPTIONS_H
#define SONDE_CLI_REPLAY_OPTIONS_H

#include "algorithm/choice.h"
#include "base/option.h"
#include "cli/command.h"
#include "cli/placement_options.h"
#include "replay/replay.h"
#include "sample/circumstances.h"
#include "tune/traced/ruled.h"

/* All of this is Local. */

/* How a trace is simulated, as the options say it. Texts are borrowed; NULL, NAN, -1: not said. */
struct replay_given {
	struct placement_options placement;
	const char *collectives, *compute_scale;
	const char *rules; /* a file */
	int wildcards, computation;
};

#define REPLAY_GIVEN_NONE                          \
	{                                          \
		.wildcards = -1, .computation = -1 \
	}

extern const char *const wildcards_words[], *const computation_words[];

/* The line of an option table for a file of rules (const char **); it ends with a comma. */
#define RULES_OPTION(text)                                                                                      \
	OPT_TEXT(0, "rules", text, "FILE",                                                                      \
		 "of a trace: by the rules of a file, of Open MPI 4.1 or MPICH 4.0, whose library the program " \
		 "then has (sonde tune makes some)"),

/* The lines of an option table for these (struct replay_given *); they end with a comma. */
#define REPLAY_OPTIONS(given)                                                                                          \
	OPT_TEXT(0, "compute-scale", &(given)->compute_scale, "NUMBER|FILE",                                           \
		 "of a trace: computation takes so many times what was recorded, or what a table says for processes "  \
		 "and regions (default: 1)"),                                                                          \
		OPT_CHOICE(0, "computation", &(given)->computation, computation_words,                                 \
			   "of a trace: what computation is, the time between calls or the CPU's (default: cpu where " \
			   "more processes ran on a host than it has CPUs)"),                                          \
		OPT_CHOICE(0, "wildcards", &(given)->wildcards, wildcards_words,                                       \
			   "of a trace: receives of any source or tag get what they got, or what is there first "      \
			   "(default: recorded)"),                                                                     \
		OPT_TEXT(0, "collectives", &(given)->collectives, "NAMES|FILE",                                        \
			 "of a trace: by which algorithms, as bcast=binomial,allreduce=ring, or a table (default: as " \
			 "the traced library chooses)"),                                                               \
		RULES_OPTION(&(given)->rules) PLACEMENT_OPTIONS(&(given)->placement, " (default: the trace's hosts)")

/* What they come to. Zero-initialise it; replay_setting_release frees it. */
struct replay_setting {
	struct placed placed;
	struct choices choices;
	struct ruled ruled;
	struct replay_rules rules;
	struct computation_scales scales;
	bool crowded;
	char crowd[CIRCUMSTANCES_CROWDED_ROOM]; /* "HOST: 4 processes take turns on 2 CPUs" */
	struct replay_options options;
};

/* ERR_USAGE that names an option that goes with a trace only, and says why, if one is given. */
enum status replay_given_check(const struct replay_given *given, const char *why, struct error *err);

/* Reads what the options name, for this trace. ERR_USAGE, ERR_INPUT, ERR_MEMORY. */
enum status replay_setting_read(struct replay_setting *setting, const struct replay_given *given, struct trace *trace,
				struct error *err);
void replay_setting_release(struct replay_setting *setting);

/* Reads the file of --rules, whose path must stay; NULL: there is none. ruled_release in any case. ERR_USAGE,
 * ERR_INPUT, ERR_MEMORY. */
enum status replay_rules_read(struct ruled *ruled, const char *path, struct error *err);

/* Notes which rows of the table of computation no computation belonged to. Texts go where the context says. */
void replay_setting_tell_rows(const struct context *context, const struct replay_setting *setting,
			      const struct replay_found *found);

/* Says in a table's summary what was taken: placement, wildcards, algorithms, the time of computation. */
void replay_setting_tell(const struct replay_setting *setting, const struct replay_given *given, struct table *table);

#endif
