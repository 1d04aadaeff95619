#include "cli/arrival_option.h"

#include "cli/command.h"
#include "cli/request_options.h"
#include "sample/arrival.h"

#include <stdlib.h>
#include <string.h>

/* A delay of a file has two characters and one behind it, and in a pattern as many as this with its comma; that of
 * several in a row has less than theirs. */
enum { FILE_DELAY = 3, PATTERN_DELAY = 18 };

/* The delays of a file, one for each process. */
static enum status read_file(const char *path, size_t processes, size_t most, char **pattern, struct error *err)
{
	char *text = NULL;
	size_t n = 0, room = 0;
	enum status status =
		option_file_read("--arrival", path, "late-root, late-root:50us or random:10us", &text, err);

	if (status == OK) {
		room = (strlen(text) / FILE_DELAY + 1) * PATTERN_DELAY + 1;
		room = room < most ? room : most;
		*pattern = malloc(room);
		status = *pattern ? OK : error_memory(err, "the arrivals of processes");
	}
	if (status == OK)
		status = option_file_status("--arrival", path, arrival_read(text, *pattern, room, &n, err), err);
	if (status == OK && n != processes)
		status = error_set(err, ERR_INPUT, "--arrival %s: it has %zu delays, and there are %zu processes", path,
				   n, processes);
	free(text);
	return status;
}

enum status arrival_option_read(const char *text, uint64_t seed, size_t processes, size_t most, char **pattern,
				struct error *err)
{
	char word[SETUP_ARRIVAL_MOST] = "";
	bool named = true;
	enum status status = OK;

	*pattern = NULL;
	if (text)
		status = usage_of_option("--arrival", arrival_parse(text, seed, word, sizeof(word), &named, err), err);
	if (status == OK && !named)
		return read_file(text, processes, most, pattern, err);
	if (status == OK && !(*pattern = strdup(word)))
		return error_memory(err, "the arrivals of processes");
	return status;
}
