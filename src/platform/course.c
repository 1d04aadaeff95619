/*
 * Work w that begins at b ends at e with w = integral from b to e of dt / f(t), f(t) = (1 + d t) times the factors of
 * what is on at t. Between two changes the drift counts as it was at the beginning.
 * After very many changes the rest of the work takes what it does on average, from which it would differ by some 0.3 %.
 */
#include "platform/course.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MOST = 3, FIELD_ROOM = 64, CHANGES_MOST = 100000 };

static const double shortest = 1e-9; /* s: of the times that go with a change */

/* What one number of a machine that changes may be. */
struct limit {
	bool asked; /* for this change */
	const char *what, *unit;
	double value, least;
};

enum status unrest_check(const struct unrest *u, struct error *err)
{
	bool switches = u->factor != 0 || u->dwell != 0, drifts = u->drift != 0 || u->drift_time != 0,
	     disturbed = u->disturbance != 0 || u->disturbed != 0 || u->apart != 0, jumps = u->jump != 0;
	const struct limit limits[] = {
		{switches, "factor between states", "", u->factor, 1},
		{switches, "time in a state", " s", u->dwell, shortest},
		{drifts, "part of a drift", "", u->drift, 0},
		{drifts, "time of a drift", " s", u->drift_time, shortest},
		{disturbed, "factor of disturbances", "", u->disturbance, 1},
		{disturbed, "length of disturbances", " s", u->disturbed, shortest},
		{disturbed, "time between disturbances", " s", u->apart, shortest},
		{jumps, "size of a clock's jump", " s", fabs(u->jump), shortest},
		{jumps, "time of a clock's jump", " s", u->jump_at, 0},
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
		if (limits[i].asked && !(limits[i].value >= limits[i].least && isfinite(limits[i].value)))
			return error_set(err, ERR_INPUT, "the %s is %g%s: a finite number of at least %g%s is allowed",
					 limits[i].what, limits[i].value, limits[i].unit, limits[i].least,
					 limits[i].unit);
	return OK;
}

/* Splits "2.7:3s" at its colons: a number, then times. */
static bool read_fields(const char *text, double *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t length = strcspn(text, ":");
		char field[FIELD_ROOM], *end;

		if (length == 0 || length >= sizeof(field) || (text[length] == ':') != (i + 1 < n))
			return false;
		memcpy(field, text, length);
		field[length] = '\0';
		values[i] = i == 0 ? strtod(field, &end) : 0;
		if (i == 0 ? *end != '\0' : seconds_parse(field, &values[i], NULL) != OK)
			return false;
		text += length + (i + 1 < n);
	}
	return true;
}

enum status unrest_read_switching(const char *text, struct unrest *unrest, struct error *err)
{
	struct unrest read = *unrest;
	double values[FIELDS_MOST];

	if (!read_fields(text, values, 2))
		return error_set(err, ERR_INPUT, "'%.80s' is not FACTOR:DWELL, for example 2.7:3s", text);
	read.factor = values[0];
	read.dwell = values[1];
	if (unrest_check(&read, err) != OK)
		return ERR_INPUT;
	*unrest = read;
	return OK;
}

enum status unrest_read_drift(const char *text, struct unrest *unrest, struct error *err)
{
	struct unrest read = *unrest;
	double values[FIELDS_MOST];

	if (!read_fields(text, values, 2))
		return error_set(err, ERR_INPUT, "'%.80s' is not PART:TIME, for example 0.3:10s", text);
	read.drift = values[0];
	read.drift_time = values[1];
	if (unrest_check(&read, err) != OK)
		return ERR_INPUT;
	*unrest = read;
	return OK;
}

enum status unrest_read_disturbances(const char *text, struct unrest *unrest, struct error *err)
{
	struct unrest read = *unrest;
	double values[FIELDS_MOST];

	if (!read_fields(text, values, 3))
		return error_set(err, ERR_INPUT, "'%.80s' is not FACTOR:LENGTH:APART, for example 4:2ms:50ms", text);
	read.disturbance = values[0];
	read.disturbed = values[1];
	read.apart = values[2];
	if (unrest_check(&read, err) != OK)
		return ERR_INPUT;
	*unrest = read;
	return OK;
}

enum status unrest_read_jump(const char *text, struct unrest *unrest, struct error *err)
{
	struct unrest read = *unrest;
	bool back = text[0] == '-';
	size_t length = strcspn(text + back, ":");
	char field[FIELD_ROOM];
	bool whole = length < sizeof(field) && text[back + length] == ':';

	snprintf(field, sizeof(field), "%.*s", (int)(whole ? length : 0), text + back);
	if (!whole || seconds_parse(field, &read.jump, NULL) != OK ||
	    seconds_parse(text + back + length + 1, &read.jump_at, NULL) != OK || read.jump == 0)
		return error_set(err, ERR_INPUT, "'%.80s' is not JUMP:AT, for example 10s:1s or -10s:1s", text);
	read.jump = back ? -read.jump : read.jump;
	if (unrest_check(&read, err) != OK)
		return ERR_INPUT;
	*unrest = read;
	return OK;
}

double unrest_clock(const struct unrest *unrest, double at)
{
	return unrest->jump != 0 && at >= unrest->jump_at ? at + unrest->jump : at;
}

const char *unrest_text(const struct unrest *u, char *text, size_t room)
{
	char switching[64] = "", drift[64] = "", disturbances[96] = "", jump[64] = "";

	if (u->factor > 0)
		snprintf(switching, sizeof(switching), ", switching %g:%gs", u->factor, u->dwell);
	if (u->drift > 0)
		snprintf(drift, sizeof(drift), ", drifting %g:%gs", u->drift, u->drift_time);
	if (u->disturbance > 0)
		snprintf(disturbances, sizeof(disturbances), ", disturbed %g:%gs:%gs", u->disturbance, u->disturbed,
			 u->apart);
	if (u->jump != 0)
		snprintf(jump, sizeof(jump), ", jumping %gs:%gs", u->jump, u->jump_at);
	snprintf(text, room, "%s%s%s%s", switching, drift, disturbances, jump);
	return text;
}

/* As it is after a long time: on as often as its means say. An exponential time that goes on has its mean left. */
static struct recurring recurring_begin(double factor, double off, double on, uint64_t seed)
{
	struct recurring r = {.factor = factor, .mean = {off, on}, .until = INFINITY};

	if (!(factor > 0))
		return r;
	random_init(&r.random, seed);
	r.on = random_uniform(&r.random) * (off + on) < on;
	r.until = r.mean[r.on] * random_exponential(&r.random);
	return r;
}

/* After many changes, and after those that are too short for the clock, it is on as often as its means say, whatever it
 * was before. */
static void recurring_pass(struct recurring *r, double to)
{
	double last = -INFINITY;

	for (int i = 0; r->until <= to && r->until > last && i < CHANGES_MOST; i++) {
		last = r->until;
		r->on = !r->on;
		r->until += r->mean[r->on] * random_exponential(&r->random);
	}
	if (r->until <= to) {
		r->on = random_uniform(&r->random) * (r->mean[0] + r->mean[1]) < r->mean[1];
		r->until = fmax(to + r->mean[r->on] * random_exponential(&r->random), nextafter(to, INFINITY));
	}
}

/* Work that is done in a second, where a second's work is done if it is off. */
static double recurring_rate(const struct recurring *r)
{
	return r->factor > 0 ? (r->mean[0] + r->mean[1] / r->factor) / (r->mean[0] + r->mean[1]) : 1;
}

void course_init(struct course *course, const struct unrest *u, uint64_t seed)
{
	*course = (struct course){.slow = recurring_begin(u->factor, u->dwell, u->dwell, seed + 1),
				  .disturbed = recurring_begin(u->disturbance, u->apart, u->disturbed, seed + 2),
				  .drift = u->drift_time > 0 ? u->drift / u->drift_time : 0};
}

double course_factor(struct course *course, double at)
{
	recurring_pass(&course->slow, at);
	recurring_pass(&course->disturbed, at);
	course->until = fmin(course->slow.until, course->disturbed.until);
	return (1 + course->drift * at) * (course->slow.on ? course->slow.factor : 1) *
	       (course->disturbed.on ? course->disturbed.factor : 1);
}

double course_take(struct course *course, double begin, double work)
{
	double at = begin, factor = course_factor(course, at);

	for (int i = 0; work * factor > course->until - at; i++) {
		if (i == CHANGES_MOST) {
			at += work * (1 + course->drift * at) /
			      (recurring_rate(&course->slow) * recurring_rate(&course->disturbed));
			course_factor(course, at);
			return at - begin;
		}
		work -= (course->until - at) / factor;
		at = course->until;
		factor = course_factor(course, at);
	}
	/* As it is where nothing changes: no rounding. */
	return at == begin ? work * factor : at + work * factor - begin;
}
