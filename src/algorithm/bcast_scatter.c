#include "algorithm/bcast_scatter.h"

/* The message is divided into shares for the places, each as large as the largest, the last ones smaller or empty.
 * Elements of those from begin to end - 1. */
static uint64_t extent(const struct walk *walk, int64_t begin, int64_t end)
{
	uint64_t count = walk->call->count, share = (count - 1) / (uint64_t)walk->processes + 1,
		 first = (uint64_t)begin * share, last = (uint64_t)end * share;

	return (last < count ? last : count) - (first < count ? first : count);
}

static struct place share_at(const struct walk *walk, int64_t place)
{
	return place_at(output(), extent(walk, 0, place));
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Halves go down a binomial tree, the farthest child first; shares that are empty are not sent. */
static void scatter(struct walk *walk, int place)
{
	int64_t n = walk->processes, bit = 1;
	uint64_t count;

	while (bit < n && !(place & bit))
		bit *= 2;
	count = extent(walk, place, least(place + bit, n));
	if (place > 0 && count > 0)
		walk_receive(walk, process_at(walk->call, (int)(place - bit)), share_at(walk, place), count);
	for (bit /= 2; bit > 0; bit /= 2) {
		if (place + bit >= n)
			continue;
		count = extent(walk, place + bit, least(place + 2 * bit, n));
		walk_step(walk);
		if (count > 0)
			walk_send(walk, process_at(walk->call, (int)(place + bit)), share_at(walk, place + bit), count);
	}
	walk_step(walk);
}

/* The shares of the places from root on, bit of them, go to those places of a group whose partners there are not, by
 * halving distances. */
static void hand_on(struct walk *walk, int64_t place, int64_t root, int64_t bit)
{
	int64_t with_all = walk->processes - (place & -bit) - bit;
	uint64_t count = extent(walk, root, least(root + bit, walk->processes));

	for (int64_t distance = bit / 2; distance > 0; distance /= 2) {
		int64_t peer = place ^ distance, group = place & -(2 * distance);
		bool has = place < group + with_all, peer_has = peer < group + with_all;

		walk_step(walk);
		if (peer > place && has && !peer_has)
			walk_send(walk, process_at(walk->call, (int)peer), share_at(walk, root), count);
		else if (peer < place && peer_has && !has)
			walk_receive(walk, process_at(walk->call, (int)peer), share_at(walk, root), count);
	}
}

void scatter_allgather(struct walk *walk)
{
	int64_t n = walk->processes, place = place_of(walk->call, walk->process);

	scatter(walk, (int)place);
	for (int64_t bit = 1; bit < n; bit *= 2) {
		int64_t peer = place ^ bit, own = place & -bit, other = peer & -bit;

		if (peer < n)
			walk_exchange(walk, process_at(walk->call, (int)peer), share_at(walk, own),
				      extent(walk, own, least(own + bit, n)), process_at(walk->call, (int)peer),
				      share_at(walk, other), extent(walk, other, least(other + bit, n)));
		if (other + bit > n)
			hand_on(walk, place, own + bit, bit);
	}
}

void scatter_ring(struct walk *walk)
{
	int n = walk->processes, place = place_of(walk->call, walk->process),
	    next = process_at(walk->call, (place + 1) % n), before = process_at(walk->call, (place + n - 1) % n);

	scatter(walk, place);
	for (int i = 0; i < n - 1; i++) {
		int out = (place + n - i) % n, in = (place + 2 * n - i - 1) % n;

		walk_exchange(walk, next, share_at(walk, out), extent(walk, out, out + 1), before, share_at(walk, in),
			      extent(walk, in, in + 1));
	}
}
