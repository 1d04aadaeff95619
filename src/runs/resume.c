#include "runs/resume.h"

#include <stdlib.h>
#include <string.h>

enum { DIFFERENCE_ROOM = 700 };

/* The option of this key; NULL if it was not given. */
static const struct run_option *find_option(const struct run_option *options, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(options[i].key, key) == 0)
			return &options[i];
	return NULL;
}

/* The first of a's options that a resumed run must have, and that is not the same among b's; NULL if there is none. */
static const struct run_option *missing_option(const struct run_option *a, size_t n_a, const struct run_option *b,
					       size_t n_b)
{
	for (size_t i = 0; i < n_a; i++) {
		const struct run_option *other = a[i].resume ? find_option(b, n_b, a[i].key) : NULL;

		if (a[i].resume && (!other || strcmp(other->value, a[i].value) != 0))
			return &a[i];
	}
	return NULL;
}

static bool is_place(const struct run_option *option)
{
	return option->key[strspn(option->key, "0123456789")] == '\0';
}

/* That the same command only resumes the run, and what differs. */
static enum status check_options(struct store *store, const struct archive_request *request, const struct run *run,
				 struct error *err)
{
	static const struct asked nothing;
	const struct asked *here = request->asked ? request->asked : &nothing;
	const struct run_option *other;
	struct asked then;
	enum status status = store_asked(store, run->id, &then, err);

	if (status != OK)
		return status;
	other = missing_option(then.options, then.n, here->options, here->n);
	if (!other)
		other = missing_option(here->options, here->n, then.options, then.n);
	if (other)
		status = error_set(err, ERR_INPUT,
				   "the run '%s' was measured by \"%s\", which differs in %s%s: only the same "
				   "command resumes it",
				   run->name, run->circumstances.command ? run->circumstances.command : "",
				   is_place(other) ? "argument " : "option ", other->key);
	asked_release(&then);
	return status;
}

/* Whether the run can be resumed; if not, why. */
static enum status check(struct store *store, const struct archive_request *request, const struct run *run,
			 struct error *err)
{
	const struct circumstances *here = request->circumstances;
	const struct purpose *purpose = request->purpose;
	char difference[DIFFERENCE_ROOM];

	if (run->ended && !request->ended)
		return error_set(err, ERR_INPUT, "the run '%s' was not interrupted: it ended at %s", run->name,
				 run->ended);
	if (!circumstances_same_platform(&run->circumstances, here))
		return error_set(err, ERR_INPUT,
				 "the run '%s' was measured on another platform, then and now: %s. Its "
				 "timings and new ones do not belong together: begin a new run",
				 run->name,
				 circumstances_difference(&run->circumstances, here, difference, sizeof(difference)));
	if (!purpose_same(&run->purpose, purpose))
		return error_set(err, ERR_INPUT,
				 "the run '%s' is one of \"%s\", and this is \"%s\": give the command that "
				 "was interrupted",
				 run->name, run->purpose.title, purpose->title);
	return check_options(store, request, run, err);
}

/* Tells of the newest interrupted run that was for this purpose, or else of that of any purpose. */
static enum status refuse(struct store *store, const struct archive_request *request, const struct run *runs, size_t n,
			  struct error *err)
{
	const struct run *nearest = NULL;

	for (size_t i = 0; i < n; i++)
		if (!runs[i].ended && (!nearest || purpose_same(&runs[i].purpose, request->purpose) ||
				       !purpose_same(&nearest->purpose, request->purpose)))
			nearest = &runs[i];
	return nearest ? check(store, request, nearest, err)
		       : error_set(err, ERR_INPUT,
				   "no run of the store was interrupted, so that none can be resumed: begin a new "
				   "run");
}

static enum status find_newest(struct store *store, const struct archive_request *request, struct run *run,
			       struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, i;
	enum status status = store_runs(store, &runs, &n, err);

	if (status != OK)
		return status;
	for (i = n; i > 0 && check(store, request, &runs[i - 1], NULL) != OK; i--)
		;
	if (i > 0) {
		*run = runs[i - 1];
		runs[i - 1] = (struct run){.id = 0};
	} else {
		status = refuse(store, request, runs, n, err);
	}
	for (size_t k = 0; k < n; k++)
		run_release(&runs[k]);
	free(runs);
	return status;
}

enum status resume_find(struct store *store, const struct archive_request *request, struct run *run, struct error *err)
{
	enum status status;

	if (!request->name)
		return find_newest(store, request, run, err);
	status = store_find(store, request->name, run, err);
	if (status != OK)
		return status;
	status = check(store, request, run, err);
	if (status != OK)
		run_release(run);
	return status;
}
