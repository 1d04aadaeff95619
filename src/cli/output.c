#include "cli/output.h"

#include <string.h>

#include "base/file.h"
#include "render/plot.h"

static enum status check(const char *option, const char *path, const struct output_input *inputs, size_t n,
			 struct error *err)
{
	struct error why = {0};

	for (size_t i = 0; i < n; i++)
		if (inputs[i].path && file_same(path, inputs[i].path))
			return error_set(err, ERR_USAGE, "%s %s: this is %s; what is written needs a file of its own",
					 option, path, inputs[i].what);
	return file_replace_check(path, "file", &why) == OK ? OK
							    : error_set(err, why.status, "%s %s", option, why.text);
}

enum status output_check(const char *path, const struct output_input *inputs, size_t n, struct error *err)
{
	return path && strcmp(path, "-") != 0 ? check("-o", path, inputs, n, err) : OK;
}

enum status output_plot_check(const char *path, const struct output_input *inputs, size_t n, struct error *err)
{
	if (!path)
		return OK;
	if (strcmp(path, "-") == 0)
		return error_set(err, ERR_USAGE, "--plot -: a figure goes into a file: --plot FILE.svg");
	TRY(check("--plot", path, inputs, n, err));
	return plot_check(err);
}
