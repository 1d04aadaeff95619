#ifndef SONDE_MEASURING_MEASURING_H
#define SONDE_MEASURING_MEASURING_H

#include "base/progress.h"
#include "measuring/archive.h"
#include "measuring/options.h"
#include "model/model.h"
#include "platform/platform.h"

/* What the program around gives to everything that measures. */
struct measuring_host {
	struct platform *live;     /* the open live platform; NULL: there is none */
	const char *command;       /* the command line, kept with each run; NULL: there is none */
	const struct asked *asked; /* what it asked for, kept too; NULL: nothing */
	const char *place;         /* what runs call their platform, whose circumstances are then not gathered from the
				      processes; NULL: they are */
	struct progress progress;  /* where progress and notes go */
	bool (*stop_asked)(void);  /* whether the user asked to stop; NULL: nobody does */
	void (*stop_expect)(void); /* from now on the user may ask; NULL: nothing to do */
	struct archive *archive;   /* NULL: observations are not kept */
};

/*
 * A platform that is to be measured, and how: what several measurements on it share.
 *
 * Local to the process that drives; what measures runs on the platform.
 */
struct measuring {
	struct measuring_options options;
	struct measuring_host host;
	struct model *model;       /* behind a synthetic platform; owned */
	struct platform *platform; /* borrowed from the host if live; NULL until measuring_open */
};

/* Sets the defaults. */
void measuring_init(struct measuring *m, const struct measuring_host *host);
void measuring_release(struct measuring *m);

/*
 * Sets the statistic where nobody chose one, in place of the platform's.
 *
 * - Call it before measuring_open.
 */
void measuring_prefer(struct measuring *m, enum statistic statistic);

/*
 * Opens the platform that the options ask for, and takes its statistic if none was chosen.
 *
 * - ERR_PLATFORM, ERR_INPUT.
 */
enum status measuring_open(struct measuring *m, struct error *err);

/*
 * Opens a synthetic platform once more, with other noise; nothing is done for a live one.
 *
 * - n: other noise for each number.
 * - ERR_* as measuring_open.
 */
enum status measuring_renew(struct measuring *m, size_t n, struct error *err);

/*
 * Notes that a synthetic platform times collective operations by equations, so that what predictions are off by
 * without noise is understood.
 *
 * - Call it after measuring_open.
 * - Nothing is done for others.
 */
void measuring_note_collectives(const struct measuring *m);

#endif
