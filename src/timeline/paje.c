/*
 * Paje (Schnorr, Paje trace file format, 2016), as PajeNG and ViTE read it: a container for each process and thread,
 * whose states are pushed and popped; links are messages.
 */
#include "timeline/writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of event definitions. */
enum { DEFINE_CONTAINER, DEFINE_STATE, DEFINE_LINK, CREATE, DESTROY, PUSH, POP, LINK_START, LINK_END };

static const char definitions[] = "%EventDef PajeDefineContainerType 0\n"
				  "% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
				  "%EventDef PajeDefineStateType 1\n"
				  "% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
				  "%EventDef PajeDefineLinkType 2\n"
				  "% Alias string\n% Type string\n% StartContainerType string\n"
				  "% EndContainerType string\n% Name string\n%EndEventDef\n"
				  "%EventDef PajeCreateContainer 3\n"
				  "% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n"
				  "%EndEventDef\n"
				  "%EventDef PajeDestroyContainer 4\n"
				  "% Time date\n% Type string\n% Name string\n%EndEventDef\n"
				  "%EventDef PajePushState 5\n"
				  "% Time date\n% Type string\n% Container string\n% Value string\n% Notes string\n"
				  "%EndEventDef\n"
				  "%EventDef PajePopState 6\n"
				  "% Time date\n% Type string\n% Container string\n%EndEventDef\n"
				  "%EventDef PajeStartLink 7\n"
				  "% Time date\n% Type string\n% Container string\n% StartContainer string\n"
				  "% Value string\n% Key string\n% Bytes string\n%EndEventDef\n"
				  "%EventDef PajeEndLink 8\n"
				  "% Time date\n% Type string\n% Container string\n% EndContainer string\n"
				  "% Value string\n% Key string\n%EndEventDef\n";

struct paje {
	struct timeline_writer writer;
	FILE *out;
	const struct timeline_cast *cast;
	uint64_t last; /* ns */
};

/* A text between quotes, in which there is none. */
static void write_text(const char *text, FILE *out)
{
	fputc('"', out);
	for (; *text; text++)
		fputc(*text == '"' || (unsigned char)*text < ' ' ? '\'' : *text, out);
	fputc('"', out);
}

/* An event, and when it is. */
static void write_event(struct paje *p, int event, uint64_t ns)
{
	p->last = ns;
	fprintf(p->out, "%d %" PRIu64 ".%09" PRIu64, event, ns / 1000000000, ns % 1000000000);
}

static void create_process(struct paje *p, int process)
{
	write_event(p, CREATE, 0);
	fprintf(p->out, " p%d P M \"process %d\"\n", process, process);
	for (int t = 0; t < p->cast->threads(p->cast->self, process); t++) {
		write_event(p, CREATE, 0);
		fprintf(p->out, " p%dt%d T p%d \"process %d %s %d\"\n", process, t, process, process, p->cast->thread,
			t);
	}
}

static enum status begin(struct timeline_writer **writer, FILE *out, const struct timeline_cast *cast,
			 struct error *err)
{
	struct paje *p = calloc(1, sizeof(*p));

	if (!p)
		return error_memory(err, "a timeline");
	*p = (struct paje){.writer.form = &timeline_paje, .out = out, .cast = cast};
	fputs(definitions, out);
	fprintf(out, "%d A 0 Program\n%d P A Process\n%d T P Thread\n", DEFINE_CONTAINER, DEFINE_CONTAINER,
		DEFINE_CONTAINER);
	fprintf(out, "%d S T State\n%d L A T T Message\n", DEFINE_STATE, DEFINE_LINK);
	write_event(p, CREATE, 0);
	fputs(" M A 0 ", out);
	write_text(cast->title, out);
	fputc('\n', out);
	for (int i = 0; i < cast->processes; i++)
		create_process(p, i);
	*writer = &p->writer;
	return OK;
}

/* "bytes=1024 to=1", or what stands for nothing. */
static void write_notes(const struct timeline_slice *slice, FILE *out)
{
	fputs(" \"", out);
	for (size_t i = 0; i < slice->n_notes; i++) {
		const struct timeline_note *note = &slice->notes[i];

		fprintf(out, "%s%s=", i ? " " : "", note->name);
		if (note->text)
			fprintf(out, "%.*s", (int)strcspn(note->text, "\"\n"), note->text);
		else
			fprintf(out, "%" PRId64, note->number);
	}
	fputs("\"\n", out);
}

static void enter(struct timeline_writer *writer, const struct timeline_place *place,
		  const struct timeline_slice *slice, const struct timeline_message *sent, size_t n_sent)
{
	struct paje *p = (struct paje *)writer;

	write_event(p, PUSH, place->ns);
	fprintf(p->out, " S p%dt%d ", place->process, place->thread);
	write_text(slice->name, p->out);
	write_notes(slice, p->out);
	for (size_t i = 0; i < n_sent; i++) {
		write_event(p, LINK_START, place->ns);
		fprintf(p->out, " L M p%dt%d message %" PRIx64 " %" PRIu64 "\n", place->process, place->thread,
			sent[i].id, sent[i].bytes);
	}
}

static void leave(struct timeline_writer *writer, const struct timeline_place *place,
		  const struct timeline_message *received, size_t n_received)
{
	struct paje *p = (struct paje *)writer;

	for (size_t i = 0; i < n_received; i++) {
		write_event(p, LINK_END, place->ns);
		fprintf(p->out, " L M p%dt%d message %" PRIx64 "\n", place->process, place->thread, received[i].id);
	}
	write_event(p, POP, place->ns);
	fprintf(p->out, " S p%dt%d\n", place->process, place->thread);
}

static enum status end(struct timeline_writer *writer, struct error *err)
{
	struct paje *p = (struct paje *)writer;
	uint64_t last = p->last;

	(void)err;
	for (int i = 0; i < p->cast->processes; i++) {
		for (int t = 0; t < p->cast->threads(p->cast->self, i); t++) {
			write_event(p, DESTROY, last);
			fprintf(p->out, " T p%dt%d\n", i, t);
		}
		write_event(p, DESTROY, last);
		fprintf(p->out, " P p%d\n", i);
	}
	write_event(p, DESTROY, last);
	fputs(" A M\n", p->out);
	free(p);
	return OK;
}

const struct timeline_form timeline_paje = {.name = "paje", .begin = begin, .enter = enter, .leave = leave, .end = end};
