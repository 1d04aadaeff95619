#ifndef SONDE_TESTS_PROBE_SCRIPTED_H
#define SONDE_TESTS_PROBE_SCRIPTED_H

#include <math.h>
#include <string.h>

#include "base/progress.h"
#include "platform/platform.h"

/* A platform whose operations take what a test's script says, and which fails when it says so. Lives in the test's own
 * memory. */
struct scripted {
	struct platform platform;
	double (*seconds)(const struct experiment *what, double now); /* of one operation that begins now */
	double time;
	size_t runs, fails_at; /* the run that fails, counted from 1; 0: none */
};

static inline enum status scripted_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	(void)platform, (void)bytes, (void)err;
	return OK;
}

static inline enum status scripted_run(struct platform *platform, const struct experiment *what, size_t n,
				       struct observation *observations, struct error *err)
{
	struct scripted *s = (struct scripted *)platform;

	if (++s->runs == s->fails_at)
		return error_set(err, ERR_PLATFORM, "a cable was pulled");
	for (size_t i = 0; i < n; i++) {
		double seconds = s->seconds(what, s->time);

		observations[i] = (struct observation){
			.at = s->time, .seconds = seconds, .send_seconds = what->loop == 1 ? seconds / 4 : NAN};
		s->time += (double)what->loop * seconds + what->delay;
		platform->messages += what->loop * (what->count + 1);
	}
	return OK;
}

static inline double scripted_now(struct platform *platform)
{
	return ((struct scripted *)platform)->time;
}

static inline enum status scripted_describe(struct platform *platform, struct circumstances *c, struct error *err)
{
	(void)platform, (void)c, (void)err;
	return OK;
}

static inline void scripted_close(struct platform *platform)
{
	(void)platform;
}

static const struct platform_class scripted_class = {
	.name = "scripted",
	.statistic = STATISTIC_MIN,
	.prepare = scripted_prepare,
	.run = scripted_run,
	.now = scripted_now,
	.describe = scripted_describe,
	.close = scripted_close,
};

static inline struct scripted scripted_platform(double (*seconds)(const struct experiment *what, double now))
{
	return (struct scripted){.platform = {.class = &scripted_class, .processes = 2}, .seconds = seconds};
}

/* The notes of a run: how many, how many of them warnings, and the last one. */
struct notes {
	size_t n, warnings;
	char last[1024];
};

static inline void notes_take(void *context, enum note_severity severity, const char *text)
{
	struct notes *notes = context;

	notes->n++;
	notes->warnings += severity == NOTE_WARNING;
	strncpy(notes->last, text, sizeof(notes->last) - 1);
}

#endif
