#include "cli/request_options.h"

#include "cli/command.h"
#include "base/file_read.h"
#include "base/nearest.h"
#include "sample/process_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DIGITS "0123456789"

enum { PLACE = 256, LIST_MOST = 64000000 }; /* bytes: a number or a name for each of some million processes */

enum status option_file_read(const char *option, const char *path, const char *else_what, char **text,
			     struct error *err)
{
	size_t length;
	struct error why = {.status = OK};
	enum status status = file_read(path, "list or table", LIST_MOST, text, &length, &why);

	if (status == ERR_IO)
		return error_set(err, ERR_USAGE, "%s %s: neither %s nor a file that can be read: %s", option, path,
				 else_what, why.text);
	if (status == ERR_INPUT)
		return error_set(err, ERR_INPUT, "%s %s", option, why.text);
	if (status == OK && (*text)[strspn(*text, " \t\r\n")] == '\0')
		return error_set(err, ERR_INPUT, "%s %s: the file is empty", option, path);
	return status == OK ? OK : error_set(err, status, "%s", why.text);
}

enum status option_file_status(const char *option, const char *path, enum status status, struct error *err)
{
	char place[PLACE];

	if (!path)
		return usage_of_option(option, status, err);
	if (status == ERR_INPUT) {
		snprintf(place, sizeof(place), "%s %.200s", option, path);
		error_prefix(err, place);
	}
	return status;
}

static enum status read_option(const char *option, const char *text, size_t processes,
			       enum status (*parse)(const char *, size_t, int *, struct error *), int **list,
			       struct error *err)
{
	char *file = NULL;
	enum status status = text[strspn(text, "0123456789,-")] != '\0'
				     ? option_file_read(option, text, "a list of numbers like 0,3,1,2", &file, err)
				     : OK;

	if (status == OK && !(*list = malloc((processes + 1) * sizeof(**list))))
		status = error_memory(err, "a number for each process");
	if (status == OK)
		status = option_file_status(option, file ? text : NULL,
					    parse(file ? file : text, processes, *list, err), err);
	free(file);
	if (status != OK) {
		free(*list);
		*list = NULL;
	}
	return status;
}

static bool is_number(const char *text)
{
	return text[strspn(text, DIGITS)] == '\0';
}

static enum status read_lists(struct collective_options *wanted, const struct request_options *options, int **order,
			      int **group, struct error *err)
{
	enum status status = OK;

	if (options->order)
		status = read_option("--order", options->order, options->processes, process_list_parse, order, err);
	if (status == OK && options->groups)
		status = read_option("--groups", options->groups, options->processes, process_groups_parse, group, err);
	wanted->order = *order;
	wanted->group = *group;
	if (options->groups && is_number(options->groups))
		wanted->group_size = (size_t)strtoull(options->groups, NULL, 10);
	return status;
}

enum status request_of_options(struct collective_request *request, enum collective collective,
			       const struct request_options *options, struct error *err)
{
	struct collective_options wanted = {.collective = collective,
					    .processes = options->processes,
					    .root = options->root,
					    .segment = options->segment,
					    .fanout = options->fanout};
	int *order = NULL, *group = NULL;
	enum status status = OK;

	*request = (struct collective_request){.algorithm = NULL};
	if (strcmp(options->algorithm, "all") != 0) {
		wanted.algorithm = algorithm_find(collective, options->algorithm, err);
		status = wanted.algorithm ? OK : usage_of(ERR_INPUT, err);
	}
	if (status == OK)
		status = read_lists(&wanted, options, &order, &group, err);
	if (status == OK)
		status = usage_of(collective_request_init(request, &wanted, err), err);
	free(order);
	free(group);
	return status;
}

enum status port_options_check(const struct port_options *options, struct error *err)
{
	if (options->fair + options->parallel + options->in_turn > 1)
		return error_set(
			err, ERR_USAGE,
			"--parallel, --fair and --in-turn are ways in which a port serves messages: give one of them");
	return OK;
}

bool port_options_given(const struct port_options *options)
{
	return options->eager < SIZE_MAX || options->parallel || options->fair || options->in_turn ||
	       options->half_duplex;
}

struct predict_options predict_options_of(const struct port_options *options, const struct model *model)
{
	struct predict_options how = predict_options_default(model);

	if (options->parallel || options->fair || options->in_turn)
		how.use = (struct model_use){.model = model,
					     .fair = options->fair,
					     .parallel = options->parallel,
					     .in_turn = options->in_turn,
					     .link_order = how.use.link_order,
					     .in_stream = how.use.in_stream,
					     .both_ways = how.use.both_ways};
	if (options->half_duplex)
		how.use.both_ways = 1;
	if (options->eager < SIZE_MAX)
		how.eager_most = options->eager;
	return how;
}

bool operation_is_misspelt(const char *name)
{
	return !strpbrk(name, "./") && access(name, F_OK) != 0;
}

enum status operation_unknown(const char *name, const char *also, struct error *err)
{
	const char *nearest = name_nearest(name, collective_words);
	char names[400] = "";
	size_t used = 0;

	for (int i = 0; collective_words[i]; i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i > 0 ? ", " : "",
					 collective_words[i]);
	return error_set(err, ERR_USAGE, "there is no operation \"%s\"%s%s%s: the operations are %s%s", name,
			 nearest ? " (did you mean " : "", nearest ? nearest : "", nearest ? "?)" : "", also, names);
}
