#include "trace/summary_parts.h"

bool persistent_put(struct persistent_sends *sends, uint64_t request, int peer, uint64_t bytes)
{
	return lookup_put(&sends->peers, request, (uint64_t)(int64_t)peer) && lookup_put(&sends->bytes, request, bytes);
}

bool persistent_find(const struct persistent_sends *sends, uint64_t request, int *peer, uint64_t *bytes)
{
	uint64_t to;

	if (!lookup_get(&sends->peers, request, &to) || !lookup_get(&sends->bytes, request, bytes))
		return false;
	*peer = (int)(int64_t)to;
	return true;
}

void persistent_remove(struct persistent_sends *sends, uint64_t request)
{
	lookup_remove(&sends->peers, request);
	lookup_remove(&sends->bytes, request);
}

void persistent_clear(struct persistent_sends *sends)
{
	lookup_release(&sends->peers);
	lookup_release(&sends->bytes);
}
