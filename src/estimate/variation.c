#include "estimate/variation.h"

#include "estimate/witness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* So many have to count. */
enum { LEAST = 10 };

/* How many exchanges were timed, and what the quickest took; of those that did not take turns, how many there are and
 * their sum. Seconds. */
struct exchanges {
	size_t timed, counted;
	double quickest, sum;
};

static void count(const double *seconds, size_t n, struct exchanges *seen)
{
	const double turns = 1.5; /* times as long: one message after the other would take twice as long */

	*seen = (struct exchanges){.timed = n, .quickest = INFINITY};
	for (size_t i = 0; i < n; i++)
		seen->quickest = fmin(seen->quickest, seconds[i]);
	for (size_t i = 0; i < n; i++)
		if (seconds[i] < turns * seen->quickest) {
			seen->sum += seconds[i];
			seen->counted++;
		}
}

/* Of n times that are exponentially distributed above a least one, the quickest is above that by an n-th of what their
 * mean is. */
static enum status tell(const struct exchanges *seen, size_t bytes, struct model *model, struct error *err)
{
	bool found = seen->counted >= LEAST && 2 * seen->counted > seen->timed && seen->quickest > 0;
	double n = (double)seen->counted, mean = seen->counted > 0 ? seen->sum / (double)seen->counted : NAN;
	char text[200];

	snprintf(text, sizeof(text),
		 "%zu B both ways at once: %.4g us at least, %.4g us on average of %zu; %zu others took turns%s", bytes,
		 1e6 * seen->quickest, 1e6 * mean, seen->counted, seen->timed - seen->counted,
		 found ? "" : ", too few to say how they vary");
	TRY(found ? model_fact_number(model, MODEL_VARIATION, (mean / seen->quickest - 1) * n / (n - 1), err) : OK);
	return model_fact_text(model, MODEL_VARIATION MODEL_SEEN, text, err);
}

static bool goes_behind(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_CONTROL);

	return fact && fact->text && strcmp(fact->text, MODEL_CONTROL_BEHIND) == 0;
}

enum status variation_find(struct prober *prober, struct link link, size_t bytes, struct model *model,
			   struct error *err)
{
	const struct link ways[] = {link, {link.to, link.from}};
	double seconds[2 * WITNESS_REPETITIONS];
	struct exchanges seen;
	size_t n = 0, more;
	enum status status = OK;

	if (bytes == 0 || !goes_behind(model))
		return OK;
	for (size_t way = 0; status == OK && way < 2; way++) {
		status = witness_singly(prober,
					witness_message(EXPERIMENT_EXCHANGE, OPERATION_ISEND, ways[way], bytes, bytes),
					&seconds[n], &more, err);
		n += more;
	}
	if (status != OK || n == 0)
		return status;
	count(seconds, n, &seen);
	return tell(&seen, bytes, model, err);
}
