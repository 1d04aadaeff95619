#ifndef SONDE_PLATFORM_COURSE_H
#define SONDE_PLATFORM_COURSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/random.h"

/* All functions are Local. */

/* How a synthetic machine does not stay the same. Zero: it does. Times in seconds. */
struct unrest {
	double factor, dwell;     /* it switches between two states, of which one takes factor times as long, and
				     stays in each for an exponential time of mean dwell; 0: one state */
	double drift, drift_time; /* everything takes drift of its time more for each drift_time that has passed */
	double disturbance;       /* everything takes so many times as long ... */
	double disturbed, apart;  /* ... for exponential times of mean disturbed, which are apart on average */
	double jump, jump_at;     /* its clock goes on by so much (negative: back) at this time; 0: it does not jump */
};

/* OK; ERR_INPUT if a factor is below 1, or a time that goes with it below 1 ns. */
enum status unrest_check(const struct unrest *unrest, struct error *err);

/*
 * Read "FACTOR:DWELL", "PART:TIME", "FACTOR:LENGTH:APART" and "JUMP:AT", for example 2.7:3s, 0.3:10s, 4:2ms:50ms and
 * -10s:1s, into their members of unrest.
 *
 * - ERR_INPUT with what is allowed; *unrest is then untouched.
 */
enum status unrest_read_switching(const char *text, struct unrest *unrest, struct error *err);
enum status unrest_read_drift(const char *text, struct unrest *unrest, struct error *err);
enum status unrest_read_disturbances(const char *text, struct unrest *unrest, struct error *err);
enum status unrest_read_jump(const char *text, struct unrest *unrest, struct error *err);

/* What the machine's clock shows at a time in seconds. */
double unrest_clock(const struct unrest *unrest, double at);

/* ", switching 2.7:3s" and so on, as people read it, after a comma each; "" where nothing changes. Returns text. */
const char *unrest_text(const struct unrest *unrest, char *text, size_t room);

/* One that begins and ends again and again, at random times. */
struct recurring {
	bool on;
	double factor;  /* while it is on */
	double mean[2]; /* s: that it is off, that it is on */
	double until;   /* s: the next change; INFINITY: none */
	struct random random;
};

/* A machine's state at a time that does not go back. A copy begins again where it was made. */
struct course {
	struct recurring slow, disturbed;
	double drift; /* per second */
	double until; /* s: the next change */
};

/* Begins at time 0, in either state, from this seed. */
void course_init(struct course *course, const struct unrest *unrest, uint64_t seed);

/*
 * How many times as long everything takes at this time.
 *
 * - at: s, not before that of an earlier call.
 */
double course_factor(struct course *course, double at);

/*
 * The seconds that work of so many seconds in the quickest state takes, if it begins at this time.
 *
 * - begin: s, not before that of an earlier call; the course is then where the work ends.
 */
double course_take(struct course *course, double begin, double work);

#endif
