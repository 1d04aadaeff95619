/*
 * A trace as an OTF2 archive.
 *
 * The calls of all processes are read together, what begins or ends first comes first. So a message's size is there
 * when its receiver needs it. If clocks are a little wrong and it is not, the receiver is held until its sender has
 * come so far; a receive whose message nobody sends goes on when nothing else can.
 */
#include "trace/otf2/write.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/otf2/memory.h"
#include "trace/otf2/names.h"
#include "trace/otf2/writing.h"

/* When the stream's next call begins or ends. */
static void find_next(struct otf2_stream *s)
{
	s->next = INFINITY;
	s->next_thread = -1;
	for (int t = 0; t < s->n_threads; t++) {
		const struct otf2_running *r = &s->threads[t];
		if (r->busy && !r->held && r->end < s->next) {
			s->next = r->end;
			s->next_thread = t;
		}
	}
	bool free_thread = s->has_head && (s->head.thread >= s->n_threads || !s->threads[s->head.thread].busy);
	if (free_thread && s->head.begin < s->next) {
		s->next = s->head.begin;
		s->next_thread = -1;
	}
}

static void put(struct otf2_writing *w, size_t place, size_t stream)
{
	w->heap[place] = stream;
	w->streams[stream].heap = place;
}

static bool before(const struct otf2_writing *w, size_t a, size_t b)
{
	return w->streams[a].next < w->streams[b].next;
}

/* Moves a stream to its place in the heap. */
static void sift(struct otf2_writing *w, size_t stream)
{
	size_t at = w->streams[stream].heap, n = (size_t)w->n_streams;
	for (; at > 0 && before(w, stream, w->heap[(at - 1) / 2]); at = (at - 1) / 2)
		put(w, at, w->heap[(at - 1) / 2]);
	for (size_t child; (child = 2 * at + 1) < n; at = child) {
		if (child + 1 < n && before(w, w->heap[child + 1], w->heap[child]))
			child++;
		if (!before(w, w->heap[child], stream))
			break;
		put(w, at, w->heap[child]);
	}
	put(w, at, stream);
}

static void reorder(struct otf2_writing *w, struct otf2_stream *s)
{
	find_next(s);
	sift(w, (size_t)s->rank);
}

/* Reads the stream's next call. */
static enum status advance(struct otf2_writing *w, struct otf2_stream *s, struct error *err)
{
	struct error why = {0};
	s->has_head = trace_calls_next(s->calls, &s->head, &why);
	otf2_complaint_to(&w->complaint);
	if (why.status == ERR_MEMORY)
		return error_set(err, ERR_MEMORY, "%s", why.text);
	if (why.status != OK && w->damage->status == OK)
		*w->damage = why;
	return OK;
}

/* Processes that waited for a message that was sent now go on. */
static void wake(struct otf2_writing *w)
{
	for (size_t i = 0; i < w->n_woken; i++)
		reorder(w, &w->streams[w->woken[i]]);
	w->n_woken = 0;
}

/* The call that is held longest, of those that wait for a message. NULL: none is held. */
static struct otf2_stream *find_held(struct otf2_writing *w, int *thread)
{
	struct otf2_stream *first = NULL;
	double end = INFINITY;
	for (int i = 0; i < w->n_streams; i++) {
		struct otf2_stream *s = &w->streams[i];
		for (int t = 0; t < s->n_threads; t++) {
			if (s->threads[t].busy && s->threads[t].end < end) {
				first = s;
				end = s->threads[t].end;
				*thread = t;
			}
		}
	}
	return first;
}

static enum status begin_head(struct otf2_writing *w, struct otf2_stream *s, struct error *err)
{
	enum status status = otf2_call_begin(w, s, err);
	wake(w);
	return status == OK ? advance(w, s, err) : status;
}

static enum status write_calls(struct otf2_writing *w, struct error *err)
{
	enum status status = OK;
	while (status == OK && w->code == OTF2_SUCCESS) {
		struct otf2_stream *s = &w->streams[w->heap[0]];
		if (isinf(s->next)) {
			int thread = 0;
			s = find_held(w, &thread);
			if (!s)
				return OK;
			status = otf2_call_end(w, s, thread, true, err);
		} else if (s->next_thread >= 0) {
			status = otf2_call_end(w, s, s->next_thread, false, err);
		} else {
			status = begin_head(w, s, err);
		}
		reorder(w, s);
	}
	return status == OK ? otf2_check(w->code, &w->complaint, ERR_IO, w->dir, err) : status;
}

/* Makes the folder; one that is there must be empty. */
static enum status make_folder(const char *dir, struct error *err)
{
	if (mkdir(dir, 0777) == 0)
		return OK;
	if (errno != EEXIST)
		return error_set(err, ERR_IO, "%s: the folder cannot be made: %s", dir, strerror(errno));
	DIR *folder = opendir(dir);
	if (!folder)
		return error_set(err, ERR_IO, "%s: the folder cannot be read: %s", dir, strerror(errno));
	bool empty = true;
	for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
		empty = empty && (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."));
	closedir(folder);
	return empty ? OK : error_set(err, ERR_INPUT, "%s: the folder is not empty", dir);
}

static enum status open_archive(struct otf2_writing *w, struct error *err)
{
	const struct trace_info *info = trace_info(w->trace);
	/* Each thread has a chunk in memory: the smallest, since they may be many. */
	w->archive =
		OTF2_Archive_Open(w->dir, "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT / 4,
				  OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
	w->attributes = OTF2_AttributeList_New();
	if (!w->archive || !w->attributes)
		return error_set(err, ERR_IO, "%s: the archive cannot be made: %s", w->dir, w->complaint.text);
	OTF2_ErrorCode code = OTF2_Archive_SetSerialCollectiveCallbacks(w->archive);
	if (code == OTF2_SUCCESS)
		code = otf2_bound_memory(w->archive);
	if (code == OTF2_SUCCESS)
		code = OTF2_Archive_SetCreator(w->archive, "sonde");
	if (code == OTF2_SUCCESS)
		code = OTF2_Archive_SetProperty(w->archive, OTF2_NAME_LIBRARY, info->library ? info->library : "",
						true);
	if (code == OTF2_SUCCESS)
		code = OTF2_Archive_SetProperty(w->archive, OTF2_NAME_COMMAND, info->command ? info->command : "",
						true);
	if (code == OTF2_SUCCESS)
		code = OTF2_Archive_OpenEvtFiles(w->archive);
	return otf2_check(code, &w->complaint, ERR_IO, w->dir, err);
}

static enum status open_streams(struct otf2_writing *w, struct error *err)
{
	int n = trace_info(w->trace)->processes;
	w->streams = calloc((size_t)n + 1, sizeof(*w->streams));
	w->heap = calloc((size_t)n + 1, sizeof(*w->heap));
	if (!w->streams || !w->heap)
		return error_memory(err, "the archive's processes");
	enum status status = OK;
	for (int i = 0; status == OK && i < n; i++) {
		struct otf2_stream *s = &w->streams[w->n_streams];
		*s = (struct otf2_stream){.rank = i, .heap = (size_t)i};
		w->heap[i] = (size_t)i;
		w->n_streams++;
		status = otf2_thread_open(w, s, 0, err); /* a process without calls has a file, too */
		if (status != OK)
			return status;
		struct error why = {0};
		if (trace_calls_open(&s->calls, w->trace, i, &why) != OK) {
			s->calls = NULL;
			if (why.status == ERR_MEMORY)
				return error_set(err, why.status, "%s", why.text);
			if (w->damage->status == OK)
				*w->damage = why;
			s->next = INFINITY;
			continue;
		}
		status = advance(w, s, err);
		if (status == OK)
			reorder(w, s);
	}
	otf2_complaint_to(&w->complaint);
	return status;
}

/* Closes what is open, and keeps the first failure. */
static enum status close_all(struct otf2_writing *w, enum status status, struct error *err)
{
	otf2_complaint_to(&w->complaint);
	for (int i = 0; i < w->n_streams; i++) {
		trace_calls_free(w->streams[i].calls);
		otf2_stream_release(&w->streams[i]);
	}
	otf2_complaint_to(&w->complaint);
	if (w->archive) {
		OTF2_ErrorCode code = OTF2_Archive_Close(w->archive);
		if (status == OK)
			status = otf2_check(code, &w->complaint, ERR_IO, w->dir, err);
	}
	otf2_complaint_to(NULL);
	if (w->attributes)
		OTF2_AttributeList_Delete(w->attributes);
	otf2_messages_release(&w->messages);
	otf2_named_release(&w->named);
	free(w->streams);
	free(w->heap);
	free(w->woken);
	return status;
}

enum status otf2_write(struct trace *trace, const char *dir, struct otf2_written *written, struct error *damage,
		       struct error *err)
{
	struct otf2_writing w = {.trace = trace, .dir = dir, .written = written, .damage = damage};
	*written = (struct otf2_written){0};
	*damage = (struct error){0};
	enum status status = make_folder(dir, err);
	if (status != OK)
		return status;
	otf2_complaint_to(&w.complaint);
	status = open_archive(&w, err);
	if (status == OK)
		status = open_streams(&w, err);
	if (status == OK)
		status = write_calls(&w, err);
	written->unreceived = w.messages.unreceived;
	if (status == OK)
		status = otf2_write_definitions(&w, err);
	return close_all(&w, status, err);
}
