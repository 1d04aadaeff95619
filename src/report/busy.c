#include "report/busy.h"

#include "report/platforms.h"

#include <stdio.h>
#include <string.h>

static void add(char text[BUSY_ROOM], const char *sentence)
{
	size_t used = strlen(text);

	snprintf(text + used, BUSY_ROOM - used, "%s%s.", used ? " " : "", sentence);
}

const char *report_busy_text(const struct circumstances *c, char text[BUSY_ROOM])
{
	char sentence[CIRCUMSTANCES_CROWDED_ROOM + 20];
	size_t least, most;

	*text = '\0';
	if (circumstances_crowded_text(c, sentence, sizeof(sentence)))
		add(text, sentence);
	if (!circumstances_cpu_loads(c, &least, &most))
		return text;
	if (least == most)
		snprintf(sentence, sizeof(sentence), "Processes had a CPU for %.1f %% of the time that they were timed",
			 100 * circumstances_cpu_load(c, least));
	else
		snprintf(sentence, sizeof(sentence),
			 "Processes had a CPU for %.1f (process %zu) to %.1f %% (process %zu) of the time that they "
			 "were timed",
			 100 * circumstances_cpu_load(c, least), least, 100 * circumstances_cpu_load(c, most), most);
	add(text, sentence);
	return text;
}

static void add_row(struct table *table, const struct report_run *run)
{
	const struct circumstances *c = &run->run.circumstances;
	char crowded[CIRCUMSTANCES_CROWDED_ROOM];
	size_t least = 0, most = 0;
	bool shared = circumstances_crowded_text(c, crowded, sizeof(crowded)) != NULL,
	     known = circumstances_cpu_loads(c, &least, &most);

	if (!shared && !known)
		return;
	table_row(table);
	table_set_text(table, "run", run->run.name);
	table_set_text(table, "processes and CPUs", shared ? crowded : "");
	if (!known)
		return;
	table_set_number(table, "least load", circumstances_cpu_load(c, least));
	table_set_number(table, "least of", (double)least);
	table_set_number(table, "largest load", circumstances_cpu_load(c, most));
	table_set_number(table, "largest of", (double)most);
}

struct table *report_busy_table(const struct report_input *input, const struct report_run *platform)
{
	static const struct column columns[] = {{"run", "", CELL_TEXT},           {"processes and CPUs", "", CELL_TEXT},
						{"least load", "", CELL_RATIO},   {"least of", "", CELL_COUNT},
						{"largest load", "", CELL_RATIO}, {"largest of", "", CELL_COUNT}};
	char title[PLATFORM_ROOM + 80], elsewhere[PLATFORM_ROOM];
	struct table *table;

	report_platform_text(input, platform, elsewhere);
	snprintf(title, sizeof(title), "What part of the time processes had a CPU%s%s",
		 *elsewhere ? ": elsewhere, " : "", elsewhere);
	table = table_new(title, columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; table && i < input->n_runs; i++)
		if (report_same_platform(&input->runs[i], platform))
			add_row(table, &input->runs[i]);
	return table;
}
