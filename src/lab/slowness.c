#include "lab/slowness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "lab/shape.h"

#define PRELOAD "LD_PRELOAD="
#define TIMES "SONDE_LAB_SLOW="

static const double call_most = 1, byte_most = 1e-3; /* s */

static enum status parse_time(const char *text, const char *what, double most, double *seconds, struct error *err)
{
	double found;

	if (seconds_parse(text, &found, err) != OK)
		return ERR_INPUT;
	if (found > most)
		return error_set(err, ERR_INPUT, "'%.80s' is too long for a %s: at most %g s", text, what, most);
	*seconds = found;
	return OK;
}

static enum status take(size_t node, char *const *words, void *context, struct error *err)
{
	struct lab_slowness *slow = (struct lab_slowness *)context + (node - 1);

	TRY(parse_time(words[0], "call", call_most, &slow->call, err));
	return parse_time(words[1], "byte", byte_most, &slow->byte, err);
}

enum status slowness_read(const char *path, struct lab_slowness *slow, size_t nodes, struct error *err)
{
	const struct lab_line line = {LAB_WORDS_MOST, "its time per call and per byte", "400us 50ns", take, slow};

	return lab_lines_read(path, &line, nodes, err);
}

bool slowness_wanted(const struct lab *lab)
{
	for (size_t i = 0; i < lab->shape.nodes; i++)
		if (lab->shape.slow[i].call + lab->shape.slow[i].byte > 0)
			return true;
	return false;
}

static bool begins(const char *word, const char *with)
{
	return strncmp(word, with, strlen(with)) == 0;
}

char **slowness_environment(const struct lab *lab, size_t i, const char *path, char *const *before)
{
	const struct lab_slowness *slow = &lab->shape.slow[i - 1];
	const char *others = "";
	size_t n = 0, used = 0, room;
	char **list, *text;

	for (; before[n]; n++)
		if (begins(before[n], PRELOAD))
			others = before[n] + strlen(PRELOAD);
	room = strlen(PRELOAD) + strlen(path) + strlen(others) + 2;
	list = malloc((n + 3) * sizeof(*list) + room + LAB_PATH_MOST);
	if (!list)
		return NULL;
	text = (char *)(list + n + 3);
	for (size_t k = 0; k < n; k++)
		if (!begins(before[k], PRELOAD) && !begins(before[k], TIMES))
			list[used++] = before[k];
	list[used++] = text;
	snprintf(text, room, "%s%s%s%s", PRELOAD, path, *others ? ":" : "", others);
	list[used++] = text + room;
	snprintf(text + room, LAB_PATH_MOST, "%s%.17g %.17g %s", TIMES, slow->call, slow->byte, LAB_NETWORK);
	list[used] = NULL;
	return list;
}
