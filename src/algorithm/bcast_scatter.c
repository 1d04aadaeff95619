#include "algorithm/bcast_scatter.h"

/* The message is divided into shares for the places, each as large as the largest, the last ones smaller or empty.
 * Elements of those from begin to end - 1. */
static uint64_t extent(const struct step_builder *builder, int64_t begin, int64_t end)
{
	uint64_t count = builder->call->count, share = (count - 1) / (uint64_t)builder->processes + 1,
		 first = (uint64_t)begin * share, last = (uint64_t)end * share;

	return (last < count ? last : count) - (first < count ? first : count);
}

static struct place share_at(const struct step_builder *builder, int64_t place)
{
	return place_at(output(), extent(builder, 0, place));
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Halves go down a binomial tree, the farthest child first; shares that are empty are not sent. */
static void scatter(struct step_builder *builder, int place)
{
	int64_t n = builder->processes, bit = 1;
	uint64_t count;

	while (bit < n && !(place & bit))
		bit *= 2;
	count = extent(builder, place, least(place + bit, n));
	if (place > 0 && count > 0)
		builder_receive(builder, process_at(builder->call, (int)(place - bit)), share_at(builder, place),
				count);
	for (bit /= 2; bit > 0; bit /= 2) {
		if (place + bit >= n)
			continue;
		count = extent(builder, place + bit, least(place + 2 * bit, n));
		builder_step(builder);
		if (count > 0)
			builder_send(builder, process_at(builder->call, (int)(place + bit)),
				     share_at(builder, place + bit), count);
	}
	builder_step(builder);
}

/* The shares of the places from root on, bit of them, go to those places of a group whose partners there are not, by
 * halving distances. */
static void hand_on(struct step_builder *builder, int64_t place, int64_t root, int64_t bit)
{
	int64_t with_all = builder->processes - (place & -bit) - bit;
	uint64_t count = extent(builder, root, least(root + bit, builder->processes));

	for (int64_t distance = bit / 2; distance > 0; distance /= 2) {
		int64_t peer = place ^ distance, group = place & -(2 * distance);
		bool has = place < group + with_all, peer_has = peer < group + with_all;

		builder_step(builder);
		if (peer > place && has && !peer_has)
			builder_send(builder, process_at(builder->call, (int)peer), share_at(builder, root), count);
		else if (peer < place && peer_has && !has)
			builder_receive(builder, process_at(builder->call, (int)peer), share_at(builder, root), count);
	}
}

void scatter_allgather(struct step_builder *builder)
{
	int64_t n = builder->processes, place = place_of(builder->call, builder->process);

	scatter(builder, (int)place);
	for (int64_t bit = 1; bit < n; bit *= 2) {
		int64_t peer = place ^ bit, own = place & -bit, other = peer & -bit;

		if (peer < n)
			builder_exchange(builder, process_at(builder->call, (int)peer), share_at(builder, own),
					 extent(builder, own, least(own + bit, n)),
					 process_at(builder->call, (int)peer), share_at(builder, other),
					 extent(builder, other, least(other + bit, n)));
		if (other + bit > n)
			hand_on(builder, place, own + bit, bit);
	}
}

void scatter_ring(struct step_builder *builder)
{
	int n = builder->processes, place = place_of(builder->call, builder->process),
	    next = process_at(builder->call, (place + 1) % n), before = process_at(builder->call, (place + n - 1) % n);

	scatter(builder, place);
	for (int i = 0; i < n - 1; i++) {
		int out = (place + n - i) % n, in = (place + 2 * n - i - 1) % n;

		builder_exchange(builder, next, share_at(builder, out), extent(builder, out, out + 1), before,
				 share_at(builder, in), extent(builder, in, in + 1));
	}
}
