#include "estimate/in_turn.h"

#include "estimate/witness.h"

#include <math.h>
#include <stdio.h>

enum { PROCESSES = 3, RECEIVERS = 2, TEXT = 400, LEAST = 1024, MOST = 64 << 10, BISECTIONS = 3 };

/* Two messages of a size at once, and each alone; seconds. The quicker receiver is [0]. */
struct pair_seen {
	size_t bytes;
	double alone[RECEIVERS], call;
	double first, second;
};

enum verdict { NOTHING, SHARE, IN_TURN };

/* Who sends, and to whom. */
struct sender {
	int one, receivers[RECEIVERS];
};

static bool is_seen(const struct pair_seen *seen)
{
	return seen->bytes > 0 && !isnan(seen->alone[0] + seen->alone[1] + seen->first + seen->second);
}

/* The second message begins when the call that begins the first one has ended: that is no port's. */
static enum verdict verdict_of(const struct pair_seen *seen)
{
	const double least = 0.1;
	double held = seen->second - seen->alone[1] - seen->call;

	if (!is_seen(seen) || !(held > least * seen->alone[1]))
		return NOTHING;
	return seen->first - seen->alone[0] < held / 2 ? IN_TURN : SHARE;
}

static void swap_receivers(struct sender *sender, struct pair_seen *seen)
{
	int receiver = sender->receivers[0];
	double alone = seen->alone[0];

	sender->receivers[0] = sender->receivers[1];
	sender->receivers[1] = receiver;
	seen->alone[0] = seen->alone[1];
	seen->alone[1] = alone;
}

/* orders: the receivers are put in order. */
static enum status see(struct prober *prober, struct sender *sender, size_t bytes, bool orders, struct pair_seen *seen,
		       struct error *err)
{
	struct observation found;
	struct experiment both;
	enum status status = OK;

	*seen = (struct pair_seen){.bytes = bytes};
	for (int k = 0; status == OK && k < RECEIVERS; k++) {
		struct link link = {sender->one, sender->receivers[k]};

		status = witness_see(prober, witness_message(EXPERIMENT_OVERLAP, OPERATION_ISEND, link, bytes, 0),
				     &found, err);
		seen->alone[k] = found.seconds;
		seen->call = fmax(seen->call, found.send_seconds);
	}
	if (status != OK)
		return status;
	if (orders && seen->alone[1] < seen->alone[0])
		swap_receivers(sender, seen);
	seen->first = seen->second = NAN;
	if (sender->receivers[1] == 0) /* an experiment's third process is another one */
		return OK;
	both = witness_message(EXPERIMENT_ONE_TO_TWO, OPERATION_ISEND, (struct link){sender->one, sender->receivers[0]},
			       bytes, 0);
	both.setup.third = (size_t)sender->receivers[1];
	status = witness_see(prober, both, &found, err);
	seen->first = found.send_seconds;
	seen->second = found.seconds;
	return status;
}

/* The first of the n senders whose port holds up messages of that size; what was seen of it, or of the last one of
 * which something was. */
static enum status choose_sender(struct prober *prober, const int processes[PROCESSES], size_t n, size_t bytes,
				 struct sender *sender, struct pair_seen *seen, struct error *err)
{
	enum status status = OK;

	*seen = (struct pair_seen){.bytes = 0};
	for (size_t k = 0; status == OK && k < n && verdict_of(seen) == NOTHING; k++) {
		struct sender one = {processes[k], {processes[(k + 1) % PROCESSES], processes[(k + 2) % PROCESSES]}};
		struct pair_seen found;

		status = see(prober, &one, bytes, true, &found, err);
		if (status != OK || !is_seen(&found))
			continue;
		*sender = one;
		*seen = found;
	}
	return status;
}

/* What was seen of the longest message that goes in turn, and of a longer one that does not. */
struct limit_seen {
	struct pair_seen in_turn, shares;
};

/* Halves sizes that share until one goes in turn, or nothing follows: then limit->in_turn is that. */
static enum status halve(struct prober *prober, struct sender *sender, struct limit_seen *limit, struct error *err)
{
	enum status status = OK;

	for (size_t bytes = limit->shares.bytes / 2; status == OK && bytes >= LEAST; bytes /= 2) {
		status = see(prober, sender, bytes, false, &limit->in_turn, err);
		if (status != OK || verdict_of(&limit->in_turn) != SHARE)
			break;
		limit->shares = limit->in_turn;
	}
	return status;
}

static enum status bisect(struct prober *prober, struct sender *sender, struct limit_seen *limit, struct error *err)
{
	enum status status = OK;

	for (int i = 0; status == OK && i < BISECTIONS; i++) {
		struct pair_seen seen;

		status = see(prober, sender, (limit->in_turn.bytes + limit->shares.bytes) / 2, false, &seen, err);
		if (status != OK || verdict_of(&seen) == NOTHING)
			break;
		*(verdict_of(&seen) == IN_TURN ? &limit->in_turn : &limit->shares) = seen;
	}
	return status;
}

static int print_seen(const struct sender *sender, const struct pair_seen *seen, char *text, size_t size)
{
	return snprintf(text, size,
			"%zu B from %d to %d and %d at once: answers after %.4g and %.4g us, alone %.4g and %.4g",
			seen->bytes, sender->one, sender->receivers[0], sender->receivers[1], 1e6 * seen->first,
			1e6 * seen->second, 1e6 * seen->alone[0], 1e6 * seen->alone[1]);
}

/* longer: that messages longer than those tried share is known. */
static enum status tell(const struct sender *sender, const struct limit_seen *limit, bool longer, struct model *model,
			struct error *err)
{
	bool some = verdict_of(&limit->in_turn) == IN_TURN, some_share = limit->shares.bytes > 0,
	     shorter = is_seen(&limit->in_turn) && limit->in_turn.bytes != limit->shares.bytes;
	char text[3 * TEXT] = "";
	int n = some_share ? print_seen(sender, &limit->shares, text, TEXT) : 0;
	enum status status = OK;

	if (some && (some_share || longer))
		status = model_fact_number(model, MODEL_IN_TURN, (double)limit->in_turn.bytes, err);
	if (some_share && shorter)
		n += snprintf(text + n, TEXT, "; ");
	if (shorter)
		n += print_seen(sender, &limit->in_turn, text + n, TEXT);
	if (!some || !some_share)
		snprintf(text + n, TEXT, "%s",
			 some                          ? ": these are the longest that were tried"
			 : shorter                     ? ": none was seen to go in turn"
			 : limit->shares.bytes > LEAST ? "; there was no time for shorter ones"
						       : ": none goes in turn");
	return status == OK ? model_fact_text(model, MODEL_IN_TURN MODEL_SEEN, text, err) : status;
}

/* Of no process messages hold each other up, or there was no time. */
static enum status tell_nothing(const struct sender *sender, const struct pair_seen *seen, struct model *model,
				struct error *err)
{
	char text[2 * TEXT] = "there was no time to find out";
	int n = is_seen(seen) ? print_seen(sender, seen, text, TEXT) : 0;

	if (n > 0)
		snprintf(text + n, TEXT, ": they hardly hold each other up");
	return model_fact_text(model, MODEL_IN_TURN MODEL_SEEN, text, err);
}

enum status in_turn_find(struct prober *prober, const int processes[3], size_t n, size_t most, bool longer,
			 struct model *model, struct error *err)
{
	struct sender sender = {processes[0], {processes[1], processes[2]}};
	struct pair_seen longest;
	struct limit_seen limit = {0};
	enum status status = choose_sender(prober, processes, n, most < MOST ? most : MOST, &sender, &longest, err);

	if (status != OK || verdict_of(&longest) == NOTHING)
		return status != OK ? status : tell_nothing(&sender, &longest, model, err);
	*(verdict_of(&longest) == SHARE ? &limit.shares : &limit.in_turn) = longest;
	if (limit.shares.bytes > 0)
		status = halve(prober, &sender, &limit, err);
	if (status == OK && limit.shares.bytes > 0 && verdict_of(&limit.in_turn) == IN_TURN)
		status = bisect(prober, &sender, &limit, err);
	return status == OK ? tell(&sender, &limit, longer, model, err) : status;
}
