#include "exchange/benchmark.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { COLUMNS_MOST = 8 };

static const double microsecond = 1e-6;
static const char osu_mark[] = "# OSU MPI", imb_mark[] = "# Benchmarking ", netpipe_mark[] = " times -->";

const char *benchmark_name(enum benchmark benchmark)
{
	static const char *const names[] = {"none", "OSU Micro-Benchmarks", "Intel MPI Benchmarks", "NetPIPE",
					    "Dimemas"};

	return names[benchmark];
}

/* Words of a line that are numbers, from its begin on; returns how many, and what follows them. */
static size_t columns(const char *line, double *numbers, const char **after)
{
	size_t n = 0;

	while (n < COLUMNS_MOST) {
		const char *rest;

		line += strspn(line, " \t\r");
		rest = text_number(line, &numbers[n]);
		if (!rest || !strchr(" \t\r\n", *rest))
			break;
		n++;
		line = rest;
	}
	*after = line;
	return n;
}

static bool is_end(const char *rest)
{
	return *rest == '\0' || *rest == '\n' || *rest == '\r';
}

/* What NetPIPE writes: bytes, Mb/s of either kind, and seconds, of which the second follows from the others but for
 * what is rounded: rates to 0.01, seconds to 1e-8. */
static bool netpipe_written(const double *numbers, size_t n)
{
	double megabits = 8 * numbers[0] / 1e6 / numbers[2];
	double allowed = 0.02 + 5e-9 / numbers[2] + 0.005 / megabits;

	return n == 3 && numbers[0] > 0 && numbers[2] > 0 &&
	       (fabs(numbers[1] / megabits - 1) < allowed || fabs(numbers[1] / megabits * 1048576 / 1e6 - 1) < allowed);
}

enum benchmark benchmark_of(const char *text)
{
	double numbers[COLUMNS_MOST] = {0};
	const char *after;

	if (strstr(text, "\"environment information\""))
		return BENCHMARK_DIMEMAS;
	if (strstr(text, osu_mark))
		return BENCHMARK_OSU;
	if (strstr(text, imb_mark))
		return BENCHMARK_IMB;
	if (strstr(text, netpipe_mark) || (netpipe_written(numbers, columns(text, numbers, &after)) && is_end(after)))
		return BENCHMARK_NETPIPE;
	return BENCHMARK_NONE;
}

static enum status add(struct benchmark_lines *lines, double bytes, double repetitions, double seconds,
		       const char *name, size_t row, struct error *err)
{
	struct benchmark_line *list;

	if (!(bytes >= 0 && bytes <= 0x1p53 && bytes == floor(bytes)) || !(seconds > 0 && seconds < 1e6) ||
	    !(repetitions >= 0 && repetitions < 1e15))
		return error_set(err, ERR_INPUT, "%s: line %zu: %g bytes in %g s cannot be", name, row, bytes, seconds);
	list = memory_grow(lines->list, &lines->room, lines->n + 1, sizeof(*list));
	if (!list)
		return error_memory(err, "the lines of a benchmark");
	lines->list = list;
	lines->list[lines->n++] =
		(struct benchmark_line){.bytes = (size_t)bytes, .repetitions = (size_t)repetitions, .seconds = seconds};
	return OK;
}

/* "  0:       1 bytes   1234 times -->      5.56 Mbps in       1.37 usec" */
static bool netpipe_printed(const char *line, double *bytes, double *times, double *seconds)
{
	double nth, rate;
	const struct {
		double *number;
		const char *after;
	} parts[] = {{&nth, ":"}, {bytes, " bytes"}, {times, netpipe_mark}, {&rate, " Mbps in"}, {seconds, " usec"}};

	for (size_t i = 0; line && i < sizeof(parts) / sizeof(parts[0]); i++) {
		line = text_number(line + strspn(line, " \t"), parts[i].number);
		line = line ? text_after(line, parts[i].after) : NULL;
	}
	return line;
}

/* Where in a text the reader is. */
struct text_place {
	const char *name;
	size_t row;
	bool inside;  /* of OSU and IMB: in a table of latencies */
	bool printed; /* of NetPIPE: it is what was printed, not its file */
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_latency(const char *title)
{
	return begins(title, "# OSU MPI Latency Test") || begins(title, "# OSU MPI-CUDA Latency Test");
}

/* Of IMB's tables; "PingPongSpecificSource" is another one. */
static bool is_ping_pong(const char *name)
{
	static const char own[] = "PingPong";

	return begins(name, own) && strchr(" \r\n", name[sizeof(own) - 1]);
}

/* A title begins a table; tables of other kinds are passed over. */
static void heed_title(const char *line, enum benchmark from, struct text_place *place)
{
	if (from == BENCHMARK_OSU && begins(line, osu_mark))
		place->inside = is_latency(line);
	if (from == BENCHMARK_IMB && begins(line, imb_mark))
		place->inside = is_ping_pong(line + sizeof(imb_mark) - 1);
}

/* Whether a line must be one of the benchmark's. What NetPIPE prints has lines of hosts too, with numbers before. */
static bool is_row(const char *line, enum benchmark from, const struct text_place *place)
{
	if (from == BENCHMARK_NETPIPE && place->printed)
		return strstr(line, netpipe_mark);
	line += strspn(line, " \t");
	line += strspn(line, "+-.");
	return *line >= '0' && *line <= '9' && (from == BENCHMARK_NETPIPE || place->inside);
}

static enum status read_line(const char *line, struct benchmark_lines *lines, struct text_place *place,
			     struct error *err)
{
	double numbers[COLUMNS_MOST] = {0}, bytes, times, seconds;
	const char *after;
	size_t n = columns(line, numbers, &after);

	heed_title(line, lines->from, place);
	if (!is_row(line, lines->from, place))
		return OK;
	if (lines->from == BENCHMARK_OSU && begins(after, "Pass")) /* its messages were checked */
		after += strlen("Pass") + strspn(after + strlen("Pass"), " \t");
	if (place->printed && netpipe_printed(line, &bytes, &times, &seconds))
		return add(lines, bytes, times, seconds * microsecond, place->name, place->row, err);
	if (lines->from == BENCHMARK_OSU && n >= 2 && is_end(after))
		return add(lines, numbers[0], 0, numbers[1] * microsecond, place->name, place->row, err);
	if (lines->from == BENCHMARK_IMB && n >= 3 && is_end(after))
		return add(lines, numbers[0], numbers[1], numbers[2] * microsecond, place->name, place->row, err);
	if (lines->from == BENCHMARK_NETPIPE && netpipe_written(numbers, n) && is_end(after))
		return add(lines, numbers[0], 0, numbers[2], place->name, place->row, err);
	return error_set(err, ERR_INPUT, "%s: line %zu: it begins as one of %s, and is none", place->name, place->row,
			 benchmark_name(lines->from));
}

/* Where a line that is_latency is. NULL: there is none. */
static const char *latency_title(const char *text)
{
	const char *title = strstr(text, osu_mark);

	while (title && !((title == text || title[-1] == '\n') && is_latency(title)))
		title = strstr(title + 1, osu_mark);
	return title;
}

/* Bandwidths and collective operations are no half round trips. */
static enum status check_kind(const char *text, enum benchmark from, const char *name, struct error *err)
{
	const char *title = strstr(text, osu_mark);

	if (from == BENCHMARK_NONE || from == BENCHMARK_DIMEMAS)
		return error_set(
			err, ERR_INPUT,
			"%s: it is no output of osu_latency, IMB-MPI1 PingPong or NetPIPE: none of their titles or "
			"tables is in it",
			name);
	if (from == BENCHMARK_OSU && !latency_title(text))
		return error_set(err, ERR_INPUT, "%s: it is of \"%.*s\", and latencies alone are read: osu_latency",
				 name, (int)strcspn(title + 2, "\r\n"), title + 2);
	return OK;
}

enum status benchmark_read(const char *text, const char *name, struct benchmark_lines *lines, struct error *err)
{
	struct text_place place = {.name = name, .printed = strstr(text, netpipe_mark)};
	char *copy = strdup(text), *rest = copy;
	enum status status;

	*lines = (struct benchmark_lines){.from = benchmark_of(text)};
	status = copy ? check_kind(text, lines->from, name, err) : error_memory(err, "the lines of a benchmark");
	while (status == OK && rest && *rest) {
		char *line = rest;

		rest = strchr(line, '\n');
		if (rest)
			*rest++ = '\0';
		place.row++;
		status = read_line(line, lines, &place, err);
	}
	free(copy);
	if (status == OK && lines->n == 0)
		status = error_set(err, ERR_INPUT, "%s: there is no line of a size and its time%s", name,
				   lines->from == BENCHMARK_IMB ? " below \"# Benchmarking PingPong\"" : "");
	return status;
}

void benchmark_release(struct benchmark_lines *lines)
{
	free(lines->list);
	*lines = (struct benchmark_lines){.n = 0};
}
