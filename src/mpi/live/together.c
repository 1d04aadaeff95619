/* The live platform's experiments that begin at the same time. */
#include "mpi/live/together.h"

#include "mpi/live/driver.h"
#include "mpi/timed/check.h"
#include "mpi/timed/measure.h"

static bool takes_part(const struct experiment *list, size_t k, int rank)
{
	for (size_t i = 0; i < k; i++)
		if (list[i].from == rank || list[i].to == rank ||
		    (list[i].setup.third > 0 && (int)list[i].setup.third == rank))
			return true;
	return false;
}

/*
 * The same for k experiments. Those that name the traffic beside them begin at the same time, behind a barrier of all
 * processes, for which those of none stand by; others merely go on side by side. observations: stride for each
 * experiment.
 */
static void run_batch_together(struct live *l, const struct experiment *list, size_t k, size_t n, size_t stride,
			       struct observation *observations, struct error *err)
{
	bool at_once = list[0].setup.background != BACKGROUND_IDLE;
	struct order order = {.kind = ORDER_STAND_BY, .batch = {.n = n, .seed = l->seed, .together = at_once}};
	size_t mine = k;

	l->seed += n;
	for (int rank = 1; at_once && rank < l->process.size; rank++)
		if (!takes_part(list, k, rank))
			live_tell(l, rank, &order);
	order.kind = ORDER_RUN;
	for (size_t i = 0; i < k; i++) {
		order.batch.what = list[i];
		live_tell_experiment(l, &order);
		mine = list[i].from == 0 || list[i].to == 0 ? i : mine;
	}
	if (mine < k) {
		order.batch.what = list[mine];
		measure(&l->process, &order.batch, &observations[mine * stride], err);
	} else if (at_once) {
		measure_nothing(&l->process, &order.batch);
	}
	for (size_t i = 0; i < k; i++)
		live_collect(l, &list[i], n, &observations[i * stride], err);
}

enum status live_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
			      struct observation *observations, struct error *err)
{
	struct live *l = live_of(platform);
	struct error first = {0};

	if (!live_is_whole(l, err))
		return ERR_PLATFORM;
	for (size_t i = 0; i < k; i++) {
		if (check_experiment(&l->process, &list[i], err) != OK)
			return ERR_INPUT;
		if (takes_part(list, i, list[i].from) || takes_part(list, i, list[i].to) ||
		    (list[i].setup.third > 0 && takes_part(list, i, (int)list[i].setup.third)))
			return error_set(
				err, ERR_INPUT,
				"processes %d and %d: a process can take part in one experiment at a time only",
				list[i].from, list[i].to);
	}
	live_set_alarm(l, l->patience);
	live_keep_background(l, false);
	for (size_t done = 0; first.status == OK && done < n; done += ORDER_BATCH) {
		live_set_alarm(l, l->patience);
		run_batch_together(l, list, k, n - done < ORDER_BATCH ? n - done : ORDER_BATCH, n, observations + done,
				   &first);
	}
	live_set_alarm(l, 0);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}
