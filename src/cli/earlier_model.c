#include "cli/earlier_model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/file/file.h"

static bool holds_model(const char *path, const char *class_name)
{
	struct error ignored = {.status = OK};
	struct model *model = model_read(path, &ignored);
	bool holds = model && strcmp(model->class->name, class_name) == 0;

	model_free(model);
	return holds;
}

void earlier_model_put_aside(const char *path, const char *class_name, const struct progress *progress)
{
	static const char suffix[] = ".earlier";
	size_t room = strlen(path) + sizeof(suffix);
	char *aside = malloc(room);

	if (aside && holds_model(path, class_name)) {
		snprintf(aside, room, "%s%s", path, suffix);
		if (rename(path, aside) == 0)
			progress_warn(progress, "%s was of an earlier run: it is %s now", path, aside);
		else
			progress_warn(progress, "%s is of an earlier run, and not of this one; it cannot be moved: %s",
				      path, strerror(errno));
	}
	free(aside);
}
