#include "sample/circumstances.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void texts_free(char **texts, size_t n)
{
	for (size_t i = 0; texts && i < n; i++)
		free(texts[i]);
	free(texts);
}

enum status circumstances_processes(struct circumstances *c, size_t processes, struct error *err)
{
	char **hosts, **bindings, **places;

	if (processes > CIRCUMSTANCES_PROCESSES_MOST)
		return error_set(err, ERR_INPUT, "%zu processes are more than a run can have, which is %d", processes,
				 CIRCUMSTANCES_PROCESSES_MOST);
	hosts = calloc(processes + 1, sizeof(*hosts));
	bindings = calloc(processes + 1, sizeof(*bindings));
	places = calloc(processes + 1, sizeof(*places));
	if (!hosts || !bindings || !places) {
		free(hosts);
		free(bindings);
		free(places);
		return error_memory(err, "the processes' hosts and bindings");
	}
	texts_free(c->hosts, c->processes);
	texts_free(c->bindings, c->processes);
	texts_free(c->places, c->processes);
	free(c->cpu);
	c->cpu = NULL;
	c->hosts = hosts;
	c->bindings = bindings;
	c->places = places;
	c->processes = processes;
	return OK;
}

void circumstances_release(struct circumstances *c)
{
	texts_free(c->hosts, c->processes);
	texts_free(c->bindings, c->processes);
	texts_free(c->places, c->processes);
	free(c->node);
	free(c->cpu);
	free(c->platform);
	free(c->library);
	free(c->standard);
	free(c->processor);
	free(c->command);
	free(c->started);
	free(c->version);
	free(c->buffers);
	*c = (struct circumstances){0};
}

double circumstances_cpu_load(const struct circumstances *c, size_t process)
{
	return c->cpu && process < c->processes && c->cpu[process].wall > 0 ? c->cpu[process].cpu / c->cpu[process].wall
									    : NAN;
}

bool circumstances_cpu_loads(const struct circumstances *c, size_t *least, size_t *most)
{
	bool known = false;

	for (size_t i = 0; i < c->processes; i++) {
		double load = circumstances_cpu_load(c, i);

		if (!isfinite(load))
			continue;
		if (!known || load < circumstances_cpu_load(c, *least))
			*least = i;
		if (!known || load > circumstances_cpu_load(c, *most))
			*most = i;
		known = true;
	}
	return known;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* An array that is not there says as much as one of n NULLs. */
static bool same_texts(char *const *a, char *const *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!same_text(a ? a[i] : NULL, b ? b[i] : NULL))
			return false;
	}
	return true;
}

bool circumstances_same_platform(const struct circumstances *a, const struct circumstances *b)
{
	return same_text(a->platform, b->platform) && same_text(a->library, b->library) &&
	       a->processes == b->processes && same_texts(a->hosts, b->hosts, a->processes) &&
	       same_texts(a->bindings, b->bindings, a->processes) && a->yielding == b->yielding;
}

static void append(char *text, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t room, const char *format, ...)
{
	size_t length = strlen(text);
	va_list arguments;

	if (length > 0)
		length += (size_t)snprintf(text + length, room - length, "; ");
	va_start(arguments, format);
	if (length < room)
		vsnprintf(text + length, room - length, format, arguments);
	va_end(arguments);
}

static const char *shown(const char *text)
{
	return text ? text : "not known";
}

/* Of hosts or bindings, the first process that differs: the others mostly do so too. */
static void append_processes(char *text, size_t room, const char *what, char *const *a, char *const *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *one = a ? a[i] : NULL, *other = b ? b[i] : NULL;

		if (!same_text(one, other)) {
			append(text, room, "%s of process %zu: '%s' and '%s'", what, i, shown(one), shown(other));
			return;
		}
	}
}

const char *circumstances_difference(const struct circumstances *a, const struct circumstances *b, char *text,
				     size_t room)
{
	size_t common = a->processes < b->processes ? a->processes : b->processes;

	*text = '\0';
	if (!same_text(a->platform, b->platform))
		append(text, room, "platform: '%s' and '%s'", shown(a->platform), shown(b->platform));
	if (!same_text(a->library, b->library))
		append(text, room, "library: '%s' and '%s'", shown(a->library), shown(b->library));
	if (a->processes != b->processes)
		append(text, room, "processes: %zu and %zu", a->processes, b->processes);
	append_processes(text, room, "host", a->hosts, b->hosts, common);
	append_processes(text, room, "binding", a->bindings, b->bindings, common);
	if (a->yielding != b->yielding)
		append(text, room, "processes that yield while they wait: %zu and %zu", a->yielding, b->yielding);
	return text;
}

bool circumstances_mark_cpus(const char *binding, unsigned char *cpus)
{
	do {
		char *end;
		unsigned long first = strtoul(binding, &end, 10), last = first;

		if (end == binding)
			return false;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		if (last >= CIRCUMSTANCES_CPUS_MOST || (*end && *end != ','))
			return false;
		for (unsigned long cpu = first; cpu <= last; cpu++)
			cpus[cpu] = 1;
		binding = *end ? end + 1 : end;
	} while (*binding);
	return true;
}

/* The processes and CPUs of the host of process p; false if a binding is not known. */
static bool count_host(const struct circumstances *c, size_t p, size_t *processes, size_t *cpus)
{
	unsigned char marked[CIRCUMSTANCES_CPUS_MOST] = {0};

	*processes = *cpus = 0;
	for (size_t i = 0; i < c->processes; i++) {
		if (!c->hosts[i] || strcmp(c->hosts[i], c->hosts[p]) != 0)
			continue;
		if (!c->bindings[i] || !circumstances_mark_cpus(c->bindings[i], marked))
			return false;
		++*processes;
	}
	for (size_t i = 0; i < CIRCUMSTANCES_CPUS_MOST; i++)
		*cpus += marked[i];
	return true;
}

const char *circumstances_crowded(const struct circumstances *c, size_t *processes, size_t *cpus)
{
	for (size_t p = 0; c->hosts && c->bindings && p < c->processes; p++) {
		bool first = c->hosts[p] != NULL;

		for (size_t i = 0; first && i < p; i++)
			first = !c->hosts[i] || strcmp(c->hosts[i], c->hosts[p]) != 0;
		if (first && count_host(c, p, processes, cpus) && *processes > *cpus)
			return c->hosts[p];
	}
	return NULL;
}

bool circumstances_hosts_differ(const struct circumstances *c)
{
	for (size_t p = 1; c->hosts && p < c->processes; p++)
		if (c->hosts[0] && c->hosts[p] && strcmp(c->hosts[p], c->hosts[0]) != 0)
			return true;
	return false;
}

const char *circumstances_crowded_text(const struct circumstances *c, char *text, size_t room)
{
	size_t processes, cpus;
	const char *host = circumstances_crowded(c, &processes, &cpus);

	if (!host)
		return NULL;
	snprintf(text, room, "%.200s: %zu processes take turns on %zu CPU%s", host, processes, cpus,
		 cpus == 1 ? "" : "s");
	return text;
}

const char *circumstances_pair_hosts(const struct circumstances *c, int from, int to, char *text, size_t room)
{
	size_t n = c->hosts ? c->processes : 0;

	if (from < 0 || to < 0 || (size_t)from >= n || (size_t)to >= n || !c->hosts[from] || !c->hosts[to])
		return NULL;
	if (strcmp(c->hosts[from], c->hosts[to]) == 0)
		snprintf(text, room, "%.150s", c->hosts[from]);
	else
		snprintf(text, room, "%.150s and %.150s", c->hosts[from], c->hosts[to]);
	return text;
}
