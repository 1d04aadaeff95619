#include "cli/predict/mapping.h"

#include <string.h>

void predict_mapping_choose(struct predict_request_options *options)
{
	options->best_order = options->request.order && strcmp(options->request.order, "best") == 0;
	if (options->best_order)
		options->request.order = NULL;
}

enum status predict_mapping_check(const struct predict_request_options *options, enum collective collective,
				  struct error *err)
{
	if (!options->best_order)
		return OK;
	if (!(collective_takes(collective) & TAKES_ORDER))
		return error_set(err, ERR_USAGE, "--order best: %s has no algorithm with an order to choose",
				 collective_words[collective]);
	if (options->closed || course_is_asked(&options->course))
		return error_set(
			err, ERR_USAGE,
			"--order best goes without --closed-form, --breakdown, --critical-path and --receives: "
			"give the order that it finds to --order");
	return OK;
}
