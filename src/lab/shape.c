#include "lab/shape.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_read.h"
#include "base/text.h"
#include "base/units.h"

enum { TEXT_MOST = 1000000 }; /* bytes of a file of lines */

static const struct unit {
	const char *name;
	double factor;
} units[] = {{"kbit", 1e3}, {"mbit", 1e6}, {"gbit", 1e9}};

const char *const lab_links_names[] = {[LAB_WIRES] = "wires", [LAB_BUCKETS] = "buckets", NULL};

enum status lab_rate_parse(const char *text, double *rate, struct error *err)
{
	double number = 0, factor = 0;
	const char *rest = text_number(text, &number);

	for (size_t i = 0; rest && i < sizeof(units) / sizeof(units[0]); i++)
		if (strcmp(rest, units[i].name) == 0)
			factor = units[i].factor;
	if (!(number * factor >= 8e3 && number * factor <= 1e11))
		return error_set(err, ERR_INPUT,
				 "'%.80s' is not the rate of a link: a number with kbit, mbit or gbit, 8kbit to "
				 "100gbit, for example 100mbit",
				 text);
	*rate = number * factor;
	return OK;
}

enum status lab_share_parse(const char *text, double *share, struct error *err)
{
	double number = 0;
	const char *rest = text_number(text, &number);

	if (!rest || *rest || !(number >= 0.01 && number <= 64))
		return error_set(err, ERR_INPUT,
				 "'%.80s' is not a share of a CPU: a number of 0.01 to 64, for example 0.25", text);
	*share = number;
	return OK;
}

enum status lab_buffer_parse(const char *text, size_t *bytes, struct error *err)
{
	size_t found = 0;

	if (size_parse(text, &found, NULL) != OK || found < 3000 || found > (size_t)1 << 30)
		return error_set(err, ERR_INPUT,
				 "'%.80s' is not the size of a switch's buffer: bytes, with K or M if wanted, 3000 to "
				 "1G, for example 64K",
				 text);
	*bytes = found;
	return OK;
}

/* The first line of a file of /proc/sys/net/ipv4; false: it cannot be read. */
static bool read_setting(const char *path, char *line, size_t room)
{
	FILE *file = fopen(path, "r");
	bool told = file && fgets(line, (int)room, file);

	if (file)
		fclose(file);
	if (told)
		line[strcspn(line, "\n")] = '\0';
	return told;
}

void lab_tcp_own(char name[LAB_TCP_MOST + 1])
{
	char line[256] = "";

	read_setting("/proc/sys/net/ipv4/tcp_congestion_control", line, sizeof(line));
	snprintf(name, LAB_TCP_MOST + 1, "%.*s", LAB_TCP_MOST, line);
}

enum status lab_tcp_parse(const char *text, char name[LAB_TCP_MOST + 1], struct error *err)
{
	static const char path[] = "/proc/sys/net/ipv4/tcp_available_congestion_control";
	char known[256], words[256], *rest = words;

	if (!read_setting(path, known, sizeof(known)))
		return error_set(err, ERR_PLATFORM, "%s does not say which congestion controls TCP has", path);
	snprintf(words, sizeof(words), "%s", known);
	for (char *word; (word = strtok_r(rest, " ", &rest));)
		if (strcmp(word, text) == 0) {
			snprintf(name, LAB_TCP_MOST + 1, "%.*s", LAB_TCP_MOST, word);
			return OK;
		}
	return error_set(err, ERR_INPUT, "\"%s\": a congestion control of TCP that this machine has is expected: %s",
			 text, known);
}

const char *lab_rate_format(double rate, char *text, size_t room)
{
	const struct unit *unit = rate >= 1e9 ? &units[2] : rate >= 1e6 ? &units[1] : &units[0];

	snprintf(text, room, "%.9g%s", rate / unit->factor, unit->name);
	return text;
}

/* One line: nothing but a comment, or node and words. named marks the nodes that had a line. */
static enum status line_read(char *text, const char *path, size_t number, const struct lab_line *line, bool *named,
			     size_t nodes, struct error *err)
{
	char *node = strtok(text, " \t\r\n"), *words[LAB_WORDS_MOST + 1] = {NULL};
	const char *rest;
	struct error why = {0};
	size_t i = 0, n = 0;

	if (!node)
		return OK;
	rest = text_whole(node, &i);
	if (!rest || *rest || i < 1 || i > nodes)
		return error_set(err, ERR_INPUT, "%s:%zu: '%.80s' is not a node: they are 1 to %zu", path, number, node,
				 nodes);
	while (n <= line->words && (words[n] = strtok(NULL, " \t\r\n")))
		n++;
	if (n != line->words)
		return error_set(err, ERR_INPUT, "%s:%zu: expected a node and %s, for example \"%zu %s\"", path, number,
				 line->what, i, line->example);
	if (named[i - 1])
		return error_set(err, ERR_INPUT, "%s:%zu: node %zu is named twice", path, number, i);
	if (line->take(i, words, line->context, &why) != OK)
		return error_set(err, ERR_INPUT, "%s:%zu: %s", path, number, why.text);
	named[i - 1] = true;
	return OK;
}

enum status lab_lines_read(const char *path, const struct lab_line *line, size_t nodes, struct error *err)
{
	bool named[LAB_NODES_MOST] = {false};
	char *text = NULL;
	size_t length = 0;
	enum status status = file_read(path, "table of nodes", TEXT_MOST, &text, &length, err);

	length = 0;
	for (char *at = text, *next; status == OK && *at != '\0'; at = next) {
		char *end = at + strcspn(at, "\n");

		next = *end ? end + 1 : end;
		*end = '\0';
		at[strcspn(at, "#")] = '\0';
		status = line_read(at, path, ++length, line, named, nodes, err);
	}
	free(text);
	return status;
}

/* Values of nodes, and how one is read. */
struct lab_values {
	enum status (*parse)(const char *, double *, struct error *);
	double *values;
};

static enum status take_value(size_t node, char *const *words, void *context, struct error *err)
{
	const struct lab_values *v = context;

	return v->parse(words[0], &v->values[node - 1], err);
}

enum status lab_values_read(const char *path, enum status (*parse)(const char *, double *, struct error *),
			    double *values, const char *example, size_t nodes, struct error *err)
{
	struct lab_values all = {parse, values};
	const struct lab_line line = {1, "its value", example, take_value, &all};

	return lab_lines_read(path, &line, nodes, err);
}
