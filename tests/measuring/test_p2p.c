/* What measurements of messages are called, and which experiments they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "measuring/options.h"
#include "measuring/p2p.h"

#define STRIDED                       \
	{                             \
		LAYOUT_INDEXED, 64, 3 \
	}

static const struct named {
	struct p2p_request request;
	size_t processes;
	enum experiment_kind kind;
	size_t count, reply_bytes;
	const char *title, *variant, *words;
	bool alone;
} cases[] = {
	{{.count = 1, .pair = {0, 1}},
	 2,
	 EXPERIMENT_ROUNDTRIP,
	 1,
	 1,
	 "measure p2p send roundtrip",
	 "pattern=roundtrip",
	 "MPI send of 2 processes: round trips, there and back",
	 true},
	{{.pattern = P2P_ONEWAY, .operation = OPERATION_ISEND, .count = 5, .pair = {2, 0}, .busy = true},
	 3,
	 EXPERIMENT_TRAIN,
	 5,
	 0,
	 "measure p2p isend oneway of 5, 2:0, others busy",
	 "pattern=oneway count=5 pairs=2:0 others=busy",
	 "MPI isend of 3 processes: messages one way with their acknowledgement",
	 false},
	{{.path = P2P_RECEIVE, .count = 1, .pair = {0, 1}, .layout = {[1] = STRIDED}, .cold = {true, true}},
	 2,
	 EXPERIMENT_RECEIVE,
	 1,
	 0,
	 "measure p2p send roundtrip, receive call, cn indexed:64:3, cold both",
	 "pattern=roundtrip path=receive layout=cn type=indexed block=64 stride=3 cold=both",
	 "MPI send of 2 processes: the receive call alone",
	 true},
	{{.pattern = P2P_HEAD_TO_HEAD,
	  .count = 1,
	  .pair = {PAIR_ALL, PAIR_ALL},
	  .layout = {STRIDED, STRIDED},
	  .side_by_side = true},
	 4,
	 EXPERIMENT_EXCHANGE,
	 1,
	 0,
	 "measure p2p send head-to-head, nn indexed:64:3, all pairs side by side",
	 "pattern=head-to-head layout=nn type=indexed block=64 stride=3 pairs=all order=side-by-side",
	 "MPI send of 4 processes: both send and receive at once",
	 false},
	{{.pattern = P2P_BISECTION, .count = 1, .layout = {STRIDED}, .cold = {[1] = true}},
	 4,
	 EXPERIMENT_ROUNDTRIP,
	 1,
	 1,
	 "measure p2p send bisection, nc indexed:64:3, cold receiver, neighbours",
	 "pattern=bisection layout=nc type=indexed block=64 stride=3 cold=receiver partners=neighbours",
	 "MPI send of 4 processes: round trips of all pairs at once",
	 false},
};

static void a_request_is_an_experiment_with_a_purpose(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct p2p_request *r = &cases[i].request;
		const struct experiment what = p2p_experiment(r);
		const struct purpose purpose = p2p_purpose(r, cases[i].processes);
		char text[P2P_TITLE_ROOM];

		assert_int_equal(what.kind, cases[i].kind);
		assert_int_equal(what.count, cases[i].count);
		assert_int_equal(what.reply_bytes, cases[i].reply_bytes);
		assert_memory_equal(what.setup.cold, r->cold, sizeof(r->cold));
		assert_int_equal(what.setup.layout[1].block, r->layout[1].block);
		assert_string_equal(purpose.operation, operation_names[r->operation]);
		assert_string_equal(purpose.title, cases[i].title);
		assert_string_equal(purpose.variant, cases[i].variant);
		assert_string_equal(p2p_title(r, cases[i].processes, text), cases[i].words);
		assert_true(p2p_is_alone(r) == cases[i].alone);
	}
}

static void pairs_side_by_side_are_two_families_of_the_same_experiment(void **state)
{
	struct p2p_request request = {.count = 1, .pair = {PAIR_ALL, PAIR_ALL}, .side_by_side = true};
	struct p2p_points points;
	struct error err = {0};
	struct experiment what;

	(void)state;
	assert_int_equal(p2p_points_make(&request, 4, &points, &err), OK);
	assert_int_equal(points.n, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(points.families[i].curves, 6);
		assert_int_equal(points.families[i].together, i == 0 ? 1 : 2);
		what = points.families[i].at(points.families[i].context, 1024, 5);
		assert_int_equal(what.bytes, 1024);
		assert_int_equal(what.reply_bytes, 1024);
		assert_int_equal(what.setup.background, i == 0 ? BACKGROUND_IDLE : BACKGROUND_PARALLEL);
	}
	p2p_points_release(&points);
	request = (struct p2p_request){.pattern = P2P_BISECTION, .count = 1, .partners = "0:4,1:2"};
	assert_int_equal(p2p_points_make(&request, 4, &points, &err), ERR_INPUT);
	p2p_points_release(&points);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_is_an_experiment_with_a_purpose),
		cmocka_unit_test(pairs_side_by_side_are_two_families_of_the_same_experiment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
