#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/random.h"
#include "simulate/fair_network.h"
#include "simulate/fair_rates.h"

enum { MOST = 3000, PROCESSES = 64, PARTS = 3 * MOST };

/* Sums of some hundred terms, each rounded to 2^-53; ends that are a millionth of a nanosecond away are taken together.
 */
#define EXACT 1e-9
#define ABSOLUTE 1e-5

struct traffic {
	int n, processes;
	double both_ways;
	struct fair_message messages[MOST];
	double begin[MOST], end[MOST]; /* begin ascending */
};

/* By the network: runs the traffic, and sets end. */
static void flow(struct traffic *traffic)
{
	struct fair_network network = {0};
	double now = 0;
	int next = 0, done = 0;

	assert_true(fair_network_init(&network, traffic->processes, traffic->both_ways));
	while (done < traffic->n) {
		double end = fair_network_next(&network);

		now = next < traffic->n ? fmin(end, traffic->begin[next]) : end;
		assert_true(now < INFINITY);
		for (; next < traffic->n && traffic->begin[next] == now; next++)
			assert_true(fair_network_begin(&network, now, &traffic->messages[next]));
		assert_true(fair_network_end(&network, now));
		for (size_t i = 0; i < network.ended.n; i++, done++)
			traffic->end[network.ended.at[i]] = now;
		assert_true(fair_rates_find(&network, now));
	}
	fair_network_release(&network);
}

/* Of the slow solver: a message, or a piece of one, at a stage. */
struct part {
	int message;
	enum fair_stage stage;
	double left, until; /* of its size, at ports; when it goes on, elsewhere */
};

static bool is_at_ports(const struct part *part)
{
	return part->stage == STAGE_FLOWS || part->stage == STAGE_LEAVES || part->stage == STAGE_ENTERS;
}

/* What a flow takes of port p, out 2i and in 2i + 1, for a rate of 1. */
static double need(const struct traffic *traffic, const struct part *part, int p)
{
	const struct fair_message *m = &traffic->messages[part->message];
	double sum = 0, out = part->stage == STAGE_ENTERS ? 0 : m->out, in = part->stage == STAGE_LEAVES ? 0 : m->in;

	if (!is_at_ports(part))
		return 0;
	sum += p == 2 * m->from ? out / m->size : 0;
	sum += p == 2 * m->to + 1 ? in / m->size : 0;
	sum += p == 2 * m->from + 1 ? traffic->both_ways * out / m->size : 0;
	sum += p == 2 * m->to ? traffic->both_ways * in / m->size : 0;
	return sum;
}

/* By the definition: all rates that are not held yet are as high as the fullest port allows, whose flows are held. */
static void reference_rates(const struct traffic *traffic, const struct part *parts, int n, double *rates)
{
	static int held[PARTS];
	int n_held = 0;

	for (int a = 0; a < n; a++) {
		held[a] = !is_at_ports(&parts[a]);
		rates[a] = 0;
		n_held += held[a];
	}
	while (n_held < n) {
		double level[2 * PROCESSES], lowest = INFINITY;
		int before = n_held;

		for (int p = 0; p < 2 * traffic->processes; p++) {
			double room = 1, wanted = 0;

			for (int a = 0; a < n; a++) {
				room -= held[a] ? rates[a] * need(traffic, &parts[a], p) : 0;
				wanted += held[a] ? 0 : need(traffic, &parts[a], p);
			}
			level[p] = wanted > 1e-12 ? room / wanted : INFINITY;
			lowest = fmin(lowest, level[p]);
		}
		for (int a = 0; a < n; a++) {
			for (int p = 0; p < 2 * traffic->processes && held[a] == 0; p++)
				held[a] = level[p] <= lowest * (1 + 1e-12) && need(traffic, &parts[a], p) > 0 ? 2 : 0;
			if (held[a] != 2)
				continue;
			held[a] = 1;
			rates[a] = lowest;
			n_held++;
		}
		assert_true(n_held > before);
	}
}

struct solver {
	const struct traffic *traffic;
	double now, *end; /* of each message so far */
	int n;
	struct part parts[PARTS];
	double left[MOST];                             /* of a message in turn: what has not left */
	int queue[PROCESSES][MOST], queued[PROCESSES]; /* at each port out, the first one's piece leaving */
};

static void add(struct solver *s, int message, enum fair_stage stage, double left, double until)
{
	assert_true(s->n < PARTS);
	s->parts[s->n++] = (struct part){message, stage, left, until};
}

static void let_leave(struct solver *s, int f)
{
	const struct fair_message *m = &s->traffic->messages[f];
	double piece = fmin(s->left[f], m->piece * m->size);

	if (s->left[f] - piece < 1e-9 * m->size)
		piece = s->left[f];
	s->left[f] -= piece;
	add(s, f, STAGE_LEAVES, piece, 0);
	add(s, f, STAGE_FRONT, piece, s->now + m->latency);
}

static void wait_for_turn(struct solver *s, int f)
{
	int from = s->traffic->messages[f].from;

	s->queue[from][s->queued[from]++] = f;
	if (s->queued[from] == 1)
		let_leave(s, f);
}

static void give_turn(struct solver *s, int f)
{
	int from = s->traffic->messages[f].from;

	s->queued[from]--;
	memmove(s->queue[from], s->queue[from] + 1, (size_t)s->queued[from] * sizeof(int));
	if (s->queued[from] > 0)
		let_leave(s, s->queue[from][0]);
	if (s->left[f] > 0)
		wait_for_turn(s, f);
}

/* Behind the piece before it, if that is still to come in. */
static void come_in(struct solver *s, const struct part *front)
{
	for (int a = 0; a < s->n; a++)
		if (s->parts[a].message == front->message && s->parts[a].stage == STAGE_ENTERS) {
			s->parts[a].left += front->left;
			return;
		}
	add(s, front->message, STAGE_ENTERS, front->left, 0);
}

static void go_on(struct solver *s, struct part part)
{
	double latency = s->traffic->messages[part.message].latency;

	if (part.stage == STAGE_COMES)
		wait_for_turn(s, part.message);
	else if (part.stage == STAGE_FRONT)
		come_in(s, &part);
	else if (part.stage != STAGE_LEAVES)
		s->end[part.message] = s->now;
	if (part.stage == STAGE_LEAVES) {
		add(s, part.message, STAGE_FOLLOWS, 0, s->now + latency);
		give_turn(s, part.message);
	}
}

static void begin_message(struct solver *s, int f)
{
	const struct fair_message *m = &s->traffic->messages[f];

	s->left[f] = m->size;
	if (m->piece > 0)
		add(s, f, STAGE_COMES, 0, s->now + m->before);
	else
		add(s, f, STAGE_FLOWS, m->size, 0);
}

/* Whether a part goes on now. What is left may be rounding, too little for the clock to move. */
static bool is_over(const struct solver *s, const struct part *part, double rate)
{
	if (!is_at_ports(part))
		return part->until <= s->now;
	return part->left <= 1e-12 * s->traffic->messages[part->message].size || s->now + part->left / rate <= s->now;
}

/* Until the next part goes on, or the next message begins. */
static void advance(struct solver *s, double limit)
{
	static double rates[PARTS];
	static struct part over[PARTS];
	double until = limit;
	int kept = 0, n = s->n, n_over = 0;

	reference_rates(s->traffic, s->parts, n, rates);
	for (int a = 0; a < n; a++)
		until = fmin(until,
			     is_at_ports(&s->parts[a]) ? s->now + s->parts[a].left / rates[a] : s->parts[a].until);
	for (int a = 0; a < n; a++)
		s->parts[a].left -= rates[a] * (until - s->now);
	s->now = until;
	for (int a = 0; a < n; a++) {
		bool goes_on = is_over(s, &s->parts[a], rates[a]);

		if (goes_on)
			over[n_over++] = s->parts[a];
		else
			s->parts[kept++] = s->parts[a];
	}
	s->n = kept;
	for (int i = 0; i < n_over; i++)
		go_on(s, over[i]);
}

static void reference(const struct traffic *traffic, double *end)
{
	static struct solver s;
	int next = 0;

	memset(&s, 0, sizeof(s));
	s.traffic = traffic;
	s.end = end;
	while (next < traffic->n || s.n > 0) {
		advance(&s, next < traffic->n ? traffic->begin[next] : INFINITY);
		for (; next < traffic->n && traffic->begin[next] == s.now; next++)
			begin_message(&s, next);
	}
}

static double duplexes[] = {0, 1, 0.05, 0.6};

/* Some messages begin together, ports are unlike, and so are sizes: everything a few times, so that ends coincide.
 * None, some or all go in turn, long ones in pieces. */
static void draw(struct traffic *traffic, struct random *random)
{
	static const double longest[] = {0, 1000, 3000};
	double speed[2 * PROCESSES], now = 0, in_turn = longest[random_below(random, 3)];

	traffic->processes = 2 + (int)random_below(random, 6);
	traffic->n = 1 + (int)random_below(random, 60);
	traffic->both_ways = duplexes[random_below(random, 4)];
	for (int p = 0; p < 2 * traffic->processes; p++)
		speed[p] = random_below(random, 2) == 0 ? 1 : 0.1 + random_uniform(random);
	for (int f = 0; f < traffic->n; f++) {
		int from = (int)random_below(random, (size_t)traffic->processes),
		    to = (from + 1 + (int)random_below(random, (size_t)traffic->processes - 1)) % traffic->processes;
		double size = random_below(random, 2) == 0 ? 1000 : 1 + floor(5000 * random_uniform(random)),
		       piece = in_turn > 0 && size < 4 * in_turn ? fmin(1, in_turn / size) : 0;

		now += random_below(random, 3) == 0 ? 0 : floor(1000 * random_uniform(random));
		traffic->begin[f] = now;
		traffic->messages[f] = (struct fair_message){.from = from,
							     .to = to,
							     .out = size * speed[2 * from],
							     .in = size * speed[2 * to + 1],
							     .size = size,
							     .item = (uint32_t)f,
							     .piece = piece,
							     .before = floor(20 * random_uniform(random)),
							     .latency = floor(300 * random_uniform(random))};
	}
}

/* Index of a message whose ends differ, which goes into *expected; -1: there is none. */
static int first_apart(struct traffic *traffic, double *expected)
{
	static double end[MOST];

	flow(traffic);
	reference(traffic, end);
	for (int f = 0; f < traffic->n; f++)
		if (!(fabs(traffic->end[f] - end[f]) <= EXACT * end[f] + ABSOLUTE)) {
			*expected = end[f];
			return f;
		}
	return -1;
}

/* Messages that come to a queue at the same time but for rounding may go in either order. Unlike amounts, far above
 * rounding, take them apart. */
static void take_apart(struct traffic *traffic)
{
	for (int f = 0; f < traffic->n; f++)
		traffic->messages[f].before += 1e-6 * (f * 37 % 101);
}

static void random_traffic_flows_at_the_rates_that_a_slow_solver_finds(void **state)
{
	uint64_t seed = (uint64_t)time(NULL);
	static struct traffic traffic;
	struct random random;

	(void)state;
	printf("seed %llu\n", (unsigned long long)seed);
	random_init(&random, seed);
	for (int i = 0; i < 300; i++) {
		double expected = 0;
		int f;

		draw(&traffic, &random);
		if (first_apart(&traffic, &expected) < 0)
			continue;
		take_apart(&traffic);
		f = first_apart(&traffic, &expected);
		if (f >= 0)
			fail_msg("traffic %d: message %d of %d from %d to %d ends at %.12g instead of %.12g", i, f,
				 traffic.n, traffic.messages[f].from, traffic.messages[f].to, traffic.end[f], expected);
	}
}

/* Messages of 100 ns of each port. */
static const struct {
	const char *about;
	double both_ways;
	int n;
	struct {
		int from, to;
		double begin, end;
	} messages[4];
} cases[] = {
	{"two share a port", 0, 2, {{0, 1, 0, 200}, {0, 2, 0, 200}}},
	{"one that comes late", 0, 2, {{0, 1, 0, 150}, {0, 2, 50, 200}}},
	/* Those that leave 2 have a third of its port each, so that 0 -> 1 has two thirds of 1's, and is done first. */
	{"a chain of ports: what one cannot use the other gets",
	 0,
	 4,
	 {{0, 1, 0, 150}, {2, 1, 0, 300}, {2, 3, 0, 300}, {2, 4, 0, 300}}},
	{"full duplex: an exchange", 0, 2, {{0, 1, 0, 100}, {1, 0, 0, 100}}},
	{"half duplex: an exchange", 1, 2, {{0, 1, 0, 200}, {1, 0, 0, 200}}},
	{"a twentieth of the way back", 0.05, 2, {{0, 1, 0, 105}, {1, 0, 0, 105}}},
	/* Half duplex: 1 is full with what comes and what goes. */
	{"half duplex: passed on while the next one comes", 1, 2, {{0, 1, 0, 150}, {1, 2, 50, 200}}},
};

/* Messages of 100 of the port out. */
static const struct {
	const char *about;
	int n;
	struct {
		int from, to;
		double in, piece, latency, end;
	} messages[3];
} turns[] = {
	{"in turn", 3, {{0, 1, 100, 1, 0, 100}, {0, 2, 100, 1, 0, 200}, {0, 3, 100, 1, 0, 300}}},
	/* The next one leaves when the first is in the network, and not when that has arrived. */
	{"to slow ports", 3, {{0, 1, 300, 1, 0, 300}, {0, 2, 300, 1, 0, 400}, {3, 4, 100, 1, 0, 100}}},
	{"a latency away", 3, {{0, 1, 100, 1, 50, 150}, {0, 2, 300, 1, 100, 500}, {0, 3, 20, 1, 0, 300}}},
	{"beside one that shares", 3, {{0, 1, 100, 0, 0, 200}, {0, 2, 100, 1, 0, 200}, {0, 3, 100, 1, 0, 300}}},
	{"from three to one", 3, {{0, 3, 100, 1, 0, 300}, {1, 3, 100, 1, 0, 300}, {2, 3, 100, 1, 0, 300}}},
	{"in two pieces", 3, {{0, 1, 100, 0.5, 0, 250}, {0, 2, 100, 1, 0, 150}, {0, 3, 100, 0.5, 0, 300}}},
};

static void check_ends(const struct traffic *traffic, const char *about, const double *wanted)
{
	for (int f = 0; f < traffic->n; f++)
		if (fabs(traffic->end[f] - wanted[f]) > ABSOLUTE)
			fail_msg("%s: message %d ends at %.9g instead of %.9g", about, f, traffic->end[f], wanted[f]);
}

static void small_cases_are_as_by_hand(void **state)
{
	static struct traffic traffic;
	double wanted[4];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		traffic = (struct traffic){.n = cases[i].n, .processes = 5, .both_ways = cases[i].both_ways};
		for (int f = 0; f < traffic.n; f++) {
			traffic.begin[f] = cases[i].messages[f].begin;
			traffic.messages[f] = (struct fair_message){.from = cases[i].messages[f].from,
								    .to = cases[i].messages[f].to,
								    .out = 100,
								    .in = 100,
								    .size = 7,
								    .item = (uint32_t)f};
			wanted[f] = cases[i].messages[f].end;
		}
		flow(&traffic);
		check_ends(&traffic, cases[i].about, wanted);
	}
}

static void small_cases_in_turn_are_as_by_hand(void **state)
{
	static struct traffic traffic;
	double wanted[3];

	(void)state;
	for (size_t i = 0; i < sizeof(turns) / sizeof(turns[0]); i++) {
		traffic = (struct traffic){.n = turns[i].n, .processes = 5};
		for (int f = 0; f < traffic.n; f++) {
			traffic.messages[f] = (struct fair_message){.from = turns[i].messages[f].from,
								    .to = turns[i].messages[f].to,
								    .out = 100,
								    .in = turns[i].messages[f].in,
								    .size = 7,
								    .item = (uint32_t)f,
								    .piece = turns[i].messages[f].piece,
								    .latency = turns[i].messages[f].latency};
			wanted[f] = turns[i].messages[f].end;
		}
		flow(&traffic);
		check_ends(&traffic, turns[i].about, wanted);
	}
}

/* Everything to and from everybody, all about the same time: rates are found once for several changes. The last ends
 * when the ports have done their work, but for 1/256 of it and what follows of that. */
/* Ports take 1 for each unit of size. Each row: messages of one link that takes so much for each, and when they end. */
static void links_are_shared_or_passed_in_order(void **state)
{
	static const struct {
		bool in_order;
		double link;
		int to[3];
		double size[3], end[3];
	} rows[] = {
		{false, 4, {1, 1, 2}, {100, 50, 100}, {600, 400, 133.3333333333333}}, /* 2 gets the rest of the port */
		{true, 4, {1, 1, 2}, {100, 50, 100}, {400, 600, 133.3333333333333}},
		{false, 0, {1, 1, 1}, {100, 100, 100}, {300, 300, 300}},
		{true, 0, {1, 1, 1}, {100, 100, 0}, {100, 200, 200}}, /* an empty one comes behind the others */
		{true, 4, {1, 1, 1}, {100, 0, 50}, {400, 400, 600}},
	};

	(void)state;
	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		struct traffic traffic = {.n = 3, .processes = 3};

		for (int f = 0; f < 3; f++) {
			double size = rows[r].size[f];

			traffic.messages[f] =
				(struct fair_message){.to = rows[r].to[f],
						      .out = size,
						      .in = size,
						      .link = rows[r].to[f] == 1 ? rows[r].link * size : 0,
						      .size = size,
						      .stream = (uint64_t)rows[r].to[f],
						      .in_order = rows[r].in_order,
						      .item = (uint32_t)f};
		}
		flow(&traffic);
		for (int f = 0; f < 3; f++)
			if (!(fabs(traffic.end[f] - rows[r].end[f]) <= 1e-6))
				fail_msg("row %zu, message %d: %.12g, not %.12g", r, f, traffic.end[f], rows[r].end[f]);
	}
}

static void very_many_flows_keep_their_ports_busy(void **state)
{
	static struct traffic traffic;
	struct random random;
	double last = 0, busiest = 0, work[2 * PROCESSES] = {0};

	(void)state;
	random_init(&random, 1);
	traffic = (struct traffic){.n = MOST, .processes = PROCESSES};
	for (int f = 0; f < MOST; f++) {
		int from = f % PROCESSES, to = (from + 1 + f / PROCESSES % (PROCESSES - 1)) % PROCESSES;
		double size = 1000 + floor(1000 * random_uniform(&random));

		traffic.begin[f] = f;
		traffic.messages[f] = (struct fair_message){
			.from = from, .to = to, .out = size, .in = size, .size = size, .item = (uint32_t)f};
		work[2 * from] += size;
		work[2 * to + 1] += size;
		busiest = fmax(busiest, fmax(work[2 * from], work[2 * to + 1]));
	}
	flow(&traffic);
	for (int f = 0; f < MOST; f++)
		last = fmax(last, traffic.end[f]);
	if (!(last >= busiest && last <= 1.1 * busiest))
		fail_msg("the last ends at %.9g, the busiest port has work for %.9g", last, busiest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_cases_are_as_by_hand),
		cmocka_unit_test(small_cases_in_turn_are_as_by_hand),
		cmocka_unit_test(random_traffic_flows_at_the_rates_that_a_slow_solver_finds),
		cmocka_unit_test(links_are_shared_or_passed_in_order),
		cmocka_unit_test(very_many_flows_keep_their_ports_busy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
