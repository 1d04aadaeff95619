#include "runs/resume.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DIFFERENCE_ROOM = 700 };

static bool has_purpose(const struct run *run, const char *purpose)
{
	return run->purpose && strcmp(run->purpose, purpose) == 0;
}

/* What may differ between the command that was interrupted and the one that goes on: where results go, how long is
 * waited, and how precise they are to be. */
static const struct {
	const char *name;
	bool has_value;
} free_options[] = {
	{"--resume", false}, {"--quiet", false}, {"--json", false},    {"--csv", false}, {"--all", false},
	{"--run", true},     {"--store", true},  {"--patience", true}, {"--reps", true}, {"--error", true},
	{"--spread", true},  {"--output", true}, {"-o", true},
};

enum { FREE_OPTIONS = sizeof(free_options) / sizeof(free_options[0]) };

/* The next word of a command line that must not differ, as *length bytes from there; NULL at its end. */
static const char *next_word(const char **line, size_t *length)
{
	for (;;) {
		const char *word = *line + strspn(*line, " ");
		size_t i = 0;

		*length = strcspn(word, " ");
		*line = word + *length;
		if (*length == 0)
			return NULL;
		while (i < FREE_OPTIONS && strncmp(word, free_options[i].name, strlen(free_options[i].name)) != 0)
			i++;
		if (i == FREE_OPTIONS ||
		    (word[strlen(free_options[i].name)] != ' ' && word[strlen(free_options[i].name)] != '=' &&
		     word[strlen(free_options[i].name)] != '\0'))
			return word;
		if (free_options[i].has_value && word[strlen(free_options[i].name)] != '=') {
			*line += strspn(*line, " ");
			*line += strcspn(*line, " ");
		}
	}
}

/* True if both ask for the same measurement; the program's own name is left out. */
static bool same_command(const char *a, const char *b)
{
	size_t n_a, n_b;
	const char *x, *y;

	if (!a || !b)
		return true;
	next_word(&a, &n_a);
	next_word(&b, &n_b);
	do {
		x = next_word(&a, &n_a);
		y = next_word(&b, &n_b);
	} while (x && y && n_a == n_b && strncmp(x, y, n_a) == 0);
	return !x && !y;
}

/* Whether the run can be gone on with; if not, why. */
static enum status check(const struct run *run, const char *purpose, const struct circumstances *here,
			 struct error *err)
{
	char difference[DIFFERENCE_ROOM];

	if (run->ended)
		return error_set(err, ERR_INPUT, "--resume: the run '%s' was not interrupted: it ended at %s",
				 run->name, run->ended);
	if (!circumstances_same_platform(&run->circumstances, here))
		return error_set(err, ERR_INPUT,
				 "--resume: the run '%s' was measured on another platform, then and now: %s. Its "
				 "timings and new ones do not belong together; leave out --resume to begin a new run",
				 run->name,
				 circumstances_difference(&run->circumstances, here, difference, sizeof(difference)));
	if (!has_purpose(run, purpose))
		return error_set(err, ERR_INPUT,
				 "--resume: the run '%s' is one of \"%s\", and this is \"%s\": give the command that "
				 "was interrupted",
				 run->name, run->purpose ? run->purpose : "", purpose);
	if (!same_command(run->circumstances.command, here->command))
		return error_set(err, ERR_INPUT,
				 "--resume: the run '%s' was measured by \"%s\": only the same command goes on with it",
				 run->name, run->circumstances.command);
	return OK;
}

/* Tells of the newest interrupted run that was for this purpose, or else of that of any purpose. */
static enum status refuse(const struct run *runs, size_t n, const char *purpose, const struct circumstances *here,
			  struct error *err)
{
	const struct run *nearest = NULL;

	for (size_t i = 0; i < n; i++)
		if (!runs[i].ended && (!nearest || has_purpose(&runs[i], purpose) || !has_purpose(nearest, purpose)))
			nearest = &runs[i];
	return nearest ? check(nearest, purpose, here, err)
		       : error_set(err, ERR_INPUT,
				   "--resume: no run of the store was interrupted; leave out --resume to begin a new "
				   "run");
}

static enum status find_newest(struct store *store, const char *purpose, const struct circumstances *here,
			       struct run *run, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, i;
	enum status status = store_runs(store, &runs, &n, err);

	if (status != OK)
		return status;
	for (i = n; i > 0 && check(&runs[i - 1], purpose, here, NULL) != OK; i--)
		;
	if (i > 0) {
		*run = runs[i - 1];
		runs[i - 1] = (struct run){0};
	} else {
		status = refuse(runs, n, purpose, here, err);
	}
	for (size_t k = 0; k < n; k++)
		run_release(&runs[k]);
	free(runs);
	return status;
}

enum status resume_find(struct store *store, const char *name, const char *purpose, const struct circumstances *here,
			struct run *run, struct error *err)
{
	enum status status;

	if (!name)
		return find_newest(store, purpose, here, run, err);
	status = store_find(store, name, run, err);
	if (status != OK)
		return status;
	status = check(run, purpose, here, err);
	if (status != OK)
		run_release(run);
	return status;
}
