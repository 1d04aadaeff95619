#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../drawn.h"
#include "base/random.h"
#include "model/classes.h"
#include "model/lmo_fit.h"
#include "predict/predict.h"

enum { PROCESSES_MOST = 12, SUMS = 2 * PROCESSES_MOST + PROCESSES_MOST * PROCESSES_MOST };

static double drawn(struct random *random, double least, double most)
{
	return least * pow(most / least, random_uniform(random));
}

static void set(struct model *model, size_t l, const char *name, double value)
{
	struct error err = {0};

	if (model_set(model, l, name, value, &err) != OK)
		fail_msg("%s", err.text);
}

static void set_call(struct model *model, size_t l, const char *name, struct random *random)
{
	const double x[] = {0, 1 << 20};
	double y[2] = {drawn(random, 1e-7, 5e-6)};

	y[1] = y[0] + x[1] * drawn(random, 1e-12, 1e-10);
	assert_int_equal(model_set_curve(model, l, name, x, y, 2, NULL), OK);
}

/* What a drawn lmo model knows beside what each has. */
struct known {
	bool ports, links, calls, rendezvous;
};

/* Unlike processes and links. A message alone takes as long as its slowest server, beside what its processors do. */
static struct model *drawn_lmo(struct random *random, int n, struct known known)
{
	struct link *links = NULL;
	size_t count = 0;
	double base = drawn(random, 1e-9, 3e-8), ports[PROCESSES_MOST];
	struct model *model;

	assert_int_equal(lmo_links((size_t)n, &links, &count, NULL), OK);
	model = model_new(&model_lmo, (size_t)n, links, count);
	free(links);
	for (size_t l = 0; l < model->n_links; l++) {
		struct link link = model->links[l];

		if (link.from < 0 || link.from != link.to)
			continue;
		ports[link.from] = base * drawn(random, 1, 3);
		set(model, l, "C", drawn(random, 1e-5, 4e-5));
		set(model, l, "t", drawn(random, 1e-10, base));
		if (known.ports)
			set(model, l, "port", ports[link.from]);
		if (known.calls) {
			set_call(model, l, "o_s", random);
			set_call(model, l, "o_i", random);
			set_call(model, l, "o_r", random);
		}
	}
	for (size_t l = 0; l < model->n_links; l++) {
		struct link link = model->links[l];
		double own = base * drawn(random, 0.5, 8),
		       port = known.ports && link.from >= 0 ? fmax(ports[link.from], ports[link.to]) : 0;

		if (link.from < 0 && known.rendezvous) {
			set(model, l, "S", 20000);
			set(model, l, "rendezvous_hold", (double)random_below(random, 2));
		}
		if (link.from == link.to)
			continue;
		set(model, l, "L", drawn(random, 1e-5, 1e-4));
		set(model, l, "inverse_beta", fmax(own, port));
		if (known.links)
			set(model, l, "link", own);
	}
	return model;
}

/* Hockney's of each pair: its rate is what the ports of both are kept by. */
static struct model *drawn_hockney(struct random *random, int n)
{
	struct link links[PROCESSES_MOST * PROCESSES_MOST];
	size_t count = 0;
	struct model *model;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			if (i != j)
				links[count++] = (struct link){i, j};
	model = model_new(&model_hockney, (size_t)n, links, count);
	for (size_t l = 0; l < count; l++) {
		set(model, l, "alpha", drawn(random, 1e-5, 1e-4));
		set(model, l, "beta", drawn(random, 1e-9, 1e-7));
	}
	return model;
}

/* The seconds for which bytes keep a port or a link, by the model's parameters; 0 where these are not known. */
static double port_of(const struct model *model, int process, struct link link, double bytes)
{
	double port;

	if (model->class == &model_hockney)
		return bytes * model_value(model, model_link(model, link), "beta", 0);
	port = model_value(model, model_process(model, process), "port", 0);
	return isnan(port) ? 0 : bytes * port;
}

static double link_of(const struct model *model, struct link link, double bytes)
{
	size_t l = model_link(model, link);
	double own = model->class == &model_hockney ? 0 : model_value(model, l, "link", 0);

	if (!isnan(own))
		return bytes * own;
	return isnan(model_value(model, model_process(model, link.from), "o_s", 0))
		       ? bytes * model_value(model, l, "inverse_beta", 0)
		       : 0;
}

/* What all messages of a call keep of each port out, port in and link. */
static void add_up(const struct model *model, const struct algorithm_use *use, double *sums)
{
	const struct schedule schedule = algorithm_schedule(use);
	struct rank_program program = {0};

	for (int p = 0; p < schedule.processes; p++) {
		rank_program_clear(&program);
		assert_int_equal(schedule.build(schedule.self, p, &program, NULL), OK);
		for (size_t i = 0; i < program.n; i++) {
			const struct operation *sent = &program.operations[i];
			const struct link link = {p, sent->peer};
			double bytes = (double)sent->count;

			if (sent->kind != OP_SEND)
				continue;
			sums[2 * p] += port_of(model, p, link, bytes);
			sums[2 * link.to + 1] += port_of(model, link.to, link, bytes);
			sums[2 * PROCESSES_MOST + p * PROCESSES_MOST + link.to] += link_of(model, link, bytes);
		}
	}
	rank_program_release(&program);
}

static void expect_carried(const struct model *model, const struct predict_options *how,
			   const struct algorithm_use *use, uint64_t seed)
{
	double sums[SUMS] = {0}, most = 0, seconds;
	struct error err = {0};

	if (predict_collective(how, use, &seconds, &err) != OK)
		fail_msg("%s", err.text);
	add_up(model, use, sums);
	for (int i = 0; i < SUMS; i++)
		most = fmax(most, sums[i]);
	if (!(most <= seconds * (1 + 1e-9)))
		fail_msg(
			"seed %d: %s of %d bytes among %d, segment %d, takes %.9g s: a port or link has %.9g s of work",
			(int)seed, use->algorithm->name, (int)use->call->count, use->call->processes,
			(int)use->call->segment, seconds, most);
}

static void all_algorithms(const struct model *model, const struct predict_options *how, uint64_t seed)
{
	static const uint64_t sizes[] = {1, 1000, 65536, 1000000};

	for (const struct algorithm_class *a = algorithm_next(NULL); a; a = algorithm_next(a))
		for (size_t s = 0; s < 2 * sizeof(sizes) / sizeof(sizes[0]); s++) {
			struct call call = {.collective = a->collective,
					    .processes = (int)model->processes,
					    .count = sizes[s / 2],
					    .segment = s % 2 && a->takes & TAKES_SEGMENT ? 16384 : 0,
					    .fanout = a->fanout};
			const struct algorithm_use use = {a, &call};

			if (algorithm_check(a, &call, NULL) == OK)
				expect_carried(model, how, &use, seed);
		}
}

static void no_port_and_no_link_carries_more_seconds_than_the_simulation_lasts(void **state)
{
	int cases = drawn_cases(136, 17);

	(void)state;
	for (uint64_t seed = 1; seed <= (uint64_t)cases; seed++) {
		struct random random;
		struct model *model;
		struct predict_options how;

		int n;

		random_init(&random, seed);
		n = 3 + (int)random_below(&random, PROCESSES_MOST - 2);
		model = seed % 17 == 0 ? drawn_hockney(&random, n)
				       : drawn_lmo(&random, n, (struct known){seed & 1, seed & 2, seed & 4, seed & 8});
		how = predict_options_default(model);
		how.use.in_turn = random_below(&random, 2) == 0;
		if (random_below(&random, 3) == 0)
			how.use.link_order = LINK_FAIR;
		all_algorithms(model, &how, seed);
		model_free(model);
	}
}

/* Two messages from 0 to 1, begun at once. */
static enum status build_two(const void *self, int process, struct rank_program *program, struct error *err)
{
	const uint64_t *sizes = self;

	for (int i = 0; i < 2; i++)
		if (process == 0)
			rank_program_send(program, 1, i, (struct place){BUFFER_SEND, 0}, sizes[i]);
		else if (process == 1)
			rank_program_receive(program, 0, i, (struct place){BUFFER_RECEIVE, 0}, sizes[i]);
	return rank_program_status(program, err);
}

/* Sets when a message of a megabyte and, behind it, one of half a one, or an empty one, are there, in microseconds. */
static void two_messages(const struct model *model, double there[2])
{
	static const uint64_t sizes[2][2] = {{1000000, 500000}, {1000000, 0}};
	const struct predict_options how = predict_options_default(model);

	for (int i = 0; i < 2; i++) {
		const struct schedule schedule = {.processes = 2, .build = build_two, .self = sizes[i]};
		struct simulation simulation = {.record = false};

		assert_int_equal(predict_schedule(&how, &schedule, &simulation, NULL), OK);
		there[i] = 1e6 * simulation.finish[1];
		simulation_release(&simulation);
	}
}

/* A link of 8 ns for each byte between ports of 2, 10 us from end to end, calls that take nothing. */
static void a_link_serves_its_messages_as_the_model_says(void **state)
{
	static const struct {
		const char *link, *ports;
		double both, with_empty;
	} cases[] = {{NULL, NULL, 12010, 8010},          {"in turn", NULL, 12010, 8010},
		     {"fair", NULL, 12010, 8010},        {"parallel", NULL, 8010, 8010},
		     {NULL, "in turn", 12010, 8010},     {"fair", "in turn", 12010, 8010},
		     {"parallel", "in turn", 8010, 8010}};
	const struct link any = {LINK_ANY, LINK_ANY};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct model *model = model_new(&model_lmo, 2, &any, 1);
		double there[2];

		set(model, 0, "C", 0);
		set(model, 0, "t", 0);
		set(model, 0, "L", 10e-6);
		set(model, 0, "inverse_beta", 8e-9);
		set(model, 0, "port", 2e-9);
		set(model, 0, "link", 8e-9);
		if (cases[i].link)
			assert_int_equal(model_fact_text(model, MODEL_LINK, cases[i].link, NULL), OK);
		if (cases[i].ports)
			assert_int_equal(model_fact_text(model, MODEL_PORTS, cases[i].ports, NULL), OK);
		two_messages(model, there);
		if (!(fabs(there[0] - cases[i].both) < 1e-3 && fabs(there[1] - cases[i].with_empty) < 1e-3))
			fail_msg("case %zu: %.9g us, not %.9g, and %.9g us, not %.9g", i, there[0], cases[i].both,
				 there[1], cases[i].with_empty);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_port_and_no_link_carries_more_seconds_than_the_simulation_lasts),
		cmocka_unit_test(a_link_serves_its_messages_as_the_model_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
