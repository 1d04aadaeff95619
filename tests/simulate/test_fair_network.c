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

enum { MOST = 3000, PROCESSES = 64 };

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
		assert_true(fair_network_share(&network, now));
	}
	fair_network_release(&network);
}

/* What a flow takes of port p, out 2i and in 2i + 1, for a rate of 1. */
static double need(const struct traffic *traffic, int f, int p)
{
	const struct fair_message *m = &traffic->messages[f];
	double sum = 0;

	sum += p == 2 * m->from ? m->out / m->size : 0;
	sum += p == 2 * m->to + 1 ? m->in / m->size : 0;
	sum += p == 2 * m->from + 1 ? traffic->both_ways * m->out / m->size : 0;
	sum += p == 2 * m->to ? traffic->both_ways * m->in / m->size : 0;
	return sum;
}

/* By the definition: all rates that are not held yet are as high as the fullest port allows, whose flows are held. */
static void reference_rates(const struct traffic *traffic, const int *active, int n, double *rates)
{
	int held[MOST] = {0}, n_held = 0;

	while (n_held < n) {
		double level[2 * PROCESSES], lowest = INFINITY;
		int before = n_held;

		for (int p = 0; p < 2 * traffic->processes; p++) {
			double room = 1, wanted = 0;

			for (int a = 0; a < n; a++) {
				room -= held[a] ? rates[active[a]] * need(traffic, active[a], p) : 0;
				wanted += held[a] ? 0 : need(traffic, active[a], p);
			}
			level[p] = wanted > 1e-12 ? room / wanted : INFINITY;
			lowest = fmin(lowest, level[p]);
		}
		for (int a = 0; a < n; a++) {
			for (int p = 0; p < 2 * traffic->processes && held[a] == 0; p++)
				held[a] = level[p] <= lowest * (1 + 1e-12) && need(traffic, active[a], p) > 0 ? 2 : 0;
			if (held[a] != 2)
				continue;
			held[a] = 1;
			rates[active[a]] = lowest;
			n_held++;
		}
		assert_true(n_held > before);
	}
}

static void reference(const struct traffic *traffic, double *end)
{
	static double left[MOST], rates[MOST];
	static int active[MOST];
	int n = 0, next = 0;
	double now = 0;

	while (next < traffic->n || n > 0) {
		double until = next < traffic->n ? traffic->begin[next] : INFINITY;
		int kept = 0;

		reference_rates(traffic, active, n, rates);
		for (int a = 0; a < n; a++)
			until = fmin(until, now + left[active[a]] / rates[active[a]]);
		for (int a = 0; a < n; a++) {
			int f = active[a];

			left[f] -= rates[f] * (until - now);
			/* What is left may be rounding, too little for the clock to move. */
			if (left[f] <= 1e-12 * traffic->messages[f].size || until + left[f] / rates[f] <= until)
				end[f] = until;
			else
				active[kept++] = f;
		}
		n = kept;
		now = until;
		for (; next < traffic->n && traffic->begin[next] == now; next++) {
			left[next] = traffic->messages[next].size;
			active[n++] = next;
		}
	}
}

static double duplexes[] = {0, 1, 0.05, 0.6};

/* Some messages begin together, ports are unlike, and so are sizes: everything a few times, so that ends coincide. */
static void draw(struct traffic *traffic, struct random *random)
{
	double speed[2 * PROCESSES], now = 0;

	traffic->processes = 2 + (int)random_below(random, 6);
	traffic->n = 1 + (int)random_below(random, 60);
	traffic->both_ways = duplexes[random_below(random, 4)];
	for (int p = 0; p < 2 * traffic->processes; p++)
		speed[p] = random_below(random, 2) == 0 ? 1 : 0.1 + random_uniform(random);
	for (int f = 0; f < traffic->n; f++) {
		int from = (int)random_below(random, (size_t)traffic->processes),
		    to = (from + 1 + (int)random_below(random, (size_t)traffic->processes - 1)) % traffic->processes;
		double size = random_below(random, 2) == 0 ? 1000 : 1 + floor(5000 * random_uniform(random));

		now += random_below(random, 3) == 0 ? 0 : floor(1000 * random_uniform(random));
		traffic->begin[f] = now;
		traffic->messages[f] = (struct fair_message){
			from, to, size * speed[2 * from], size * speed[2 * to + 1], size, (uint32_t)f};
	}
}

static void random_traffic_flows_at_the_rates_that_a_slow_solver_finds(void **state)
{
	uint64_t seed = (uint64_t)time(NULL);
	static struct traffic traffic;
	static double end[MOST];
	struct random random;

	(void)state;
	printf("seed %llu\n", (unsigned long long)seed);
	random_init(&random, seed);
	for (int i = 0; i < 300; i++) {
		draw(&traffic, &random);
		flow(&traffic);
		reference(&traffic, end);
		for (int f = 0; f < traffic.n; f++)
			if (!(fabs(traffic.end[f] - end[f]) <= EXACT * end[f] + ABSOLUTE))
				fail_msg("traffic %d: message %d of %d from %d to %d ends at %.12g instead of %.12g", i,
					 f, traffic.n, traffic.messages[f].from, traffic.messages[f].to, traffic.end[f],
					 end[f]);
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

static void small_cases_are_as_by_hand(void **state)
{
	static struct traffic traffic;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		traffic = (struct traffic){.n = cases[i].n, .processes = 5, .both_ways = cases[i].both_ways};
		for (int f = 0; f < traffic.n; f++) {
			traffic.begin[f] = cases[i].messages[f].begin;
			traffic.messages[f] = (struct fair_message){
				cases[i].messages[f].from, cases[i].messages[f].to, 100, 100, 7, (uint32_t)f};
		}
		flow(&traffic);
		for (int f = 0; f < traffic.n; f++)
			if (fabs(traffic.end[f] - cases[i].messages[f].end) > ABSOLUTE)
				fail_msg("%s: message %d ends at %.9g instead of %.9g", cases[i].about, f,
					 traffic.end[f], cases[i].messages[f].end);
	}
}

/* Everything to and from everybody, all about the same time: rates are found once for several changes. The last ends
 * when the ports have done their work, but for 1/256 of it and what follows of that. */
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
		traffic.messages[f] = (struct fair_message){from, to, size, size, size, (uint32_t)f};
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
		cmocka_unit_test(random_traffic_flows_at_the_rates_that_a_slow_solver_finds),
		cmocka_unit_test(very_many_flows_keep_their_ports_busy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
