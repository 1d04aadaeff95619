#include "exchange/benchmark.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { COLUMNS_MOST = 8 };

static const double microsecond = 1e-6;

const char *benchmark_name(enum benchmark benchmark)
{
	static const char *const names[] = {"none", "OSU Micro-Benchmarks", "Intel MPI Benchmarks", "NetPIPE",
					    "Dimemas"};

	return names[benchmark];
}

/* Words of a line that are numbers, from its begin on; returns how many. */
static size_t columns(const char *line, double *numbers)
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
	return *line == '\0' || *line == '\n' || *line == '\r' ? n : 0;
}

enum benchmark benchmark_of(const char *text)
{
	double numbers[COLUMNS_MOST];

	if (strstr(text, "\"environment information\""))
		return BENCHMARK_DIMEMAS;
	if (strstr(text, "# OSU MPI"))
		return BENCHMARK_OSU;
	if (strstr(text, "# Benchmarking "))
		return BENCHMARK_IMB;
	if ((strstr(text, " bytes") && strstr(text, " times -->")) || columns(text, numbers) == 3)
		return BENCHMARK_NETPIPE;
	return BENCHMARK_NONE;
}

static enum status add(struct benchmark_lines *lines, double bytes, double repetitions, double seconds,
		       const char *name, size_t row, struct error *err)
{
	if (!(bytes >= 0 && bytes <= 0x1p53 && bytes == floor(bytes)) || !(seconds > 0 && seconds < 1e6) ||
	    !(repetitions >= 0 && repetitions < 1e15))
		return error_set(err, ERR_INPUT, "%s: line %zu: %g bytes in %g s cannot be", name, row, bytes, seconds);
	if (lines->n == lines->room) {
		size_t room = lines->room ? 2 * lines->room : 64;
		struct benchmark_line *list = realloc(lines->list, room * sizeof(*list));

		if (!list)
			return error_memory(err, "the lines of a benchmark");
		lines->list = list;
		lines->room = room;
	}
	lines->list[lines->n++] =
		(struct benchmark_line){.bytes = (size_t)bytes, .repetitions = (size_t)repetitions, .seconds = seconds};
	return OK;
}

/* "  0:       1 bytes   1234 times -->      5.56 Mbps in       1.37 usec" */
static bool netpipe_printed(const char *line, double *bytes, double *times, double *seconds)
{
	double rate;

	return sscanf(line, " %*d: %lf bytes %lf times --> %lf Mbps in %lf usec", bytes, times, &rate, seconds) == 4;
}

/* Where in a text the reader is. */
struct text_place {
	const char *name;
	size_t row;
	bool inside; /* of IMB: in the table of PingPong */
};

static enum status read_line(const char *line, struct benchmark_lines *lines, struct text_place *place,
			     struct error *err)
{
	double numbers[COLUMNS_MOST], bytes, times, seconds;
	size_t n = columns(line, numbers);

	if (lines->from == BENCHMARK_IMB && strncmp(line, "# Benchmarking ", 15) == 0)
		place->inside = strncmp(line + 15, "PingPong", 8) == 0 && strchr(" \r\n", line[23]);
	if (lines->from == BENCHMARK_NETPIPE && netpipe_printed(line, &bytes, &times, &seconds))
		return add(lines, bytes, times, seconds * microsecond, place->name, place->row, err);
	if (*line == '#' || n == 0)
		return OK;
	if (lines->from == BENCHMARK_OSU && n >= 2)
		return add(lines, numbers[0], 0, numbers[1] * microsecond, place->name, place->row, err);
	if (lines->from == BENCHMARK_IMB && n >= 3 && place->inside)
		return add(lines, numbers[0], numbers[1], numbers[2] * microsecond, place->name, place->row, err);
	if (lines->from == BENCHMARK_NETPIPE && n >= 3)
		return add(lines, numbers[0], 0, numbers[2], place->name, place->row, err);
	return OK;
}

/* Bandwidths and collective operations are no half round trips. */
static enum status check_kind(const char *text, enum benchmark from, const char *name, struct error *err)
{
	const char *title = strstr(text, "# OSU MPI");

	if (from == BENCHMARK_NONE || from == BENCHMARK_DIMEMAS)
		return error_set(
			err, ERR_INPUT,
			"%s: it is no output of osu_latency, IMB-MPI1 PingPong or NetPIPE: none of their titles or "
			"tables is in it",
			name);
	if (from == BENCHMARK_OSU && strncmp(title, "# OSU MPI Latency Test", 22) != 0 &&
	    strncmp(title, "# OSU MPI-CUDA Latency Test", 27) != 0)
		return error_set(err, ERR_INPUT, "%s: it is of \"%.*s\", and latencies alone are read: osu_latency",
				 name, (int)strcspn(title + 2, "\r\n"), title + 2);
	return OK;
}

enum status benchmark_read(const char *text, const char *name, struct benchmark_lines *lines, struct error *err)
{
	struct text_place place = {.name = name};
	enum status status;

	*lines = (struct benchmark_lines){.from = benchmark_of(text)};
	status = check_kind(text, lines->from, name, err);
	while (status == OK && *text) {
		place.row++;
		status = read_line(text, lines, &place, err);
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
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
