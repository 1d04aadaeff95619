#include "schedule/check_held.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD 64

static size_t words(const struct sets *sets)
{
	return ((size_t)sets->processes + WORD - 1) / WORD;
}

static struct process_set set_of(const struct sets *sets, uint32_t set)
{
	return set < (uint32_t)sets->processes ? (struct process_set){(int)set, (int)set, 1, 0}
					       : sets->items[set - (uint32_t)sets->processes];
}

static bool is_interval(const struct process_set *set)
{
	return set->last - set->first + 1 == set->size;
}

void sets_clear(struct sets *sets, int processes, bool commutes)
{
	sets->processes = processes;
	sets->commutes = commutes;
	sets->n = 0;
	sets->pool_n = 0;
	sets->all = UINT32_MAX;
}

void sets_release(struct sets *sets)
{
	free(sets->items);
	free(sets->pool);
	*sets = (struct sets){0};
}

static enum status add(struct sets *sets, struct process_set set, uint32_t *number, struct error *err)
{
	struct process_set *grown = memory_grow(sets->items, &sets->capacity, sets->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "sets of contributions");
	sets->items = grown;
	sets->items[sets->n] = set;
	*number = (uint32_t)sets->processes + (uint32_t)sets->n++;
	return OK;
}

enum status sets_interval(struct sets *sets, int first, int last, uint32_t *set, struct error *err)
{
	bool all = first == 0 && last == sets->processes - 1;
	enum status status;

	if (first == last) {
		*set = (uint32_t)first;
		return OK;
	}
	if (all && sets->all != UINT32_MAX) {
		*set = sets->all;
		return OK;
	}
	status = add(sets, (struct process_set){first, last, last - first + 1, 0}, set, err);
	if (status == OK && all)
		sets->all = *set;
	return status;
}

static uint64_t word_of(const struct sets *sets, const struct process_set *set, size_t i)
{
	uint64_t word = UINT64_MAX;
	size_t first = (size_t)set->first, last = (size_t)set->last;

	if (!is_interval(set))
		return sets->pool[set->bits + i];
	if (i < first / WORD || i > last / WORD)
		return 0;
	if (i == first / WORD)
		word &= UINT64_MAX << first % WORD;
	if (i == last / WORD)
		word &= UINT64_MAX >> (WORD - 1 - last % WORD);
	return word;
}

bool sets_equal(const struct sets *sets, uint32_t one, uint32_t other)
{
	struct process_set a, b;

	if (one == other)
		return true;
	a = set_of(sets, one);
	b = set_of(sets, other);
	if (a.first != b.first || a.last != b.last || a.size != b.size)
		return false;
	return is_interval(&a) ||
	       memcmp(sets->pool + a.bits, sets->pool + b.bits, words(sets) * sizeof(*sets->pool)) == 0;
}

/* Both, given that neither is empty and that they need bits. ERR_INPUT if they have a process in common. */
static enum status unite_bits(struct sets *sets, const struct process_set *a, const struct process_set *b,
			      uint32_t *set, struct error *err)
{
	size_t n = words(sets);
	struct process_set both = {a->first < b->first ? a->first : b->first, a->last > b->last ? a->last : b->last,
				   a->size + b->size, sets->pool_n};
	uint64_t *grown = memory_grow(sets->pool, &sets->pool_capacity, sets->pool_n + n, sizeof(*grown));

	if (!grown)
		return error_memory(err, "sets of contributions");
	sets->pool = grown;
	for (size_t i = 0; i < n; i++) {
		uint64_t left = word_of(sets, a, i), right = word_of(sets, b, i);

		if (left & right) {
			size_t process = i * WORD;

			for (uint64_t common = left & right; !(common & 1); common >>= 1)
				process++;
			return error_set(err, ERR_INPUT, "the contribution of process %zu is reduced twice", process);
		}
		sets->pool[both.bits + i] = left | right;
	}
	if (!is_interval(&both))
		sets->pool_n += n;
	return add(sets, both, set, err);
}

/* The product of left and right. */
static enum status unite(struct sets *sets, uint32_t left, uint32_t right, uint32_t *set, struct error *err)
{
	struct process_set a = set_of(sets, left), b = set_of(sets, right);

	if (is_interval(&a) && is_interval(&b)) {
		if (a.last + 1 == b.first)
			return sets_interval(sets, a.first, b.last, set, err);
		if (sets->commutes && b.last + 1 == a.first)
			return sets_interval(sets, b.first, a.last, set, err);
	}
	if (!sets->commutes && (a.first > b.last || a.last < b.first))
		return error_set(
			err, ERR_INPUT,
			"operands come in the wrong order: processes %d to %d on the left, %d to %d on the right",
			a.first, a.last, b.first, b.last);
	return unite_bits(sets, &a, &b, set, err);
}

void held_text(const struct sets *sets, const struct piece *piece, uint64_t element, char *text, size_t size)
{
	struct process_set set = set_of(sets, piece->set);
	unsigned long long position = piece->position + (element - piece->begin);

	if (set.size == 1)
		snprintf(text, size, "element %llu of process %d", position, set.first);
	else if (is_interval(&set))
		snprintf(text, size, "element %llu reduced over processes %d to %d", position, set.first, set.last);
	else
		snprintf(text, size, "element %llu reduced over %d processes from %d to %d", position, set.size,
			 set.first, set.last);
}

/* The first piece that ends after an element. */
static size_t find(const struct buffer_contents *held, uint64_t element)
{
	size_t low = 0, high = held->n;

	if (high > 0 && held->items[high - 1].end <= element)
		return high;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (held->items[middle].end > element)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

const struct piece *held_find(const struct buffer_contents *held, uint64_t element)
{
	size_t i = find(held, element);

	return i < held->n && held->items[i].begin <= element ? &held->items[i] : NULL;
}

static enum status reserve(struct buffer_contents *held, size_t need, struct error *err)
{
	struct piece *grown = memory_grow(held->items, &held->capacity, need, sizeof(*grown));

	if (!grown)
		return error_memory(err, "what buffers hold");
	held->items = grown;
	return OK;
}

static bool joins(const struct sets *sets, const struct piece *a, const struct piece *b)
{
	return a->end == b->begin && a->position + (a->end - a->begin) == b->position &&
	       sets_equal(sets, a->set, b->set);
}

/* Joins neighbours among pieces first to last. */
static void join(struct buffer_contents *held, const struct sets *sets, size_t first, size_t last)
{
	size_t kept = first;

	for (size_t i = first + 1; i <= last; i++) {
		if (joins(sets, &held->items[kept], &held->items[i]))
			held->items[kept].end = held->items[i].end;
		else
			held->items[++kept] = held->items[i];
	}
	if (kept < last) {
		memmove(held->items + kept + 1, held->items + last + 1, (held->n - last - 1) * sizeof(*held->items));
		held->n -= last - kept;
	}
}

enum status held_put(struct buffer_contents *held, const struct sets *sets, uint64_t begin, uint64_t end,
		     const struct piece *pieces, size_t n, struct error *err)
{
	size_t i = find(held, begin), j = i, put = n, at;
	struct piece left = {0}, right = {0};
	bool has_left = i < held->n && held->items[i].begin < begin, has_right;

	if (reserve(held, held->n + n + 2, err) != OK)
		return ERR_MEMORY;
	while (j < held->n && held->items[j].begin < end)
		j++;
	has_right = j > i && held->items[j - 1].end > end;
	if (has_left) {
		left = held->items[i];
		left.end = begin;
		put++;
	}
	if (has_right) {
		right = held->items[j - 1];
		right.position += end - right.begin;
		right.begin = end;
		put++;
	}
	if (j < held->n)
		memmove(held->items + i + put, held->items + j, (held->n - j) * sizeof(*held->items));
	held->n = held->n - (j - i) + put;
	at = i;
	if (has_left)
		held->items[at++] = left;
	if (n > 0)
		memcpy(held->items + at, pieces, n * sizeof(*pieces));
	if (has_right)
		held->items[at + n] = right;
	if (held->n > 1)
		join(held, sets, i > 0 ? i - 1 : 0, i + put < held->n ? i + put : held->n - 1);
	return OK;
}

static enum status nothing_there(uint64_t element, struct error *err)
{
	return error_set(err, ERR_INPUT, "element %llu of its buffer holds nothing yet", (unsigned long long)element);
}

enum status held_copy(struct buffer_contents *target, uint64_t to, const struct buffer_contents *source, uint64_t from,
		      uint64_t count, const struct sets *sets, struct buffer_contents *room, struct error *err)
{
	uint64_t at = from, end = from + count;
	size_t n = 0;

	for (size_t i = find(source, from); at < end; i++, n++) {
		struct piece piece;

		if (i >= source->n || source->items[i].begin > at)
			return nothing_there(at, err);
		if (reserve(room, n + 1, err) != OK)
			return ERR_MEMORY;
		piece = source->items[i];
		piece.position += at - piece.begin;
		piece.end = (piece.end < end ? piece.end : end) - from + to;
		piece.begin = at - from + to;
		at = piece.end - to + from;
		room->items[n] = piece;
	}
	return held_put(target, sets, to, to + count, room->items, n, err);
}

/* Combines what both hold from begin on, as far as both pieces go. */
static enum status combine(const struct piece *left, uint64_t left_at, const struct piece *right, struct piece *both,
			   struct sets *sets, struct error *err)
{
	uint64_t one = left->position + (left_at - left->begin), other = right->position + (both->begin - right->begin);

	if (one != other)
		return error_set(err, ERR_INPUT, "element %llu is reduced with element %llu", (unsigned long long)one,
				 (unsigned long long)other);
	both->position = one;
	return unite(sets, left->set, right->set, &both->set, err);
}

enum status held_reduce(struct buffer_contents *target, uint64_t to, const struct buffer_contents *source,
			uint64_t from, uint64_t count, struct sets *sets, struct buffer_contents *room,
			struct error *err)
{
	uint64_t done = 0;
	size_t i = find(source, from), j = find(target, to), n = 0;
	enum status status = OK;

	while (status == OK && done < count) {
		const struct piece *left = &source->items[i], *right = &target->items[j];
		struct piece both = {.begin = to + done};
		uint64_t left_rest, right_rest, size = count - done;

		if (i >= source->n || left->begin > from + done)
			return nothing_there(from + done, err);
		if (j >= target->n || right->begin > to + done)
			return nothing_there(to + done, err);
		left_rest = left->end - (from + done);
		right_rest = right->end - (to + done);
		size = size < left_rest ? size : left_rest;
		size = size < right_rest ? size : right_rest;
		both.end = both.begin + size;
		status = combine(left, from + done, right, &both, sets, err);
		if (status == OK)
			status = reserve(room, n + 1, err);
		if (status == OK)
			room->items[n++] = both;
		i += size == left_rest;
		j += size == right_rest;
		done += size;
	}
	return status == OK ? held_put(target, sets, to, to + count, room->items, n, err) : status;
}
