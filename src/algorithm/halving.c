#include "algorithm/halving.h"

int halving_process(const struct halving *halving, int number)
{
	return number < halving->extra ? 2 * number + (halving->fold == FOLD_EVEN) : number + halving->extra;
}

/* The half of two, of which the lower one ends at middle, that a process keeps, and the one that it sends. */
static struct halving_window window_of(uint64_t begin, uint64_t middle, uint64_t end, bool upper)
{
	return upper ? (struct halving_window){middle, end - middle, begin, middle - begin}
		     : (struct halving_window){begin, middle - begin, middle, end - middle};
}

/* The windows that process number has in halving_reduce of count elements. */
static void set_windows(struct halving *halving, int number, uint64_t count)
{
	uint64_t begin = 0, end = count;
	int first = 0, shares = halving->power;

	halving->steps = 0;
	for (int distance = 1; distance < halving->power; distance *= 2) {
		bool upper = number & distance;
		uint64_t middle = halving->fold == FOLD_HALVES ? begin + (end - begin) / 2
							       : share_begin(count, halving->power, first + shares / 2);

		halving->windows[halving->steps++] = window_of(begin, middle, end, upper);
		shares /= 2;
		first += upper ? shares : 0;
		begin = upper ? middle : begin;
		end = upper ? end : middle;
	}
}

/* The neighbours of those that stand back reduce the left half and they the right half, which goes over then. */
static void fold_halves(struct step_builder *builder, bool back, int peer, struct place data, struct place room,
			uint64_t count)
{
	uint64_t left = count / 2, right = count - left;
	struct place middle = place_at(data, left);

	builder_exchange(builder, peer, back ? data : middle, back ? left : right, peer, room, back ? right : left);
	builder_step(builder);
	builder_reduce(builder, room, back ? middle : data, back ? right : left);
	builder_step(builder);
	if (back)
		builder_send(builder, peer, middle, right);
	else
		builder_receive(builder, peer, middle, right);
	builder_step(builder);
}

static void fold_whole(struct step_builder *builder, bool back, int peer, struct place data, struct place room,
		       uint64_t count)
{
	builder_step(builder);
	if (back) {
		builder_send(builder, peer, data, count);
	} else {
		builder_receive(builder, peer, room, count);
		builder_step(builder);
		builder_reduce(builder, room, data, count);
	}
	builder_step(builder);
}

/* Whether a process below 2 * extra stands back, and who its neighbour is. */
static bool stands_back(const struct halving *halving, int process)
{
	return (process % 2 == 0) == (halving->fold == FOLD_EVEN);
}

static int neighbour(int process)
{
	return process % 2 == 0 ? process + 1 : process - 1;
}

static void fold(struct step_builder *builder, struct halving *halving, struct place data, struct place room,
		 uint64_t count)
{
	bool back = stands_back(halving, builder->process);

	if (builder->process >= 2 * halving->extra) {
		halving->number = builder->process - halving->extra;
		return;
	}
	halving->number = back ? -1 : builder->process / 2;
	if (halving->fold == FOLD_HALVES)
		fold_halves(builder, back, neighbour(builder->process), data, room, count);
	else
		fold_whole(builder, back, neighbour(builder->process), data, room, count);
}

void halving_reduce(struct step_builder *builder, struct halving *halving, struct place data, uint64_t count)
{
	struct place room =
		rank_program_scratch(builder->program, halving->fold == FOLD_HALVES ? count - count / 2 : count);

	halving->power = power_below(builder->processes);
	halving->extra = builder->processes - halving->power;
	halving->steps = 0;
	halving->data = data;
	fold(builder, halving, data, room, count);
	if (halving->number < 0)
		return;
	set_windows(halving, halving->number, count);
	for (int step = 0; step < halving->steps; step++) {
		const struct halving_window *window = &halving->windows[step];
		int peer = halving_process(halving, halving->number ^ 1 << step);

		builder_exchange(builder, peer, place_at(data, window->sent), window->sent_count, peer, room,
				 window->kept_count);
		builder_step(builder);
		builder_reduce(builder, room, place_at(data, window->kept), window->kept_count);
		builder_step(builder);
	}
}

void halving_allgather(struct step_builder *builder, const struct halving *halving, uint64_t count)
{
	builder_step(builder);
	for (int step = halving->steps; halving->number >= 0 && step-- > 0;) {
		const struct halving_window *window = &halving->windows[step];
		int peer = halving_process(halving, halving->number ^ 1 << step);

		builder_exchange(builder, peer, place_at(halving->data, window->kept), window->kept_count, peer,
				 place_at(halving->data, window->sent), window->sent_count);
	}
	builder_step(builder);
	if (builder->process >= 2 * halving->extra)
		return;
	if (halving->number < 0)
		builder_receive(builder, neighbour(builder->process), halving->data, count);
	else
		builder_send(builder, neighbour(builder->process), halving->data, count);
}

/* The share that a process has after the first part. */
static struct halving_window last_window(const struct halving *halving, uint64_t count)
{
	return halving->steps > 0 ? halving->windows[halving->steps - 1] : (struct halving_window){0, count, 0, 0};
}

/* Lets a root that stood back take over from process 0 with its share. Returns whether this process goes on. */
static bool replace(struct step_builder *builder, struct halving *halving, int root, uint64_t count)
{
	struct halving_window share;

	if (builder->process == root) {
		halving->number = 0;
		set_windows(halving, 0, count);
	}
	share = last_window(halving, count);
	if (builder->process == root)
		builder_receive(builder, 0, place_at(halving->data, share.kept), share.kept_count);
	else if (halving->number == 0)
		builder_send(builder, root, place_at(halving->data, share.kept), share.kept_count);
	builder_step(builder);
	return builder->process == root || halving->number > 0;
}

void halving_gather(struct step_builder *builder, const struct halving *before, int root, uint64_t count)
{
	struct halving halving = *before;
	bool replaced = root < 2 * halving.extra && root % 2 != 0;
	int target = replaced ? 0 : root < 2 * halving.extra ? root / 2 : root - halving.extra;

	builder_step(builder);
	if (replaced && !replace(builder, &halving, root, count))
		return;
	for (int step = halving.steps; halving.number >= 0 && step-- > 0;) {
		const struct halving_window *window = &halving.windows[step];
		int number = halving.number ^ 1 << step,
		    peer = replaced && number == 0 ? root : halving_process(&halving, number);

		builder_step(builder);
		if ((halving.number ^ target) & 1 << step) {
			builder_send(builder, peer, place_at(halving.data, window->kept), window->kept_count);
			return;
		}
		builder_receive(builder, peer, place_at(halving.data, window->sent), window->sent_count);
	}
}
