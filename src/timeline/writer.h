#ifndef SONDE_TIMELINE_WRITER_H
#define SONDE_TIMELINE_WRITER_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* What happened when, as it comes: for other tools. All functions are Local. */

/* A message at one of its ends. */
struct timeline_message {
	uint64_t id; /* the same at both ends; not 0 */
	int peer;
	uint64_t bytes; /* at its sender */
};

/* Something that is known of a slice: a number, or a text. */
struct timeline_note {
	const char *name;
	const char *text; /* NULL: a number */
	int64_t number;
};

enum { TIMELINE_NOTES = 8 };

/* A slice begins in a thread, within those that have begun there. */
struct timeline_slice {
	const char *name;
	uint32_t number; /* names of one number are the same; 0: a name of its own */
	struct timeline_note notes[TIMELINE_NOTES];
	size_t n_notes;
};

/* Where and when: times do not go back, of all threads together. */
struct timeline_place {
	int process, thread;
	uint64_t ns; /* since the timeline begins */
};

/* Who takes part. */
struct timeline_cast {
	const char *title;
	int processes;
	int (*threads)(const void *self, int process);
	const char *(*host)(const void *self, int process); /* "" where it is not known */
	const char *thread;                                 /* what a thread is called */
	const void *self;
};

struct timeline_writer;

/* A form of file: what its functions do. */
struct timeline_form {
	const char *name; /* "perfetto", "paje" */

	/* ERR_MEMORY. out and cast must outlive the writer. */
	enum status (*begin)(struct timeline_writer **writer, FILE *out, const struct timeline_cast *cast,
			     struct error *err);

	/* The slice sends these messages. */
	void (*enter)(struct timeline_writer *writer, const struct timeline_place *place,
		      const struct timeline_slice *slice, const struct timeline_message *sent, size_t n_sent);

	/* The newest slice of the thread ends, with these messages. */
	void (*leave)(struct timeline_writer *writer, const struct timeline_place *place,
		      const struct timeline_message *received, size_t n_received);

	/* Writes what is left, and frees the writer: also after a failure. ERR_MEMORY if memory did not suffice before;
	 * whether the stream failed is the caller's to ask. */
	enum status (*end)(struct timeline_writer *writer, struct error *err);
};

/* What the writers of every form begin with. */
struct timeline_writer {
	const struct timeline_form *form;
};

/* Each at the foot of its own file. */
extern const struct timeline_form timeline_perfetto; /* TrackEvents of Perfetto (perfetto.dev), Protocol Buffers */
extern const struct timeline_form timeline_paje;     /* Paje, as PajeNG reads it: text */

#endif
