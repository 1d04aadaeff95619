#include "trace/members.h"

#include "trace/bytes.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN_MAX ((uint64_t)1 << 24) /* in all communicators of a trace: they take hardly any room in a file */

/* A list: how many members it has, and runs of them. Processes of the world are in it once at most. */
struct list {
	uint64_t n, known;
	int processes;
};

/* The next run of a list that has n members already. */
static bool read_run(struct trace_cursor *cursor, struct list *list, int64_t *first, int64_t *stride, int64_t *run)
{
	int64_t last;

	*first = trace_cursor_signed(cursor);
	*run = (int64_t)trace_cursor_varint(cursor);
	*stride = *run > 1 ? trace_cursor_signed(cursor) : 0;
	if (cursor->bad || *run < 1 || *first < -1 || *first >= list->processes || *stride < INT32_MIN ||
	    *stride > INT32_MAX || *run > INT32_MAX || (uint64_t)*run > INT32_MAX - list->n)
		return false;
	last = *first + *stride * (*run - 1);
	list->n += (uint64_t)*run;
	if (*first == -1 && *stride == 0)
		return true;
	list->known += (uint64_t)*run;
	return last >= -1 && last < list->processes && (*stride != 0 || *run == 1) &&
	       list->known <= (uint64_t)list->processes + 1;
}

/* Goes through a list, and sets its members if there is room for them. */
static bool read_list(struct trace_cursor *cursor, struct trace_members_pool *pool, int processes, int *members, int *n)
{
	struct list list = {.processes = processes};
	uint64_t all = trace_cursor_varint(cursor);

	while (!cursor->bad && list.n < all) {
		uint64_t before = list.n;
		int64_t first, stride, run;

		if (!read_run(cursor, &list, &first, &stride, &run))
			return false;
		for (int64_t i = 0; members && i < run; i++)
			members[before + (uint64_t)i] = (int)(first + stride * i);
	}
	if (cursor->bad || list.n != all || all > INT32_MAX)
		return false;
	if (!members)
		pool->unknown += list.n - list.known;
	*n = (int)all;
	return pool->unknown <= UNKNOWN_MAX;
}

static struct trace_members **place(const struct trace_members_pool *pool, const uint8_t *lists, size_t n,
				    uint64_t hash)
{
	size_t i = hash & (pool->room - 1);

	while (pool->at[i] &&
	       (pool->at[i]->hash != hash || pool->at[i]->n_lists != n || memcmp(pool->at[i]->lists, lists, n) != 0))
		i = (i + 1) & (pool->room - 1);
	return &pool->at[i];
}

static bool grow(struct trace_members_pool *pool)
{
	struct trace_members_pool grown = {.n = pool->n, .room = pool->room > 0 ? 2 * pool->room : 64};

	grown.at = calloc(grown.room, sizeof(*grown.at));
	if (!grown.at)
		return false;
	for (size_t i = 0; i < pool->room; i++)
		if (pool->at[i])
			*place(&grown, pool->at[i]->lists, pool->at[i]->n_lists, pool->at[i]->hash) = pool->at[i];
	free(pool->at);
	pool->at = grown.at;
	pool->room = grown.room;
	return true;
}

static enum status make(struct trace_members_pool *pool, const uint8_t *lists, size_t n, int processes,
			struct trace_members **made, struct error *err)
{
	struct trace_cursor cursor = trace_cursor_of(lists, n), again = cursor;
	struct trace_members *members;
	int n_own, n_remote;

	if (!read_list(&cursor, pool, processes, NULL, &n_own) ||
	    !read_list(&cursor, pool, processes, NULL, &n_remote) || cursor.at != cursor.end)
		return error_set(err, ERR_INPUT, "a communicator has wrong members");
	members = malloc(sizeof(*members) + n);
	if (!members)
		return error_memory(err, "communicators of a trace");
	*members = (struct trace_members){.n = n_own, .n_remote = n_remote, .n_lists = n};
	members->all = malloc(((size_t)n_own + (size_t)n_remote + 1) * sizeof(*members->all));
	if (!members->all) {
		free(members);
		return error_memory(err, "communicators of a trace");
	}
	memcpy(members->lists, lists, n);
	read_list(&again, pool, processes, members->all, &n_own);
	read_list(&again, pool, processes, members->all + n_own, &n_remote);
	*made = members;
	return OK;
}

enum status trace_members_find(struct trace_members_pool *pool, const uint8_t *lists, size_t n, int processes,
			       const struct trace_members **found, struct error *err)
{
	uint64_t hash = trace_checksum(lists, n);
	struct trace_members **at, *made = NULL;
	enum status status;

	if (2 * (pool->n + 1) > pool->room && !grow(pool))
		return error_memory(err, "communicators of a trace");
	at = place(pool, lists, n, hash);
	if (!*at) {
		status = make(pool, lists, n, processes, &made, err);
		if (status != OK)
			return status;
		made->hash = hash;
		*at = made;
		pool->n++;
	}
	*found = *at;
	return OK;
}

void trace_members_release(struct trace_members_pool *pool)
{
	for (size_t i = 0; i < pool->room; i++) {
		if (pool->at[i])
			free(pool->at[i]->all);
		free(pool->at[i]);
	}
	free(pool->at);
	*pool = (struct trace_members_pool){0};
}
