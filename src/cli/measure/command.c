#include "cli/measure/command.h"

#include "cli/progress_line.h"
#include "cli/stop.h"
#include "mpi/live/library.h"
#include "mpi/live/live.h"

#include <string.h>

enum { LOOP_MESSAGES_MOST = 1000000 };

static const double loop_seconds_most = 60;

/* At most five times a second. */
static void show_progress(void *context, const char *what, size_t done, size_t total, double left)
{
	struct measure_command *c = context;
	double seconds = progress_line_now(NULL);

	if (seconds - c->last_shown < 0.2)
		return;
	c->last_shown = seconds;
	progress_line_show(c->context, what, done, total, left);
}

static void show_note(void *context, enum note_severity severity, const char *text)
{
	const struct measure_command *c = context;

	progress_line_note(c->context, severity, text);
}

void measure_command_init(struct measure_command *c, struct context *context)
{
	const struct measuring_host host = {
		.live = context->live,
		.command = context->line,
		.asked = &context->asked,
		.progress = {.report = show_progress, .note = show_note, .now = progress_line_now, .context = c},
		.stop_asked = stop_asked,
		.stop_expect = stop_expect,
		.archive = &c->archive.archive,
	};

	*c = (struct measure_command){.context = context, .archive = store_archive("sonde.db"), .budget = -1};
	measuring_init(&c->measuring, &host);
}

/* How a synthetic platform changes. */
static enum status choose_unrest(struct measure_command *c, struct error *err)
{
	const struct {
		const char *name, *text;
		enum status (*read)(const char *text, struct unrest *unrest, struct error *err);
	} options[] = {{"switching", c->switching, unrest_read_switching},
		       {"drifting", c->drifting, unrest_read_drift},
		       {"disturbances", c->disturbances, unrest_read_disturbances},
		       {"clock-jump", c->jump, unrest_read_jump}};
	struct measuring_options *o = &c->measuring.options;
	struct error why = {.status = OK};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (!options[i].text)
			continue;
		if (!o->synthetic)
			return error_set(err, ERR_USAGE, "--%s: only a synthetic platform can be told to change",
					 options[i].name);
		if (options[i].read(options[i].text, &o->noise.unrest, &why) != OK)
			return error_set(err, ERR_USAGE, "--%s: %s", options[i].name, why.text);
	}
	return OK;
}

/* A number is one of messages, all else a time. */
static enum status choose_loop(struct measure_command *c, struct error *err)
{
	struct probe_loop *loop = &c->measuring.options.loop;
	struct error why = {.status = OK};
	bool counts = c->loop && *c->loop && c->loop[strspn(c->loop, "0123456789")] == '\0';

	if (!c->loop)
		return OK;
	if (counts && size_parse(c->loop, &loop->messages, &why) == OK && loop->messages > 0 &&
	    loop->messages <= LOOP_MESSAGES_MOST)
		return OK;
	if (!counts && seconds_parse(c->loop, &loop->seconds, &why) == OK && loop->seconds > 0 &&
	    loop->seconds <= loop_seconds_most)
		return OK;
	return error_set(
		err, ERR_USAGE,
		"--loop '%.40s': messages in a row, 1 to %d, or the time of a timing, at most %g s, for example "
		"100 or 50us",
		c->loop, LOOP_MESSAGES_MOST, loop_seconds_most);
}

static enum status choose_platform(struct measure_command *c, struct error *err)
{
	static const char *const kinds[] = {"synthetic:", "equations:"};
	struct measuring_options *o = &c->measuring.options;

	for (int k = 0; c->platform && k < 2; k++)
		if (strncmp(c->platform, kinds[k], strlen(kinds[k])) == 0) {
			o->synthetic = c->platform + strlen(kinds[k]);
			o->noise.equations = k == 1;
			return OK;
		}
	if (c->platform && strcmp(c->platform, "mpi") != 0)
		return error_set(err, ERR_USAGE, "--platform %s: use mpi, synthetic:MODEL.json or equations:MODEL.json",
				 c->platform);
	if (!c->context->live && !live_available())
		return error_set(
			err, ERR_PLATFORM,
			"this sonde was built without MPI and cannot measure a live platform; use a build with MPI, or "
			"--platform synthetic:MODEL.json");
	if (c->context->live && (o->noise.spread != 0 || o->noise.outliers != 0 || o->noise.tick != 0))
		return error_set(
			err, ERR_USAGE,
			"--noise, --outliers and --tick: only a synthetic platform can be told how noisy it is");
	return OK;
}

/* The first two processes are measured unless the user says which: the others stay idle. */
static enum status choose_pair(struct measure_command *c, struct error *err)
{
	struct measuring_options *o = &c->measuring.options;
	int last = (int)c->measuring.platform->processes - 1;
	bool said;

	if (last < 1)
		return error_set(err, ERR_USAGE,
				 "two processes are measured, and there is 1: start with mpirun -n 2 (if you did, that "
				 "launcher belongs to another MPI: see sonde info)");
	if (o->pair[0] == PAIR_ALL && !o->all_pairs)
		return error_set(err, ERR_USAGE,
				 "--pairs all: two processes are measured here; say which, for example --pairs 0:1");
	if (o->all_pairs && o->pair[0] < 0)
		return OK;
	said = o->pair[0] != LINK_ANY;
	if (!said)
		o->pair[0] = 0, o->pair[1] = 1;
	if (o->pair[0] > last || o->pair[1] > last)
		return error_set(err, ERR_USAGE, "--pairs %d:%d: there are processes 0 to %d", o->pair[0], o->pair[1],
				 last);
	if (last > 1)
		progress_note(&c->measuring.host.progress, "processes %d and %d are measured; %d other%s there%s",
			      o->pair[0], o->pair[1], last - 1, last == 2 ? " is" : "s are",
			      said ? "" : " (--pairs says which two)");
	return OK;
}

double measure_command_budget(const struct measure_command *c)
{
	return c->budget < 0 ? c->usual_budget : c->budget;
}

enum status measure_command_open(struct measure_command *c, struct error *err)
{
	double budget = measure_command_budget(c);
	enum status status = choose_platform(c, err);

	if (status == OK)
		status = choose_unrest(c, err);
	if (status == OK)
		status = choose_loop(c, err);
	if (status == OK)
		status = measuring_open(&c->measuring, err);
	if (status == OK && budget > 0) {
		c->measuring.options.deadline = platform_now(c->measuring.platform) + budget;
		c->measuring.options.lenient = true;
	}
	return status == OK ? choose_pair(c, err) : status;
}

enum status measure_command_open_all(struct measure_command *c, struct error *err)
{
	enum status status;

	c->measuring.options.all_pairs = true;
	status = measure_command_open(c, err);
	c->measuring.options.pair[0] = 0, c->measuring.options.pair[1] = 1;
	return status;
}

enum status measure_command_interrupted(struct measure_command *c, const struct purpose *purpose, bool *interrupted,
					struct error *err)
{
	bool asked = c->measuring.options.resume;
	struct error why = {.status = OK};
	enum status status = asked ? measurement_admit(&c->measuring, NULL, purpose, true, &why) : OK;

	*interrupted = asked && status == OK;
	return status == OK || status == ERR_INPUT ? OK : error_set(err, status, "%s", why.text);
}

enum status measure_command_ended(const struct measure_command *c, enum status status, struct error *err)
{
	if (status == ERR_STOPPED)
		error_add(err, c->measuring.options.run_name
				       ? "; the same command with --resume continues it"
				       : "; the same command with --resume (and --run if others were interrupted "
					 "since) continues it");
	return status;
}

void measure_command_release(struct measure_command *c)
{
	store_archive_release(&c->archive);
	measuring_release(&c->measuring);
}

enum status measure_command_run(struct measure_command *c, struct context *context, const struct option *options,
				enum status (*run)(struct measure_command *c, void *request, struct error *err),
				void *request, struct error *err)
{
	size_t n = 0;
	enum status status;

	measure_command_init(c, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = measure_command_ended(c, run(c, request, err), err);
	measure_command_release(c);
	return status;
}
