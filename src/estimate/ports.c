#include "estimate/ports.h"

#include "estimate/in_turn.h"
#include "estimate/witness.h"
#include "model/lmo_fit.h"
#include "probe/sameness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 2, TEXT = 400 };

static const double by_chance = 0.02; /* relative: so far the least of ten timings may differ from another */

size_t ports_bytes(double eager, size_t largest)
{
	const size_t usual = (size_t)256 << 10; /* bytes: what is transferred is more than latency on most networks */
	size_t wanted = isnan(eager) || 4 * eager < (double)usual ? usual
			: 4 * eager < (double)largest             ? 4 * (size_t)eager
								  : largest,
	       bytes = wanted < largest ? wanted : largest, half = bytes / 2;

	return isnan(eager) || (double)half > eager || eager > (double)largest ? bytes : (size_t)eager;
}

static struct link reversed(struct link link)
{
	return (struct link){link.to, link.from};
}

/* What messages of half of the bytes and of all take: [0] and [1]. NAN: not measured. */
struct seen {
	size_t bytes[SIZES];
	double trip[SIZES], begin[SIZES], receive[SIZES]; /* alone, and what of it the two calls take */
	double exchange[SIZES];
};

static double growth(const double seconds[SIZES])
{
	return seconds[1] - seconds[0];
}

static enum status see_alone(struct prober *prober, struct link link, size_t bytes, struct seen *seen,
			     struct error *err)
{
	enum status status = OK;

	*seen = (struct seen){.bytes = {bytes / 2, bytes}};
	for (size_t i = 0; status == OK && i < SIZES; i++) {
		size_t m = seen->bytes[i];
		struct observation trip, receive, exchange;

		status = witness_see(prober, witness_message(EXPERIMENT_OVERLAP, OPERATION_ISEND, link, m, 0), &trip,
				     err);
		if (status == OK)
			status = witness_see(prober,
					     witness_message(EXPERIMENT_RECEIVE_EXPECTED, OPERATION_SEND, link, m, 0),
					     &receive, err);
		if (status == OK)
			status = witness_see(prober, witness_message(EXPERIMENT_EXCHANGE, OPERATION_ISEND, link, m, m),
					     &exchange, err);
		if (status != OK)
			return status;
		seen->trip[i] = trip.seconds;
		seen->begin[i] = trip.send_seconds;
		seen->receive[i] = receive.seconds;
		seen->exchange[i] = exchange.seconds;
	}
	return status;
}

/* The fact, if there is one, and what was seen of it. */
static enum status tell(struct model *model, const char *name, double number, const char *word, const char *seen,
			struct error *err)
{
	char seen_name[64];
	enum status status = OK;

	snprintf(seen_name, sizeof(seen_name), "%s%s", name, MODEL_SEEN);
	if (word)
		status = model_fact_text(model, name, word, err);
	else if (!isnan(number))
		status = model_fact_number(model, name, number, err);
	return status == OK ? model_fact_text(model, seen_name, seen, err) : status;
}

static bool says(const struct model *model, const char *name, const char *word)
{
	const struct fact *fact = model_fact(model, name);

	return fact && fact->text && strcmp(fact->text, word) == 0;
}

static double duplex_factor(const struct seen *seen)
{
	const double least_part = 0.25; /* of the growth that is the transfer's own */
	double whole = growth(seen->trip), transfer = whole - growth(seen->begin) - growth(seen->receive);
	double factor = 1 + (growth(seen->exchange) - whole) / transfer;

	if (isnan(factor) || !(transfer > least_part * whole) || !(whole > by_chance * seen->trip[1]))
		return NAN;
	return factor < 1 + by_chance ? 1 : fmin(factor, 2);
}

static enum status tell_duplex(const struct seen *seen, struct model *model, struct error *err)
{
	double factor = duplex_factor(seen);
	char text[TEXT];

	snprintf(text, sizeof(text),
		 "%zu B and %zu B: a message %.4g and %.4g us, of which sending %.4g and %.4g, receiving %.4g and "
		 "%.4g; both ways at once %.4g and %.4g us%s",
		 seen->bytes[0], seen->bytes[1], 1e6 * seen->trip[0], 1e6 * seen->trip[1], 1e6 * seen->begin[0],
		 1e6 * seen->begin[1], 1e6 * seen->receive[0], 1e6 * seen->receive[1], 1e6 * seen->exchange[0],
		 1e6 * seen->exchange[1],
		 isnan(factor) ? ": hardly anything of it is transfer, and ports that send and receive at full rate at "
				 "the same time are assumed"
			       : "");
	return tell(model, MODEL_DUPLEX, factor, NULL, text, err);
}

/* Where a receiver has to be inside for a long message to come, receiving it is all of it: one that leaves at once then
 * tells how long a transfer takes, where it is long enough. */
static enum status find_duplex(struct prober *prober, struct link link, const struct seen *seen, struct model *model,
			       struct error *err)
{
	const struct fact *fact = model_fact(model, MODEL_EAGER);
	bool has_switch =
		model_param_index(model->class, "S") < model->class->n_params && model_platform(model) < model->n_links;
	double eager = fact && !fact->text ? fact->number
		       : has_switch        ? model_value(model, model_platform(model), "S", 0)
					   : NAN;
	struct seen shorter;
	enum status status;

	if (!isnan(duplex_factor(seen)) || !(eager >= 2) || !(eager < (double)seen->bytes[0])) /* NAN: false */
		return tell_duplex(seen, model, err);
	status = see_alone(prober, link, (size_t)eager, &shorter, err);
	if (status != OK)
		return status;
	return tell_duplex(isnan(duplex_factor(&shorter)) ? seen : &shorter, model, err);
}

/* Two messages at once, between one process and two others; alone: the longer of the two. */
struct two {
	size_t bytes[SIZES];
	double alone[SIZES], call[SIZES], first[SIZES], second[SIZES];
};

/* The one experiment, and what goes beside it, in which two processes are sent messages of m bytes, or answer with
 * that. */
static enum status see_two(struct prober *prober, int one, const int others[2], bool answers, size_t i, struct two *two,
			   struct error *err)
{
	size_t m = two->bytes[i], out = answers ? 0 : m, back = answers ? m : 0;
	struct experiment both =
		witness_message(EXPERIMENT_ONE_TO_TWO, OPERATION_ISEND, (struct link){one, others[0]}, out, back);
	struct observation found;
	enum status status = OK;

	for (size_t k = 0; status == OK && k < 2; k++) {
		struct link link = {one, others[k]};

		status = witness_see(prober,
				     answers ? witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, out, back)
					     : witness_message(EXPERIMENT_OVERLAP, OPERATION_ISEND, link, out, back),
				     &found, err);
		two->alone[i] = k > 0 ? fmax(two->alone[i], found.seconds) : found.seconds;
		two->call[i] = found.send_seconds;
		if (status == OK && answers)
			status = witness_see(
				prober,
				witness_message(EXPERIMENT_RECEIVE_EXPECTED, OPERATION_SEND, reversed(link), m, 0),
				&found, err);
		if (answers)
			two->call[i] = found.seconds;
	}
	both.setup.third = (size_t)others[1];
	if (status == OK)
		status = witness_see(prober, both, &found, err);
	two->first[i] = found.send_seconds;
	two->second[i] = found.seconds;
	return status;
}

/* Whether the first message waits for the second: as a whole, or what it has more than one of half the bytes. The
 * beginning of a message may lie in buffers before the second one comes; longer messages go on as their ends do. */
static bool is_fair(const struct two *two, double late, double later)
{
	return two->first[1] - two->alone[1] > late / 2 ||
	       (later > 0 && growth(two->first) - growth(two->alone) > later / 2);
}

/* Returns a word of MODEL_PORTS; NULL if not all was measured. noise: the part of a time by which
 * that may differ by chance. */
static const char *kind_of(const struct two *two, double noise)
{
	const double least_part = 0.25, more = 1.1;
	double whole = growth(two->alone), call = growth(two->call), transfer = whole - call,
	       later = growth(two->second) - whole, late = two->second[1] - two->alone[1],
	       least = fmax(least_part * transfer, fmax(more * call, call + noise * two->second[1]));
	bool tells = transfer > least_part * whole;

	if (isnan(late + later + transfer + two->first[1]))
		return NULL;
	if (!(tells && later > least) && !(late > least_part * two->alone[1]))
		return MODEL_PORTS_PARALLEL;
	return is_fair(two, late, later) ? MODEL_PORTS_FAIR : MODEL_PORTS_IN_TURN;
}

/* Returns whether the second message waits until the link of the first, which is slower than its port, has taken that.
 */
static bool link_keeps_ports(const struct model *model, int one, const int others[2], const struct two *two)
{
	double links[SIZES], ports[SIZES], next[SIZES], kept, alone;

	for (size_t i = 0; i < SIZES; i++) {
		const struct cost first = model_cost_nonblocking(model, (struct link){one, others[0]}, two->bytes[i]),
				  second = model_cost_nonblocking(model, (struct link){one, others[1]}, two->bytes[i]);

		links[i] = first.link;
		ports[i] = cost_next_out(&first);
		next[i] = cost_delivery(&second);
	}
	kept = growth(links) + growth(next);
	alone = fmax(growth(two->alone), growth(ports) + growth(next));
	return growth(links) > growth(ports) && growth(two->second) > (kept + alone) / 2;
}

/* A model whose ports are its own and fair says nothing else of them: what was seen says it. */
static enum status tell_kind(struct model *model, const char *name, const char *kind, const char *seen,
			     struct error *err)
{
	bool own = model->class->fair && kind && strcmp(kind, MODEL_PORTS_FAIR) != 0 && strcmp(name, MODEL_LINK) != 0;
	char text[2 * TEXT];

	snprintf(text, sizeof(text), "%s%s%s", seen,
		 own     ? ": in itself "
		 : !kind ? ": there was no time for all of it"
			 : "",
		 own ? kind : "");
	return tell(model, name, NAN, own ? NULL : kind, text, err);
}

/* Finds how the port of one process serves messages to two others, or their answers (MODEL_PORTS_IN), or, if these are
 * one process, the link does (MODEL_LINK). */
static enum status find_two(struct prober *prober, int one, const int others[2], size_t bytes, const char *name,
			    struct model *model, struct error *err)
{
	bool answers = strcmp(name, MODEL_PORTS_IN) == 0;
	struct two two = {.bytes = {bytes / 2, bytes}};
	char text[TEXT];
	enum status status = OK;

	for (size_t i = 0; status == OK && i < SIZES; i++)
		status = see_two(prober, one, others, answers, i, &two, err);
	if (status != OK)
		return status;
	snprintf(text, sizeof(text),
		 "%s %zu B and %zu B %s %d and %d at once: the first %s after %.4g and %.4g us, the second after %.4g "
		 "and %.4g; alone %.4g and %.4g us, of which %s %.4g and %.4g",
		 answers ? "answers of" : "messages of", two.bytes[0], two.bytes[1], answers ? "by" : "to", others[0],
		 others[1], answers ? "is there" : "answers", 1e6 * two.first[0], 1e6 * two.first[1],
		 1e6 * two.second[0], 1e6 * two.second[1], 1e6 * two.alone[0], 1e6 * two.alone[1],
		 answers ? "receiving" : "sending", 1e6 * two.call[0], 1e6 * two.call[1]);
	return tell_kind(model, name, kind_of(&two, sameness_is_computed(prober) ? 0 : by_chance), text, err);
}

/* Sets the receivers: the process whose link from `one` takes longest in an lmo model, and another one but process 0,
 * if one exists. */
static void choose_slowest(const struct model *model, size_t processes, int one, size_t bytes, int receivers[2])
{
	double longest = -1;

	for (int p = (int)processes; p-- > 0;) {
		double link = p == one ? -1 : model_cost_nonblocking(model, (struct link){one, p}, bytes).link;

		if (link > longest) {
			longest = link;
			receivers[0] = p;
		}
	}
	for (int p = 1; p < (int)processes; p++) /* the second one is not 0 */
		if (p != one && p != receivers[0])
			receivers[1] = p;
}

/* Returns whether a train over the link needs as long for each message as the network does for one alone: then
 * latencies do not pass at the same time as other messages. */
static bool train_is_in_turn(const struct campaign *campaign, const struct model *model, struct link link)
{
	const double alike = 0.95; /* of a message */

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;
		struct cost cost;

		if (what->kind != EXPERIMENT_TRAIN || what->count != LMO_TRAIN)
			continue;
		cost = model_cost_nonblocking(model, link, what->bytes);
		return cost.link > alike * (cost_delivery(&cost) - cost.send - cost.receive);
	}
	return false;
}

/* Finds whether ports that serve in turn wait until a message is there, for an lmo model. */
static enum status find_kept(struct prober *prober, int one, size_t bytes, struct model *model, struct error *err)
{
	struct two two = {.bytes = {bytes / 2, bytes}};
	int receivers[2] = {one, one};

	choose_slowest(model, prober->platform->processes, one, bytes, receivers);
	if (receivers[1] == one || !train_is_in_turn(prober->campaign, model, (struct link){one, receivers[0]}))
		return OK;
	for (size_t i = 0; i < SIZES; i++)
		TRY(see_two(prober, one, receivers, false, i, &two, err));
	return link_keeps_ports(model, one, receivers, &two) ? model_fact_text(model, MODEL_LINK, MODEL_LINK_PORTS, err)
							     : OK;
}

/*
 * Messages of 1 byte from all others to one, t: how long one keeps the port. Where ports are fair, all are there after
 * n - 1 of them, and then taken one after the other: T = o_i + rest + (n - 2) t + (n - 1) o_r. In turn one is taken
 * while the next arrives: T = o_i + rest + (n - 2) max(t, o_r) + o_r. rest is what delivery of one takes beside the two
 * calls. Of an empty message t is less by what a byte takes.
 */
static double port_time(double gather, double begin, double rest, double receive, size_t n, bool fair)
{
	const double noise = 0.05;
	double each = (gather - begin - rest - receive) / (double)(n - 2), t = fair ? each - receive : each;

	if (!(t > 0) || t > rest || (!fair && each < (1 + noise) * receive))
		return NAN;
	return t;
}

static enum status find_empty(struct prober *prober, struct link link, const struct seen *seen, struct model *model,
			      struct error *err)
{
	size_t n = prober->platform->processes;
	bool fair = says(model, MODEL_PORTS_IN, MODEL_PORTS_FAIR);
	struct experiment gather = {.kind = EXPERIMENT_COLLECTIVE,
				    .from = link.to,
				    .to = link.to,
				    .bytes = 1,
				    .count = 1,
				    .setup = {.collective = "gather", .algorithm = "linear"}};
	double byte = (growth(seen->trip) - growth(seen->begin) - growth(seen->receive)) /
		      (double)(seen->bytes[1] - seen->bytes[0]),
	       rest, found;
	struct observation all, one, receive, empty;
	char text[TEXT];
	enum status status = witness_see(prober, gather, &all, err);

	if (status == OK)
		status = witness_see(prober, witness_message(EXPERIMENT_OVERLAP, OPERATION_ISEND, link, 1, 0), &one,
				     err);
	if (status == OK)
		status = witness_see(prober, witness_message(EXPERIMENT_RECEIVE_EXPECTED, OPERATION_SEND, link, 1, 0),
				     &receive, err);
	if (status == OK)
		status = witness_see(prober, witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, 0, 0), &empty,
				     err);
	if (status != OK)
		return status;
	rest = one.seconds - empty.seconds / 2 - one.send_seconds - receive.seconds;
	found = port_time(all.seconds, one.send_seconds, rest, receive.seconds, n, fair);
	if (found < byte)
		found = 0;
	else if (byte > 0)
		found -= byte;
	snprintf(text, sizeof(text),
		 "a linear gather of 1 B among %zu processes takes %.4g us; one such message %.4g us, of which sending "
		 "%.4g, receiving %.4g%s",
		 n, 1e6 * all.seconds, 1e6 * (one.seconds - empty.seconds / 2), 1e6 * one.send_seconds,
		 1e6 * receive.seconds, isnan(found) ? ": what is left for the port is hidden by the calls" : "");
	return tell(model, MODEL_PORT_SECONDS, found, NULL, text, err);
}

/* What two processes do not tell, what is taken for it, and how much that matters. whose: " of one node", or "". */
static enum status tell_unknown(const struct seen *seen, const char *whose, struct model *model, struct error *err)
{
	double alone = seen->trip[1], call = seen->begin[1],
	       transfer = (double)seen->bytes[1] / (double)(seen->bytes[1] - seen->bytes[0]) *
			  (growth(seen->trip) - growth(seen->begin) - growth(seen->receive));
	char text[TEXT];

	snprintf(
		text, sizeof(text),
		"three processes%s are needed to find out, and there are two: that messages go in turn is assumed; two "
		"messages of %zu B to two receivers are then answered after %.4g us, and after %.4g us if they go in "
		"parallel",
		whose, seen->bytes[1], 1e6 * (alone + fmax(transfer, call)), 1e6 * (alone + call));
	TRY(tell(model, MODEL_PORTS, NAN, NULL, text, err));
	TRY(tell(model, MODEL_PORTS_IN, NAN, NULL,
		 "three processes are needed to find out, and there are two: as a sender's is assumed", err));
	return tell(model, MODEL_PORT_SECONDS, NAN, NULL,
		    "three processes are needed to find out, and there are two: that calls hide it is "
		    "assumed",
		    err);
}

/* What is beside a pair: a process with which its sender is a pair of the same kind, of one node or of two. */
struct beside {
	int third;         /* -1: there is none */
	bool all;          /* all processes are such */
	const char *whose; /* " of one node", or "" */
};

static bool same_host(const struct circumstances *here, int a, int b)
{
	return here->hosts && here->hosts[a] && here->hosts[b] && strcmp(here->hosts[a], here->hosts[b]) == 0;
}

static enum status look_beside(struct platform *platform, struct link link, struct beside *beside, struct error *err)
{
	struct circumstances here = {.processes = 0};
	enum status status = platform_describe(platform, &here, err);
	bool one = same_host(&here, link.from, link.to);

	*beside = (struct beside){.third = -1, .all = true, .whose = one ? " of one node" : ""};
	for (int p = (int)platform->processes; status == OK && p-- > 0;) {
		bool alike = same_host(&here, link.from, p) == one;

		if (p == link.from || p == link.to)
			continue;
		beside->all = beside->all && alike;
		beside->third = alike ? p : beside->third;
	}
	circumstances_release(&here);
	return status;
}

/* The pair's receiver and the lowest process beside the pair, ascending. */
static void choose_receivers(struct link link, int other, int receivers[2])
{
	receivers[0] = other < link.to ? other : link.to;
	receivers[1] = other < link.to ? link.to : other;
}

/* Where ports are fair, by the model's class or as was seen, up to which size messages go in turn nevertheless. Of
 * other senders than the pair's where all processes are alike. */
static enum status find_in_turn(struct prober *prober, struct link link, const struct beside *beside, size_t most,
				struct model *model, struct error *err)
{
	const int processes[] = {link.from, link.to, beside->third};
	bool share = says(model, MODEL_PORTS, MODEL_PORTS_FAIR);

	return share || model->class->fair
		       ? in_turn_find(prober, processes, beside->all ? 3 : 1, most, share, model, err)
		       : OK;
}

enum status ports_find(struct prober *prober, struct link link, size_t bytes, struct model *model, struct error *err)
{
	int receivers[2], to = link.to > 0 ? link.to : link.from; /* the second one is not 0 */
	struct beside beside;
	struct seen seen;
	enum status status = see_alone(prober, link, bytes, &seen, err);

	if (status == OK)
		status = find_duplex(prober, link, &seen, model, err);
	if (status == OK)
		status = find_two(prober, to == link.to ? link.from : link.to, (const int[]){to, to}, bytes, MODEL_LINK,
				  model, err);
	if (status == OK)
		status = look_beside(prober->platform, link, &beside, err);
	if (status == OK && beside.third < 0)
		return tell_unknown(&seen, beside.whose, model, err);
	if (status != OK)
		return status;
	choose_receivers(link, beside.third, receivers);
	status = find_two(prober, link.from, receivers, bytes, MODEL_PORTS, model, err);
	if (status == OK && model->class->fair && beside.all && says(model, MODEL_LINK, MODEL_PORTS_IN_TURN))
		status = find_kept(prober, link.from, bytes, model, err);
	if (status == OK)
		status = find_two(prober, link.from, receivers, bytes, MODEL_PORTS_IN, model, err);
	if (status == OK)
		status = find_in_turn(prober, link, &beside, bytes / 2, model, err);
	if (status == OK &&
	    (says(model, MODEL_PORTS_IN, MODEL_PORTS_FAIR) || says(model, MODEL_PORTS_IN, MODEL_PORTS_IN_TURN)))
		status = beside.all ? find_empty(prober, link, &seen, model, err)
				    : tell(model, MODEL_PORT_SECONDS, NAN, NULL,
					   "a gather of all processes would be on one node and between nodes: that "
					   "calls hide it is assumed",
					   err);
	return status;
}
