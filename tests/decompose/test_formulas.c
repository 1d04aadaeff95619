/*
 * What the closed forms say of trees and exchanges against the same messages, simulated: drawn domains, grids, borders
 * and models. Processes send and receive one message after the other; no send waits for its receiver.
 *
 * Both hold where whoever sends or receives is done with it before the message has taken its way. Gather: under models
 * whose receiver is busy for the gap too, which is what the closed form takes of all models without paths.
 */
#include "table_1.h"

#include "base/random.h"
#include "decompose/exchange.h"
#include "decompose/tree_time.h"
#include "model/classes.h"
#include "simulate/simulate.h"

enum { TRIALS = 400, MOST_PROCESSES = 36 };

#define FIRST_SEED 20261126

static uint64_t current_seed;

/* Messages in the order in which both ends are at them: those of one step after those of the steps before, of a step
 * first what a process sends, then what it receives. */
struct traffic {
	struct part_message *list;
	size_t *step;
	size_t n, capacity, processes;
	const struct model *model;
	const struct costs *costs; /* NULL: the model's */
};

static void add(struct traffic *t, size_t step, size_t from, size_t to, size_t bytes)
{
	if (t->n == t->capacity) {
		t->capacity = 2 * t->capacity + 16;
		t->list = realloc(t->list, t->capacity * sizeof(*t->list));
		t->step = realloc(t->step, t->capacity * sizeof(*t->step));
		assert_true(t->list && t->step);
	}
	t->step[t->n] = step;
	t->list[t->n++] = (struct part_message){.from = from, .to = to, .bytes = bytes};
}

/* The messages of a step that a process sends, or receives, one after the other. */
static void build_step(const struct traffic *t, size_t from, size_t to, int process, bool sends, size_t *before,
		       struct rank_program *program)
{
	static const struct place somewhere = {BUFFER_RECEIVE, 0};

	for (size_t i = from; i < to; i++) {
		const struct part_message *m = &t->list[i];
		size_t now;

		if ((sends ? m->from : m->to) != (size_t)process)
			continue;
		now = sends ? rank_program_send(program, (int)m->to, 0, somewhere, m->bytes)
			    : rank_program_receive(program, (int)m->from, 0, somewhere, m->bytes);
		rank_program_after(program, *before);
		*before = now;
	}
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct traffic *t = self;
	size_t before = NO_OPERATION;

	for (size_t from = 0, to; from < t->n; from = to) {
		for (to = from; to < t->n && t->step[to] == t->step[from];)
			to++;
		build_step(t, from, to, process, true, &before, program);
		build_step(t, from, to, process, false, &before, program);
	}
	return rank_program_status(program, err);
}

static double simulated(const struct traffic *t)
{
	const struct schedule schedule = {.processes = (int)t->processes, .build = build, .self = t};
	const struct model_use use = {.model = t->model, .in_turn = true};
	const struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {.processes = 0};
	struct error err = {0};
	double seconds;

	if (simulate(&schedule, t->costs ? t->costs : &costs, &found, &err) != OK)
		fail_msg("seed %llu: %s", (unsigned long long)current_seed, err.text);
	seconds = found.seconds;
	simulation_release(&found);
	return seconds;
}

static double between(struct random *random, double low, double high)
{
	return low * pow(high / low, random_uniform(random));
}

static void set(struct model *model, const char *name, double value)
{
	assert_int_equal(model_set(model, 0, name, value, NULL), OK);
}

/* Whoever sends is free for the next message before the first one has arrived: the gap is no longer than the way. */
static struct model *draw_model(struct random *random)
{
	static const struct model_class *const classes[] = {&model_hockney, &model_logp, &model_loggp, &model_plogp};
	const struct model_class *class = classes[random_below(random, COUNT(classes))];
	struct model *model = model_new(class, 2, &(struct link){LINK_ANY, LINK_ANY}, 1);
	double latency = between(random, 1e-6, 1e-4), gap = between(random, 1e-10, 1e-8);
	double send = between(random, 1e-7, 1e-5), receive = between(random, 1e-7, 1e-5);

	assert_non_null(model);
	if (class == &model_hockney) {
		set(model, "alpha", latency);
		set(model, "beta", gap);
		return model;
	}
	set(model, "L", latency);
	if (class == &model_plogp) {
		const double bytes[] = {0, 1e6}, at[] = {send + receive, send + receive + 1e6 * gap};

		assert_int_equal(model_set_curve(model, 0, "o_s", bytes, (double[]){send, send}, 2, NULL), OK);
		assert_int_equal(model_set_curve(model, 0, "o_r", bytes, (double[]){receive, receive}, 2, NULL), OK);
		assert_int_equal(model_set_curve(model, 0, "g", bytes, at, 2, NULL), OK);
		return model;
	}
	set(model, "o_s", send);
	set(model, "o_r", receive);
	set(model, "g", fmax(send, receive) + random_uniform(random) * fmin(latency, send));
	if (class == &model_loggp)
		set(model, "G", gap);
	return model;
}

static void draw_domain(struct random *random, struct domain *domain, struct grid *grid)
{
	domain->ndims = 1 + random_below(random, 3);
	domain->element = 1 + random_below(random, 16);
	do {
		for (size_t d = 0; d < DOMAIN_DIMS; d++) {
			bool has = d < domain->ndims;

			domain->extent[d] = has ? 16 + random_below(random, domain->ndims == 3 ? 48 : 500) : 1;
			grid->n[d] = has ? 1 + random_below(random, 6) : 1;
			domain->periodic[d] = has && random_below(random, 2) == 0;
		}
	} while (grid_processes(grid) > MOST_PROCESSES);
}

static void compare(const struct traffic *t, const char *what, double formula)
{
	double found = simulated(t);

	if (!(fabs(found - formula) <= 1e-9 * formula))
		fail_msg("seed %llu, %s, %s of %zu processes: %.12g simulated, %.12g by the formula (%+.3g %%)",
			 (unsigned long long)current_seed, t->model->class->name, what, t->processes, found, formula,
			 100 * (formula / found - 1));
}

/* Of each process its border, as wide as its part and what came in the dimensions before; up, then down. */
static void add_exchange(struct traffic *t, const struct domain *domain, const struct grid *grid,
			 const size_t border[DOMAIN_DIMS])
{
	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		for (int down = 0; down < 2 && grid->n[d] > 1 && border[d] > 0; down++) {
			for (size_t p = 0; p < grid_processes(grid); p++) {
				struct box part = domain_part(domain, grid, p);
				size_t place[DOMAIN_DIMS], bytes = domain->element * border[d];

				grid_place(grid, p, place);
				if (place[d] + 1 == grid->n[d] && !domain->periodic[d])
					continue;
				place[d] = (place[d] + 1) % grid->n[d];
				for (size_t i = 0; i < DOMAIN_DIMS; i++)
					bytes *= i == d ? 1 : part.length[i] + (i < d ? 2 * border[i] : 0);
				if (down)
					add(t, 2 * d + 1, grid_process(grid, place), p, bytes);
				else
					add(t, 2 * d, p, grid_process(grid, place), bytes);
			}
		}
	}
}

/* A tree's messages, of which each is a step. */
static void add_tree(struct traffic *t, const struct part_messages *messages, bool gather)
{
	for (size_t i = 0; i < messages->n; i++) {
		const struct part_message *m = &messages->list[gather ? messages->n - 1 - i : i];

		add(t, i, gather ? m->to : m->from, gather ? m->from : m->to, m->bytes);
	}
}

static void compare_trees(struct traffic *t, const struct domain *domain, const struct grid *grid)
{
	struct part_messages messages = {.n = 0};

	for (size_t tree = 0; tree < DOMAIN_TREES; tree++) {
		for (int what = 0; what < 3; what++) {
			static const char *const names[] = {"scatter", "gather", "broadcast"};
			double seconds = NAN;
			enum status status =
				what == 2 ? tree_broadcast(domain, t->processes, &domain_trees[tree], &messages, NULL)
					  : tree_scatter(domain, grid, &domain_trees[tree], &messages, NULL);

			assert_int_equal(status, OK);
			assert_int_equal(
				tree_seconds(t->model, domain, &messages, t->processes, what == 1, &seconds, NULL), OK);
			if (what == 1 && t->model->class != &model_hockney)
				continue;
			t->n = 0;
			add_tree(t, &messages, what == 1);
			compare(t, names[what], seconds);
		}
	}
	part_messages_release(&messages);
}

static void formulas_are_what_is_simulated(void **state)
{
	(void)state;
	for (current_seed = FIRST_SEED; current_seed < FIRST_SEED + TRIALS; current_seed++) {
		size_t border[DOMAIN_DIMS] = {0};
		struct domain domain = {.node = NULL};
		struct traffic t = {.n = 0};
		struct random random;
		struct model *model;
		struct grid grid;
		double seconds = NAN;

		random_init(&random, current_seed);
		t.model = model = draw_model(&random);
		draw_domain(&random, &domain, &grid);
		t.processes = grid_processes(&grid);
		for (size_t d = 0; d < domain.ndims; d++)
			border[d] = random_below(&random, 4);
		add_exchange(&t, &domain, &grid, border);
		assert_int_equal(exchange_seconds(model, &domain, &grid, border, &seconds, NULL), OK);
		compare(&t, "exchange", seconds);
		compare_trees(&t, &domain, &grid);
		free(t.list);
		free(t.step);
		model_free(model);
	}
}

/* The layouts of messages between neighbours are known by their places: all but the slowest dimension's are strided. */
struct strided_costs {
	const struct model *model;
	const struct domain *domain;
	const struct grid *grid;
};

static void strided_message(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	const struct strided_costs *c = self;
	size_t a[DOMAIN_DIMS], b[DOMAIN_DIMS], d = 0;
	struct paths paths;

	grid_place(c->grid, (size_t)from, a);
	grid_place(c->grid, (size_t)to, b);
	while (a[d] == b[d])
		d++;
	assert_int_equal(model_paths(c->model, (struct link){0, 1}, (size_t)bytes,
				     &(struct message_layout){.ends = d + 1 < c->domain->ndims ? NN : CC}, &paths,
				     NULL),
			 OK);
	*cost = (struct message_cost){.send = 1e9 * paths.send,
				      .out = 1e9 * paths.send,
				      .in = 1e9 * paths.receive,
				      .transfer = 1e9 * paths.full,
				      .receive = 1e9 * paths.receive,
				      .receive_expected = 1e9 * paths.receive,
				      .inside = 1e9 * paths.receive};
}

/* Of each layout the send and the receive path together are no longer than the full one. */
static struct model *draw_paths(struct random *random)
{
	static const char *const names[] = {"t_as_%s", "t_ar_%s", "t_af_%s"};
	struct model *model = das();

	set(model, "t_cs", between(random, 1e-7, 1e-5));
	set(model, "t_cr", between(random, 1e-7, 1e-5));
	set(model, "t_cf", between(random, 2e-5, 1e-4));
	for (size_t layout = 0; layout < 4; layout++) {
		double slope = between(random, 1e-10, 1e-8);

		for (size_t i = 0; i < COUNT(names); i++) {
			double part = i == 2 ? 1 : 0.5 * random_uniform(random);
			char name[32];

			snprintf(name, sizeof(name), names[i], message_layout_names[layout]);
			assert_int_equal(model_set_curve(model, 0, name, (double[]){0, 1e7},
							 (double[]){0, 1e7 * part * slope}, 2, NULL),
					 OK);
		}
	}
	return model;
}

static void exchanges_of_noncontiguous_data_are_what_is_simulated(void **state)
{
	(void)state;
	for (current_seed = FIRST_SEED; current_seed < FIRST_SEED + TRIALS; current_seed++) {
		size_t border[DOMAIN_DIMS] = {0};
		struct domain domain = {.node = NULL};
		struct strided_costs own = {.domain = &domain};
		const struct costs costs = {.message = strided_message,
					    .self = &own,
					    .eager_most = UINT64_MAX,
					    .eager_most_blocking = UINT64_MAX};
		struct traffic t = {.costs = &costs};
		struct random random;
		struct model *model;
		struct grid grid;
		double seconds = NAN;

		random_init(&random, current_seed);
		t.model = own.model = model = draw_paths(&random);
		draw_domain(&random, &domain, &grid);
		own.grid = &grid;
		t.processes = grid_processes(&grid);
		for (size_t d = 0; d < domain.ndims; d++)
			border[d] = random_below(&random, 4);
		add_exchange(&t, &domain, &grid, border);
		assert_int_equal(exchange_seconds(model, &domain, &grid, border, &seconds, NULL), OK);
		compare(&t, "exchange", seconds);
		free(t.list);
		free(t.step);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formulas_are_what_is_simulated),
		cmocka_unit_test(exchanges_of_noncontiguous_data_are_what_is_simulated),
	};

	printf("seeds from %d on\n", FIRST_SEED);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
