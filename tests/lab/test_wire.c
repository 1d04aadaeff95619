#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/wire.h"

/* 100 and 50 Mbit/s, 20 us, room for three full frames. */
static struct lab_shape shape(void)
{
	return (struct lab_shape){.nodes = 3, .buffer = 4542, .latency = 20e-6, .rate = {100e6, 100e6, 50e6}};
}

static void send_frame(struct wire *wire, size_t from, int to, size_t bytes, double at)
{
	struct wire_frame *frame = wire_frame_new(wire);

	assert_non_null(frame);
	memset(frame->data, 0xff, sizeof(frame->data));
	if (to >= 0)
		wire_address((size_t)to, frame->data);
	frame->data[20] = (unsigned char)bytes;
	frame->bytes = bytes;
	wire_send(wire, from, frame, at);
}

static void expect_passed(struct wire *wire, size_t node, double at)
{
	struct wire_frame *frame;
	size_t which;
	double when;

	assert_int_equal(wire_next(wire, at * 0.999999, &which, &frame, &when), WIRE_NONE);
	assert_true(fabs(when - at) < 1e-12);
	assert_int_equal(wire_next(wire, at * 1.000001, &which, &frame, &when), WIRE_PASSED);
	assert_int_equal(which, node);
}

static void expect_delivered(struct wire *wire, size_t node, size_t bytes, double at)
{
	struct wire_frame *frame;
	size_t which;
	double when;

	assert_int_equal(wire_next(wire, at * 0.999999, &which, &frame, &when), WIRE_NONE);
	assert_true(fabs(when - at) < 1e-12);
	assert_int_equal(wire_next(wire, at * 1.000001, &which, &frame, &when), WIRE_DELIVERED);
	assert_int_equal(which, node);
	assert_int_equal(frame->bytes, bytes);
	assert_int_equal(frame->data[20], (unsigned char)bytes);
	wire_drop(wire, frame);
}

static void expect_nothing(struct wire *wire)
{
	struct wire_frame *frame;
	size_t which;
	double when;

	assert_int_equal(wire_next(wire, 1e9, &which, &frame, &when), WIRE_NONE);
	assert_true(isinf(when));
}

static void a_frame_takes_two_links_and_the_latency(void **state)
{
	const double fast = (1514 + 24) * 8 / 100e6, slow = 2 * fast, least = (60 + 24) * 8 / 100e6;
	const struct lab_shape s = shape();
	struct wire wire;

	(void)state;
	wire_init(&wire, &s);
	send_frame(&wire, 0, 1, 1514, 1);
	assert_true(wire_busy(&wire, 0));
	expect_passed(&wire, 0, 1 + fast);
	assert_false(wire_busy(&wire, 0));
	expect_delivered(&wire, 1, 1514, 1 + 2 * fast + 20e-6);
	send_frame(&wire, 0, 2, 1514, 2);
	expect_passed(&wire, 0, 2 + fast);
	expect_delivered(&wire, 2, 1514, 2 + fast + slow + 20e-6);
	send_frame(&wire, 0, 1, 42, 3); /* as long as the shortest of Ethernet */
	expect_passed(&wire, 0, 3 + least);
	expect_delivered(&wire, 1, 42, 3 + 2 * least + 20e-6);
	expect_nothing(&wire);
	wire_release(&wire);
}

/* No bucket: what a pause has left is lost, and both directions of a link do not touch. */
static void frames_follow_each_other_at_the_rate_of_the_link(void **state)
{
	const double one = (1000 + 24) * 8 / 100e6;
	const struct lab_shape s = shape();
	struct wire wire;

	(void)state;
	wire_init(&wire, &s);
	send_frame(&wire, 0, 1, 1000, 5);
	send_frame(&wire, 1, 0, 1000, 5 + one / 2);
	expect_passed(&wire, 0, 5 + one);
	send_frame(&wire, 0, 1, 1000, 5 + one); /* it waited */
	expect_passed(&wire, 1, 5 + 1.5 * one);
	expect_passed(&wire, 0, 5 + 2 * one);
	expect_delivered(&wire, 1, 1000, 5 + 2 * one + 20e-6);
	expect_delivered(&wire, 0, 1000, 5 + 2.5 * one + 20e-6);
	expect_delivered(&wire, 1, 1000, 5 + 3 * one + 20e-6);
	expect_nothing(&wire);
	wire_release(&wire);
}

static void what_finds_the_port_full_is_dropped(void **state)
{
	const double fast = (1514 + 24) * 8 / 100e6, slow = 2 * fast;
	const struct lab_shape s = shape();
	struct wire wire;

	(void)state;
	wire_init(&wire, &s);
	for (int i = 0; i < 2; i++) { /* two at a time to the slow node: four find three places */
		send_frame(&wire, 0, 2, 1514, 1 + i * fast);
		send_frame(&wire, 1, 2, 1514, 1 + i * fast + 1e-6);
		expect_passed(&wire, 0, 1 + (i + 1) * fast);
		expect_passed(&wire, 1, 1 + (i + 1) * fast + 1e-6);
	}
	assert_int_equal(wire.dropped, 1);
	for (int i = 0; i < 3; i++)
		expect_delivered(&wire, 2, 1514, 1 + fast + (i + 1) * slow + 20e-6);
	expect_nothing(&wire);
	send_frame(&wire, 0, 2, 1514, 2); /* there is room again */
	expect_passed(&wire, 0, 2 + fast);
	expect_delivered(&wire, 2, 1514, 2 + fast + slow + 20e-6);
	wire_release(&wire);
}

static void a_broadcast_reaches_all_others_and_an_unknown_address_nobody(void **state)
{
	const double one = (100 + 24) * 8 / 100e6;
	const struct lab_shape s = shape();
	struct wire wire;

	(void)state;
	wire_init(&wire, &s);
	send_frame(&wire, 1, -1, 100, 1);
	expect_passed(&wire, 1, 1 + one);
	expect_delivered(&wire, 0, 100, 1 + 2 * one + 20e-6);
	expect_delivered(&wire, 2, 100, 1 + 3 * one + 20e-6);
	send_frame(&wire, 1, 40, 100, 2);
	expect_passed(&wire, 1, 2 + one);
	expect_nothing(&wire);
	wire_release(&wire);
}

/* Drawn frames: each is delivered once or counted as dropped, in order of time, and none is lost from sight. */
static void nothing_is_lost_from_sight(void **state)
{
	enum { FRAMES = 20000 };
	const struct lab_shape s = shape();
	struct wire_frame *frame;
	struct wire wire;
	size_t delivered = 0, sent = 0, node;
	double at, now = 0, before = 0;

	(void)state;
	srand(7);
	wire_init(&wire, &s);
	for (;;) {
		enum wire_event event = wire_next(&wire, now, &node, &frame, &at);

		if (event == WIRE_DELIVERED) {
			delivered++;
			wire_drop(&wire, frame);
		}
		if (event != WIRE_NONE) {
			assert_true(at >= before);
			before = at;
			continue;
		}
		for (size_t i = 0; i < s.nodes && sent < FRAMES; i++)
			if (!wire_busy(&wire, i) && rand() % 2) {
				send_frame(&wire, i, (int)((i + 1 + (size_t)rand() % 2) % 3),
					   60 + (size_t)rand() % 1455, now);
				sent++;
			}
		if (sent == FRAMES && isinf(at))
			break;
		now = fmin(at, now + 1e-4) + 1e-9;
	}
	assert_int_equal(delivered + wire.dropped, FRAMES);
	assert_true(delivered > FRAMES / 2);
	assert_true(wire.dropped > 0);
	wire_release(&wire);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frame_takes_two_links_and_the_latency),
		cmocka_unit_test(frames_follow_each_other_at_the_rate_of_the_link),
		cmocka_unit_test(what_finds_the_port_full_is_dropped),
		cmocka_unit_test(a_broadcast_reaches_all_others_and_an_unknown_address_nobody),
		cmocka_unit_test(nothing_is_lost_from_sight),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
