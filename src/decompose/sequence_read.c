#include "decompose/sequence.h"

#include "base/file_read.h"
#include "base/nearest.h"
#include "base/text.h"
#include "base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 20, WORDS = 6, WORD = 256, OPEN_MOST = 32 };

enum status extent_read(const char *text, struct domain *domain, struct error *err)
{
	size_t extent[DOMAIN_DIMS] = {1, 1, 1}, n = 0;
	const char *rest = text;

	while (rest && n < DOMAIN_DIMS) {
		rest = text_whole(rest, &extent[n]);
		if (!rest || extent[n] < 1 || extent[n] > DOMAIN_EXTENT_MOST)
			break;
		n++;
		if (!*rest) {
			domain->ndims = n;
			memcpy(domain->extent, extent, sizeof(extent));
			return OK;
		}
		rest = text_after(rest, "x");
	}
	return error_set(err, ERR_INPUT,
			 "%s: the elements in each of 1 to %d dimensions are expected, each 1 to %u, for example "
			 "512x512 (width and height)",
			 text, DOMAIN_DIMS, DOMAIN_EXTENT_MOST);
}

/* "30ns", or "4K:30ns" with the elements before: K and M are powers of 1024. */
static enum status read_point(const char *text, struct step_cost *cost, bool alone, struct error *err)
{
	const char *colon = strchr(text, ':');
	char number[32];
	size_t elements = 1;
	enum status status;

	if (!colon && !alone)
		return error_set(err, ERR_INPUT, "%s: with several times each has elements before it, as 4K:30ns",
				 text);
	if (colon) {
		snprintf(number, sizeof(number), "%.*s", (int)(colon - text < 31 ? colon - text : 31), text);
		if (size_parse(number, &elements, NULL) != OK || elements < 1 ||
		    (cost->n > 0 && (double)elements <= cost->elements[cost->n - 1]))
			return error_set(err, ERR_INPUT,
					 "%s: a number of elements, larger than the one before, is expected before the "
					 "colon",
					 text);
	}
	cost->elements[cost->n] = (double)elements;
	status = seconds_parse(colon ? colon + 1 : text, &cost->seconds[cost->n], err);
	cost->n++;
	return status;
}

enum status step_cost_read(const char *text, struct step_cost *cost, struct error *err)
{
	const char *rest = text;
	enum status status = OK;

	cost->n = 0;
	while (status == OK && rest) {
		const char *comma = strchr(rest, ',');
		char point[64];
		int length = (int)(comma ? comma - rest : (long)strlen(rest));

		if (cost->n == STEP_COSTS || length >= (int)sizeof(point))
			return error_set(err, ERR_INPUT, "%s: at most %d times per element are allowed", text,
					 STEP_COSTS);
		snprintf(point, sizeof(point), "%.*s", length, rest);
		status = read_point(point, cost, cost->n == 0 && !comma, err);
		rest = comma ? comma + 1 : NULL;
	}
	return status;
}

/* A line in words, and the repetitions that are open where it stands. */
struct sequence_reader {
	struct sequence *sequence;
	char words[WORDS][WORD];
	size_t n, line;
	size_t open[OPEN_MOST], n_open; /* indices of steps */
};

static enum status need_domain(const struct sequence_reader *r, struct error *err)
{
	return r->sequence->domain.ndims > 0
		       ? OK
		       : error_set(err, ERR_INPUT, "the domain comes first: \"domain 512x512\", for example");
}

/* Reads "times N" from word at on. */
static enum status read_times(const struct sequence_reader *r, size_t at, double *times, struct error *err)
{
	size_t n = 0;
	const char *rest;

	*times = 1;
	if (at == r->n)
		return OK;
	if (strcmp(r->words[at], "times") != 0 || at + 2 != r->n)
		return error_set(err, ERR_INPUT, "\"%s\": only \"times N\" may stand there", r->words[at]);
	rest = text_whole(r->words[at + 1], &n);
	if (!rest || *rest || n < 1 || (double)n > SEQUENCE_TIMES_MOST)
		return error_set(err, ERR_INPUT, "times %s: a number of 1 to %g is expected", r->words[at + 1],
				 SEQUENCE_TIMES_MOST);
	*times = (double)n;
	return OK;
}

static enum status read_exchange(struct sequence_reader *r, struct domain_step *step, struct error *err)
{
	size_t ndims = r->sequence->domain.ndims, n = 0;
	const char *rest = r->n > 1 ? r->words[1] : NULL;

	while (rest && n < ndims) {
		rest = text_whole(rest, &step->border[n]);
		if (!rest || step->border[n] > DOMAIN_EXTENT_MOST)
			break;
		n++;
		if (!*rest) {
			for (size_t d = 1; n == 1 && d < ndims; d++)
				step->border[d] = step->border[0];
			if (n > 1 && n != ndims)
				break;
			return read_times(r, 2, &step->times, err);
		}
		rest = text_after(rest, "x");
	}
	return error_set(err, ERR_INPUT,
			 "exchange %s: the border in elements is expected, one number or one for each of the %zu "
			 "dimensions, as 18 or 18x4",
			 r->n > 1 ? r->words[1] : "", ndims);
}

static enum status read_compute(struct sequence_reader *r, struct domain_step *step, struct error *err)
{
	if (r->n < 2)
		return error_set(err, ERR_INPUT, "compute: the time per element is missing, as \"compute 12ns\"");
	step->keep = r->n > 2 && strcmp(r->words[2], "keep") == 0;
	if (step_cost_read(r->words[1], &step->cost, err) != OK)
		return ERR_INPUT;
	return read_times(r, step->keep ? 3 : 2, &step->times, err);
}

static enum status read_repeat(struct sequence_reader *r, struct domain_step *step, struct error *err)
{
	size_t n = 0;
	const char *rest = r->n == 2 ? text_whole(r->words[1], &n) : NULL;

	if (!rest || *rest || n < 1 || (double)n > SEQUENCE_TIMES_MOST)
		return error_set(err, ERR_INPUT, "repeat %s: how often is expected, 1 to %g",
				 r->n > 1 ? r->words[1] : "", SEQUENCE_TIMES_MOST);
	if (r->n_open == OPEN_MOST)
		return error_set(err, ERR_INPUT, "repeat: at most %d may stand in each other", OPEN_MOST);
	step->times = (double)n;
	r->open[r->n_open++] = r->sequence->n;
	return OK;
}

static enum status read_end(struct sequence_reader *r, struct error *err)
{
	size_t at;

	if (r->n > 1)
		return error_set(err, ERR_INPUT, "end: nothing may follow it");
	if (r->n_open == 0)
		return error_set(err, ERR_INPUT, "end: there is no repeat that it could end");
	at = r->open[--r->n_open];
	r->sequence->steps[at].body = r->sequence->n - at - 1;
	return r->sequence->steps[at].body > 0 ? OK : error_set(err, ERR_INPUT, "end: there is nothing to be repeated");
}

static enum status read_step(struct sequence_reader *r, enum step_kind kind, struct error *err)
{
	struct domain_step step = {.kind = kind, .times = 1, .line = r->line};
	enum status status = need_domain(r, err);

	if (status == OK && kind == STEP_EXCHANGE)
		status = read_exchange(r, &step, err);
	else if (status == OK && kind == STEP_COMPUTE)
		status = read_compute(r, &step, err);
	else if (status == OK && kind == STEP_REPEAT)
		status = read_repeat(r, &step, err);
	else if (status == OK && r->n > 1)
		status = error_set(err, ERR_INPUT, "%s: nothing may follow it", r->words[0]);
	return status == OK ? sequence_add(r->sequence, &step, err) : status;
}

static enum status read_number(const struct sequence_reader *r, size_t most, bool bytes, size_t *value,
			       struct error *err)
{
	size_t n = 0;
	bool fits = r->n == 2;

	if (fits && bytes) {
		fits = size_parse(r->words[1], &n, NULL) == OK;
	} else if (fits) {
		const char *rest = text_whole(r->words[1], &n);

		fits = rest && !*rest;
	}
	if (!fits || n < 1 || n > most)
		return error_set(err, ERR_INPUT, "%s %s: a number of 1 to %zu is expected", r->words[0],
				 r->n > 1 ? r->words[1] : "", most);
	*value = n;
	return OK;
}

/* "periodic none", "periodic all", "periodic x z". */
static enum status read_periodic(struct sequence_reader *r, struct error *err)
{
	struct domain *domain = &r->sequence->domain;
	bool periodic[DOMAIN_DIMS] = {false};
	bool all = r->n == 2 && strcmp(r->words[1], "all") == 0;

	if (need_domain(r, err) != OK)
		return ERR_INPUT;
	for (size_t i = 1; i < r->n && !all; i++) {
		size_t d = strlen(r->words[i]) == 1 ? (size_t)(r->words[i][0] - 'x') : DOMAIN_DIMS;

		if (d < domain->ndims)
			periodic[d] = true;
		else if (r->n != 2 || strcmp(r->words[i], "none") != 0)
			return error_set(err, ERR_INPUT,
					 "periodic %s: none, all, or letters of dimensions are expected, as \"x y\"",
					 r->words[i]);
	}
	if (r->n < 2)
		return error_set(err, ERR_INPUT, "periodic: none, all, or letters of dimensions are expected");
	for (size_t d = 0; d < domain->ndims; d++)
		domain->periodic[d] = all || periodic[d];
	return OK;
}

static enum status read_line(struct sequence_reader *r, struct error *err)
{
	static const char *const words[] = {"scatter", "exchange",  "compute",  "gather",  "repeat", "end",
					    "domain",  "processes", "periodic", "element", NULL};
	const char *near;

	for (int kind = 0; step_names[kind]; kind++)
		if (strcmp(r->words[0], step_names[kind]) == 0)
			return read_step(r, (enum step_kind)kind, err);
	if (strcmp(r->words[0], "end") == 0)
		return read_end(r, err);
	if (strcmp(r->words[0], "domain") == 0 && r->n == 2 && r->sequence->n == 0)
		return extent_read(r->words[1], &r->sequence->domain, err);
	if (strcmp(r->words[0], "domain") == 0)
		return error_set(err, ERR_INPUT,
				 "domain: its elements are expected, as 512x512, before all operations");
	if (strcmp(r->words[0], "element") == 0)
		return read_number(r, DOMAIN_ELEMENT_MOST, true, &r->sequence->domain.element, err);
	if (strcmp(r->words[0], "processes") == 0)
		return read_number(r, SEQUENCE_PROCESSES_MOST, false, &r->sequence->processes, err);
	if (strcmp(r->words[0], "periodic") == 0)
		return read_periodic(r, err);
	near = name_nearest(r->words[0], words);
	return error_set(err, ERR_INPUT,
			 "there is no \"%s\"%s%s%s: domain, element, processes, periodic, scatter, exchange, compute, "
			 "gather, repeat and end are known",
			 r->words[0], near ? ", perhaps \"" : "", near ? near : "", near ? "\"" : "");
}

/* Cuts a line into words, up to the sign of a comment. */
static enum status split(struct sequence_reader *r, const char *line, size_t length, struct error *err)
{
	size_t at = 0;

	r->n = 0;
	while (at < length && line[at] != '#') {
		size_t from = at;

		while (at < length && !strchr(" \t\r#", line[at]))
			at++;
		if (at > from && (r->n == WORDS || at - from >= WORD))
			return error_set(err, ERR_INPUT, "more than %d words, or a word of %d letters", WORDS, WORD);
		if (at > from)
			snprintf(r->words[r->n++], WORD, "%.*s", (int)(at - from), line + from);
		while (at < length && strchr(" \t\r", line[at]))
			at++;
	}
	return OK;
}

enum status sequence_read(const char *text, const char *name, struct sequence *sequence, struct error *err)
{
	struct sequence_reader r = {.sequence = sequence};
	enum status status = OK;
	char place[300];

	for (r.line = 1; status == OK && *text; r.line++) {
		size_t length = strcspn(text, "\n");

		status = split(&r, text, length, err);
		if (status == OK && r.n > 0)
			status = read_line(&r, err);
		if (status != OK)
			break;
		text += length + (text[length] == '\n');
	}
	if (status == OK && r.n_open > 0)
		status = error_set(err, ERR_INPUT, "the repeat of line %zu has no end",
				   sequence->steps[r.open[r.n_open - 1]].line);
	if (status == ERR_INPUT) {
		snprintf(place, sizeof(place), "%.200s, line %zu", name, r.line);
		error_prefix(err, place);
	}
	return status;
}

enum status sequence_read_file(const char *path, struct sequence *sequence, struct error *err)
{
	char *text = NULL;
	size_t length = 0;
	enum status status = file_read(path, "sequence of operations", TEXT_MOST, &text, &length, err);

	if (status == OK && text[strspn(text, " \t\r\n")] == '\0')
		status = error_set(err, ERR_INPUT, "%s: the file is empty", path);
	if (status == OK)
		status = sequence_read(text, path, sequence, err);
	free(text);
	return status;
}
