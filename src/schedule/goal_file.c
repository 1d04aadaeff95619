#include "base/file.h"
#include "schedule/goal.h"

enum status goal_write_file(const struct schedule *schedule, const char *path, bool binary, struct error *err)
{
	struct file_replacement file;
	struct error why = {0};
	enum status status = file_replace_begin(&file, path, "GOAL file", err);

	if (status != OK)
		return status;
	status = binary ? goal_write_binary(schedule, file.stream, &why) : goal_write_text(schedule, file.stream, &why);
	if (status != OK)
		error_set(err, status, "%s%s%s", status == ERR_IO ? path : "", status == ERR_IO ? ": " : "", why.text);
	return file_replace_end(&file, status, err);
}
