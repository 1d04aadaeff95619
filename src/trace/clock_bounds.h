#ifndef SONDE_TRACE_CLOCK_BOUNDS_H
#define SONDE_TRACE_CLOCK_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Clocks corrected by messages: none is received before it was sent.
 *
 * A clock's correction is a line over its time. Each message from clock a to clock b bounds how far b's line may be
 * below a's. Of all messages from a to b only the lower convex hull of their delays over time counts (Duda, Harrus,
 * Haddad and Bernard 1987), so memory goes by pairs of clocks. Lines are sought that satisfy all bounds, also with the
 * greatest part of half the shortest round trip as the least delay, for messages to and fro are as likely quick. They
 * are sought by relaxation (Agmon 1954, Motzkin and Schoenberg 1954), from the lines as they were measured. All
 * functions are Local.
 */

/* A corrected time is t + shift + rate (t - at); rate is far above -1, so no interval becomes negative. */
struct trace_line {
	double at, shift, rate; /* s, s, s/s */
};

static inline double trace_line_time(const struct trace_line *line, double t)
{
	return t + line->shift + line->rate * (t - line->at);
}

/* Messages from one clock to another. */
struct trace_bound {
	double sent, received; /* s: by the one's clock, by the other's */
};

struct trace_bound_pair {
	int from, to;
	struct trace_bound *bounds;
	size_t n, room, hull; /* the first hull ones are the hull of those that came before the others */
	double half;          /* s: half the shortest round trip; 0: messages go one way alone */
};

struct trace_bounds {
	int n_clocks;
	struct trace_bound_pair *pairs;
	size_t n_pairs, pairs_room;
	uint64_t messages, early; /* those that are received before they were sent */
	double earliest;          /* s: by how much, at most */
	double begin, end;        /* s: of all */
};

void trace_bounds_init(struct trace_bounds *bounds, int n_clocks);
void trace_bounds_release(struct trace_bounds *bounds);

/* A message that was sent and received by different clocks at these times. False: memory is out. */
bool trace_bounds_add(struct trace_bounds *bounds, int from, double sent, int to, double received);

/*
 * The corrections of the clocks.
 *
 * - drift: of each clock, s/s, as it was measured already: what comes out stays below 1/1000 with it. Clock 0's line
 * stays.
 * - lines: set, one for each clock.
 * - left: set to how early a message still is at most, s; 0: none is.
 * - False: memory is out.
 */
bool trace_bounds_fit(struct trace_bounds *bounds, const double *drift, struct trace_line *lines, double *left);

#endif
