#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "model/classes.h"
#include "model/loggpo_forms.h"
#include "schedule/schedule.h"
#include "simulate/breakdown.h"
#include "simulate/simulate.h"

/* Nanoseconds: differences of sums of the same times. */
#define EXACT 1e-6

enum { CASES = 2000, EAGER_MOST = 4096 };

/* What two processes do about one message: compute until they call, then until they wait. Nanoseconds. */
struct two {
	uint64_t bytes;
	uint64_t until_send, until_receive; /* the calls */
	uint64_t beside_send, beside_receive;
};

static enum status build_two(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct two *two = self;
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t before = rank_program_compute(program, process == 0 ? two->until_send : two->until_receive), call;

	(void)err;
	call = process == 0 ? rank_program_send(program, 1, 0, somewhere, two->bytes)
			    : rank_program_receive(program, 0, 0, somewhere, two->bytes);
	rank_program_after(program, before);
	rank_program_compute(program, process == 0 ? two->beside_send : two->beside_receive);
	rank_program_after_start(program, call);
	return OK;
}

static void set(struct model *model, const char *name, double value)
{
	struct error err = {0};

	if (model_set(model, 0, name, value, &err) != OK)
		fail_msg("%s", err.text);
}

/* protocol 0: all messages are eager. Whole nanoseconds. */
static struct model *draw_model(struct random *random, int protocol, int dependent)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_loggpo, 2, &any, 1);

	assert_non_null(model);
	set(model, "L", 1e-9 * (double)random_below(random, 5000));
	set(model, "O_control", 1e-9 * (double)random_below(random, 900));
	set(model, "O_i", 1e-9 * (double)random_below(random, 2000));
	set(model, "O_c", 1e-9 * (double)random_below(random, 3000));
	set(model, "G", 1e-9);
	if (protocol) {
		set(model, "S", EAGER_MOST);
		set(model, "T_m", protocol);
		set(model, "S_cp", dependent);
		if (random_below(random, 2)) {
			set(model, "L_control", 1e-9 * (double)random_below(random, 5000));
			set(model, "O_request", 1e-9 * (double)random_below(random, 3000));
		}
		if (random_below(random, 2))
			set(model, "O_push", 1e-9 * (double)random_below(random, 3000));
	}
	return model;
}

static struct two draw_two(struct random *random, bool eager)
{
	return (struct two){.bytes = 1 + (eager ? 0 : EAGER_MOST) + random_below(random, 4000),
			    .until_send = random_below(random, 20000),
			    .until_receive = random_below(random, 20000),
			    .beside_send = random_below(random, 30000),
			    .beside_receive = random_below(random, 30000)};
}

/* What the calls keep their processes for delays the waits by as much: that of the receive if the message, or the
 * request, has come before it and the process itself deals with it there. */
static struct loggpo_calls calls_of(const struct model *model, const struct two *two)
{
	const struct cost cost = model_cost_nonblocking(model, (struct link){0, 1}, two->bytes);
	const struct handshake *handshake = &cost.handshake;
	bool asks = handshake->protocol == PROTOCOL_RAT || handshake->protocol == PROTOCOL_RTA,
	     alone = handshake->independent;
	struct loggpo_calls calls = {.send = 1e-9 * (double)two->until_send,
				     .receive = 1e-9 * (double)two->until_receive};
	double taking = handshake->protocol == PROTOCOL_RAT   ? 2 * handshake->control
			: handshake->protocol == PROTOCOL_RTA ? handshake->control + cost.send + cost.transfer
							      : cost.receive;
	struct loggpo_times times;

	calls.send_wait = calls.send + (asks ? cost.request : cost.send) + 1e-9 * (double)two->beside_send;
	calls.receive_wait = calls.receive + 1e-9 * (double)two->beside_receive;
	times = loggpo_times(model, (struct link){0, 1}, two->bytes, &calls);
	if (calls.receive > times.request && !alone && !handshake->in_waits)
		calls.receive_wait += taking;
	return calls;
}

static void assert_time(const char *what, uint64_t seed, double found, double wanted)
{
	if (!(fabs(found - wanted) <= EXACT * 1e-9))
		fail_msg("seed %llu: %s at %.12g s instead of %.12g", (unsigned long long)seed, what, found, wanted);
}

/* The parts of the critical path are as long as the whole, and none is without a length. */
static void assert_path(const struct simulation *found)
{
	struct interval *path;
	struct error err = {0};
	double sum = 0;
	size_t n;

	assert_int_equal(simulation_path(found, &path, &n, &err), OK);
	for (size_t i = 0; i < n; i++)
		sum += path[i].end - path[i].start;
	assert_true(fabs(sum - found->seconds) <= EXACT * 1e-9);
	free(path);
}

static void compare(const struct model *model, const struct two *two, uint64_t seed)
{
	const struct schedule schedule = {.processes = 2, .build = build_two, .self = two};
	const struct model_use use = model_use_default(model);
	struct costs costs = model_costs(&use, SIZE_MAX);
	const struct loggpo_calls calls = calls_of(model, two);
	const struct loggpo_times times = loggpo_times(model, (struct link){0, 1}, two->bytes, &calls);

	for (int manner = 0; manner < 4; manner++) {
		bool record = manner % 2 > 0;
		struct simulation found = {.record = record};
		struct error err = {0};

		costs.queued = manner / 2 > 0; /* of one message the port is free in any case */

		if (simulate(&schedule, &costs, &found, &err) != OK)
			fail_msg("seed %llu: %s", (unsigned long long)seed, err.text);
		assert_time("the sender is free", seed, found.finish[0], times.sender_free);
		assert_time("the receiver is free", seed, found.finish[1], times.receiver_free);
		if (record)
			assert_path(&found);
		simulation_release(&found);
	}
}

/* Of each protocol and who moves it on, drawn at random: late and early receives, waits in either order. */
static void a_message_takes_what_the_closed_forms_say(void **state)
{
	const uint64_t seed = 20261123;
	struct random random;

	(void)state;
	random_init(&random, seed);
	for (int protocol = 0; protocol <= PROTOCOL_RTA; protocol++) {
		for (int dependent = 0; dependent < 3; dependent++) {
			for (int c = 0; c < CASES; c++) {
				struct model *model = draw_model(&random, protocol, dependent);
				const struct two two = draw_two(&random, protocol == 0 || c % 4 == 0);

				compare(model, &two, seed);
				model_free(model);
			}
		}
	}
}

/* Two messages to a receiver that is late, by MPI_Isend or by MPI_Send. */
struct late {
	bool blocking;
	uint64_t bytes;
};

static enum status build_late(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct late *late = self;
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t before;

	(void)err;
	if (process == 0) {
		rank_program_send(program, 1, 0, somewhere, late->bytes);
		if (late->blocking)
			rank_program_blocking(program);
		return OK;
	}
	before = rank_program_compute(program, 1000000);
	rank_program_receive(program, 0, 0, somewhere, late->bytes);
	rank_program_after(program, before);
	return OK;
}

/* When the sender is done; eager: --eager, SIZE_MAX for the model's own. */
static double sender_done(const struct model *model, const struct late *late, uint64_t eager)
{
	const struct schedule schedule = {.processes = 2, .build = build_late, .self = late};
	const struct model_use use = model_use_default(model);
	const struct costs costs = model_costs(&use, eager);
	struct simulation found = {.record = false};
	double done;

	assert_int_equal(simulate(&schedule, &costs, &found, NULL), OK);
	done = found.finish[0];
	simulation_release(&found);
	return done;
}

static void each_call_waits_from_its_own_size_on(void **state)
{
	struct random random;
	struct model *model;

	(void)state;
	random_init(&random, 20261126);
	model = draw_model(&random, PROTOCOL_RAT, 1);
	set(model, "S", 4096);
	set(model, "S_i", 2000);
	assert_true(sender_done(model, &(struct late){false, 2000}, SIZE_MAX) < 0.5e-3);
	assert_true(sender_done(model, &(struct late){false, 2001}, SIZE_MAX) > 1e-3);
	assert_true(sender_done(model, &(struct late){true, 4096}, SIZE_MAX) < 0.5e-3);
	assert_true(sender_done(model, &(struct late){true, 4097}, SIZE_MAX) > 1e-3);
	assert_true(sender_done(model, &(struct late){false, 2001}, 3000) <
		    0.5e-3); /* what is asked for holds for both */
	assert_true(sender_done(model, &(struct late){true, 3001}, 3000) > 1e-3);
	model_free(model);
}

/* O_b is MPI_Send's alone: of an eager message what its call takes more. */
static void a_blocking_send_takes_what_it_takes_more(void **state)
{
	struct random random;
	struct model *model;
	double begun;

	(void)state;
	random_init(&random, 20261127);
	model = draw_model(&random, PROTOCOL_RTA, 0);
	begun = sender_done(model, &(struct late){false, 100}, SIZE_MAX);
	set(model, "O_b", 3e-6);
	assert_time("MPI_Isend", 0, sender_done(model, &(struct late){false, 100}, SIZE_MAX), begun);
	assert_time("MPI_Send", 0, sender_done(model, &(struct late){true, 100}, SIZE_MAX), begun + 3e-6);
	set(model, "O_b", -1);
	assert_time("MPI_Send without a call", 0, sender_done(model, &(struct late){true, 100}, SIZE_MAX), 0);
	model_free(model);
}

/* What process 0 sends when it has heard that a longer message is on its way to it; or two messages, one after the
 * other. */
struct crossing {
	bool sends, two;
	uint64_t bytes, longer;
};

static enum status build_crossing(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct crossing *crossing = self;
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t before;

	(void)err;
	if (process == 0) {
		rank_program_receive(program, 1, 0, somewhere, crossing->longer);
		before = rank_program_receive(program, 1, 1, somewhere, 0);
		if (crossing->sends) {
			rank_program_send(program, 1, 0, somewhere, crossing->bytes);
			rank_program_after(program, before);
		}
		if (crossing->two)
			rank_program_receive(program, 1, 2, somewhere, crossing->bytes);
		return OK;
	}
	if (crossing->sends)
		rank_program_receive(program, 0, 0, somewhere, crossing->bytes);
	before = rank_program_send(program, 0, 0, somewhere, crossing->longer);
	rank_program_send(program, 0, 1, somewhere, 0);
	rank_program_after_start(program, before);
	if (crossing->two) { /* the data of the longer one have been pushed, and are on their way */
		rank_program_send(program, 0, 2, somewhere, crossing->bytes);
		rank_program_after(program, before);
	}
	return OK;
}

/* When process 0 is done. */
static double crossing_done(const struct model *model, const struct crossing *crossing, int behind)
{
	const struct schedule schedule = {.processes = 2, .build = build_crossing, .self = crossing};
	struct model_use use = model_use_default(model);
	struct costs costs;
	struct simulation found = {.record = true};
	struct error err = {0};
	double done;

	use.in_stream = behind;
	costs = model_costs(&use, SIZE_MAX);
	if (simulate(&schedule, &costs, &found, &err) != OK)
		fail_msg("%s", err.text);
	assert_path(&found);
	done = found.finish[0];
	simulation_release(&found);
	return done;
}

/* The answer to a message that goes while a longer one comes is there with the last of that one's data; a second
 * message's request too. Else neither waits for them. */
static void what_has_no_data_goes_behind_data(void **state)
{
	const uint64_t seed = 20261128;
	struct random random;

	(void)state;
	random_init(&random, seed);
	for (int c = 0; c < CASES; c++) {
		const double bytes[] = {0, 1 << 20}, times[] = {0, 1e-9 * (1 << 20)};
		struct model *model = draw_model(&random, PROTOCOL_RAT, (int)random_below(&random, 3));
		const struct crossing alone = {.bytes = EAGER_MOST + 1 + random_below(&random, 1000),
					       .longer = 200000 + random_below(&random, 1000)},
				      sends = {.sends = true, .bytes = alone.bytes, .longer = alone.longer},
				      two = {.two = true, .bytes = alone.bytes, .longer = alone.longer};
		struct cost cost;
		double there, begin = model_value(model, 0, "O_i", 0), push = 1e-9 * (double)random_below(&random, 900),
			      answered, data;

		assert_int_equal(model_set_curve(model, 0, "G", bytes, times, 2, NULL), OK);
		set(model, "O_push", push);
		cost = model_cost_nonblocking(model, (struct link){1, 0}, alone.bytes);
		there = crossing_done(model, &alone, 0);
		answered = 2 * cost.handshake.control + cost.control_latency;
		data = begin + 1e-9 * (double)alone.bytes + cost.latency;
		assert_time("behind, the send", seed, crossing_done(model, &sends, 1), there + begin + push);
		assert_time("apart, the send", seed, crossing_done(model, &sends, 0), there);
		assert_time("behind, the second", seed, crossing_done(model, &two, 1), there + answered + data);
		model_free(model);
	}
}

/* Two processes send each other long messages so many times, or process 0 alone does; times = 0: build_passing. */
struct exchanging {
	int times;
	bool alone;
	uint64_t bytes;
};

static enum status build_exchanging(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct exchanging *exchanging = self;
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t before[2] = {0}, now[2];

	(void)err;
	for (int i = 0; i < exchanging->times; i++) {
		int calls = 0;

		if (process == 1 || !exchanging->alone)
			now[calls++] = rank_program_receive(program, 1 - process, i, somewhere, exchanging->bytes);
		for (int k = 0; k < calls && i > 0; k++)
			rank_program_after(program, before[k]);
		if (process == 0 || !exchanging->alone) {
			now[calls++] = rank_program_send(program, 1 - process, i, somewhere, exchanging->bytes);
			for (int k = 0; k < calls && i > 0 && k < 2; k++)
				rank_program_after(program, before[k]);
		}
		memcpy(before, now, sizeof(before));
	}
	return OK;
}

/* Process 0 sends to 1, and 1 to 2. */
static enum status build_passing(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct exchanging *passing = self;
	const struct place somewhere = {BUFFER_RECEIVE, 0};

	(void)err;
	if (process > 0)
		rank_program_receive(program, process - 1, 0, somewhere, passing->bytes);
	if (process < 2)
		rank_program_send(program, process + 1, 0, somewhere, passing->bytes);
	return OK;
}

/* How much longer it takes with this variation; *drawn: how many messages were drawn a delay. */
static double exchanging_later(struct model *model, const struct exchanging *exchanging, double variation,
			       uint64_t seed, uint64_t *drawn)
{
	const struct schedule schedule = {.processes = exchanging->times > 0 ? 2 : 3,
					  .build = exchanging->times > 0 ? build_exchanging : build_passing,
					  .self = exchanging};
	struct model_use use = model_use_default(model);
	double seconds[2];

	assert_int_equal(model_fact_number(model, MODEL_VARIATION, variation, NULL), OK);
	use.in_stream = true;
	for (int k = 0; k < 2; k++) {
		struct simulation found = {.record = true};
		struct costs costs;
		struct error err = {0};

		use.varies = k == 1;
		use.seed = seed;
		costs = model_costs(&use, SIZE_MAX);
		if (simulate(&schedule, &costs, &found, &err) != OK)
			fail_msg("%s", err.text);
		assert_path(&found);
		seconds[k] = found.seconds;
		*drawn = found.drawn;
		simulation_release(&found);
	}
	return seconds[1] - seconds[0];
}

/* Of two messages that cross the one that begins while the other one is on its way is later: by the variation on
 * average, drawn exponentially; in proportion to it, and the same of each seed. A message alone is not, nor one that
 * meets that of a third process. */
static void messages_that_cross_vary(void **state)
{
	enum { SEEDS = 1000 };
	const double bytes[] = {0, 1 << 20}, times[] = {0, 1e-9 * (1 << 20)}, variation = 0.04;
	const struct exchanging once = {1, false, 200000}, alone = {1, true, 200000}, passing = {0, false, 200000};
	double out = 1e-9 * 200000, sum = 0, squares = 0;
	struct random random;
	struct model *model;
	uint64_t drawn;

	(void)state;
	random_init(&random, 20261129);
	model = draw_model(&random, PROTOCOL_RAT, 1);
	assert_int_equal(model_set_curve(model, 0, "G", bytes, times, 2, NULL), OK);
	set(model, "O_push", 1e-7);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		double later = exchanging_later(model, &once, variation, seed, &drawn);

		assert_int_equal(drawn, 1);
		assert_time("twice the variation", seed, exchanging_later(model, &once, 2 * variation, seed, &drawn),
			    2 * later);
		sum += later / out;
		squares += later / out * later / out;
	}
	assert_true(fabs(sum / SEEDS / variation - 1) < 4 / sqrt(SEEDS));
	assert_true(fabs(squares / SEEDS / (2 * variation * variation) - 1) < 4 * sqrt(5) / sqrt(SEEDS));
	assert_time("alone", 0, exchanging_later(model, &alone, variation, 1, &drawn), 0);
	assert_int_equal(drawn, 0);
	assert_time("past another one", 0, exchanging_later(model, &passing, variation, 1, &drawn), 0);
	assert_int_equal(drawn, 0);
	model_free(model);
}

/* Without variation two that send each other long messages do so side by side; with it they soon take turns, as over
 * TCP. */
static void messages_that_cross_come_to_take_turns(void **state)
{
	const double bytes[] = {0, 1 << 20}, times[] = {0, 1e-9 * (1 << 20)};
	static const char *const quick[] = {"O_control", "O_i", "O_c", "O_request", "O_push"};
	const struct exchanging many = {20, false, 200000};
	double out = 1e-9 * 200000;
	struct random random;

	(void)state;
	random_init(&random, 20261130);
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct model *model = draw_model(&random, PROTOCOL_RAT, 1);
		uint64_t drawn;
		double later;

		assert_int_equal(model_set_curve(model, 0, "G", bytes, times, 2, NULL), OK);
		for (size_t k = 0; k < sizeof(quick) / sizeof(quick[0]); k++)
			set(model, quick[k], 1e-7);
		set(model, "L", 2e-6);
		set(model, "L_control", 2e-6);
		later = exchanging_later(model, &many, 0.1, seed, &drawn);
		if (!(later > 10 * out && later < 25 * out && drawn > 0 && drawn < 10))
			fail_msg("seed %llu: %g times a message's data later, %llu delays drawn",
				 (unsigned long long)seed, later / out, (unsigned long long)drawn);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_message_takes_what_the_closed_forms_say),
		cmocka_unit_test(each_call_waits_from_its_own_size_on),
		cmocka_unit_test(a_blocking_send_takes_what_it_takes_more),
		cmocka_unit_test(what_has_no_data_goes_behind_data),
		cmocka_unit_test(messages_that_cross_vary),
		cmocka_unit_test(messages_that_cross_come_to_take_turns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
