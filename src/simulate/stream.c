#include "simulate/stream.h"

#include "base/memory.h"

#include <stdlib.h>

bool stream_init(struct program_stream *stream, int threads)
{
	*stream = (struct program_stream){.threads = calloc((size_t)threads, sizeof(*stream->threads)),
					  .n_threads = threads};
	return stream->threads != NULL;
}

void stream_release(struct program_stream *stream)
{
	free(stream->steps);
	free(stream->more);
	free(stream->edges);
	free(stream->requests);
	free(stream->threads);
	*stream = (struct program_stream){0};
}

static bool grow_steps(struct program_stream *stream)
{
	struct step *steps = memory_grow(stream->steps, &stream->step_capacity, stream->n_steps + 1, sizeof(*steps));
	struct stream_step *more;

	if (!steps)
		return false;
	stream->steps = steps;
	more = memory_grow(stream->more, &stream->more_capacity, stream->n_steps + 1, sizeof(*more));
	if (!more)
		return false;
	stream->more = more;
	return true;
}

uint32_t stream_step_take(struct program_stream *stream, const struct step *step, const struct stream_step *more)
{
	uint32_t taken;

	if (stream->free_step) {
		taken = stream->free_step - 1;
		stream->free_step = stream->steps[taken].first;
	} else {
		if (!grow_steps(stream))
			return UINT32_MAX;
		taken = (uint32_t)stream->n_steps++;
	}
	stream->steps[taken] = *step;
	stream->steps[taken].first = 0;
	stream->more[taken] = *more;
	return taken;
}

void stream_step_give(struct program_stream *stream, uint32_t step)
{
	stream->steps[step].first = stream->free_step;
	stream->free_step = step + 1;
}

bool stream_edge_add(struct program_stream *stream, uint32_t on, struct requirement dependent)
{
	uint32_t edge = stream->free_edge;

	if (edge) {
		stream->free_edge = stream->edges[edge].next;
	} else {
		struct stream_edge *grown;

		if (stream->n_edges == 0)
			stream->n_edges = 1;
		grown = memory_grow(stream->edges, &stream->edge_capacity, stream->n_edges + 1, sizeof(*grown));
		if (!grown)
			return false;
		stream->edges = grown;
		edge = (uint32_t)stream->n_edges++;
	}
	stream->edges[edge] = (struct stream_edge){.dependent = dependent, .next = stream->steps[on].first};
	stream->steps[on].first = edge;
	return true;
}

uint32_t stream_edge_take(struct program_stream *stream, uint32_t step, bool start)
{
	uint32_t *at = &stream->steps[step].first, taken;

	while (*at && stream->edges[*at].dependent.start != start)
		at = &stream->edges[*at].next;
	taken = *at;
	if (taken)
		*at = stream->edges[taken].next;
	return taken;
}

void stream_edge_give(struct program_stream *stream, uint32_t edge)
{
	stream->edges[edge].next = stream->free_edge;
	stream->free_edge = edge;
}

struct stream_request *stream_request(struct program_stream *stream, uint32_t number)
{
	struct stream_request *grown;

	if (number < stream->n_requests)
		return &stream->requests[number];
	grown = memory_grow(stream->requests, &stream->request_capacity, (size_t)number + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	stream->requests = grown;
	while (stream->n_requests <= number)
		stream->requests[stream->n_requests++] = (struct stream_request){0};
	return &stream->requests[number];
}
