#include "cli/resume.h"

#include <stdlib.h>
#include <string.h>

enum { DIFFERENCE_ROOM = 700 };

static bool has_purpose(const struct run *run, const char *purpose)
{
	return run->purpose && strcmp(run->purpose, purpose) == 0;
}

/* Whether the run can be gone on with; if not, why. */
static enum status check(const struct run *run, const char *purpose, const struct circumstances *here, struct error *err)
{
	char difference[DIFFERENCE_ROOM];

	if (run->ended)
		return error_set(err, ERR_INPUT, "--resume: the run '%s' was not interrupted: it ended at %s", run->name, run->ended);
	if (!has_purpose(run, purpose))
		return error_set(err, ERR_INPUT, "--resume: the run '%s' is one of \"%s\", and this is \"%s\": give the command that was interrupted", run->name, run->purpose ? run->purpose : "",
			purpose);
	if (!circumstances_same_platform(&run->circumstances, here))
		return error_set(err, ERR_INPUT, "--resume: the run '%s' was measured on another platform, then and now: %s. Its timings and new ones do not belong together; leave out --resume to begin a new run",
			run->name, circumstances_difference(&run->circumstances, here, difference, sizeof(difference)));
	return OK;
}

/* Tells of the newest interrupted run that was for this purpose, or else of that of any purpose. */
static enum status refuse(const struct run *runs, size_t n, const char *purpose, const struct circumstances *here, struct error *err)
{
	const struct run *nearest = NULL;

	for (size_t i = 0; i < n; i++)
		if (!runs[i].ended && (!nearest || has_purpose(&runs[i], purpose) || !has_purpose(nearest, purpose)))
			nearest = &runs[i];
	return nearest ? check(nearest, purpose, here, err) : error_set(err, ERR_INPUT, "--resume: no run of the store was interrupted; leave out --resume to begin a new run");
}

static enum status find_newest(struct store *store, const char *purpose, const struct circumstances *here, struct run *run, struct error *err)
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

enum status resume_find(struct store *store, const char *name, const char *purpose, const struct circumstances *here, struct run *run, struct error *err)
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
