/* When calls take place in the simulation. */
#include "replay/parts.h"

void replay_watch(struct replay *replay, const struct replay_watch *watch)
{
	replay->watch = *watch;
}

static void tell(const struct replay *replay, int process, int number, double begin, double end)
{
	if (replay->watch.call)
		replay->watch.call(replay->watch.self, process, number, begin, end);
}

/* What was computed before the call that was read, s: so long before it the one before was over, whatever processor
 * time that took which nobody waited for. */
static double computed(const struct replay_thread *thread)
{
	double ns = 0;

	for (size_t i = 0; i < thread->watched.before; i++)
		ns += (double)thread->actions[i].count;
	return ns * 1e-9;
}

static void end_call(const struct replay *replay, int process, int number, struct replay_thread *thread, double end)
{
	struct replay_watched *w = &thread->watched;

	if (w->under_way)
		tell(replay, process, number, w->begin, end > w->begin ? end : w->begin);
	w->under_way = false;
}

void watch_read(struct replay *replay, int process, int number, struct replay_thread *thread)
{
	const struct trace_call *call = &thread->call;

	if (!replay->watch.call && !replay->watch.begin)
		return;
	if (call->function != trace_Init && call->function != trace_Init_thread) {
		thread->watched.next = true;
		return;
	}
	end_call(replay, process, number, thread, thread->watched.now);
	tell(replay, process, number, call->begin - replay->begin, call->end - replay->begin);
}

void watch_go_on(struct replay *replay, int process, int number, struct replay_thread *thread)
{
	struct replay_watched *w = &thread->watched;

	if (!w->next || thread->next_action < thread->watched.before)
		return;
	end_call(replay, process, number, thread, w->now - computed(thread));
	w->begin = w->now;
	w->under_way = true;
	w->next = false;
	if (replay->watch.begin)
		replay->watch.begin(replay->watch.self, process, &thread->call, w->now);
}

void watch_end(struct replay *replay, int process, int number, struct replay_thread *thread)
{
	const struct trace_call *call = &thread->call;
	struct replay_watched *w = &thread->watched;
	bool finalize = call->function == trace_Finalize;

	if (replay->watch.call)
		end_call(replay, process, number, thread, finalize ? w->begin + (call->end - call->begin) : w->now);
}
