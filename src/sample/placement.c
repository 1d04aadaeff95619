#include "sample/placement.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"
#define BETWEEN "," BLANKS "\n"

/* A word of a list of nodes. */
struct node_name {
	const char *text;
	size_t length;
};

static bool same(const struct node_name *a, const struct node_name *b)
{
	return a->length == b->length && strncmp(a->text, b->text, a->length) == 0;
}

/* A whole number from 1 to most that makes up so many characters; 0 if there is none. */
static size_t count_of(const char *text, size_t length, size_t most)
{
	size_t value = 0;

	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9')
			return 0;
		value = 10 * value + (size_t)(text[i] - '0');
		if (value > most)
			return 0;
	}
	return value;
}

/* "block:N" or "cyclic:N", N being what follows name. */
static enum status read_rule(const char *name, const char *text, size_t processes, size_t *each, struct error *err)
{
	size_t length = strcspn(text, BETWEEN);

	*each = count_of(text, length, SIZE_MAX / 16);
	if (*each > 0 && text[length + strspn(text + length, BETWEEN)] == '\0')
		return OK;
	return error_set(err, ERR_INPUT,
			 "\"%s%.40s\": a number of processes of each node is expected, as in %s4 of %zu processes",
			 name, text, name, processes);
}

/* Behind a name: how many processes "slots=N" gives it, past which *at goes; 1 if that is not there. */
static size_t read_slots(const char **at, size_t most)
{
	static const char slots[] = "slots=";
	const char *next = *at + strspn(*at, BLANKS);
	size_t length;

	if (strncmp(next, slots, strlen(slots)) != 0)
		return 1;
	next += strlen(slots);
	length = strcspn(next, BETWEEN "#");
	*at = next + length;
	return count_of(next, length, most);
}

/* The next word of a list, and how many processes it stands for; false at the end. */
static bool next_word(const char **at, size_t most, struct node_name *word, size_t *n)
{
	const char *colon;

	for (*at += strspn(*at, BETWEEN); **at == '#'; *at += strspn(*at, BETWEEN))
		*at += strcspn(*at, "\n");
	*word = (struct node_name){*at, strcspn(*at, BETWEEN "#")};
	if (word->length == 0)
		return false;
	*at += word->length;
	colon = memchr(word->text, ':', word->length);
	if (!colon) {
		*n = read_slots(at, most);
		return true;
	}
	*n = count_of(colon + 1, (size_t)(word->text + word->length - colon) - 1, most);
	word->length = (size_t)(colon - word->text);
	return true;
}

/* words: room for one of each process. */
static enum status read_list(const char *text, size_t processes, struct node_name *words, int *node, struct error *err)
{
	struct node_name word;
	size_t p = 0, n = 0;

	while (next_word(&text, (size_t)1 << 30, &word, &n)) {
		size_t first = 0;

		if (n == 0)
			return error_set(err, ERR_INPUT,
					 "node \"%.*s\": how many processes it has is a number from 1 on",
					 (int)(word.length < 40 ? word.length : 40), word.text);
		if (n > processes - p)
			return error_set(err, ERR_INPUT, "nodes of more than the %zu processes: one for each",
					 processes);
		while (first < p && !same(&words[first], &word))
			first++;
		first = first < p ? (size_t)node[first] : p;
		for (size_t i = 0; i < n; i++, p++) {
			words[p] = word;
			node[p] = (int)first;
		}
	}
	return p == processes
		       ? OK
		       : error_set(err, ERR_INPUT, "nodes of %zu of the %zu processes: one for each", p, processes);
}

enum status placement_parse(const char *text, size_t processes, int *node, struct error *err)
{
	static const char block[] = "block:", cyclic[] = "cyclic:";
	bool blocks = strncmp(text, block, strlen(block)) == 0, turns = strncmp(text, cyclic, strlen(cyclic)) == 0;
	const char *name = blocks ? block : cyclic;
	struct node_name *words;
	size_t each = 1, nodes;
	enum status status;

	if (!blocks && !turns) {
		words = malloc((processes + 1) * sizeof(*words));
		status = words ? read_list(text, processes, words, node, err) : error_memory(err, "a placement");
		free(words);
		return status;
	}
	status = read_rule(name, text + strlen(name), processes, &each, err);
	if (status != OK)
		return status;
	nodes = processes / each + (processes % each > 0);
	for (size_t p = 0; p < processes; p++)
		node[p] = (int)(blocks ? p / each * each : p % nodes);
	return OK;
}

enum status placement_names(const char *text, size_t processes, char (*names)[PLACEMENT_NAME], struct error *err)
{
	struct node_name *words = malloc((processes + 1) * sizeof(*words));
	int *node = malloc((processes + 1) * sizeof(*node));
	enum status status = words && node ? OK : error_memory(err, "the names of nodes");

	if (status == OK && (strncmp(text, "block:", 6) == 0 || strncmp(text, "cyclic:", 7) == 0))
		status = error_set(err, ERR_INPUT, "%s: names of nodes are expected, as a:4,b:4", text);
	if (status == OK)
		status = read_list(text, processes, words, node, err);
	for (size_t p = 0; status == OK && p < processes; p++) {
		if (words[p].length >= PLACEMENT_NAME)
			status = error_set(err, ERR_INPUT, "node \"%.40s...\": its name has more than %d characters",
					   words[p].text, PLACEMENT_NAME - 1);
		else
			snprintf(names[p], PLACEMENT_NAME, "%.*s", (int)words[p].length, words[p].text);
	}
	free(words);
	free(node);
	return status;
}

static bool same_host(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* Processes next to each other mostly share a host. */
void placement_of_hosts(const char *const *hosts, size_t processes, int *node)
{
	for (size_t p = 0; p < processes; p++) {
		size_t first = 0;

		if (p > 0 && same_host(hosts[p], hosts[p - 1])) {
			node[p] = node[p - 1];
			continue;
		}
		while (first < p && !same_host(hosts[p], hosts[first]))
			first++;
		node[p] = (int)first;
	}
}

size_t placement_nodes(const int *node, size_t processes)
{
	size_t n = 0;

	for (size_t p = 0; p < processes; p++)
		n += node[p] == (int)p;
	return n;
}
