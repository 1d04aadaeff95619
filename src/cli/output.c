#include "cli/output.h"

#include <string.h>

#include "base/file.h"

enum status output_check(const char *path, const struct output_input *inputs, size_t n, struct error *err)
{
	struct error why = {0};

	if (!path || strcmp(path, "-") == 0)
		return OK;
	for (size_t i = 0; i < n; i++)
		if (inputs[i].path && file_same(path, inputs[i].path))
			return error_set(err, ERR_USAGE, "-o %s: this is %s; what is written needs a file of its own",
					 path, inputs[i].what);
	return file_replace_check(path, "file", &why) == OK ? OK : error_set(err, why.status, "-o %s", why.text);
}
