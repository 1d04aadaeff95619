#include "cli/replay_options.h"

#include "base/file_read.h"
#include "base/text.h"
#include "cli/request_options.h"
#include "cli/tune/check.h"

#include <stdlib.h>
#include <string.h>

enum { WILDCARDS_SIMULATED = 1, COMPUTATION_CPU = 1, RULES_MOST = 16000000 };

const char *const wildcards_words[] = {"recorded", "simulated", NULL};
const char *const computation_words[] = {"wall", "cpu", NULL};

enum status replay_given_check(const struct replay_given *given, const char *why, struct error *err)
{
	const struct {
		const char *name;
		bool given;
	} options[] = {
		{"--compute-scale", given->compute_scale != NULL},
		{"--computation", given->computation >= 0},
		{"--wildcards", given->wildcards >= 0},
		{"--collectives", given->collectives != NULL},
		{"--rules", given->rules != NULL},
		{"--placement", given->placement.placement != NULL && !given->placement.intra},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (options[i].given)
			return error_set(err, ERR_USAGE, "%s goes with a trace: %s", options[i].name, why);
	}
	return OK;
}

static enum status read_choices(struct replay_setting *setting, const char *text, struct error *err)
{
	char *file = NULL;
	enum status status = OK;

	if (!text)
		return OK;
	if (!strchr(text, '='))
		status = option_file_read("--collectives", text, "a list like bcast=binomial,allreduce=ring", &file,
					  err);
	if (status == OK)
		status = option_file_status("--collectives", file ? text : NULL,
					    file ? choices_read(&setting->choices, file, err)
						 : choices_parse(&setting->choices, text, err),
					    err);
	free(file);
	setting->options.choices = &setting->choices;
	return status;
}

enum status replay_rules_read(struct ruled *ruled, const char *path, struct error *err)
{
	struct error why = {.status = OK};
	char *text = NULL;
	size_t length = 0;
	enum status status = path ? file_read(path, "rule file", RULES_MOST, &text, &length, err) : OK;

	if (status == OK && path && tune_check_is_table(text))
		status = error_set(err, ERR_INPUT,
				   "%s: this is a table of sonde's own algorithms, no file of an MPI library's rules: "
				   "--collectives %s takes it",
				   path, path);
	if (status == OK && path && ruled_read(ruled, text, length, &why) != OK)
		status = error_set(err, why.status, "%s: %s", path, why.text);
	ruled->path = path;
	free(text);
	return status;
}

static enum status read_rules(struct replay_setting *setting, const char *path, struct error *err)
{
	enum status status = replay_rules_read(&setting->ruled, path, err);

	if (status != OK || !path)
		return status;
	ruled_decide(&setting->ruled, &setting->rules);
	setting->options.rules = &setting->rules;
	return OK;
}

/* A number, or a table. */
static enum status read_scale(struct replay_setting *setting, const char *text, struct error *err)
{
	const char *behind = text ? text_number(text, &setting->options.compute_scale) : NULL;
	char *file = NULL;
	enum status status;

	if (behind && *behind == '\0' && setting->options.compute_scale >= 0)
		return OK;
	setting->options.compute_scale = 1;
	if (!text)
		return OK;
	status = option_file_read("--compute-scale", text, "a number, 0 or more", &file, err);
	if (status == OK)
		status = option_file_status("--compute-scale", text, scales_read(&setting->scales, file, err), err);
	free(file);
	setting->options.scales = &setting->scales;
	return status;
}

static enum status read_places(struct replay_setting *setting, const struct replay_given *given, struct trace *trace,
			       struct error *err)
{
	const char *const *hosts = NULL;
	enum status status = placed_read(&setting->placed, &given->placement, err);

	if (status == OK)
		status = replay_hosts(trace, &hosts, err);
	if (status == OK)
		status = placed_nodes(&setting->placed, (size_t)trace_info(trace)->processes, hosts, err);
	free((void *)hosts);
	setting->options.node = setting->placed.node;
	return status;
}

enum status replay_setting_read(struct replay_setting *setting, const struct replay_given *given, struct trace *trace,
				struct error *err)
{
	enum status status = read_places(setting, given, trace, err);

	setting->options.wildcards = given->wildcards == WILDCARDS_SIMULATED;
	if (status == OK)
		status = read_scale(setting, given->compute_scale, err);
	if (status == OK)
		status = read_choices(setting, given->collectives, err);
	if (status == OK)
		status = read_rules(setting, given->rules, err);
	if (status == OK)
		status = replay_crowded(trace, &setting->crowded, setting->crowd, sizeof(setting->crowd), err);
	setting->options.cpu_time = given->computation >= 0 ? given->computation == COMPUTATION_CPU : setting->crowded;
	setting->options.apart = setting->crowded && setting->options.cpu_time;
	return status;
}

void replay_setting_release(struct replay_setting *setting)
{
	placed_release(&setting->placed);
	choices_release(&setting->choices);
	ruled_release(&setting->ruled);
	scales_release(&setting->scales);
}

void replay_setting_tell(const struct replay_setting *setting, const struct replay_given *given, struct table *table)
{
	placed_tell(&setting->placed, table);
	if (setting->options.wildcards)
		table_summary_text(table, NULL, "wildcards", wildcards_words[WILDCARDS_SIMULATED]);
	if (given->collectives)
		table_summary_text(table, NULL, "collectives", given->collectives);
	if (given->rules)
		table_summary_text(table, NULL, "rules", given->rules);
	if (setting->options.scales)
		table_summary_text(table, NULL, "compute_scale", given->compute_scale);
	if (setting->crowded)
		table_summary_text(table, NULL, "crowded", setting->crowd);
	if (setting->options.cpu_time || setting->crowded)
		table_summary_text(table, NULL, "computation", computation_words[setting->options.cpu_time]);
}

void replay_setting_tell_rows(const struct context *context, const struct replay_setting *setting,
			      const struct replay_found *found)
{
	size_t line = 0;

	for (size_t i = 0; i < setting->scales.n && !context->quiet; i++) {
		const struct computation_scale *row = &setting->scales.list[i];

		if (found->scaled[i] > 0 || row->line == line)
			continue;
		line = row->line;
		fprintf(context->chatter,
			"sonde: --compute-scale: line %zu plays no part: no computation is in %s%s%s\n", line,
			row->region ? "the region \"" : "these processes", row->region ? row->region : "",
			row->region ? "\" of these processes" : "");
	}
}
