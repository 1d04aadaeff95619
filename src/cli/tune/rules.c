#include "cli/tune/rules.h"

#include "algorithm/choice.h"

#include "base/file.h"
#include "report/tuning_plot.h"
#include "tune/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How a program is started with a file of rules. */
static void put_start(FILE *out, const struct tune_library *library, const char *path, size_t processes)
{
	if (library == &tune_mpich)
		fprintf(out, "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=%s mpirun -n %zu ./program", path, processes);
	else
		fprintf(out, "mpirun -n %zu %s %s ./program", processes,
			tune_library_is_sonde(library) ? "sonde run --collectives"
						       : "--mca coll_tuned_use_dynamic_rules 1 --mca "
							 "coll_tuned_dynamic_rules_filename",
			path);
}

/* What a file says of itself: the first line of the comments, how a program is started with it, and the others. The
 * caller frees it; NULL: no memory. */
static char *all_comments(const struct tune_library *library, const char *path, const char *comments, size_t processes)
{
	int first = (int)strcspn(comments, "\n");
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return NULL;
	if (*comments) {
		fprintf(out, "%.*s\n", first, comments);
		put_start(out, library, path, processes);
		fputs("\n", out);
	}
	if (*comments && !library->proven)
		fprintf(out, "By the published form of %s's rules: not proven on a library.\n", library->name);
	fputs(comments + first + (comments[first] == '\n'), out);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

enum status tune_rules_write(const struct tune_library *library, const char *path, const char *comments,
			     size_t processes, const struct tuned_file *rules, struct error *err)
{
	char *all = all_comments(library, path, comments, processes);
	struct file_replacement file;
	enum status status = all ? file_replace_begin(&file, path, "rule file", err) : error_memory(err, "a rule file");

	if (status == OK)
		status = file_replace_end(&file, library->write(file.stream, rules, all, err), err);
	free(all);
	return status;
}

size_t tune_rules_count(const struct tune_result *result)
{
	return result->n + (result->file.tuned ? 1 : 0) + (result->file.first ? result->file.first->n : 0);
}

void tune_rules_put_escalating(FILE *out, const struct tuned_file *rules, bool measured)
{
	const uint64_t *sizes = rules->escalating;

	if (sizes[1] == 0)
		return;
	fprintf(out, "Rows of linear-credited are for gathers that escalate%s, from %" PRIu64 " B on",
		measured ? "" : " by the model", sizes[0]);
	if (sizes[1] < UINT64_MAX)
		fprintf(out, " and below %" PRIu64 " B", sizes[1]);
	fprintf(out,
		": %s, and were neither measured nor simulated. That of gatherv is for all sizes where it has no "
		"other, so that the counts need not be told.\n",
		measured ? "linear gathers were seen to, and the rows follow from that" : "they follow from it");
}

enum status tune_rules_plot(const struct tune_library *library, const char *path, const struct tune_result *result,
			    struct error *err)
{
	char *svg = path ? tuning_plot(result, library, err) : NULL;
	enum status status = !path ? OK : svg ? file_replace_text(path, "plot", svg, err) : err->status;

	free(svg);
	return status;
}

void tune_rules_tell(const struct context *context, const struct tune_library *library, const struct tune_news *news)
{
	const char *file = news->file;

	if (news->n == 0 && file)
		fprintf(context->chatter, "sonde: warning: %s: no rules%s\n", news->none,
			access(file, F_OK) == 0 ? ". The file that is there is as it was" : ", and no file");
	if (context->quiet || (news->n == 0 && file))
		return;
	if (news->n == 0) {
		fprintf(context->chatter, "sonde: %s: no rules\n", news->none);
	} else if (file) {
		fprintf(context->chatter, "sonde: rules for %s are in %s.%s%s%s ", library->name, file,
			*news->doubt ? " " : "", news->doubt,
			library->proven ? "" : " Files of this form were not proven on a library.");
		put_start(context->chatter, library, file, news->processes);
		fputs("\n", context->chatter);
	} else {
		fprintf(context->chatter, "sonde: -o FILE writes the rules\n");
	}
	if (news->usual_sizes && news->n > 0)
		fprintf(context->chatter,
			"sonde: sizes end at 1 MB, and longer messages are left to the library: --sizes 1:16M goes "
			"further, --trace DIR takes those of a program\n");
}

void tune_rules_tell_verify(const struct context *context, const char *file, size_t processes, bool oversubscribed)
{
	const char *dot = strrchr(file, '.'), *slash = strrchr(file, '/');
	int stem = (int)(dot && dot > file && (!slash || dot > slash + 1) ? (size_t)(dot - file) : strlen(file));

	if (!context->quiet)
		fprintf(context->chatter,
			"sonde: another launch sees which rules hold, and takes out what is slower: mpirun%s -n %zu "
			"sonde tune --verify %s --prune -o %.*s-pruned%s\n",
			oversubscribed ? " --oversubscribe" : "", processes, file, stem, file, file + stem);
}

size_t tune_rules_processes(const struct size_list *processes)
{
	return processes->n > 0 ? processes->bytes[processes->n - 1] : 0;
}
