#include "cli/tune_rules.h"

#include "base/file.h"

#include <string.h>
#include <unistd.h>

/* How a program is started with a file: before its name and behind it. */
static const struct rules_start {
	const char *before, *behind;
} openmpi = {"mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename ", ""},
  mpich = {"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=", " mpirun"};

static const struct rules_start *start_of(const struct tune_library *library)
{
	return library == &tune_mpich ? &mpich : &openmpi;
}

static void put_comment(FILE *out, const struct tune_library *library, const char *line, size_t length)
{
	fprintf(out, "%s%.*s%s\n", library->comment_begin, (int)length, line, library->comment_end);
}

enum status tune_rules_write(const struct tune_library *library, const char *path, const char *comments,
			     const struct tuned_file *rules, struct error *err)
{
	const struct rules_start *start = start_of(library);
	struct file_replacement file;
	enum status status = file_replace_begin(&file, path, "rule file", err);

	if (status != OK)
		return status;
	for (const char *line = comments; *line;) {
		size_t length = strcspn(line, "\n");

		put_comment(file.stream, library, line, length);
		if (line == comments)
			fprintf(file.stream, "%s%s%s%s%s\n", library->comment_begin, start->before, path, start->behind,
				library->comment_end);
		line += length + (line[length] == '\n');
	}
	return file_replace_end(&file, library->write(file.stream, rules, err), err);
}

void tune_rules_tell(const struct context *context, const struct tune_library *library, const struct tune_news *news)
{
	const struct rules_start *start = start_of(library);
	const char *file = news->file;

	if (context->quiet)
		return;
	if (news->n == 0)
		fprintf(context->chatter, "sonde: %s: no rules%s\n", news->none,
			!file                     ? ""
			: access(file, F_OK) == 0 ? ". The file that is there is as it was"
						  : ", and no file");
	else if (file)
		fprintf(context->chatter, "sonde: rules for %s are in %s.%s%s %s%s%s\n", library->name, file,
			*news->doubt ? " " : "", news->doubt, start->before, file, start->behind);
	else
		fprintf(context->chatter, "sonde: -o FILE writes the rules\n");
}
