#define ZSTD_STATIC_LINKING_ONLY /* ZSTD_c_literalCompressionMode */

#include "trace/block.h"

#include "base/memory.h"

#include <stdlib.h>
#include <zstd.h>

bool trace_block_init(struct trace_block *block)
{
	*block = (struct trace_block){.number = 1};
	block->calls = malloc(TRACE_BLOCK_CALLS * sizeof(*block->calls));
	block->planes = malloc((size_t)4 * TRACE_BLOCK_CALLS);
	block->zstd = ZSTD_createCCtx();
	return block->calls && block->planes && block->zstd;
}

void trace_block_release(struct trace_block *block)
{
	free(block->calls);
	free(block->planes);
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
	grown[block->n_groups] = (struct trace_block_group){.symbol = symbol, .least = {UINT16_MAX, UINT16_MAX}};
	symbol->block = block->number;
	symbol->group = (uint32_t)block->n_groups++;
	if (symbol->last)
		memset(symbol->last, 0,
		       (symbol->form == TRACE_FORM_GENERIC ? TRACE_GENERIC_LAST : symbol->n) * sizeof(*symbol->last));
}

static void put_value(struct trace_bytes *bytes, int64_t value, int64_t before)
{
	trace_bytes_put_signed(bytes, (int64_t)((uint64_t)value - (uint64_t)before));
}

void trace_block_values(struct trace_block *block, struct trace_symbol *symbol, const struct trace_signature *signature)
{
	bool generic = symbol->form == TRACE_FORM_GENERIC;
	const int64_t *fields = signature->fields;

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
	for (size_t i = 0; i < signature->n; i++) {
		if (generic && i >= TRACE_GENERIC_LAST) {
			put_value(&block->values, fields[i], fields[i - 3]);
		} else if (generic || !symbol->mask[i]) {
			put_value(&block->values, fields[i], symbol->last[i]);
			symbol->last[i] = fields[i];
		}
	}
}

void trace_block_cpu(struct trace_block *block, uint64_t ns)
{
	trace_bytes_put_varint(&block->cpu, block->n - block->cpu_before);
	trace_bytes_put_varint(&block->cpu, (ns + 32) / 64);
	block->cpu_before = block->n;
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

/* n bytes, of which a reader knows how many they are. */
static void put_frame(struct trace_block *block, const uint8_t *data, size_t n, bool codes, struct trace_bytes *out)
{
	size_t size = 0, most = n < 64 ? 0 : ZSTD_compressBound(n);

	if (n == 0)
		return;
	if (n <= TRACE_SAME_MAX && all_same(data, n)) {
		trace_bytes_put_fixed(out, TRACE_FRAME_SAME, 1);
		trace_bytes_put(out, data, 1);
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

	for (uint32_t i = 0; i < block->n; i++) {
		const struct trace_block_call *call = &block->calls[i];
		struct trace_block_group *group = &block->groups[call->group];

		group->calls++;
		group->least[0] = call->gap < group->least[0] ? call->gap : group->least[0];
		group->least[1] = call->duration < group->least[1] ? call->duration : group->least[1];
	}
	for (int large = 1; large >= 0; large--) {
		for (size_t i = 0; i < block->n_groups; i++) {
			if ((block->groups[i].calls >= TRACE_FRAME_CALLS) != large)
				continue;
			block->groups[i].start = start;
			start += block->groups[i].calls;
		}
	}
}

static void fill_planes(struct trace_block *block)
{
	uint8_t *gap = block->planes, *duration = gap + (size_t)2 * block->n;

	for (uint32_t i = 0; i < block->n; i++) {
		const struct trace_block_call *call = &block->calls[i];
		struct trace_block_group *group = &block->groups[call->group];
		uint32_t at = group->start++;
		uint16_t code = (uint16_t)(call->gap - group->least[0]);

		gap[at] = (uint8_t)code;
		gap[block->n + at] = (uint8_t)(code >> 8);
		code = (uint16_t)(call->duration - group->least[1]);
		duration[at] = (uint8_t)code;
		duration[block->n + at] = (uint8_t)(code >> 8);
	}
}

static void put_codes(struct trace_block *block, struct trace_bytes *out)
{
	uint32_t at = 0;

	place_groups(block);
	trace_bytes_put_varint(out, block->n_groups);
	for (size_t i = 0; i < block->n_groups; i++) {
		trace_bytes_put_varint(out, block->groups[i].symbol->node.number);
		trace_bytes_put_varint(out, block->groups[i].calls);
		trace_bytes_put_varint(out, block->groups[i].least[0]);
		trace_bytes_put_varint(out, block->groups[i].least[1]);
	}
	fill_planes(block);
	for (size_t i = 0; i <= block->n_groups; i++) {
		uint32_t calls = i < block->n_groups ? block->groups[i].calls : block->n - at;

		if (i < block->n_groups && calls < TRACE_FRAME_CALLS)
			continue;
		for (size_t plane = 0; plane < 4; plane++)
			put_frame(block, block->planes + plane * block->n + at, calls, true, out);
		at += calls;
	}
}

static void begin_next(struct trace_block *block)
{
	block->number++;
	block->n = 0;
	block->n_groups = 0;
	block->n_clocks = block->n_communicators = block->cpu_before = 0;
	block->values.n = block->cpu.n = block->clocks.n = block->communicators.n = 0;
}

void trace_block_end(struct trace_block *block, const struct trace_bytes *tail, uint64_t first, uint64_t last,
		     struct trace_bytes *out)
{
	trace_bytes_put_varint(out, block->n);
	trace_bytes_put_fixed(out, first, 8);
	trace_bytes_put_fixed(out, last, 8);
	trace_bytes_put_varint(out, block->n_clocks);
	trace_bytes_put(out, block->clocks.data, block->clocks.n);
	trace_bytes_put_varint(out, block->n_communicators);
	trace_bytes_put(out, block->communicators.data, block->communicators.n);
	put_text(block, tail, out);
	put_text(block, &block->cpu, out);
	put_text(block, &block->values, out);
	put_codes(block, out);
	block->failed = block->failed || block->values.failed || block->cpu.failed || block->clocks.failed ||
			block->communicators.failed;
	begin_next(block);
}
