#include "evaluate/evaluation_sizes.h"

#include "base/memory.h"
#include "evaluate/fresh_sizes.h"
#include "estimate/method/plans.h"
#include "estimate/method/triplets.h"

#include <stdlib.h>

static bool contains(const size_t *list, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == bytes)
			return true;
	return false;
}

/* start: the n sizes that the estimation begins with. */
static bool surely_fitted(const struct estimate_options *o, const size_t *start, size_t n, size_t bytes)
{
	bool found = bytes == 0 || bytes == WATCH_LARGE || contains(start, n, bytes);

	for (size_t r = 0; r < o->method->n_rows; r++) {
		const struct design_row *row = &o->method->rows[r];

		found = found || (row->sizes == SIZES_LONG && bytes == o->long_size);
	}
	return found || (o->method->plan == PLAN_TRIPLETS && triplets_measures(o, bytes));
}

enum status evaluation_sizes_check(const struct size_list *sizes, const struct estimate_options *o, const char *name,
				   struct error *err)
{
	char text[32];
	size_t *start = NULL, n = 0;
	enum status status = plan_start(o, &start, &n, err);

	for (size_t i = 0; status == OK && i < sizes->n; i++)
		if (surely_fitted(o, start, n, sizes->bytes[i]))
			status = error_set(err, ERR_INPUT,
					   "%s is fitted at messages of %s bytes, and a comparison needs "
					   "sizes that no model was fitted at; take %zu, or let them be chosen",
					   name, size_format(sizes->bytes[i], text, sizeof(text)),
					   sizes->bytes[i] + (sizes->bytes[i] < 1000 ? 7 : 100));
	free(start);
	return status;
}

static enum status add(struct evaluation_run *run, size_t bytes, struct error *err)
{
	size_t *moved;

	if (contains(run->fitted.bytes, run->fitted.n, bytes))
		return OK;
	moved = memory_grow(run->fitted.bytes, &run->room, run->fitted.n + 1, sizeof(*moved));
	if (!moved)
		return error_memory(err, "a list of sizes");
	run->fitted.bytes = moved;
	run->fitted.bytes[run->fitted.n++] = bytes;
	return OK;
}

enum status evaluation_sizes_collect(struct evaluation_run *run, const struct campaign *campaign, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind == EXPERIMENT_COLLECTIVE || what->kind == EXPERIMENT_SEND_EARLY) /* no model's points */
			continue;
		status = add(run, what->bytes, err);
		if (status == OK)
			status = add(run, what->reply_bytes, err);
	}
	return status;
}

static enum status leave_out(struct evaluation_run *run, struct error *err)
{
	struct size_list *sizes = &run->evaluation->sizes;
	size_t left = 0;

	for (size_t i = 0; i < sizes->n; i++) {
		if (contains(run->fitted.bytes, run->fitted.n, sizes->bytes[i]))
			progress_warn(&run->m->host.progress,
				      "messages of %zu bytes are left out of the comparison: a model came to be fitted "
				      "at them",
				      sizes->bytes[i]);
		else
			sizes->bytes[left++] = sizes->bytes[i];
	}
	sizes->n = left;
	return left ? OK
		    : error_set(err, ERR_INPUT,
				"models came to be fitted at all sizes asked for: there is nothing left to hold them "
				"against");
}

static bool was_fitted(const void *run, size_t bytes)
{
	const struct size_list *fitted = &((const struct evaluation_run *)run)->fitted;

	return contains(fitted->bytes, fitted->n, bytes);
}

static enum status draw(struct evaluation_run *run, size_t count, struct error *err)
{
	const struct fresh_range range = {.least = EVALUATION_SIZE_LEAST,
					  .most = EVALUATION_SIZE_MOST,
					  .seed = run->m->options.seed,
					  .taken = was_fitted,
					  .context = run};
	enum status status = fresh_sizes_draw(&range, count, &run->evaluation->sizes, err);

	return status != OK || run->evaluation->sizes.n
		       ? status
		       : error_set(err, ERR_INPUT,
				   "no size of %d to %zu bytes is left that no model was fitted at: name sizes",
				   EVALUATION_SIZE_LEAST, EVALUATION_SIZE_MOST);
}

enum status evaluation_sizes_choose(struct evaluation_run *run, size_t count, struct error *err)
{
	return run->evaluation->sizes.n ? leave_out(run, err) : draw(run, count, err);
}
