#include "cli/runs_slower.h"

#include "base/text.h"
#include "report/slower.h"

#include <string.h>

bool runs_are_group(const char *name)
{
	return name && strpbrk(name, ",*?[") != NULL;
}

static enum status read_part(const char *text, double *part, struct error *err)
{
	double number = 0;
	const char *rest = text_number(text, &number);
	bool percent = rest && strcmp(rest, "%") == 0;

	if (!rest || (*rest && !percent) || !(number > 0) || (!percent && number >= 1))
		return error_set(err, ERR_USAGE,
				 "--fail-if-slower %.40s: by how much B may be slower than A, as 5%% or 0.05", text);
	*part = percent ? number / 100 : number;
	return OK;
}

enum status runs_compare_groups(struct context *context, struct store *store, const char *a, const char *b,
				const char *slower, double confidence, struct error *err)
{
	struct slower s = {.n = 0};
	double limit = 0.05;
	char text[600] = "";
	enum status status = slower ? read_part(slower, &limit, err) : OK;
	bool alarm;

	if (status == OK)
		status = slower_compare(&s, store, a, b, limit, confidence, err);
	alarm = status == OK && slower && s.alarms > 0;
	if (alarm)
		slower_text(&s, text, sizeof(text));
	if (status == OK)
		status = command_print(context, slower_table(&s), err);
	slower_release(&s);
	return status == OK && alarm ? error_set(err, ERR_CHECK, "%s", text) : status;
}
