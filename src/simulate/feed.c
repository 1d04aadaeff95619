/* Programs that are made while they are simulated: what threads do next, and when they go on. */
#include "simulate/record.h"

#include "base/memory.h"

/* A thread waits for one thing less, which is over at a time. */
static void go_on(struct engine *engine, int process, uint32_t number, double time)
{
	struct stream_thread *thread = &engine->made.streams[process].threads[number];

	if (engine->recorder)
		record_later(engine, &thread->cause, thread->since, time);
	thread->since = greater(thread->since, time);
	if (thread->any)
		thread->waiting = 0;
	else
		thread->waiting--;
	if (thread->waiting > 0)
		return;
	thread->any = false;
	thread->turn++;
	if (thread->choosing)
		record_chosen(thread);
	engine_ready_thread(engine, process, number);
}

static void satisfy(struct engine *engine, int process, uint32_t step, bool start, double time)
{
	struct program_stream *stream = &engine->made.streams[process];
	uint32_t edge;

	while ((edge = stream_edge_take(stream, step, start))) {
		uint32_t on = stream->edges[edge].dependent.on;

		stream_edge_give(stream, edge);
		stream->more[on].earliest = greater(stream->more[on].earliest, time);
		if (engine->recorder)
			record_satisfied(engine, process, on, time);
		if (--stream->steps[on].waits == 0)
			engine_ready_step(engine, process, on);
	}
}

void stream_started(struct engine *engine, int process, uint32_t step)
{
	const struct program_stream *stream = &engine->made.streams[process];
	const struct stream_step *more = &stream->more[step];

	if (stream->steps[step].first)
		satisfy(engine, process, step, true, engine->now);
	if (more->go_on == GO_ON_START)
		go_on(engine, process, more->thread, engine->now);
}

/* The thread that waits for a request goes on, because of what that had to wait for. */
static void go_on_after(struct engine *engine, int process, const struct stream_request *request)
{
	uint32_t cause = 0;

	if (engine->recorder) {
		cause = engine->recorder->cause;
		engine->recorder->cause = request->cause;
	}
	go_on(engine, process, request->waited - 1u, request->done);
	if (engine->recorder)
		engine->recorder->cause = cause;
}

/* An operation of a request is done. */
static void request_done(struct engine *engine, int process, uint32_t number, double time)
{
	struct program_stream *stream = &engine->made.streams[process];
	struct stream_request *request = &stream->requests[number];

	if (engine->recorder)
		record_later(engine, &request->cause, request->done, time);
	request->done = greater(request->done, time);
	if (request->left == 0 || --request->left > 0)
		return;
	if (request->waited && stream->threads[request->waited - 1].turn == request->turn)
		go_on_after(engine, process, request);
	request->waited = 0;
	if (request->freed && engine->made.source->over)
		engine->made.source->over(engine->made.source->self, process, number);
	request->freed = false;
}

void stream_arrived(struct engine *engine, int process, uint32_t i)
{
	struct program_stream *stream = &engine->made.streams[process];
	const struct item *item = &engine->items.at[i];

	for (int t = 0; t < stream->n_threads && stream->n_probing > 0; t++) {
		struct stream_thread *thread = &stream->threads[t];

		if (!thread->probes || (thread->peer != PEER_ANY && thread->peer != item->peer) ||
		    !match_tags(&engine->matcher, thread->tag, item->tag))
			continue;
		thread->probes = false;
		stream->n_probing--;
		go_on(engine, process, (uint32_t)t, engine->now);
	}
}

void stream_done(struct engine *engine, int process, uint32_t step, double time)
{
	struct program_stream *stream = &engine->made.streams[process];
	const struct stream_step more = stream->more[step];

	if (stream->steps[step].first)
		satisfy(engine, process, step, false, time);
	/* Intervals of a message name its send; slopes have none. */
	if (!engine->recorder || engine->recorder->slopes || stream->steps[step].kind != OP_SEND)
		stream_step_give(stream, step);
	if (more.go_on == GO_ON_END)
		go_on(engine, process, more.thread, time);
	else if (more.request != REQUEST_NONE)
		request_done(engine, process, more.request, time);
}

/* What a thread does next. */
struct feeding {
	struct engine *engine;
	struct program_stream *stream;
	const struct source_action *action;
	int process;
	uint32_t number; /* of the thread */
};

/* A step of the thread's; UINT32_MAX without memory. */
static uint32_t new_step(const struct feeding *f, struct step step, enum go_on go_on, uint32_t request)
{
	const struct stream_thread *thread = &f->stream->threads[f->number];
	const struct stream_step more = {.earliest = thread->since,
					 .request = request,
					 .label = f->action->label,
					 .site = f->action->site,
					 .thread = (uint8_t)f->number,
					 .go_on = (uint8_t)go_on,
					 .kept = f->action->kept};
	uint32_t taken;

	step.cpu = (uint8_t)f->number;
	taken = stream_step_take(f->stream, &step, &more);
	f->engine->processes[f->process].left++;
	if (taken == UINT32_MAX)
		f->engine->out_of_memory = true;
	else if (f->engine->recorder)
		record_new_step(f->engine, f->process, taken, thread->since, thread->cause);
	return taken;
}

/* Whether the peer of an operation is there; else the simulation fails. */
static bool has_peer(const struct feeding *f, int kind, int peer)
{
	int processes = f->engine->schedule->processes;

	if ((kind != OP_SEND && kind != OP_RECEIVE) ||
	    (peer < processes && peer >= (kind == OP_RECEIVE ? PEER_ANY : 0)))
		return true;
	f->engine->made.failed =
		error_set(f->engine->made.err, ERR_INPUT, "process %d, call %u: there is no process %d, only 0 to %d",
			  f->process, f->action->label, peer, processes - 1);
	return false;
}

/* Says that so many operations of the action's request are under way, or that the thread waits for them. */
static void begin_request(const struct feeding *f, uint32_t n)
{
	struct stream_request *request = stream_request(f->stream, f->action->request);
	double begun = f->stream->threads[f->number].since;

	if (!request)
		f->engine->out_of_memory = true;
	else if (f->action->joins)
		request->left += n;
	else if (request->expected)
		*request = (struct stream_request){
			.begun = begun, .left = n, .waited = request->waited, .turn = request->turn};
	else
		*request = (struct stream_request){.begun = begun, .left = n};
}

/* Computes, sends or receives. */
static void feed_one(const struct feeding *f, enum operation_kind kind)
{
	const struct source_action *action = f->action;
	bool nonblocking = kind != OP_COMPUTE && action->request != REQUEST_NONE;
	uint32_t step;

	if (!has_peer(f, kind, action->peer))
		return;
	if (nonblocking)
		begin_request(f, 1);
	step = new_step(f,
			(struct step){.count = action->count,
				      .peer = action->peer,
				      .tag = action->tag,
				      .kind = (uint8_t)kind,
				      .blocking = kind == OP_SEND && !nonblocking,
				      .synchronous = action->synchronous},
			nonblocking ? GO_ON_START : GO_ON_END, nonblocking ? action->request : REQUEST_NONE);
	f->stream->threads[f->number].waiting = 1;
	if (!f->engine->out_of_memory)
		engine_make_item(f->engine, f->process, step, f->stream->threads[f->number].since);
}

/* The requirements of the operations of a part, which are steps of these numbers. */
static void add_edges(const struct feeding *f, const struct rank_program *part, const uint32_t *steps)
{
	for (size_t i = part->n; i-- > 0;) { /* the newest edge becomes the first of its list */
		size_t n = rank_program_requirement_count(part, i);

		f->stream->steps[steps[i]].waits = (uint32_t)n;
		for (size_t r = 0; r < n; r++) {
			const struct requirement on = part->requirements[part->operations[i].first + r];

			if (!stream_edge_add(f->stream, steps[on.on],
					     (struct requirement){.on = steps[i] & INT32_MAX, .start = on.start}))
				f->engine->out_of_memory = true;
		}
	}
}

/* The operations of a part: those that wait for nothing become ready. */
static void feed_part(const struct feeding *f)
{
	const struct rank_program *part = f->action->part;
	struct engine *engine = f->engine;
	bool blocking = f->action->request == REQUEST_NONE;
	uint32_t *steps = memory_grow(engine->roots, &engine->root_capacity, part->n + 1, sizeof(*steps));

	if (!steps) {
		engine->out_of_memory = true;
		return;
	}
	engine->roots = steps;
	if (blocking)
		f->stream->threads[f->number].waiting = (uint32_t)part->n;
	else
		begin_request(f, (uint32_t)part->n);
	for (size_t i = 0; i < part->n; i++) {
		if (!has_peer(f, part->operations[i].kind, part->operations[i].peer))
			return;
	}
	for (size_t i = 0; i < part->n && !engine->out_of_memory; i++) {
		const struct operation *op = &part->operations[i];

		steps[i] = new_step(f,
				    (struct step){.count = op->count,
						  .peer = op->peer,
						  .tag = op->tag,
						  .kind = op->kind,
						  .blocking = op->blocking},
				    blocking ? GO_ON_END : GO_ON_FREELY, f->action->request);
	}
	if (!engine->out_of_memory)
		add_edges(f, part, steps);
	for (int turn = 0; turn <= OP_COMPUTE; turn++) {
		for (size_t i = 0; i < part->n && !engine->out_of_memory; i++) {
			if (f->stream->steps[steps[i]].waits == 0 &&
			    engine_class(engine, part->operations[i].kind) == turn)
				engine_make_item(engine, f->process, steps[i], f->stream->threads[f->number].since);
		}
	}
}

/* The thread waits for those of the action's requests that are not done. */
static void feed_wait(const struct feeding *f)
{
	struct stream_thread *thread = &f->stream->threads[f->number];
	uint32_t waiting = 0;
	bool one = false;

	for (size_t i = 0; i < f->action->n_waited; i++) {
		struct stream_request *request = stream_request(f->stream, f->action->waited[i]);

		if (!request) {
			f->engine->out_of_memory = true;
			return;
		}
		if (request->left == 0) {
			one = true;
			if (f->engine->recorder && f->action->chosen && f->action->site == thread->chose_site)
				record_choice(f->engine, f->process, thread, request);
			if (request->done > thread->since) {
				thread->since = request->done;
				thread->cause = request->cause;
			}
			continue;
		}
		request->waited = (uint8_t)(f->number + 1);
		request->turn = thread->turn;
		waiting++;
	}
	if (f->action->any && (one || waiting == 0)) {
		thread->turn++;
		return;
	}
	thread->waiting = waiting;
	thread->any = f->action->any;
	if (waiting > 0 && f->engine->recorder && f->action->chosen)
		record_choosing(f->engine, f->process, f->number, f->action);
}

/* The thread goes on when there is a message. */
static void feed_probe(const struct feeding *f)
{
	const struct source_action *action = f->action;
	struct engine *engine = f->engine;
	struct stream_thread *thread = &f->stream->threads[f->number];

	if (!has_peer(f, OP_RECEIVE, action->peer) ||
	    match_find(&engine->matcher, &engine->processes[f->process].unexpected, f->process, action->peer,
		       action->tag))
		return;
	thread->waiting = 1;
	thread->probes = true;
	thread->peer = action->peer;
	thread->tag = action->tag;
	thread->label = action->label;
	f->stream->n_probing++;
}

static void feed_expect(const struct feeding *f)
{
	struct stream_request *request = stream_request(f->stream, f->action->request);

	if (!request)
		f->engine->out_of_memory = true;
	else if (request->left == 0)
		*request = (struct stream_request){.left = 1, .expected = true};
}

static void feed_settle(const struct feeding *f)
{
	begin_request(f, 1);
	if (!f->engine->out_of_memory)
		request_done(f->engine, f->process, f->action->request, f->stream->threads[f->number].since);
}

static void feed_free(const struct feeding *f)
{
	struct stream_request *request = stream_request(f->stream, f->action->request);
	const struct program_source *source = f->engine->made.source;

	if (!request)
		f->engine->out_of_memory = true;
	else if (request->left > 0)
		request->freed = true;
	else if (source->over)
		source->over(source->self, f->process, f->action->request);
}

/* A receive that no message has met is taken back. */
static void feed_cancel(const struct feeding *f)
{
	struct engine *engine = f->engine;
	struct match_list *posted = &engine->processes[f->process].posted;
	uint32_t i = posted->head, step;

	while (i && f->stream->more[engine->items.at[i].operation].request != f->action->request)
		i = engine->items.at[i].next;
	if (!i)
		return;
	step = engine->items.at[i].operation;
	match_remove(&engine->matcher, posted, i);
	items_give(&engine->items, i);
	engine_done(engine, f->process, step, f->stream->threads[f->number].since);
}

static void feed_end(const struct feeding *f)
{
	f->stream->threads[f->number].ended = true;
	if (--f->engine->processes[f->process].left == 0)
		engine_finished(f->engine, f->process);
}

static void feed(const struct feeding *f)
{
	switch (f->action->kind) {
	case ACTION_COMPUTE:
		feed_one(f, OP_COMPUTE);
		break;
	case ACTION_SEND:
		feed_one(f, OP_SEND);
		break;
	case ACTION_RECEIVE:
		feed_one(f, OP_RECEIVE);
		break;
	case ACTION_PART:
		feed_part(f);
		break;
	case ACTION_WAIT:
		feed_wait(f);
		break;
	case ACTION_PROBE:
		feed_probe(f);
		break;
	case ACTION_EXPECT:
		feed_expect(f);
		break;
	case ACTION_SETTLE:
		feed_settle(f);
		break;
	case ACTION_FREE:
		feed_free(f);
		break;
	case ACTION_CANCEL:
		feed_cancel(f);
		break;
	default:
		feed_end(f);
		break;
	}
}

void engine_feed(struct engine *engine, int process, uint32_t number)
{
	struct stream_thread *thread = &engine->made.streams[process].threads[number];

	while (!thread->ended && thread->waiting == 0 && !engine->out_of_memory && engine->made.failed == OK) {
		struct source_action action = {.request = REQUEST_NONE, .since = thread->since};
		const struct feeding f = {.engine = engine,
					  .stream = &engine->made.streams[process],
					  .action = &action,
					  .process = process,
					  .number = number};

		engine->made.failed = engine->made.source->next(engine->made.source->self, process, (int)number,
								&action, engine->made.err);
		thread->label = action.label;
		thread->site = action.site;
		if (engine->made.failed == OK)
			feed(&f);
	}
}
