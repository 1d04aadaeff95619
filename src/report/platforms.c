#include "report/platforms.h"

bool report_same_platform(const struct report_run *run, const struct report_run *other)
{
	return circumstances_same_platform(&run->run.circumstances, &other->run.circumstances);
}

size_t report_platforms(const struct report_input *input, const struct report_run *list[REPORT_PLATFORMS_MOST])
{
	size_t n = 0;

	if (input->head)
		list[n++] = input->head;
	for (size_t i = input->n_runs; i-- > 0 && n < REPORT_PLATFORMS_MOST;) {
		size_t k = 0;

		while (k < n && !report_same_platform(&input->runs[i], list[k]))
			k++;
		if (k == n)
			list[n++] = &input->runs[i];
	}
	return n;
}

const char *report_platform_text(const struct report_input *input, const struct report_run *run,
				 char text[PLATFORM_ROOM])
{
	return circumstances_difference(&input->head->run.circumstances, &run->run.circumstances, text, PLATFORM_ROOM);
}

size_t report_platform_runs(const struct report_input *input, const struct report_run *platform)
{
	size_t n = 0;

	for (size_t i = 0; i < input->n_runs; i++)
		n += report_same_platform(&input->runs[i], platform);
	return n;
}
