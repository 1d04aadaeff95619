#ifndef SONDE_MEASURING_ARCHIVE_H
#define SONDE_MEASURING_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "model/states.h"
#include "sample/asked.h"
#include "sample/circumstances.h"
#include "sample/findings.h"
#include "sample/purpose.h"
#include "sample/sample.h"
#include "stats/statistic.h"

/*
 * What keeps the observations of a measurement and remembers those of earlier ones.
 *
 * - A store of runs is one (runs/archive.h); a measurement without an archive keeps its observations in memory only.
 * - All functions are Local.
 */
struct archive {
	const struct archive_class *class;
	const char *name; /* how texts call it: the path of the store */
};

/* What a run is begun with. All is borrowed. */
struct archive_request {
	const char *name; /* NULL: the archive chooses one */
	const struct purpose *purpose;
	const struct asked *asked; /* NULL: nothing that a resumed run would have to have too */
	const struct circumstances *circumstances;
	enum statistic statistic;       /* what stands for repeated timings */
	const struct run_level *levels; /* the run's states of the machine, n_levels of them; NULL: not known */
	size_t n_levels, level;         /* level: which of them its timings are of */
	int from, to;                   /* the pair by which the machine is watched */
	bool resume;                    /* resume an interrupted run in place of beginning one */
	bool ended;                     /* with resume: or one that has ended, whichever is the newest */
	bool again;                     /* the same name once more: the archive makes it a new one */
};

/* An earlier launch that was in another state of the machine. */
struct launch_elsewhere {
	struct run_level level; /* its main state */
	struct campaign campaign;
};

/* What the archive knows when a run begins. Zero-initialise it; history_release frees it. */
struct history {
	struct campaign before; /* the interrupted run's own, or the newest earlier run on this platform */
	bool has_before;
	bool before_is_own;     /* before: of the interrupted run, which had measured the pair's empty round trip */
	bool resumed;           /* the campaign begins with what an interrupted run had measured */
	size_t timings, points; /* resumed: how many are there already */
	struct campaign main;   /* sentinels of the machine's main state: the quickest of the newest runs here */
	struct run_level known[MACHINE_STATES_KNOWN]; /* states of the machine in earlier runs here, each as the newest
							 run that had it */
	size_t n_known;
	struct campaign *pool;     /* earlier launches of the same measurement, pooled with this one */
	size_t n_pool, not_pooled; /* not_pooled: launches that were not in the state of the machine, or not in one */
	struct launch_elsewhere *elsewhere; /* those of them that were in another one, the newest first */
	size_t n_elsewhere;
};
void history_release(struct history *history);

/* Releases the launches alone. */
void history_drop_launches(struct history *history);

/*
 * What an archive does; all are required.
 *
 * - run: the number that begin returned.
 * - ERR_IO, ERR_INPUT, ERR_MEMORY.
 */
struct archive_class {
	/* Begins or resumes a run: its number, what an interrupted run measured into *campaign, and the history. */
	enum status (*begin)(struct archive *archive, const struct archive_request *request, int64_t *run,
			     struct campaign *campaign, struct history *history, struct error *err);
	/* Whether begin would begin or resume such a run: OK, or why not. */
	enum status (*admit)(struct archive *archive, const struct archive_request *request, struct error *err);
	/* Loads into history->pool at most launches - 1 newest ended runs of the same purpose and platform: what they
	 * have of the state of the machine that is the request's. Where that is not
	 * known, runs during which the machine did not change. */
	enum status (*pool)(struct archive *archive, const struct archive_request *request, int64_t run,
			    size_t launches, struct history *history, struct error *err);
	enum status (*append)(struct archive *archive, int64_t run, const struct experiment *what,
			      const struct observation *observations, size_t n, struct error *err);
	/* The states of the machine of the n newest of a point's observations that have one. */
	enum status (*mark)(struct archive *archive, int64_t run, const struct experiment *what,
			    const struct observation *observations, size_t n, struct error *err);
	/* What a part of the run took: s on the platform's clock, messages. */
	enum status (*part)(struct archive *archive, int64_t run, const char *name, double seconds, size_t messages,
			    struct error *err);
	enum status (*note)(struct archive *archive, int64_t run, enum note_severity severity,
			    enum note_subject subject, const char *text, struct error *err);
	/* Keeps what is known of these findings, in the place of what was. Earlier runs' states that have a name by now
	 * get it. */
	enum status (*keep)(struct archive *archive, int64_t run, const struct findings *findings, struct error *err);
	/* Switch and thresholds that the run has; the caller calls findings_release. */
	enum status (*find)(struct archive *archive, int64_t run, struct findings *findings, struct error *err);
	enum status (*end)(struct archive *archive, int64_t run, struct error *err);
	/* Takes a run of which nothing was measured away again. */
	enum status (*drop)(struct archive *archive, int64_t run, struct error *err);
};

#endif
