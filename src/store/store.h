#ifndef SONDE_STORE_STORE_H
#define SONDE_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/units.h"
#include "sample/circumstances.h"
#include "sample/sample.h"
#include "sample/asked.h"
#include "sample/findings.h"
#include "sample/purpose.h"

/* A store: one SQLite file with several runs, raw observations and their circumstances. */
struct store;

/*
 * Opens the store at path.
 *
 * - create not 0: for writing, made if it is not there or empty; the file is this process's alone from then on.
 * - create 0: for reading, also where nothing can be written and together with other readers; the first write takes the
 *   file alone.
 * - A store of version 2 is brought to this version when it is written, in one transaction; when it is only read, a
 *   copy of it is, and the file stays as it is.
 * - ":memory:" is a store that ends with the process.
 *
 * NULL and ERR_IO or ERR_INPUT, with path and cause: not there or not writable, in a folder that is not there, no
 * SQLite file, an SQLite file of another program (its application id is not sonde's), a newer schema version (names
 * both) or version 1, damaged, in use by another process (after waiting a second). A file that is no store of ours is
 * left as it was. store_close closes it (NULL is allowed). Local, as are all of these.
 *
 * What is read is checked: ERR_INPUT names the file and the run, with the row where that helps, of a word that is not
 * known and of a time that is none.
 */
struct store *store_open(const char *path, int create, struct error *err);
void store_close(struct store *store);

enum { STATISTIC_UNKNOWN = -1 };

/* A run as the store lists it. Texts are owned; run_release frees them. */
struct run {
	int64_t id;
	char *name; /* the user's, or "run-<id>" */
	struct purpose purpose;
	int statistic; /* an enum statistic: what stands for its repeated timings; or STATISTIC_UNKNOWN */
	enum machine_verdict machine;
	size_t switch_size;    /* bytes: the switch to rendezvous that the run knew; 0: none */
	char *started, *ended; /* ISO 8601, UTC; ended NULL: the run was killed or goes on */
	struct circumstances circumstances;
};
void run_release(struct run *run);

/* How a run begins. Texts and lists are borrowed. */
struct run_begin {
	const char *name; /* NULL: "run-<id>" */
	const struct purpose *purpose;
	int statistic;             /* or STATISTIC_UNKNOWN */
	const struct asked *asked; /* NULL: nothing */
	const struct circumstances *circumstances;
};

/* Begins a run. ERR_INPUT if the name is taken (says so) or empty. *id is the run's. One transaction. */
enum status store_begin(struct store *store, const struct run_begin *begin, int64_t *id, struct error *err);

/* What the user asked for when the run began; options by their keys. The caller calls asked_release. */
enum status store_asked(struct store *store, int64_t run, struct asked *asked, struct error *err);

/*
 * Adds a batch of n observations of one experiment to the run, in one transaction: what is returned from OK survives
 * the killing of the process. ERR_IO; ERR_INPUT for a run that is not there (as with all that add to a run), a time
 * that cannot be (observation_is_possible, a delay below 0), a message that no memory holds or a size of 2^63 or more.
 * Nothing is added then.
 */
enum status store_append(struct store *store, int64_t run, const struct experiment *what,
			 const struct observation *observations, size_t n, struct error *err);

/*
 * Sets the states of the machine of the n newest of a point's observations that were stored with a level, in one
 * transaction.
 *
 * - observations: in the order in which they were added.
 * - ERR_IO; ERR_INPUT if there are not so many.
 */
enum status store_mark(struct store *store, int64_t run, const struct experiment *what,
		       const struct observation *observations, size_t n, struct error *err);

/* Adds how long a part of the run took: seconds on the platform's clock, not below 0, and messages sent. Parts keep
 * their order. */
enum status store_part(struct store *store, int64_t run, const char *part, double seconds, size_t messages,
		       struct error *err);

/* What the program said while it measured. */
struct run_note {
	enum note_severity severity;
	enum note_subject subject;
	char *text; /* for people */
};

/* Adds a note to the run. */
enum status store_note(struct store *store, int64_t run, enum note_severity severity, enum note_subject subject,
		       const char *text, struct error *err);

/* Marks the run as ended. */
enum status store_end(struct store *store, int64_t run, struct error *err);

/* Whether a new run may have this name. ERR_INPUT if a run has it already, or it is none. */
enum status store_admits_name(struct store *store, const char *name, struct error *err);

/* All runs, oldest first. *runs is allocated with *n; the caller calls run_release on each and frees the array. */
enum status store_runs(struct store *store, struct run **runs, size_t *n, struct error *err);

/* The run of this name or id (text), the newest for NULL. ERR_INPUT if there is none (names the newest few that there
 * are). run_release frees it. */
enum status store_find(struct store *store, const char *name, struct run *run, struct error *err);

/* The run with this id. ERR_INPUT if it is not there. run_release frees it. */
enum status store_run(struct store *store, int64_t id, struct run *run, struct error *err);

/*
 * Adds the run's observations to the campaign, points and observations in the order in which they were first stored.
 * loop, warmup and delay of a point are those of its first batch.
 * Of a machine with several states only what is of the main one is added, and what is too long for one, by shares.
 * After a failure the campaign may hold a part of them.
 */
enum status store_load(struct store *store, int64_t run, struct campaign *campaign, struct error *err);

/* The same of another state: its number, as in store_levels. */
enum status store_load_state(struct store *store, int64_t run, int state, struct campaign *campaign, struct error *err);

/* An observation with everything that the store knows of it. what: settings are those of its own batch. */
struct timing {
	int64_t batch;
	size_t number; /* within the batch */
	struct experiment what;
	struct observation observation;
};

/* Hands each of the run's observations to take, by points, batches and numbers; the first status but OK ends it and is
 * returned. ERR_IO, ERR_INPUT (damaged). */
enum status store_timings(struct store *store, int64_t run,
			  enum status (*take)(void *context, const struct timing *timing, struct error *err),
			  void *context, struct error *err);

/* How many points and observations the run has. */
enum status store_count(struct store *store, int64_t run, size_t *points, size_t *observations, struct error *err);

/* What becomes known of a run after its beginning; each in a transaction of its own. switch_size: bytes, not 0. */
enum status store_set_statistic(struct store *store, int64_t run, int statistic, struct error *err);
enum status store_set_machine(struct store *store, int64_t run, enum machine_verdict verdict, struct error *err);
enum status store_set_switch(struct store *store, int64_t run, size_t switch_size, struct error *err);

/* Adds a state of the machine to the run's, in the place of one of the same message. */
enum status store_set_state(struct store *store, int64_t run, const struct run_state *state, struct error *err);

/* The run's states between these processes, by size. *states is allocated with *n; the caller frees it. */
enum status store_states(struct store *store, int64_t run, int from, int to, struct run_state **states, size_t *n,
			 struct error *err);

/*
 * The machine's states during the run, by their numbers: the main one first, then the others from the quickest.
 *
 * - store_set_levels puts them in the place of those that it had. n: at most RUN_LEVELS_MOST; 0: nothing is known.
 */
enum status store_set_levels(struct store *store, int64_t run, const struct run_level *levels, size_t n,
			     struct error *err);
enum status store_levels(struct store *store, int64_t run, struct run_level levels[RUN_LEVELS_MOST], size_t *n,
			 struct error *err);

/* Removes the run and all that belongs to it, in one transaction. ERR_INPUT if it is not there. store_shrink gives back
 * to the file system what removed runs leave free in the file. */
enum status store_delete(struct store *store, int64_t run, struct error *err);
enum status store_shrink(struct store *store, struct error *err);

/* A part as store_part stored it; text owned. */
struct run_part {
	char *name;
	double seconds;
	size_t messages;
};
enum status store_parts(struct store *store, int64_t run, struct run_part **parts, size_t *n, struct error *err);
void parts_free(struct run_part *parts, size_t n);

/* The run's notes, in order. *notes is allocated with *n; notes_free frees it. */
enum status store_notes(struct store *store, int64_t run, struct run_note **notes, size_t *n, struct error *err);
void notes_free(struct run_note *notes, size_t n);

/*
 * Keeps with the run what its processes had of their CPUs while they were timed, in the place of what was; those that
 * were not timed have none.
 *
 * - Errors as store_set_state.
 */
enum status store_set_cpu(struct store *store, int64_t run, const struct cpu_time *cpu, size_t processes,
			  struct error *err);

#endif
