#include "cli/arrival_option.h"

#include "cli/command.h"
#include "cli/request_options.h"
#include "sample/arrival.h"

#include <stdlib.h>

/* The delays of a file, one for each process. */
static enum status read_file(const char *path, size_t processes, char pattern[SETUP_ARRIVAL_MOST], struct error *err)
{
	char *text = NULL;
	size_t n = 0;
	enum status status =
		option_file_read("--arrival", path, "late-root, late-root:50us or random:10us", &text, err);

	if (status == OK)
		status = usage_of_option("--arrival", arrival_read(text, pattern, SETUP_ARRIVAL_MOST, &n, err), err);
	if (status == OK && n != processes)
		status = error_set(err, ERR_USAGE, "--arrival %s: it has %zu delays, and there are %zu processes", path,
				   n, processes);
	free(text);
	return status;
}

enum status arrival_option_read(const char *text, uint64_t seed, size_t processes, char pattern[SETUP_ARRIVAL_MOST],
				struct error *err)
{
	bool named = true;
	enum status status = OK;

	pattern[0] = '\0';
	if (text)
		status = usage_of_option("--arrival",
					 arrival_parse(text, seed, pattern, SETUP_ARRIVAL_MOST, &named, err), err);
	return status == OK && !named ? read_file(text, processes, pattern, err) : status;
}
