#include "probe/settings.h"

#include "probe/deadline.h"
#include "probe/tracking.h"

#include <math.h>

enum {
	TICKS = 100,       /* the least length of what is timed, in ticks (Gropp, Lusk 1999, section 2, mistake 9) */
	LOOP_TICKS = 1000, /* round trips and trains shorter than so many are timed in a loop as long: its first passes
			      are slower than the rest, and should weigh little */
	WARM_TICKS = 100000, /* what is shorter than so many ticks is slower after a pause or after a message of another
				size: an exchange before it warms up */
	TRIAL = 16,          /* operations of a trial of something short */
	TRIALS = 3,          /* such trials */
	TRIPS = 5,           /* round trips, at most, that a delay follows from */
	DISTURBED = 8,       /* a timing so many times the least says nothing of typical ones */
	BURST_MOST = 16,     /* sends in a row that a sender's queue takes without being held back */
	BURST_BYTES = 131072, /* and their bytes */
	SHORT_BYTES = 8192,   /* an operation of which is tried again where it seems to take a processor's turn */
	LOOP_MOST = 100000,   /* a bound for clocks that barely tick */
	WARMUP = 1,           /* exchanges; of a loop, one for every WARM_PART passes */
	WARM_PART = 3,
	UNWARMED_BYTES = 16384 /* what may take so long that its trial is all the warming up */
};

/* s: a round trip that is longer may have waited for a processor that had another's turn: it is tried again. */
static const double turn = 0.01;

/* s: what a burst of messages is waited for at most, as far as it is more than one. */
static const double pause_most = 0.01;

/* s: with a deadline a collective operation that takes so long is warmed up by its trial alone. */
static const double unwarmed_least = 0.02;

static const double pace_most = 4; /* machine states that were seen differ by less */

static bool is_burst(const struct experiment *what)
{
	return what->kind != EXPERIMENT_ROUNDTRIP && what->kind != EXPERIMENT_TRAIN &&
	       what->kind != EXPERIMENT_SEND_ALONE && what->kind != EXPERIMENT_EXCHANGE &&
	       what->kind != EXPERIMENT_ONE_TO_TWO;
}

/* Whether a process may have been stopped meanwhile: few bytes took longer than a processor's turn, and, where that is
 * known, than they do at most. */
static bool seems_stopped(const struct prober *prober, const struct experiment *what, double seconds)
{
	return seconds > turn && experiment_bytes_moved(what) <= SHORT_BYTES &&
	       seconds > DISTURBED * deadline_trip(prober, what);
}

/* Seconds of one operation: the least of a few trials with loop operations each, or of one that was not stopped. */
static enum status try_out(struct prober *prober, struct experiment what, size_t loop, double *seconds,
			   struct error *err)
{
	struct observation trials[TRIALS];
	enum status status;
	int n = loop > 1 ? TRIALS : 1;

	what.loop = loop;
	status = platform_run(prober->platform, &what, (size_t)n, trials, err);
	if (status == OK)
		*seconds = trials[0].seconds;
	if (status == OK && n == 1 && seems_stopped(prober, &what, *seconds)) {
		status = platform_run(prober->platform, &what, 1, trials, err);
		*seconds = status == OK ? fmin(*seconds, trials[0].seconds) : *seconds;
	}
	for (int i = 1; status == OK && i < n; i++)
		*seconds = fmin(*seconds, trials[i].seconds);
	return status;
}

/*
 * The longest of a few timings of a round trip, but for those that were disturbed: whoever waits so long for a message
 * finds its sender descheduled in turn on a machine with other work, again and again.
 */
static double undisturbed(const double *seconds, size_t n)
{
	double least = seconds[0], longest = seconds[0];

	for (size_t i = 1; i < n; i++) {
		least = fmin(least, seconds[i]);
		longest = fmax(longest, seconds[i]);
	}
	return fmin(longest, DISTURBED * least);
}

/* Of the last few timings of a round trip, if it was measured before; 0 if not. */
static double last_timings(const struct prober *prober, const struct experiment *trip)
{
	const struct sample *sample = campaign_find(prober->campaign, trip);
	double seconds[TRIALS];
	size_t n = 0;

	for (; sample && n < sample->n && n < TRIALS; n++)
		seconds[n] = sample->observations[sample->n - 1 - n].seconds;
	return n ? undisturbed(seconds, n) : 0;
}

/* What a message and its empty answer took, or an empty message and this one both ways would have taken; 0 if that was
 * not measured. */
static double known_trip(const struct prober *prober, const struct experiment *trip)
{
	struct experiment echo = *trip, empty = *trip;
	double known = last_timings(prober, trip), there_and_back;

	echo.from = empty.from = trip->from < trip->to ? trip->from : trip->to;
	echo.to = empty.to = trip->from < trip->to ? trip->to : trip->from;
	echo.reply_bytes = echo.bytes;
	empty.bytes = 0;
	there_and_back = known > 0 ? 0 : last_timings(prober, &echo);
	return there_and_back > 0 ? (there_and_back + last_timings(prober, &empty)) / 2 : known;
}

/* A delay in which loop messages surely arrive: longer than a round trip each, and by one more where several begin side
 * by side. */
enum status settings_delay(struct prober *prober, struct experiment *what, struct error *err)
{
	struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
				  .from = what->from,
				  .to = what->to,
				  .bytes = what->bytes,
				  .count = 1,
				  .warmup = what->warmup,
				  .setup = what->setup};
	double typical = known_trip(prober, &trip), seconds[TRIPS];
	enum status status = OK;
	bool known = typical > 0;

	for (size_t n = 0; status == OK && !known && n < TRIPS && (n < 2 || typical > turn); n++) {
		status = try_out(prober, trip, 1, &seconds[n], err);
		if (status == OK)
			typical = undisturbed(seconds, n + 1);
	}
	if (known) /* in the main state; a factor beyond those of states is of processes that share CPUs, in the trip
		      too */
		typical *= fmin(tracking_pace(&prober->tracking), pace_most);
	if (status == OK)
		what->delay = (1.25 * (double)what->loop + (what->loop > 1)) * typical +
			      TICKS * platform_tick(prober->platform);
	return status;
}

/* True if a shorter train of such messages is long enough to be timed by itself, so that a longer one need not be
 * tried. */
static bool is_long_train(const struct prober *prober, const struct experiment *what, double tick)
{
	struct experiment shorter = *what;
	const struct sample *sample;

	shorter.count = what->count / 2;
	sample = what->kind == EXPERIMENT_TRAIN ? campaign_find(prober->campaign, &shorter) : NULL;
	return sample && sample->n > 0 && sample->what.loop == 1 && prober->options->loop.messages == 0 &&
	       sample->observations[0].seconds >= fmax(LOOP_TICKS * tick, prober->options->loop.seconds);
}

/* As many messages of a burst or loop as a receiver waits for, or a sender whose calls are timed alone; seconds: for
 * one of them. */
static size_t burst_within(double seconds)
{
	return seconds * BURST_MOST > pause_most ? (size_t)fmax(1, floor(pause_most / seconds)) : LOOP_MOST;
}

bool probe_loop_is_asked(const struct probe_loop *loop)
{
	return loop->messages > 0 || loop->seconds > 0;
}

bool settings_are_asked(const struct prober *prober)
{
	return probe_loop_is_asked(&prober->options->loop);
}

/* s that a loop of operations of so many seconds is to take, where the user did not say. */
static double usual_length(const struct experiment *what, double seconds, double tick)
{
	if (is_burst(what))
		return seconds < TICKS * tick ? LOOP_TICKS * tick : 0;
	return (what->kind == EXPERIMENT_SEND_ALONE ? TICKS : LOOP_TICKS) * tick;
}

/* How many operations of so many seconds a loop is to have. INFINITY: they take no time. */
static double loop_wanted(const struct prober *prober, const struct experiment *what, double seconds, double tick)
{
	const struct probe_loop *asked = &prober->options->loop;

	if (asked->messages > 0)
		return ceil((double)asked->messages / fmax(1, (double)experiment_messages(what)));
	return seconds > 0 ? ceil((asked->seconds > 0 ? asked->seconds : usual_length(what, seconds, tick)) / seconds)
			   : INFINITY;
}

/* Says once of loops that the user chose that some are shorter. */
static void tell_cut(struct prober *prober, const struct experiment *what, double most)
{
	if (prober->cut || !settings_are_asked(prober))
		return;
	prober->cut = true;
	progress_note(
		prober->progress,
		"%s of %zu bytes: a timing has %.0f operations in a row, less than was asked for. So many messages "
		"lie side by side, or are waited for; other points may be shortened too",
		experiment_name(what->kind), what->bytes, most);
}

/* pass: s that an operation takes with all that belongs to it, where that is more than what is timed of it; 0 if not.
 * Calls that take no time, as on simulated platforms, are not repeated for it. */
static size_t loop_for(struct prober *prober, const struct experiment *what, double seconds, double pass, size_t bound)
{
	double tick = platform_tick(prober->platform), wanted = loop_wanted(prober, what, seconds, tick),
	       most = LOOP_MOST;

	if (pass > 0 && !settings_are_asked(prober))
		most = fmax(BURST_MOST, fmin(LOOP_MOST, LOOP_TICKS * tick / pass));
	if (is_burst(what))
		most = what->bytes * BURST_MOST > BURST_BYTES ? BURST_BYTES / (double)what->bytes : BURST_MOST;
	/* Passes beyond what the buffers hold side by side would send the same place again, which is quicker. */
	most = fmax(1, floor(fmin(fmin(most, (double)experiment_loop_most(what)), (double)bound)));
	if (isfinite(wanted) && wanted > most)
		tell_cut(prober, what, most);
	return (size_t)fmax(1, fmin(wanted, most));
}

/* A collective operation is one by one too. With a deadline one that takes long is warmed up by its trial alone: each
 * visit would take half as long again. */
static enum status collective_warmup(struct prober *prober, struct experiment *what, struct error *err)
{
	struct experiment unwarmed = *what;
	double seconds;
	enum status status;

	if (!(prober->options->deadline > 0) || what->bytes < UNWARMED_BYTES)
		return OK;
	unwarmed.warmup = 0;
	status = try_out(prober, unwarmed, 1, &seconds, err);
	if (status == OK && seconds >= unwarmed_least)
		what->warmup = 0;
	return status;
}

/* Whether an operation of so many seconds surely is a timing by itself. */
static bool is_long(const struct prober *prober, double seconds)
{
	const struct probe_loop *asked = &prober->options->loop;

	return asked->messages == 0 &&
	       seconds >= 2 * (asked->seconds > 0 ? asked->seconds : LOOP_TICKS * platform_tick(prober->platform));
}

enum status settings_choose(struct prober *prober, struct experiment *what, struct error *err)
{
	double tick = platform_tick(prober->platform), seconds = 0, begin;
	bool alone = what->kind == EXPERIMENT_SEND_ALONE,
	     delayed = what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;
	size_t most = LOOP_MOST;
	enum status status = OK;

	what->loop = 1;
	what->warmup = what->kind == EXPERIMENT_COLLECTIVE ? WARMUP : 0;
	if (what->kind == EXPERIMENT_COLLECTIVE)
		return collective_warmup(prober, what, err);
	/* One by one: neither is what it is when it follows itself at once. */
	if (what->kind == EXPERIMENT_CROSSED || what->kind == EXPERIMENT_OVERLAP)
		return OK;
	if (is_long_train(prober, what, tick))
		return OK;
	if (delayed) {
		status = settings_delay(prober, what, err);
		most = burst_within(what->delay);
	}
	if (status != OK || is_long(prober, 0))
		return status;
	begin = platform_now(prober->platform);
	status = try_out(prober, *what, 1, &seconds, err);
	if (alone)
		most = burst_within(platform_now(prober->platform) - begin);
	if (status == OK && seconds < WARM_TICKS * tick)
		what->warmup = WARMUP;
	if (status != OK || is_long(prober, seconds))
		return status;
	/* Short: the single trial may have been slow for being the first. */
	what->loop = what->bytes * TRIAL > BURST_BYTES || experiment_loop_most(what) < TRIAL ? 1 : TRIAL;
	what->loop = what->loop < most ? what->loop : most;
	if (delayed)
		status = settings_delay(prober, what, err);
	begin = platform_now(prober->platform);
	if (status == OK)
		status = try_out(prober, *what, what->loop, &seconds, err);
	if (status != OK)
		return status;
	what->loop =
		loop_for(prober, what, seconds,
			 alone ? (platform_now(prober->platform) - begin) / (double)(TRIALS * what->loop) : 0, most);
	if (!is_burst(what) && what->loop > WARM_PART)
		what->warmup = what->loop / WARM_PART;
	return delayed ? settings_delay(prober, what, err) : OK;
}
