#include "api/request.h"

#include <stdio.h>
#include <string.h>

static enum status no_such_operation(const char *name, struct error *err)
{
	char names[400] = "";
	size_t used = 0;

	for (size_t i = 0; collective_words[i] && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i > 0 ? ", " : "",
					 collective_words[i]);
	return error_set(err, ERR_INPUT, "there is no operation \"%s\" with algorithms: the operations are %s",
			 name ? name : "(none)", names);
}

enum status request_make(struct collective_request *request, const struct request_numbers *numbers, struct error *err)
{
	int collective = numbers->operation ? collective_of_word(numbers->operation) : -1;
	struct collective_options options = {.processes = (size_t)numbers->processes,
					     .segment = numbers->segment,
					     .order = numbers->order,
					     .group = numbers->group};

	if (collective < 0)
		return no_such_operation(numbers->operation, err);
	if (numbers->root < 0 || numbers->fanout < 0)
		return error_set(err, ERR_INPUT, "neither root (%d) nor fanout (%d) may be negative", numbers->root,
				 numbers->fanout);
	options.collective = (enum collective)collective;
	options.root = collective_has_root(options.collective) ? (size_t)numbers->root : 0;
	options.fanout = (size_t)numbers->fanout;
	if (numbers->algorithm) {
		options.algorithm = algorithm_find(options.collective, numbers->algorithm, err);
		if (!options.algorithm)
			return ERR_INPUT;
	}
	return collective_request_init(request, &options, err);
}

enum status request_of_call(struct collective_request *request, const struct sonde_call *call, int processes,
			    struct error *err)
{
	const struct request_numbers numbers = {
		.operation = call->operation,
		.algorithm = call->algorithm,
		.processes = processes,
		.root = call->root,
		.segment = call->segment,
		.fanout = call->fanout,
		.order = call->order,
		.group = call->group,
	};

	return request_make(request, &numbers, err);
}
