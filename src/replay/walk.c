#include "replay/walk.h"

#include "base/memory.h"
#include "replay/parts.h"

#include <stdlib.h>

/* Of the number of a message: which of its channel it is. */
enum { ORDER_BITS = 40 };

/* Messages with one sender, receiver and tag. */
struct walked_channel {
	uint64_t sent, received;
};

struct walked_process {
	struct trace_calls *calls; /* of all threads in their order */
	struct trace_call call;
	bool *begun;                    /* of its threads: the first of their calls was asked for */
	struct walked_message *waiting; /* by request: what it receives; id 0: nothing */
	size_t n_waiting, waiting_capacity;
	struct walked_message *sent, *received;
	size_t n_sent, n_received, sent_capacity, received_capacity;
};

struct walk {
	struct replay *replay;
	struct walked_process *processes;
	int n;
	struct lookup *numbers; /* of channels, by receiver: by sender and tag */
	struct walked_channel *channels;
	size_t n_channels, channel_capacity;
};

static enum status no_memory(struct error *err)
{
	return error_memory(err, "the messages of a trace");
}

/* NULL without memory. */
static struct walked_channel *channel_of(struct walk *w, int from, int to, int tag, uint64_t *number)
{
	uint64_t key = (uint64_t)(uint32_t)from << 32 | (uint32_t)tag;
	struct walked_channel *grown;

	if (lookup_get(&w->numbers[to], key, number))
		return &w->channels[*number];
	grown = memory_grow(w->channels, &w->channel_capacity, w->n_channels + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	w->channels = grown;
	*number = w->n_channels;
	if (!lookup_put(&w->numbers[to], key, *number))
		return NULL;
	grown[w->n_channels] = (struct walked_channel){0};
	return &grown[w->n_channels++];
}

/* The next message of a channel, at one of its ends; 0 without memory. */
static uint64_t next_id(struct walk *w, int from, int to, int tag, bool sends)
{
	uint64_t number;
	struct walked_channel *channel = channel_of(w, from, to, tag, &number);

	if (!channel)
		return 0;
	return (number + 1) << ORDER_BITS | (sends ? channel->sent++ : channel->received++);
}

static bool append(struct walked_message **list, size_t *n, size_t *capacity, const struct walked_message *message)
{
	struct walked_message *grown = memory_grow(*list, capacity, *n + 1, sizeof(*grown));

	if (!grown)
		return false;
	*list = grown;
	grown[(*n)++] = *message;
	return true;
}

/* Nobody has asked for the request yet. */
static bool wait_for(struct walked_process *p, uint32_t request, const struct walked_message *message)
{
	const struct walked_message nothing = {.id = 0};

	while (p->n_waiting <= request) {
		if (!append(&p->waiting, &p->n_waiting, &p->waiting_capacity, &nothing))
			return false;
	}
	p->waiting[request] = *message;
	return true;
}

static bool add_message(struct walk *w, int process, const struct source_action *action)
{
	struct walked_process *p = &w->processes[process];
	bool sends = action->kind == ACTION_SEND;
	struct walked_message message = {.peer = action->peer, .bytes = action->count};

	if (action->peer < 0 || action->peer >= w->n)
		return true;
	message.id = next_id(w, sends ? process : action->peer, sends ? action->peer : process, action->tag, sends);
	if (message.id == 0)
		return false;
	if (sends)
		return append(&p->sent, &p->n_sent, &p->sent_capacity, &message);
	return action->request == REQUEST_NONE ? append(&p->received, &p->n_received, &p->received_capacity, &message)
					       : wait_for(p, action->request, &message);
}

static bool add_waited(struct walked_process *p, const struct source_action *action)
{
	for (size_t i = 0; i < action->n_waited; i++) {
		uint32_t request = action->waited[i];

		if (request >= p->n_waiting || p->waiting[request].id == 0)
			continue;
		if (!append(&p->received, &p->n_received, &p->received_capacity, &p->waiting[request]))
			return false;
		p->waiting[request].id = 0;
	}
	return true;
}

static bool add_action(struct walk *w, int process, const struct source_action *action)
{
	struct walked_process *p = &w->processes[process];

	if (action->kind == ACTION_SEND || action->kind == ACTION_RECEIVE)
		return add_message(w, process, action);
	if (action->kind == ACTION_CANCEL && action->request < p->n_waiting)
		p->waiting[action->request].id = 0;
	return action->kind != ACTION_WAIT || add_waited(p, action);
}

/* The messages of the thread's next call. */
static enum status advance(struct walk *w, int process, int number, struct error *err)
{
	struct replay_thread *thread = &w->replay->processes[process].threads[number];
	size_t waited = 0;
	enum status status = replay_advance(w->replay, process, number, err);

	for (size_t i = 0; status == OK && i < thread->n_actions; i++) {
		struct source_action *action = &thread->actions[i];

		action->waited = thread->waited + waited;
		waited += action->n_waited;
		if (!add_action(w, process, action))
			status = no_memory(err);
	}
	return status;
}

enum status walk_next(struct walk *w, int process, struct walked_call *call, bool *there, struct error *damage,
		      struct error *err)
{
	struct walked_process *p = &w->processes[process];
	struct replay_process *replayed = &w->replay->processes[process];
	struct error why = {0};
	enum status status = OK;
	int thread;

	p->n_sent = p->n_received = 0;
	*there = p->calls && trace_calls_next(p->calls, &p->call, &why);
	if (why.status == ERR_MEMORY)
		return error_set(err, ERR_MEMORY, "%s", why.text);
	if (why.status != OK && damage->status == OK)
		*damage = why;
	thread = p->call.thread;
	if (*there && thread < replayed->n_threads) {
		if (!p->begun[thread])
			status = advance(w, process, thread, err);
		p->begun[thread] = true;
		if (status == OK && !replayed->threads[thread].ended)
			status = advance(w, process, thread, err);
	}
	*call = (struct walked_call){.call = &p->call,
				     .sent = p->sent,
				     .n_sent = p->n_sent,
				     .received = p->received,
				     .n_received = p->n_received};
	return status;
}

static enum status open_processes(struct walk *w, struct trace *trace, struct error *err)
{
	enum status status = OK;

	for (int i = 0; status == OK && i < w->n; i++) {
		struct walked_process *p = &w->processes[i];

		p->begun = calloc((size_t)w->replay->processes[i].n_threads, sizeof(*p->begun));
		status = p->begun ? trace_calls_open(&p->calls, trace, i, err) : no_memory(err);
	}
	return status;
}

enum status walk_open(struct walk **walk, struct trace *trace, struct error *err)
{
	const struct replay_options options = {.compute_scale = 1, .calls_alone = true};
	struct walk *w = calloc(1, sizeof(*w));
	enum status status = w ? replay_open(&w->replay, trace, &options, err) : no_memory(err);

	if (status == OK) {
		w->n = trace_info(trace)->processes;
		w->processes = calloc((size_t)w->n + 1, sizeof(*w->processes));
		w->numbers = calloc((size_t)w->n + 1, sizeof(*w->numbers));
		status = w->processes && w->numbers ? open_processes(w, trace, err) : no_memory(err);
	}
	if (status == OK)
		*walk = w;
	else
		walk_free(w);
	return status;
}

void walk_free(struct walk *w)
{
	if (!w)
		return;
	for (int i = 0; i < w->n; i++) {
		if (w->processes) {
			trace_calls_free(w->processes[i].calls);
			free(w->processes[i].begun);
			free(w->processes[i].waiting);
			free(w->processes[i].sent);
			free(w->processes[i].received);
		}
		if (w->numbers)
			lookup_release(&w->numbers[i]);
	}
	free(w->processes);
	free(w->numbers);
	free(w->channels);
	replay_free(w->replay);
	free(w);
}
