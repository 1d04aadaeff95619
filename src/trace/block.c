#define ZSTD_STATIC_LINKING_ONLY /* ZSTD_c_literalCompressionMode */

#include "trace/block.h"

#include "base/memory.h"

#include <stdlib.h>
#include <zstd.h>

bool trace_block_init(struct trace_block *block)
{
	*block = (struct trace_block){.number = 1};
	block->calls = malloc(TRACE_BLOCK_CALLS * sizeof(*block->calls));
	for (int i = 0; i < 2; i++)
		block->codes[i] = malloc(TRACE_BLOCK_CALLS * sizeof(*block->codes[i]));
	block->plane = malloc(TRACE_BLOCK_CALLS);
	block->zstd = ZSTD_createCCtx();
	return block->calls && block->codes[0] && block->codes[1] && block->plane && block->zstd;
}

void trace_block_release(struct trace_block *block)
{
	free(block->calls);
	free(block->codes[0]);
	free(block->codes[1]);
	free(block->plane);
	free(block->groups);
	ZSTD_freeCCtx(block->zstd);
	trace_bytes_release(&block->values);
	trace_bytes_release(&block->cpu);
	trace_bytes_release(&block->clocks);
	trace_bytes_release(&block->communicators);
}

void trace_block_group_add(struct trace_block *block, struct trace_symbol *symbol)
{
	struct trace_block_group *grown =
		memory_grow(block->groups, &block->room_groups, block->n_groups + 1, sizeof(*grown));

	if (!grown) {
		block->failed = true;
		return;
	}
	block->groups = grown;
	grown[block->n_groups] = (struct trace_block_group){.symbol = symbol};
	symbol->block = block->number;
	symbol->calls = 0;
	symbol->group = (uint32_t)block->n_groups++;
	if (symbol->last)
		memset(symbol->last, 0,
		       (symbol->form == TRACE_FORM_GENERIC ? TRACE_GENERIC_LAST : symbol->n) * sizeof(*symbol->last));
}

/* The difference of two values, where there is room for it; returns what is behind. */
static inline uint8_t *put_difference(uint8_t *at, int64_t value, int64_t before)
{
	int64_t difference = (int64_t)((uint64_t)value - (uint64_t)before);
	uint64_t v = (uint64_t)difference << 1 ^ (difference < 0 ? UINT64_MAX : 0);

	for (; v >= 0x80; v >>= 7)
		*at++ = (uint8_t)(v | 0x80);
	*at++ = (uint8_t)v;
	return at;
}

static uint8_t *put_all(uint8_t *at, int64_t *last, const struct trace_signature *signature)
{
	const int64_t *fields = signature->fields;

	for (size_t i = 0; i < signature->n; i++) {
		at = put_difference(at, fields[i], i < TRACE_GENERIC_LAST ? last[i] : fields[i - 3]);
		if (i < TRACE_GENERIC_LAST)
			last[i] = fields[i];
	}
	return at;
}

static uint8_t *put_varying(uint8_t *at, const struct trace_symbol *symbol, const int64_t *fields)
{
	for (size_t i = 0; i < symbol->n; i++) {
		if (symbol->mask[i])
			continue;
		at = put_difference(at, fields[i], symbol->last[i]);
		symbol->last[i] = fields[i];
	}
	return at;
}

void trace_block_values(struct trace_block *block, struct trace_symbol *symbol, const struct trace_signature *signature)
{
	enum { VARINT_MOST = 10 };
	bool generic = symbol->form == TRACE_FORM_GENERIC;
	uint8_t *end;

	if (symbol->block != block->number)
		trace_block_group_add(block, symbol);
	if (!symbol->last)
		symbol->last = calloc(generic ? TRACE_GENERIC_LAST : symbol->n, sizeof(*symbol->last));
	if (!symbol->last) {
		block->failed = true;
		return;
	}
	if (generic)
		trace_bytes_put_varint(&block->values, signature->n);
	if (!trace_bytes_room(&block->values, (size_t)signature->n * VARINT_MOST))
		return;
	end = block->values.data + block->values.n;
	end = generic ? put_all(end, symbol->last, signature) : put_varying(end, symbol, signature->fields);
	block->values.n = (size_t)(end - block->values.data);
}

void trace_block_cpu(struct trace_block *block, uint64_t ns, uint64_t own)
{
	trace_bytes_put_varint(&block->cpu, block->n - block->cpu_before);
	trace_bytes_put_varint(&block->cpu, (ns + 32) / 64);
	trace_bytes_put_varint(&block->cpu, own);
	block->cpu_before = block->n;
}

void trace_block_communicator(struct trace_block *block, int number, uint64_t key, int own)
{
	struct trace_bytes *bytes = &block->communicators;

	trace_bytes_put_signed(bytes, number);
	trace_bytes_put_fixed(bytes, key, 8);
	trace_bytes_put_signed(bytes, own);
	block->n_communicators++;
}

/* Runs of members with one stride: first, how many, stride. */
void trace_block_members(struct trace_block *block, const int *members, int n)
{
	struct trace_bytes *bytes = &block->communicators;

	trace_bytes_put_varint(bytes, (uint64_t)n);
	for (int i = 0; i < n;) {
		int k = 1, stride = i + 1 < n ? members[i + 1] - members[i] : 0;

		while (i + k < n && members[i + k] - members[i + k - 1] == stride)
			k++;
		trace_bytes_put_signed(bytes, members[i]);
		trace_bytes_put_varint(bytes, (uint64_t)k);
		if (k > 1)
			trace_bytes_put_signed(bytes, stride);
		i += k;
	}
}

void trace_block_clock(struct trace_block *block, uint64_t tick, double node, double ahead)
{
	trace_bytes_put_fixed(&block->clocks, tick, 8);
	trace_bytes_put_double(&block->clocks, node);
	trace_bytes_put_double(&block->clocks, ahead);
	block->n_clocks++;
}

bool trace_block_empty(const struct trace_block *block)
{
	return block->n == 0 && block->n_clocks == 0 && block->n_communicators == 0;
}

/* Codes have few repetitions and small differences: their entropy is coded and nothing is searched for. */
static void set_compression(ZSTD_CCtx *zstd, bool codes)
{
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, 1);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_strategy, ZSTD_fast);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_hashLog, codes ? 8 : 12);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_targetLength, codes ? ZSTD_TARGETLENGTH_MAX : 1);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_literalCompressionMode, ZSTD_ps_enable);
	ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, 0);
}

static bool all_same(const uint8_t *data, size_t n)
{
	return n > 0 && memcmp(data, data + 1, n - 1) == 0;
}

static void put_same(uint8_t byte, struct trace_bytes *out)
{
	trace_bytes_put_fixed(out, TRACE_FRAME_SAME, 1);
	trace_bytes_put_fixed(out, byte, 1);
}

/* n bytes, of which a reader knows how many they are. */
static void put_frame(struct trace_block *block, const uint8_t *data, size_t n, bool codes, struct trace_bytes *out)
{
	size_t size = 0, most = n < 64 ? 0 : ZSTD_compressBound(n);

	if (n == 0)
		return;
	if (n <= TRACE_SAME_MAX && all_same(data, n)) {
		put_same(*data, out);
		return;
	}
	if (most > 0 && trace_bytes_room(out, most + 5)) {
		set_compression(block->zstd, codes);
		size = ZSTD_compress2(block->zstd, out->data + out->n + 5, most, data, n);
	}
	if (size == 0 || ZSTD_isError(size) || size + 4 >= n) {
		trace_bytes_put_fixed(out, TRACE_FRAME_RAW, 1);
		trace_bytes_put(out, data, n);
		return;
	}
	trace_bytes_put_fixed(out, TRACE_FRAME_ZSTD, 1);
	trace_bytes_put_fixed(out, size, 4);
	out->n += size;
}

static void put_text(struct trace_block *block, const struct trace_bytes *text, struct trace_bytes *out)
{
	trace_bytes_put_varint(out, text->n);
	put_frame(block, text->data, text->n, false, out);
}

/* Groups with frames of their own come first. */
static void place_groups(struct trace_block *block)
{
	uint32_t start = 0;

	for (size_t i = 0; i < block->n_groups; i++)
		block->groups[i].calls = block->groups[i].symbol->calls;
	for (int large = 1; large >= 0; large--) {
		for (size_t i = 0; i < block->n_groups; i++) {
			if ((block->groups[i].calls >= TRACE_FRAME_CALLS) != large)
				continue;
			block->groups[i].start = start;
			start += block->groups[i].calls;
		}
	}
}

/* Each group's start becomes its end meanwhile. */
static void sort_codes(struct trace_block *block)
{
	const struct trace_block_call *end = block->calls + block->n;
	uint16_t *gaps = block->codes[0], *durations = block->codes[1];
	struct trace_block_group *groups = block->groups;

	for (const struct trace_block_call *call = block->calls; call < end; call++) {
		uint32_t at = groups[call->group].start++;

		gaps[at] = call->gap;
		durations[at] = call->duration;
	}
	for (size_t i = 0; i < block->n_groups; i++)
		block->groups[i].start -= block->groups[i].calls;
}

/* Takes the least from n codes, n > 0, and returns it; sets *most to the most that remains. */
static uint16_t lower(uint16_t *codes, uint32_t n, uint16_t *most)
{
	uint16_t least = codes[0], greatest = codes[0];

	for (uint32_t i = 1; i < n; i++) {
		least = codes[i] < least ? codes[i] : least;
		greatest = codes[i] > greatest ? codes[i] : greatest;
	}
	for (uint32_t i = 0; i < n; i++)
		codes[i] = (uint16_t)(codes[i] - least);
	*most = (uint16_t)(greatest - least);
	return least;
}

static void put_groups(struct trace_block *block, struct trace_bytes *out)
{
	trace_bytes_put_varint(out, block->n_groups);
	for (size_t i = 0; i < block->n_groups; i++) {
		struct trace_block_group *group = &block->groups[i];

		trace_bytes_put_varint(out, group->symbol->node.number);
		trace_bytes_put_varint(out, group->calls);
		for (int k = 0; k < 2; k++)
			trace_bytes_put_varint(out,
					       lower(block->codes[k] + group->start, group->calls, &group->most[k]));
	}
}

/* The frames of n codes: their low bytes, then their high ones. most: of the codes. */
static void put_planes(struct trace_block *block, const uint16_t *codes, uint32_t n, uint16_t most,
		       struct trace_bytes *out)
{
	uint8_t *plane = block->plane;

	for (uint32_t i = 0; i < n; i++)
		plane[i] = (uint8_t)codes[i];
	put_frame(block, plane, n, true, out);
	if (most <= UINT8_MAX) {
		put_same(0, out);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		plane[i] = (uint8_t)(codes[i] >> 8);
	put_frame(block, plane, n, true, out);
}

static void put_codes(struct trace_block *block, struct trace_bytes *out)
{
	uint32_t at = 0;

	place_groups(block);
	sort_codes(block);
	put_groups(block, out);
	for (size_t i = 0; i < block->n_groups; i++) {
		const struct trace_block_group *group = &block->groups[i];

		if (group->calls < TRACE_FRAME_CALLS)
			continue;
		for (int k = 0; k < 2; k++)
			put_planes(block, block->codes[k] + group->start, group->calls, group->most[k], out);
		at += group->calls;
	}
	for (int k = 0; k < 2; k++)
		put_planes(block, block->codes[k] + at, block->n - at, UINT16_MAX, out);
}

static void begin_next(struct trace_block *block)
{
	block->number++;
	block->n = 0;
	block->n_groups = 0;
	block->n_clocks = block->n_communicators = block->cpu_before = 0;
	block->own = block->own_samples = 0;
	block->values.n = block->cpu.n = block->clocks.n = block->communicators.n = 0;
}

/* In parts of a tick. */
static uint64_t mean_own(struct trace_block *block)
{
	if (block->own_samples > 0)
		block->own_mean = (TRACE_OWN_PARTS * block->own + block->own_samples / 2) / block->own_samples;
	return block->own_mean;
}

void trace_block_end(struct trace_block *block, const struct trace_bytes *tail, uint64_t first, uint64_t last,
		     struct trace_bytes *out)
{
	trace_bytes_put_varint(out, block->n);
	trace_bytes_put_fixed(out, first, 8);
	trace_bytes_put_fixed(out, last, 8);
	trace_bytes_put_varint(out, mean_own(block));
	trace_bytes_put_varint(out, block->n_clocks);
	trace_bytes_put(out, block->clocks.data, block->clocks.n);
	trace_bytes_put_varint(out, block->n_communicators);
	trace_bytes_put(out, block->communicators.data, block->communicators.n);
	put_text(block, tail, out);
	put_text(block, &block->cpu, out);
	put_text(block, &block->values, out);
	if (!block->failed)
		put_codes(block, out);
	block->failed = block->failed || block->values.failed || block->cpu.failed || block->clocks.failed ||
			block->communicators.failed;
	begin_next(block);
}
