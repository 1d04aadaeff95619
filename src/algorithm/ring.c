#include "algorithm/ring.h"

static int wrapped(const struct walk *walk, int block)
{
	block %= walk->processes;
	return block < 0 ? block + walk->processes : block;
}

struct place share_place(const struct walk *walk, const struct shares *shares, int block)
{
	return place_at(shares->data, share_begin(shares->count, walk->processes, wrapped(walk, block)));
}

uint64_t share_size(const struct walk *walk, const struct shares *shares, int block)
{
	return share_count(shares->count, walk->processes, wrapped(walk, block));
}

void ring_allgather(struct walk *walk, const struct shares *shares, int shift)
{
	int next = wrapped(walk, walk->process + 1), before = wrapped(walk, walk->process - 1);

	for (int i = 0; i < walk->processes - 1; i++) {
		int out = walk->process + shift - i, in = out - 1;

		walk_exchange(walk, next, share_place(walk, shares, out), share_size(walk, shares, out), before,
			      share_place(walk, shares, in), share_size(walk, shares, in));
	}
	walk_step(walk);
}

/* A part of a block. */
struct stretch {
	struct place place;
	uint64_t count;
};

static struct stretch stretch_of(const struct walk *walk, const struct shares *shares, int block, int phase, int phases)
{
	uint64_t size = share_size(walk, shares, block);

	return (struct stretch){place_at(share_place(walk, shares, block), share_begin(size, phases, phase)),
				share_count(size, phases, phase)};
}

void ring_reduce(struct walk *walk, const struct shares *shares, int shift, int phase, int phases)
{
	struct part *part = walk->part;
	int next = wrapped(walk, walk->process + 1), before = wrapped(walk, walk->process - 1),
	    first = walk->process + shift;
	uint64_t largest = stretch_of(walk, shares, 0, 0, phases).count;
	struct place arrived[2] = {part_scratch(part, largest), part_scratch(part, largest)};
	struct stretch block = stretch_of(walk, shares, first, phase, phases);
	size_t received, sent;

	if (walk->processes == 1)
		return;
	walk_step(walk);
	received = walk_receive(walk, before, arrived[0], stretch_of(walk, shares, first - 1, phase, phases).count);
	sent = walk_send(walk, next, block.place, block.count);
	for (int i = 1; i < walk->processes; i++) {
		bool more = i < walk->processes - 1;
		size_t coming = NO_OPERATION, reduced;

		block = stretch_of(walk, shares, first - i, phase, phases);
		if (more) {
			coming = part_receive(part, before, 0, arrived[i % 2],
					      stretch_of(walk, shares, first - i - 1, phase, phases).count);
			part_after(part, sent);
		}
		reduced = part_reduce(part, arrived[(i - 1) % 2], block.place, block.count);
		part_after(part, received);
		part_after(part, sent);
		received = coming;
		if (more) {
			sent = part_send(part, next, 0, block.place, block.count);
			part_after(part, reduced);
		}
	}
	walk->previous = part->n - 1; /* the last reduction comes after all others */
	walk->current = part->n;
}
