#include "algorithm/request.h"

#include "sample/process_list.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned collective_takes(enum collective collective)
{
	unsigned takes = 0;

	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each))
		if (each->collective == collective)
			takes |= each->takes;
	return takes;
}

/* ERR_INPUT if something is given that no algorithm of the operation takes: each would be asked without it. */
static enum status check_taken(const struct collective_options *options, struct error *err)
{
	const struct {
		bool given;
		unsigned takes;
		const char *name, *what;
	} all[] = {
		{options->segment > 0, TAKES_SEGMENT, "segment", "segments"},
		{options->fanout > 0, TAKES_FANOUT, "fanout", "a fan-out"},
		{options->order != NULL, TAKES_ORDER, "order", "an order of processes"},
		{options->group || options->group_size > 0, TAKES_GROUP, "groups", "groups"},
	};
	unsigned takes = collective_takes(options->collective);

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i].given && !(takes & all[i].takes))
			return error_set(err, ERR_INPUT, "%s: no algorithm of %s has %s to choose", all[i].name,
					 collective_words[options->collective], all[i].what);
	return OK;
}

static enum status check_numbers(const struct collective_options *options, struct error *err)
{
	if (options->processes < 1 || options->processes > INT_MAX)
		return error_set(err, ERR_INPUT, "%zu processes cannot be; at least 1 and at most %d",
				 options->processes, INT_MAX);
	if (options->root >= options->processes)
		return error_set(err, ERR_INPUT, "process %zu cannot be the root; processes are 0 to %zu",
				 options->root, options->processes - 1);
	if (options->fanout > INT_MAX)
		return error_set(err, ERR_INPUT, "a fan-out of %zu cannot be; at most %d", options->fanout, INT_MAX);
	return OK;
}

static int *copy_list(const int *list, size_t processes)
{
	int *copy = malloc(processes * sizeof(*copy));

	if (copy)
		memcpy(copy, list, processes * sizeof(*copy));
	return copy;
}

static int *groups_of_size(size_t size, size_t processes)
{
	int *list = malloc(processes * sizeof(*list));

	for (size_t i = 0; list && i < processes; i++)
		list[i] = (int)(i / size);
	return list;
}

static enum status copy_lists(struct collective_request *request, const struct collective_options *options,
			      struct error *err)
{
	size_t n = options->processes;
	bool blocks = collective_has_counts(request->collective);

	if (options->order && !(request->order = copy_list(options->order, n)))
		return error_memory(err, "the order of the processes");
	if (options->group_size > 0)
		request->group = groups_of_size(options->group_size, n);
	else if (options->group)
		request->group = copy_list(options->group, n);
	if ((options->group_size > 0 || options->group) && !request->group)
		return error_memory(err, "the groups of the processes");
	if (blocks && !(request->counts = calloc(n, sizeof(*request->counts))))
		return error_memory(err, "the counts of a collective operation");
	return OK;
}

enum status collective_request_init(struct collective_request *request, const struct collective_options *options,
				    struct error *err)
{
	enum status status = check_numbers(options, err);

	*request = (struct collective_request){.collective = options->collective, .algorithm = options->algorithm};
	if (status == OK && !options->algorithm)
		status = check_taken(options, err);
	if (status != OK)
		return status;
	request->processes = (int)options->processes;
	request->root = (int)options->root;
	request->fanout = (int)options->fanout;
	request->segment = options->segment;
	request->group_size = options->group_size;
	return copy_lists(request, options, err);
}

/* A list of a setup, which must be all digits and separators; *size becomes what a text of one number says. */
static enum status read_list(const char *what, const char *text, size_t processes,
			     enum status (*parse)(const char *, size_t, int *, struct error *), int **list,
			     struct error *err)
{
	struct error why = {0};

	if (text[0] == '\0')
		return OK;
	*list = malloc(processes * sizeof(**list));
	if (!*list)
		return error_memory(err, "a number for each process");
	return parse(text, processes, *list, &why) == OK ? OK
							 : error_set(err, ERR_INPUT, "%s %s: %s", what, text, why.text);
}

/* The size of groups that a text of digits alone says, which has been read; 0 for a list. */
static size_t size_of_groups(const char *text)
{
	return text[0] && text[strspn(text, "0123456789")] == '\0' ? (size_t)strtoull(text, NULL, 10) : 0;
}

static enum status read_setup(struct collective_options *options, const struct setup *setup, int **order, int **group,
			      struct error *err)
{
	enum status status = read_list("the order", setup->order, options->processes, process_list_parse, order, err);

	if (status == OK)
		status = read_list("the groups", setup->groups, options->processes, process_groups_parse, group, err);
	options->order = *order;
	options->group = *group;
	options->group_size = size_of_groups(setup->groups);
	return status;
}

enum status collective_request_of_experiment(struct collective_request *request, const struct experiment *what,
					     size_t processes, struct error *err)
{
	const struct setup *setup = &what->setup;
	struct collective_options options = {
		.processes = processes, .segment = setup->segment, .fanout = setup->fanout};
	int collective = collective_of_word(setup->collective), *order = NULL, *group = NULL;
	enum status status;

	*request = (struct collective_request){.algorithm = NULL};
	if (collective < 0)
		return error_set(err, ERR_INPUT,
				 "%s has no algorithm \"%s\": there are none of sonde's own, only the MPI library's",
				 setup->collective, setup->algorithm);
	options.collective = (enum collective)collective;
	options.algorithm = algorithm_find(options.collective, setup->algorithm, err);
	if (!options.algorithm)
		return ERR_INPUT;
	if (collective_has_root(options.collective) && what->from < 0)
		return error_set(err, ERR_INPUT, "process %d cannot be the root", what->from);
	if (collective_has_root(options.collective))
		options.root = (size_t)what->from;
	status = check_numbers(&options, err);
	if (status == OK)
		status = read_setup(&options, setup, &order, &group, err);
	if (status == OK)
		status = collective_request_init(request, &options, err);
	free(order);
	free(group);
	return status;
}

void collective_request_release(struct collective_request *request)
{
	free(request->order);
	free(request->group);
	free(request->counts);
	*request = (struct collective_request){.algorithm = NULL};
}

const struct algorithm_class *collective_request_next(const struct collective_request *request,
						      const struct algorithm_class *algorithm)
{
	if (request->algorithm)
		return algorithm ? NULL : request->algorithm;
	do
		algorithm = algorithm_next(algorithm);
	while (algorithm && algorithm->collective != request->collective);
	return algorithm;
}

/* Whether the algorithm is asked with something that it may not take: one that is named is, and refuses it. */
static bool asked_with(const struct collective_request *request, const struct algorithm_class *algorithm, unsigned what)
{
	return request->algorithm || (algorithm->takes & what);
}

enum status collective_request_use(struct collective_request *request, const struct algorithm_class *algorithm,
				   uint64_t bytes, struct algorithm_use *use, struct error *err)
{
	for (int i = 0; request->counts && i < request->processes; i++)
		request->counts[i] = bytes;
	request->call = (struct call){
		.collective = request->collective,
		.processes = request->processes,
		.root = request->root,
		.count = bytes,
		.counts = request->counts,
		.commutes = true,
		.segment = asked_with(request, algorithm, TAKES_SEGMENT) ? request->segment : 0,
		.fanout = asked_with(request, algorithm, TAKES_FANOUT) ? request->fanout : 0,
		.order = asked_with(request, algorithm, TAKES_ORDER) ? request->order : NULL,
		.group = asked_with(request, algorithm, TAKES_GROUP) ? request->group : NULL,
	};
	*use = (struct algorithm_use){algorithm, &request->call};
	return algorithm_check(algorithm, &request->call, err);
}

static bool write_list(const int *list, int processes, char text[SETUP_LIST_MOST])
{
	return process_list_format(list, (size_t)processes, text, SETUP_LIST_MOST);
}

enum status collective_request_experiment(const struct collective_request *request,
					  const struct algorithm_class *algorithm, size_t bytes,
					  struct experiment *what, struct error *err)
{
	struct setup *setup = &what->setup;
	const char *too_long = NULL;

	*what = (struct experiment){
		.kind = EXPERIMENT_COLLECTIVE, .from = request->root, .to = request->root, .bytes = bytes, .count = 1};
	snprintf(setup->collective, sizeof(setup->collective), "%s", collective_words[request->collective]);
	snprintf(setup->algorithm, sizeof(setup->algorithm), "%s", algorithm->name);
	if (asked_with(request, algorithm, TAKES_SEGMENT))
		setup->segment = request->segment;
	if (asked_with(request, algorithm, TAKES_FANOUT))
		setup->fanout = (size_t)request->fanout;
	if (asked_with(request, algorithm, TAKES_ORDER) && request->order &&
	    !write_list(request->order, request->processes, setup->order))
		too_long = "order";
	if (asked_with(request, algorithm, TAKES_GROUP) && request->group_size > 0)
		snprintf(setup->groups, sizeof(setup->groups), "%zu", request->group_size);
	else if (asked_with(request, algorithm, TAKES_GROUP) && request->group &&
		 !write_list(request->group, request->processes, setup->groups))
		too_long = "groups";
	return too_long ? error_set(err, ERR_INPUT,
				    "%s: a measurement keeps at most %d characters of numbers and ranges like "
				    "0,15-8,1-7",
				    too_long, SETUP_LIST_MOST - 1)
			: OK;
}
