/*
 * A message in k segments of m/k bytes takes about a + b k + c/k: more segments fill a pipeline sooner, and each costs
 * something by itself. Such a time is convex in the segment, and its least value between two segments whose ratio is q
 * is below either of theirs by no more than 1 - 2/(x + 1/x), x = sqrt(q). Costs leap at some sizes, which are tried;
 * between them the search goes on where something that matters may be found.
 */
#include "predict/segment.h"

#include "base/memory.h"
#include "predict/escalation.h"
#include "predict/pipeline.h"
#include "predict/room.h"
#include "predict/segment_leaps.h"
#include "simulate/bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	FEW = 16,       /* pieces: all numbers up to it are tried; of short messages SMALL */
	SMALL = 32,     /* bytes of a segment, too, of short messages */
	SHORT = 1024,   /* bytes of those */
	LASTS = 8,      /* pieces of which the last has a size at which times leap */
	FILL = 300000,  /* operations of schedules: while there were fewer, many segments are tried */
	LONG = 2000000, /* after so many what one piece is shorter by is not looked at */
	IN_A_ROW = 3    /* segments that bring nothing: then more pieces are taken to bring nothing */
};

/* What takes so many times as long as the quickest is not simulated to its end. */
static const double slower = 1.25;

/* What is worth to be looked for: a part of the time. */
static const double worth = 0.003;

/* What changes costs by more than this part makes times leap. */
static const double steep = 0.25;

/* The ratio of two segments between which there is none to be tried, unless there is a reason. */
static const double narrow = 1.01;

/* How much more than a convex time the simulated one may dip, and by which part of a piece it may where the last one is
 * shorter. */
static const double dips = 1.5, uneven = 0.5;

/* A segment that was tried. */
struct segment_trial {
	uint64_t segment;
	double seconds;      /* with what escalations add in the mean; or, unless ended, what it takes at least */
	double regular;      /* without them, if ended */
	uint64_t operations; /* 0 unless ended */
	bool ended;
	bool bounded; /* not simulated, since the root alone takes longer than the quickest, or it cannot be */
};

struct best_search {
	const struct predict_options *options;
	struct call call; /* its segment is tried */
	struct algorithm_use use;
	uint64_t unit;              /* bytes of the longest message in one piece: that which is divided */
	struct segment_trial *list; /* n of them, from the largest segment on */
	size_t n, capacity;
	double whole, least; /* in one piece, without escalations; of all, with them */
	uint64_t best;       /* the segment of that; 0: in one piece */
	double regular;      /* of that, without escalations */
	bool divides;        /* segments are messages of their own; else they are just a size in the algorithm */
	double operations;   /* simulated so far */
	size_t simulations;
	bool spent;
};

uint64_t segment_pieces(const struct call *call)
{
	return call->segment > 0 && call->count > 0 ? (call->count - 1) / call->segment + 1 : 1;
}

bool segment_is_tried(uint64_t segment, uint64_t longest, uint64_t bytes, int processes)
{
	uint64_t each = SEGMENTS_ENOUGH_EACH * (uint64_t)processes,
		 enough = each > SEGMENTS_ENOUGH ? each : SEGMENTS_ENOUGH;

	return segment > 0 && segment < bytes && (segment >= longest || bytes / segment <= enough);
}

static uint64_t pieces_of(const struct best_search *s, uint64_t segment)
{
	return (s->unit - 1) / segment + 1;
}

/* So many pieces as alike as they can be. */
static uint64_t segment_of(const struct best_search *s, uint64_t pieces)
{
	return (s->unit - 1) / pieces + 1;
}

/* The place of a segment among the trials, or where it would be. */
static size_t place_of(const struct best_search *s, uint64_t segment)
{
	size_t at = 0;

	while (at < s->n && s->list[at].segment > segment)
		at++;
	return at;
}

static const struct segment_trial *trial_of(const struct best_search *s, uint64_t segment)
{
	size_t at = place_of(s, segment);

	return at < s->n && s->list[at].segment == segment ? &s->list[at] : NULL;
}

static enum status insert(struct best_search *s, const struct segment_trial *trial, struct error *err)
{
	size_t at = place_of(s, trial->segment);
	struct segment_trial *grown = memory_grow(s->list, &s->capacity, s->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "segments that are tried");
	s->list = grown;
	memmove(&grown[at + 1], &grown[at], (s->n - at) * sizeof(*grown));
	grown[at] = *trial;
	s->n++;
	if (trial->ended &&
	    (trial->seconds < s->least || (trial->seconds == s->least && s->best > 0 && trial->segment > s->best))) {
		s->least = trial->seconds;
		s->best = trial->segment;
		s->regular = trial->regular;
	}
	return OK;
}

/* The call as it stands in s->call. */
static enum status simulate_call(struct best_search *s, double at_most, struct simulation *simulation,
				 uint64_t *largest, struct error *err)
{
	enum status status;

	*simulation = (struct simulation){.at_most = at_most};
	status = predict_simulation(s->options, &s->use, simulation, largest, err);
	s->simulations++;
	s->operations += (double)simulation->operations;
	return status;
}

/* What they add to the call in the mean; series have none. */
static double escalations(const struct best_search *s)
{
	return s->options->series > 1 ? 0 : escalation_expected(s->options->use.model, s->use.algorithm, &s->call);
}

/* What the call takes at least, for what its root has to do. */
static enum status bound_of(struct best_search *s, double *seconds, struct error *err)
{
	const struct schedule schedule = algorithm_schedule(&s->use);
	const struct costs costs = model_costs(&s->options->use, s->options->eager_most);

	return simulation_bound(&schedule, &costs, &s->call.root, 1, seconds, err);
}

/* Whether so many segments are too many for the call, or for the memory. */
static enum status check_possible(struct best_search *s, bool *possible, struct error *err)
{
	struct error why = {.status = OK};
	enum status status = algorithm_check(s->use.algorithm, &s->call, &why);

	if (status == OK)
		status = predict_room(&s->use, s->options->series, &why);
	*possible = status == OK;
	return status == OK || status == ERR_INPUT ? OK : error_set(err, status, "%s", why.text);
}

/* Whether the search is at one of its limits. */
static bool is_spent(struct best_search *s)
{
	s->spent = s->spent || s->simulations >= SEGMENT_SIMULATIONS_MOST || s->operations > SEGMENT_OPERATIONS_MOST;
	return s->spent;
}

/* Tries the call in segments of this size, unless it was tried; to_end: however long it takes. */
static enum status try(struct best_search *s, uint64_t segment, bool to_end, struct error *err)
{
	struct segment_trial trial = {.segment = segment};
	struct simulation simulation;
	uint64_t largest;
	bool possible;
	enum status status;

	if (trial_of(s, segment) || is_spent(s))
		return OK;
	s->call.segment = segment;
	status = check_possible(s, &possible, err);
	if (status != OK)
		return status;
	if (!possible) { /* nothing is looked for beyond it */
		trial.seconds = INFINITY;
		trial.bounded = true;
		return insert(s, &trial, err);
	}
	status = to_end ? OK : bound_of(s, &trial.seconds, err);
	trial.bounded = !to_end && trial.seconds > s->least;
	if (status == OK && trial.bounded)
		return insert(s, &trial, err);
	if (status == OK)
		status = simulate_call(s, to_end ? 0 : slower * s->least, &simulation, &largest, err);
	if (status != OK)
		return status;
	trial.ended = isfinite(simulation.seconds);
	trial.regular = simulation.seconds;
	trial.seconds = trial.ended ? trial.regular + escalations(s) : slower * s->least;
	trial.operations = simulation.operations;
	simulation_release(&simulation);
	return insert(s, &trial, err);
}

static enum status try_pieces(struct best_search *s, uint64_t pieces, bool to_end, struct error *err)
{
	return try(s, segment_of(s, pieces), to_end, err);
}

/* A few pieces, of which one more or less makes a difference. Two and four are simulated in any case: do they differ
 * by more than their sizes? */
static enum status try_few(struct best_search *s, struct error *err)
{
	uint64_t most = s->unit <= SHORT ? SMALL : FEW;
	const struct segment_trial *two, *four;
	enum status status = try_pieces(s, 2, true, err);

	if (status == OK)
		status = try_pieces(s, 4, true, err);
	two = trial_of(s, segment_of(s, 2));
	four = trial_of(s, segment_of(s, 4));
	s->divides = two && four && four->operations > two->operations;
	for (uint64_t pieces = 3; status == OK && pieces <= most && pieces <= s->unit; pieces++)
		status = try_pieces(s, pieces, false, err);
	for (uint64_t segment = SMALL; status == OK && s->unit <= SHORT && segment > 0; segment--)
		if (segment < s->unit)
			status = try(s, segment, false, err);
	return status;
}

static bool is_steep(const struct leap *leap)
{
	return leap->change > steep;
}

/* Segments of which the last, which is shorter, has a size at which times leap. */
static enum status try_last(struct best_search *s, uint64_t last, struct error *err)
{
	enum status status = OK;

	for (uint64_t before = 1; status == OK && before < LASTS && last < s->unit; before++) {
		uint64_t segment = (s->unit - last - 1) / before + 1;

		if (segment > last)
			status = try(s, segment, false, err);
	}
	return status;
}

/* Tries the longest segment that does not escalate. */
static enum status try_below_escalations(struct best_search *s, struct error *err)
{
	uint64_t sizes[2];

	return escalation_sizes(s->options->use.model, sizes) && sizes[0] > 1 && sizes[0] <= s->call.count
		       ? try(s, sizes[0] - 1, false, err)
		       : OK;
}

/* Where times leap: at the sizes at which costs do, of which all segments may be, or the last; and where an algorithm
 * that divides messages has less than a segment in a part, and becomes another one. */
static enum status try_leaps(struct best_search *s, const struct leaps *leaps, struct error *err)
{
	enum status status = s->unit < s->call.count ? try(s, s->unit + 1, false, err) : OK;

	for (size_t i = 0; status == OK && i < leaps->n; i++) {
		uint64_t bytes = leaps->list[i].bytes;

		status = try(s, bytes, false, err);
		if (status == OK)
			status = try_pieces(s, pieces_of(s, bytes), false, err);
		if (status == OK && is_steep(&leaps->list[i]))
			status = try_last(s, bytes, err);
	}
	return status;
}

/* Doubles the number of pieces while that can be quicker: the root has each of them to deal with; or, below all sizes
 * at which costs leap, they bring no more. */
static enum status double_pieces(struct best_search *s, const struct leaps *leaps, struct error *err)
{
	int too_many = 0, alike = 0;
	uint64_t least_leap = UINT64_MAX;
	enum status status = OK;

	for (size_t i = 0; i < leaps->n; i++)
		least_leap = is_steep(&leaps->list[i]) ? leaps->list[i].bytes : least_leap;

	for (uint64_t pieces = FEW; status == OK && pieces < 2 * s->unit; pieces *= 2) {
		uint64_t segment = segment_of(s, pieces);
		double before = s->least;
		const struct segment_trial *tried;

		status = try(s, segment, false, err);
		tried = trial_of(s, segment);
		too_many = tried && tried->bounded ? too_many + 1 : 0;
		alike = segment < least_leap && s->least > before * (1 - worth) ? alike + 1 : 0;
		if (s->divides && (too_many >= IN_A_ROW || alike >= IN_A_ROW))
			return status;
	}
	return status;
}

/* Pieces, where a segment is one. */
static double numbers(const struct best_search *s, uint64_t segment)
{
	return s->divides ? (double)pieces_of(s, segment) : 1;
}

/* By which part a time between two segments may be less than either of theirs. Of about as many pieces the longer ones
 * may hold up some and the last one others: then it may fall with one of both segments until it rises with the other,
 * but by no more than the time of a piece. That is left out where simulations are long. */
static double dip(const struct best_search *s, uint64_t larger, uint64_t smaller)
{
	double few = numbers(s, larger), many = numbers(s, smaller), x = sqrt((double)larger / (double)smaller),
	       convex = dips * (1 - 2 / (x + 1 / x));

	if (s->operations > LONG)
		return fmin(convex, 1);
	return many - few < 2 ? fmin(1 - 1 / x, 1 / few) : fmin(convex + uneven / few, 1);
}

/* A segment between two that were tried, in the middle as ratios go: if the message has other numbers of pieces in
 * between, pieces as alike as they can be. 0: none. */
static uint64_t between(const struct best_search *s, uint64_t larger, uint64_t smaller)
{
	double few = numbers(s, larger), many = numbers(s, smaller);
	uint64_t segment = (uint64_t)(sqrt((double)larger * (double)smaller) + 0.5), alike;

	if (larger - smaller < 2)
		return 0;
	alike = segment_of(s, (uint64_t)fmax(few + 1, fmin(sqrt(few * many) + 0.5, many - 1)));
	if (many - few >= 2 && alike > smaller && alike < larger)
		return alike;
	return segment <= smaller ? smaller + 1 : segment < larger ? segment : larger - 1;
}

/* The segment between two that were tried where the least may be found; 0: nowhere enough to be worth it. */
static uint64_t most_promising(const struct best_search *s)
{
	double least = s->least * (1 - worth);
	uint64_t segment = 0;

	for (size_t i = 0; i + 1 < s->n; i++) {
		const struct segment_trial *larger = &s->list[i], *smaller = &s->list[i + 1];
		double may_be =
			fmin(larger->seconds, smaller->seconds) * (1 - dip(s, larger->segment, smaller->segment));
		uint64_t there = may_be < least ? between(s, larger->segment, smaller->segment) : 0;

		if (there > 0) {
			segment = there;
			least = may_be;
		}
	}
	return segment;
}

static enum status close_in(struct best_search *s, struct error *err)
{
	enum status status = OK;

	for (uint64_t next; status == OK && (next = most_promising(s)) > 0 && !is_spent(s);)
		status = try(s, next, false, err);
	return status;
}

/* The middle of the widest gap between two that were tried, as ratios go; 0: none is wide. Below one that has too many
 * pieces nothing is looked for. */
static uint64_t widest(const struct best_search *s)
{
	double most = s->unit <= SHORT ? 1 : narrow;
	uint64_t segment = 0;

	for (size_t i = 0; i + 1 < s->n; i++) {
		const struct segment_trial *larger = &s->list[i], *smaller = &s->list[i + 1];
		double q = (double)larger->segment / (double)smaller->segment;
		uint64_t there = !larger->bounded && q > most ? between(s, larger->segment, smaller->segment) : 0;

		if (there > 0) {
			segment = there;
			most = q;
		}
	}
	return segment;
}

/* Where messages come to be served in another order times leap too, and nothing says at which sizes: of what is
 * simulated in no time many are tried. */
static enum status fill(struct best_search *s, struct error *err)
{
	enum status status = OK;

	for (uint64_t next; status == OK && s->operations < FILL && (next = widest(s)) > 0 && !is_spent(s);)
		status = try(s, next, false, err);
	return status == OK ? close_in(s, err) : status;
}

/* In one piece, which says what is divided. */
static enum status try_whole(struct best_search *s, struct error *err)
{
	struct simulation simulation;
	enum status status;

	s->call.segment = 0;
	status = predict_room(&s->use, s->options->series, err);
	if (status != OK)
		return status;
	status = simulate_call(s, 0, &simulation, &s->unit, err);
	s->whole = s->regular = simulation.seconds;
	s->least = s->whole + escalations(s);
	simulation_release(&simulation);
	return status;
}

static enum status search(struct best_search *s, struct error *err)
{
	uint64_t closed = pipeline_segment(s->options->use.model, &s->use);
	struct leaps leaps = {.n = 0};
	enum status status = leaps_find(s->options, s->call.count, &leaps, err);

	if (status == OK) /* of some algorithms something else than one piece */
		status = try(s, s->call.count, false, err);
	if (status == OK)
		status = try_few(s, err);
	if (status == OK && closed > 0)
		status = try(s, closed, false, err);
	if (status == OK)
		status = try_leaps(s, &leaps, err);
	if (status == OK)
		status = try_below_escalations(s, err);
	if (status == OK)
		status = double_pieces(s, &leaps, err);
	if (status == OK)
		status = close_in(s, err);
	if (status == OK)
		status = fill(s, err);
	free(leaps.list);
	return status;
}

enum status segment_find(const struct predict_options *options, const struct algorithm_use *use,
			 struct segment_found *found, struct error *err)
{
	struct best_search s = {.options = options, .call = *use->call};
	enum status status;

	s.use = (struct algorithm_use){use->algorithm, &s.call};
	status = try_whole(&s, err);
	if (status == OK && (use->algorithm->takes & TAKES_SEGMENT) && use->call->count > 1 && s.unit > 0 &&
	    s.whole > 0)
		status = search(&s, err);
	s.call.segment = s.best;
	if (status == OK)
		*found = (struct segment_found){.segment = s.best,
						.pieces = segment_pieces(&s.call),
						.seconds = s.regular,
						.whole = s.whole,
						.expected = s.least,
						.simulations = s.simulations,
						.spent = s.spent};
	free(s.list);
	return status;
}
