#include "cli/measuring.h"

#include "estimate/verdict.h"
#include "sample/settle.h"

#include <stdlib.h>
#include <string.h>

/* Whether the machine changed while the run was measured, or was not in its usual state. */
static enum status has_changed(const struct measuring *m, int64_t run, bool *changed, struct error *err)
{
	char *text = NULL;
	enum status status = store_fact(m->store, run, FACT_MACHINE, &text, err);

	*changed = text && strcmp(text, VERDICT_CHANGED) == 0;
	free(text);
	return status;
}

enum status measuring_pool(struct measuring *m, const char *purpose, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = m->launches > 1 ? store_runs(m->store, &runs, &n, err) : OK;

	m->pool = calloc(m->launches + 1, sizeof(*m->pool));
	if (status == OK && !m->pool)
		status = error_memory(err, "pooled launches");
	for (size_t i = n; status == OK && i > 0 && m->n_pool + 1 < m->launches; i--) {
		const struct run *run = &runs[i - 1];
		bool changed;

		if (run->id == m->run || !run->ended || !run->purpose || strcmp(run->purpose, purpose) != 0 ||
		    !circumstances_same_platform(&run->circumstances, &m->circumstances))
			continue;
		status = has_changed(m, run->id, &changed, err);
		if (status != OK || changed)
			continue;
		status = store_load(m->store, run->id, &m->pool[m->n_pool], err);
		campaign_settle(&m->pool[m->n_pool++], NULL);
	}
	if (status == OK && m->n_pool + 1 < m->launches)
		progress_note(&m->progress,
			      "%zu launches are pooled, this one among them: the store has no more of this measurement "
			      "on this platform",
			      m->n_pool + 1);
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
	return status;
}
