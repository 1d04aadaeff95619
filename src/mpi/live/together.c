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

/* The experiment of process 0 itself; k: it has none. */
static size_t own_of(const struct experiment *list, size_t k)
{
	size_t i = 0;

	while (i < k && list[i].from != 0 && list[i].to != 0)
		i++;
	return i;
}

/* Those that name the traffic beside them begin at the same time, behind a barrier of all processes, for which those of
 * no experiment stand by. observations: stride for each experiment. */
static void run_at_once(struct live *l, const struct experiment *list, size_t k, size_t n, size_t stride,
			struct observation *observations, struct error *err)
{
	struct order order = {.kind = ORDER_STAND_BY, .batch = {.n = n, .seed = l->seed, .together = true}};
	size_t mine = own_of(list, k);

	for (int rank = 1; rank < l->process.size; rank++)
		if (!takes_part(list, k, rank))
			live_tell(l, rank, &order);
	order.kind = ORDER_RUN;
	for (size_t i = 0; i < k; i++) {
		order.batch.what = list[i];
		live_tell_experiment(l, &order);
	}
	if (mine < k) {
		order.batch.what = list[mine];
		measure(&l->process, &order.batch, &observations[mine * stride], err);
	} else {
		measure_nothing(&l->process, &order.batch);
	}
	for (size_t i = 0; i < k; i++)
		live_collect(l, &list[i], n, &observations[i * stride], err);
}

/* Others merely go on side by side. That of process 0 comes when they are done: the orders to them and their answers
 * would share its link. */
static void run_side_by_side(struct live *l, const struct experiment *list, size_t k, size_t n, size_t stride,
			     struct observation *observations, struct error *err)
{
	struct order order = {.kind = ORDER_RUN, .batch = {.n = n, .seed = l->seed}};
	size_t mine = own_of(list, k);

	for (size_t i = 0; i < k; i++) {
		order.batch.what = list[i];
		if (i != mine)
			live_tell_experiment(l, &order);
	}
	for (size_t i = 0; i < k; i++)
		if (i != mine)
			live_collect(l, &list[i], n, &observations[i * stride], err);
	if (mine == k || l->lost)
		return;
	order.batch.what = list[mine];
	live_tell_experiment(l, &order);
	measure(&l->process, &order.batch, &observations[mine * stride], err);
	live_collect(l, &list[mine], n, &observations[mine * stride], err);
}

enum status live_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
			      struct observation *observations, struct error *err)
{
	struct live *l = live_of(platform);
	struct error first = {0};
	bool at_once = list[0].setup.background != BACKGROUND_IDLE;

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
		size_t here = n - done < ORDER_BATCH ? n - done : ORDER_BATCH;

		live_set_alarm(l, l->patience);
		(at_once ? run_at_once : run_side_by_side)(l, list, k, here, n, observations + done, &first);
		l->seed += here;
	}
	live_set_alarm(l, 0);
	l->platform.readied = l->process.readied;
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}
