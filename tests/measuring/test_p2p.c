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
		const struct purpose purpose = p2p_purpose(r, 1, cases[i].processes);
		char text[P2P_TITLE_ROOM];

		assert_int_equal(what.kind, cases[i].kind);
		assert_int_equal(what.count, cases[i].count);
		assert_int_equal(what.reply_bytes, cases[i].reply_bytes);
		assert_memory_equal(what.setup.cold, r->cold, sizeof(r->cold));
		assert_int_equal(what.setup.layout[1].block, r->layout[1].block);
		assert_string_equal(purpose.operation, operation_names[r->operation]);
		assert_string_equal(purpose.title, cases[i].title);
		assert_string_equal(purpose.variant, cases[i].variant);
		assert_string_equal(p2p_title(r, 1, cases[i].processes, text), cases[i].words);
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
	assert_int_equal(p2p_points_make(&request, 1, 4, &points, &err), OK);
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
	assert_int_equal(p2p_points_make(&request, 1, 4, &points, &err), ERR_INPUT);
	p2p_points_release(&points);
}

static void variants_are_curves_one_after_the_other(void **state)
{
	const struct p2p_request requests[] = {
		{.count = 1, .pair = {PAIR_ALL, PAIR_ALL}},
		{.count = 1, .pair = {PAIR_ALL, PAIR_ALL}, .operation = OPERATION_ISEND, .cold = {true, true}}};
	const struct purpose purpose = p2p_purpose(requests, 2, 3);
	struct p2p_points points;
	struct error err = {0};
	char text[P2P_TITLE_ROOM];

	(void)state;
	assert_int_equal(p2p_points_make(requests, 2, 3, &points, &err), OK);
	assert_int_equal(points.families[0].curves, 6);
	for (size_t curve = 0; curve < 6; curve++) {
		const struct experiment what = points.families[0].at(points.families[0].context, 1024, curve);

		assert_int_equal(what.setup.operation, curve < 3 ? OPERATION_SEND : OPERATION_ISEND);
		assert_int_equal(what.setup.cold[1], curve >= 3);
		assert_string_equal(p2p_variant_name(&what.setup, text), curve < 3 ? "send" : "isend, cold both");
	}
	assert_string_equal(purpose.operation, "send,isend");
	assert_string_equal(purpose.variant, "pattern=roundtrip cold=none,both pairs=all");
	assert_string_equal(p2p_title(requests, 2, 3, text),
			    "MPI send,isend of 3 processes: round trips, there and back");
	p2p_points_release(&points);
	assert_int_equal(p2p_points_make(requests, P2P_VARIANTS_MOST + 1, 3, &points, &err), ERR_INPUT);
	p2p_points_release(&points);
}

/* Senders with two receivers, as the points of a request have them: how often each is there. */
static size_t count_triplet(const struct p2p_points *points, int from, int one, int other)
{
	size_t found = 0;

	for (size_t f = 0; f < points->n; f++)
		for (size_t curve = 0; curve < points->families[f].curves; curve++) {
			const struct experiment what = points->families[f].at(points->families[f].context, 8, curve);

			assert_int_equal(what.kind, EXPERIMENT_ONE_TO_TWO);
			assert_int_equal(what.reply_bytes, 0);
			found += what.from == from && what.to == one && what.setup.third == (size_t)other;
		}
	return found;
}

static void all_triplets_are_there_once_in_rounds_or_one_after_the_other(void **state)
{
	(void)state;
	for (int processes = 3; processes <= 9; processes++)
		for (int parallel = 0; parallel < 2; parallel++) {
			const struct p2p_request request = {
				.pattern = P2P_ONE_TO_TWO, .count = 1, .triplets = "all", .parallel = parallel};
			struct p2p_points points;
			struct error err = {0};

			assert_int_equal(p2p_points_make(&request, 1, (size_t)processes, &points, &err), OK);
			assert_int_equal(points.families[0].together, parallel ? processes / 3 : 1);
			assert_int_equal(points.families[0].curves % points.families[0].together, 0);
			for (int from = 0; from < processes; from++)
				for (int one = 0; one < processes; one++)
					for (int other = one + 1; other < processes; other++)
						assert_int_equal(count_triplet(&points, from, one, other),
								 from != one && from != other);
			p2p_points_release(&points);
		}
}

static void triplets_that_are_none_are_refused(void **state)
{
	static const char *const texts[] = {"0:1", "0:1:1", "0:1:3", "0:1:2,0:2:1", "", "0:1:2;1:0:2"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const struct p2p_request request = {.pattern = P2P_ONE_TO_TWO, .count = 1, .triplets = texts[i]};
		struct p2p_points points;
		struct error err = {0};

		assert_int_equal(p2p_points_make(&request, 1, 3, &points, &err), ERR_INPUT);
		p2p_points_release(&points);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_is_an_experiment_with_a_purpose),
		cmocka_unit_test(pairs_side_by_side_are_two_families_of_the_same_experiment),
		cmocka_unit_test(variants_are_curves_one_after_the_other),
		cmocka_unit_test(all_triplets_are_there_once_in_rounds_or_one_after_the_other),
		cmocka_unit_test(triplets_that_are_none_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
