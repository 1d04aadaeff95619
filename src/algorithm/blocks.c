#include "algorithm/blocks.h"

uint64_t blocks_count(const struct call *call, int begin, int end)
{
	uint64_t count = 0;

	if (!call->counts)
		return call->count * (uint64_t)(end - begin);
	for (int i = begin; i < end; i++)
		count += call->counts[process_at(call, i)];
	return count;
}

uint64_t blocks_before(const struct call *call, struct blocks_before *before, int place)
{
	if (before->reached <= before->begin || place < before->reached)
		*before = (struct blocks_before){.begin = before->begin, .reached = before->begin};
	before->elements += blocks_count(call, before->reached, place);
	before->reached = place;
	return before->elements;
}

bool blocks_are_packed(const struct call *call)
{
	uint64_t offset = 0;

	for (int i = 0; i < call->processes; i++) {
		int process = process_at(call, i);

		if (!call->counts && process != i)
			return false;
		if (call->counts && call->counts[process] > 0 && block_offset(call, process) != offset)
			return false;
		offset += block_count(call, process);
	}
	return true;
}

/* A row of blocks that are neighbours in the root's buffer and in the packed one. */
struct block_run {
	uint64_t user, packed, count;
};

static void copy_run(struct step_builder *builder, const struct block_run *run, struct place user, struct place packed,
		     bool pack)
{
	struct place at = place_at(user, run->user), other = place_at(packed, run->packed);

	builder_copy(builder, pack ? at : other, pack ? other : at, run->count);
}

static void copy_blocks(struct step_builder *builder, struct place user, struct place packed, bool pack)
{
	struct block_run run = {0};
	uint64_t offset = block_count(builder->call, builder->call->root);

	for (int i = 1; i < builder->processes; i++) {
		int process = process_at(builder->call, i);
		uint64_t at = block_offset(builder->call, process), count = block_count(builder->call, process);

		if (run.user + run.count != at || run.packed + run.count != offset) {
			copy_run(builder, &run, user, packed, pack);
			run = (struct block_run){at, offset, 0};
		}
		run.count += count;
		offset += count;
	}
	copy_run(builder, &run, user, packed, pack);
}

void blocks_pack(struct step_builder *builder, struct place user, struct place packed)
{
	copy_blocks(builder, user, packed, true);
}

void blocks_unpack(struct step_builder *builder, struct place packed, struct place user)
{
	copy_blocks(builder, user, packed, false);
}
