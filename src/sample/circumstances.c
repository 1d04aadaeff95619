#include "sample/circumstances.h"

#include <stdbool.h>
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
	bool countable = processes <= SIZE_MAX / sizeof(char *);
	char **hosts = countable ? calloc(processes ? processes : 1, sizeof *hosts) : NULL;
	char **bindings = countable ? calloc(processes ? processes : 1, sizeof *bindings) : NULL;

	if (!hosts || !bindings) {
		free(hosts);
		free(bindings);
		return error_memory(err, "the processes' hosts and bindings");
	}
	texts_free(c->hosts, c->processes);
	texts_free(c->bindings, c->processes);
	c->hosts = hosts;
	c->bindings = bindings;
	c->processes = processes;
	return OK;
}

void circumstances_release(struct circumstances *c)
{
	texts_free(c->hosts, c->processes);
	texts_free(c->bindings, c->processes);
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
	return same_text(a->platform, b->platform) && same_text(a->library, b->library) && a->processes == b->processes &&
	       same_texts(a->hosts, b->hosts, a->processes) && same_texts(a->bindings, b->bindings, a->processes);
}
