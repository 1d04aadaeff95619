#include "sample/arrival.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/text.h"
#include "base/units.h"

static const char late[] = "late-root", drawn[] = "random", late_usual[] = "100us";
enum { LATE = sizeof(late) - 1, DRAWN = sizeof(drawn) - 1, WORD = 40 };

/* What a user says must have a bound: simulations count in whole nanoseconds. */
static enum status check_delay(const char *said, double delay, struct error *err)
{
	return delay <= ARRIVAL_LONGEST ? OK
					: error_set(err, ERR_INPUT, "%s: a process comes an hour (%.0fs) late at most",
						    said, ARRIVAL_LONGEST);
}

/* Whether a text is the word, alone or with a colon behind it. */
static bool begins(const char *text, const char *word, size_t length)
{
	return strncmp(text, word, length) == 0 && (text[length] == '\0' || text[length] == ':');
}

/* "10us", "10us:7". */
static enum status parse_drawn(const char *text, uint64_t seed, char *pattern, size_t room, struct error *err)
{
	size_t length = strcspn(text, ":"), own;
	const char *rest = text[length] == ':' ? text_whole(text + length + 1, &own) : "";
	char word[WORD];
	double deviation;

	snprintf(word, sizeof(word), "%.*s", (int)length, text);
	if (length == 0 || length >= sizeof(word) || !rest || *rest || seconds_parse(word, &deviation, NULL) != OK)
		return error_set(err, ERR_INPUT,
				 "random:%s: a standard deviation is expected, with a seed behind it if one is wanted: "
				 "random:10us, random:10us:7",
				 text);
	snprintf(pattern, room, "%s:%.9g:%" PRIu64, drawn, deviation, text[length] == ':' ? (uint64_t)own : seed);
	return check_delay(word, deviation, err);
}

static enum status parse_late(const char *text, char *pattern, size_t room, struct error *err)
{
	double delay;

	if (seconds_parse(text, &delay, NULL) != OK)
		return error_set(err, ERR_INPUT,
				 "late-root:%s: by how much the root is late is expected: late-root:50us", text);
	snprintf(pattern, room, "%s:%.9g", late, delay);
	return check_delay(text, delay, err);
}

enum status arrival_parse(const char *text, uint64_t seed, char *pattern, size_t room, bool *named, struct error *err)
{
	*named = true;
	if (begins(text, late, LATE))
		return parse_late(text[LATE] ? text + LATE + 1 : late_usual, pattern, room, err);
	if (begins(text, drawn, DRAWN))
		return parse_drawn(text[DRAWN] ? text + DRAWN + 1 : "", seed, pattern, room, err);
	*named = false;
	return OK;
}

/* Appends the delay of so many processes in a row to *used characters; false without room. */
static bool append(char *pattern, size_t room, size_t *used, double delay, size_t times)
{
	size_t left = room - *used;
	int n = snprintf(pattern + *used, left, "%s%.9g", *used ? "," : "", delay);

	if (n > 0 && (size_t)n < left && times > 1)
		n += snprintf(pattern + *used + n, left - (size_t)n, "*%zu", times);
	if (n <= 0 || (size_t)n >= left)
		return false;
	*used += (size_t)n;
	return true;
}

/* The next delay of a file, from *text on. false: there is none, or *text is at one that cannot be read or is too long.
 */
static bool next_delay(const char **text, double *delay, size_t *line)
{
	static const char blanks[] = " \t\r\n,";
	char word[WORD];
	size_t length;

	for (;;) {
		while (**text && strchr(blanks, **text)) {
			*line += **text == '\n';
			(*text)++;
		}
		if (**text != '#')
			break;
		*text += strcspn(*text, "\n");
	}
	length = strcspn(*text, " \t\r\n,#");
	snprintf(word, sizeof(word), "%.*s", (int)length, *text);
	if (length == 0 || length >= sizeof(word) || seconds_parse(word, delay, NULL) != OK || *delay > ARRIVAL_LONGEST)
		return false;
	*text += length;
	return true;
}

enum status arrival_read(const char *text, char *pattern, size_t room, size_t *n, struct error *err)
{
	double delay, before = 0;
	size_t line = 1, times = 0, used = 0;
	bool fits = true;

	*n = 0;
	pattern[0] = '\0';
	while (fits && next_delay(&text, &delay, &line)) {
		if (times > 0 && delay != before) {
			fits = append(pattern, room, &used, before, times);
			times = 0;
		}
		before = delay;
		times++;
		(*n)++;
	}
	if (fits && *text)
		return error_set(err, ERR_INPUT, "line %zu: a delay is expected, as 10us, of an hour (%.0fs) at most",
				 line, ARRIVAL_LONGEST);
	if (*n == 0)
		return error_set(err, ERR_INPUT, "no delays are there: one for each process is expected, as 0us 10us");
	if (!fits || !append(pattern, room, &used, before, times))
		return error_set(err, ERR_INPUT,
				 "the delays are more than is kept of a measurement, %zu characters: shorter numbers, "
				 "equal ones in a row, or random:10us fit",
				 room - 1);
	return OK;
}

static bool is_delay(double delay)
{
	return delay >= 0 && delay <= ARRIVAL_LONGEST;
}

static double whole_nanoseconds(double seconds)
{
	return floor(seconds * 1e9 + 0.5) * 1e-9;
}

/* The first that comes has 0. */
static void begin_at_first(double *delays, size_t processes)
{
	double first = INFINITY;

	for (size_t p = 0; p < processes; p++)
		first = fmin(first, delays[p]);
	for (size_t p = 0; p < processes; p++)
		delays[p] = whole_nanoseconds(delays[p] - first);
}

/* "1e-05:7" */
static bool draw(const char *text, size_t processes, double *delays)
{
	struct random random;
	double deviation;
	size_t seed;
	const char *rest = text_whole(text_after(text_number(text, &deviation), ":"), &seed);

	if (!rest || *rest || !is_delay(deviation))
		return false;
	random_init(&random, seed);
	for (size_t p = 0; p < processes; p++)
		delays[p] = deviation * random_normal(&random);
	return true;
}

/* "0*3,0.0005": of all processes. */
static bool list(const char *text, size_t processes, double *delays)
{
	size_t n = 0;

	while (text && *text) {
		size_t times = 1;
		double delay;

		text = text_number(text, &delay);
		if (text && *text == '*')
			text = text_whole(text + 1, &times);
		if (!text || !is_delay(delay) || times > processes - n || (*text && *text != ','))
			return false;
		while (times-- > 0)
			delays[n++] = delay;
		if (*text == ',' && !*++text)
			return false;
	}
	return text && n == processes;
}

enum status arrival_delays(const char *pattern, size_t processes, size_t root, double *delays, struct error *err)
{
	double delay = 0;
	const char *rest = "";
	bool right = true;

	if (root >= processes)
		return error_set(err, ERR_INPUT, "process %zu of %zu cannot be the root", root, processes);
	memset(delays, 0, processes * sizeof(*delays));
	if (begins(pattern, late, LATE)) {
		rest = pattern[LATE] ? text_number(pattern + LATE + 1, &delay) : NULL;
		right = rest && !*rest && is_delay(delay);
		if (right && processes > 1)
			delays[root] = delay;
	} else if (begins(pattern, drawn, DRAWN)) {
		right = pattern[DRAWN] && draw(pattern + DRAWN + 1, processes, delays);
	} else if (*pattern) {
		right = list(pattern, processes, delays);
	}
	if (!right)
		return error_set(err, ERR_INPUT,
				 "\"%s\" is no pattern of arrivals of %zu processes, each an hour late at most",
				 pattern, processes);
	begin_at_first(delays, processes);
	return OK;
}

double *arrival_delays_new(const char *pattern, size_t processes, size_t root, struct error *err)
{
	double *delays = malloc((processes + 1) * sizeof(*delays));

	if (!delays)
		error_memory(err, "the arrivals of processes");
	if (!delays || arrival_delays(pattern, processes, root, delays, err) == OK)
		return delays;
	free(delays);
	return NULL;
}

enum status arrival_longest(const char *pattern, size_t processes, size_t root, double *longest, struct error *err)
{
	double *delays = arrival_delays_new(pattern, processes, root, err);

	*longest = 0;
	if (!delays)
		return err->status;
	for (size_t p = 0; p < processes; p++)
		*longest = fmax(*longest, delays[p]);
	free(delays);
	return OK;
}
