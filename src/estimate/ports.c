/* Growths of times from half of a message to all of it tell what ports do: latencies and what calls cost in any case
 * cancel out. */
#include "estimate/ports.h"

#include <math.h>
#include <stdio.h>

enum { REPETITIONS = 10, KINDS = 3, SIZES = 2, POINTS = 6 };

size_t ports_bytes(double eager, size_t largest)
{
	size_t half = largest / 2;

	return isnan(eager) || (double)half > eager || eager > (double)largest ? largest : (size_t)eager;
}

/* What the campaign does not hold yet. A few repetitions suffice: the least of them counts. */
static enum status measure(struct prober *prober, struct experiment *points, size_t n, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options few = *whole;
	size_t missing = 0;
	enum status status;

	for (size_t i = 0; i < n; i++)
		if (!campaign_find(prober->campaign, &points[i]))
			points[missing++] = points[i];
	few.stopping.least = few.stopping.most = few.large_most = REPETITIONS;
	prober->options = &few;
	status = probe_points(prober, points, missing, err);
	prober->options = whole;
	return status;
}

/* The least: what disturbs a repetition makes it longer. NAN if there is none. */
static double least(const struct campaign *campaign, const struct experiment *what)
{
	const struct sample *sample = campaign_find(campaign, what);
	double seconds = NAN;

	for (size_t i = 0; sample && i < sample->n; i++)
		seconds = fmin(seconds, sample->observations[i].seconds);
	return seconds;
}

static double least_begin(const struct campaign *campaign, const struct experiment *what)
{
	const struct sample *sample = campaign_find(campaign, what);
	double seconds = NAN;

	for (size_t i = 0; sample && i < sample->n; i++)
		seconds = fmin(seconds, sample->observations[i].send_seconds);
	return seconds;
}

static struct experiment message(enum experiment_kind kind, struct link link, size_t bytes)
{
	const struct setup isend = {.operation = OPERATION_ISEND}, plain = {.operation = OPERATION_SEND};

	return (struct experiment){.kind = kind,
				   .setup = kind == EXPERIMENT_RECEIVE_EXPECTED ? plain : isend,
				   .from = link.from,
				   .to = link.to,
				   .bytes = bytes,
				   .reply_bytes = kind == EXPERIMENT_EXCHANGE ? bytes : 0,
				   .count = 1};
}

/* What a message takes, and what of it the two calls do: of half of the bytes, and of all. */
struct seen {
	size_t bytes[SIZES];
	double trip[SIZES], begin[SIZES], receive[SIZES], exchange[SIZES];
};

static enum status see(struct prober *prober, struct link link, size_t bytes, struct seen *seen, struct error *err)
{
	static const enum experiment_kind kinds[KINDS] = {EXPERIMENT_OVERLAP, EXPERIMENT_RECEIVE_EXPECTED,
							  EXPERIMENT_EXCHANGE};
	const struct campaign *campaign = prober->campaign;
	struct experiment points[POINTS];
	enum status status;

	*seen = (struct seen){.bytes = {bytes / 2, bytes}};
	for (size_t i = 0; i < POINTS; i++)
		points[i] = message(kinds[i % KINDS], link, seen->bytes[i / KINDS]);
	status = measure(prober, points, POINTS, err);
	for (size_t i = 0; i < SIZES; i++) {
		struct experiment trip = message(EXPERIMENT_OVERLAP, link, seen->bytes[i]),
				  receive = message(EXPERIMENT_RECEIVE_EXPECTED, link, seen->bytes[i]),
				  exchange = message(EXPERIMENT_EXCHANGE, link, seen->bytes[i]);

		seen->trip[i] = least(campaign, &trip);
		seen->begin[i] = least_begin(campaign, &trip);
		seen->receive[i] = least(campaign, &receive);
		seen->exchange[i] = least(campaign, &exchange);
	}
	return status;
}

static double growth(const double seconds[SIZES])
{
	return seconds[1] - seconds[0];
}

static double duplex_factor(const struct seen *seen)
{
	const double noise = 0.02, least_part = 0.25; /* of the growth that is the transfer's own */
	double whole = growth(seen->trip), transfer = whole - growth(seen->begin) - growth(seen->receive);
	double factor = 1 + (growth(seen->exchange) - whole) / transfer;

	if (!(transfer > least_part * whole) || !(whole > noise * seen->trip[1]))
		return NAN;
	return factor < 1 + noise ? 1 : fmin(factor, 2);
}

enum status ports_find_duplex(struct prober *prober, struct link link, size_t bytes, struct model *model,
			      struct error *err)
{
	struct seen seen;
	char text[300];
	enum status status = see(prober, link, bytes, &seen, err);
	double factor = duplex_factor(&seen);

	snprintf(text, sizeof(text),
		 "%zu B and %zu B: a message %.4g and %.4g us, of which sending %.4g and %.4g, receiving %.4g and "
		 "%.4g; both ways at once %.4g and %.4g us%s",
		 seen.bytes[0], seen.bytes[1], 1e6 * seen.trip[0], 1e6 * seen.trip[1], 1e6 * seen.begin[0],
		 1e6 * seen.begin[1], 1e6 * seen.receive[0], 1e6 * seen.receive[1], 1e6 * seen.exchange[0],
		 1e6 * seen.exchange[1],
		 isnan(factor) ? ": too little of it is transfer to tell, and ports that send and receive at full rate "
				 "are assumed"
			       : "");
	if (status == OK && !isnan(factor))
		status = model_fact_number(model, MODEL_DUPLEX, factor, err);
	return status == OK ? model_fact_text(model, MODEL_DUPLEX MODEL_SEEN, text, err) : status;
}
