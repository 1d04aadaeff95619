#ifndef SONDE_SAMPLE_ARRIVAL_H
#define SONDE_SAMPLE_ARRIVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * When processes come to a collective operation: a pattern, as a text without spaces that a setup keeps.
 *
 * - "": all come at once.
 * - "late-root:0.0001": the root comes so many seconds after all others; of operations without a root process 0 does.
 * - "random:1e-05:7": each delay is drawn from a normal distribution with this standard deviation in seconds, from this
 *   seed.
 * - "0*3,0.0005": the delay of each process in seconds; *3: of three in a row.
 *
 * No delay, nor standard deviation, is longer than ARRIVAL_LONGEST. All functions are Local.
 */

/* s */
#define ARRIVAL_LONGEST 3600.0

/*
 * Reads what a user says: "late-root" (100 us), "late-root:50us", "random:10us" (from this seed), "random:10us:7".
 *
 * - pattern: of room bytes; SETUP_ARRIVAL_MOST suffices.
 * - *named: false for anything that begins otherwise, as the name of a file does; pattern is then untouched.
 * - ERR_INPUT: what is wrong with it, and what is allowed.
 */
enum status arrival_parse(const char *text, uint64_t seed, char *pattern, size_t room, bool *named, struct error *err);

/*
 * Reads the delays of a file: one for each process, as "10us", by rank, between white space or commas. "#" begins a
 * comment.
 *
 * - *n: how many there are.
 * - ERR_INPUT: the line, or that they do not fit room bytes.
 */
enum status arrival_read(const char *text, char *pattern, size_t room, size_t *n, struct error *err);

/*
 * The delay of each of so many processes under a pattern, s, in whole nanoseconds; the first one to come has 0.
 *
 * - delays: has room for them.
 * - ERR_INPUT: it is no pattern, or one of another number of processes, or the root is none of them.
 */
enum status arrival_delays(const char *pattern, size_t processes, size_t root, double *delays, struct error *err);

/* The same in a list of their own, which the caller frees; NULL: errors as arrival_delays, ERR_MEMORY. */
double *arrival_delays_new(const char *pattern, size_t processes, size_t root, struct error *err);

/* The longest of these delays, s. Errors as arrival_delays, ERR_MEMORY. */
enum status arrival_longest(const char *pattern, size_t processes, size_t root, double *longest, struct error *err);

#endif
