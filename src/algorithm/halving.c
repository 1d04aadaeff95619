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
static void fold_halves(struct walk *walk, bool back, int peer, struct place data, struct place room, uint64_t count)
{
	uint64_t left = count / 2, right = count - left;
	struct place middle = place_at(data, left);

	walk_exchange(walk, peer, back ? data : middle, back ? left : right, peer, room, back ? right : left);
	walk_step(walk);
	walk_reduce(walk, room, back ? middle : data, back ? right : left);
	walk_step(walk);
	if (back)
		walk_send(walk, peer, middle, right);
	else
		walk_receive(walk, peer, middle, right);
	walk_step(walk);
}

static void fold_whole(struct walk *walk, bool back, int peer, struct place data, struct place room, uint64_t count)
{
	walk_step(walk);
	if (back) {
		walk_send(walk, peer, data, count);
	} else {
		walk_receive(walk, peer, room, count);
		walk_step(walk);
		walk_reduce(walk, room, data, count);
	}
	walk_step(walk);
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

static void fold(struct walk *walk, struct halving *halving, struct place data, struct place room, uint64_t count)
{
	bool back = stands_back(halving, walk->process);

	if (walk->process >= 2 * halving->extra) {
		halving->number = walk->process - halving->extra;
		return;
	}
	halving->number = back ? -1 : walk->process / 2;
	if (halving->fold == FOLD_HALVES)
		fold_halves(walk, back, neighbour(walk->process), data, room, count);
	else
		fold_whole(walk, back, neighbour(walk->process), data, room, count);
}

void halving_reduce(struct walk *walk, struct halving *halving, struct place data, uint64_t count)
{
	struct place room = part_scratch(walk->part, halving->fold == FOLD_HALVES ? count - count / 2 : count);

	halving->power = power_below(walk->processes);
	halving->extra = walk->processes - halving->power;
	halving->steps = 0;
	halving->data = data;
	fold(walk, halving, data, room, count);
	if (halving->number < 0)
		return;
	set_windows(halving, halving->number, count);
	for (int step = 0; step < halving->steps; step++) {
		const struct halving_window *window = &halving->windows[step];
		int peer = halving_process(halving, halving->number ^ 1 << step);

		walk_exchange(walk, peer, place_at(data, window->sent), window->sent_count, peer, room,
			      window->kept_count);
		walk_step(walk);
		walk_reduce(walk, room, place_at(data, window->kept), window->kept_count);
		walk_step(walk);
	}
}

void halving_allgather(struct walk *walk, const struct halving *halving, uint64_t count)
{
	walk_step(walk);
	for (int step = halving->steps; halving->number >= 0 && step-- > 0;) {
		const struct halving_window *window = &halving->windows[step];
		int peer = halving_process(halving, halving->number ^ 1 << step);

		walk_exchange(walk, peer, place_at(halving->data, window->kept), window->kept_count, peer,
			      place_at(halving->data, window->sent), window->sent_count);
	}
	walk_step(walk);
	if (walk->process >= 2 * halving->extra)
		return;
	if (halving->number < 0)
		walk_receive(walk, neighbour(walk->process), halving->data, count);
	else
		walk_send(walk, neighbour(walk->process), halving->data, count);
}

/* The share that a process has after the first part. */
static struct halving_window last_window(const struct halving *halving, uint64_t count)
{
	return halving->steps > 0 ? halving->windows[halving->steps - 1] : (struct halving_window){0, count, 0, 0};
}

/* Lets a root that stood back take over from process 0 with its share. Returns whether this process goes on. */
static bool replace(struct walk *walk, struct halving *halving, int root, uint64_t count)
{
	struct halving_window share;

	if (walk->process == root) {
		halving->number = 0;
		set_windows(halving, 0, count);
	}
	share = last_window(halving, count);
	if (walk->process == root)
		walk_receive(walk, 0, place_at(halving->data, share.kept), share.kept_count);
	else if (halving->number == 0)
		walk_send(walk, root, place_at(halving->data, share.kept), share.kept_count);
	walk_step(walk);
	return walk->process == root || halving->number > 0;
}

void halving_gather(struct walk *walk, const struct halving *before, int root, uint64_t count)
{
	struct halving halving = *before;
	bool replaced = root < 2 * halving.extra && root % 2 != 0;
	int target = replaced ? 0 : root < 2 * halving.extra ? root / 2 : root - halving.extra;

	walk_step(walk);
	if (replaced && !replace(walk, &halving, root, count))
		return;
	for (int step = halving.steps; halving.number >= 0 && step-- > 0;) {
		const struct halving_window *window = &halving.windows[step];
		int number = halving.number ^ 1 << step,
		    peer = replaced && number == 0 ? root : halving_process(&halving, number);

		walk_step(walk);
		if ((halving.number ^ target) & 1 << step) {
			walk_send(walk, peer, place_at(halving.data, window->kept), window->kept_count);
			return;
		}
		walk_receive(walk, peer, place_at(halving.data, window->sent), window->sent_count);
	}
}
