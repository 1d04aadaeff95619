#ifndef SONDE_BASE_ERROR_H
#define SONDE_BASE_ERROR_H

/* What a function that can fail returns. OK is 0. */
enum status {
	OK = 0,
	ERR_USAGE,    /* the command line is wrong: exit code 2 */
	ERR_INPUT,    /* a file, a model or an argument is wrong */
	ERR_MEMORY,   /* memory could not be had */
	ERR_IO,       /* a file or the store could not be read or written */
	ERR_PLATFORM, /* the platform failed: MPI, a peer, a message with wrong content */
	ERR_STOPPED,  /* the user stopped the run */
	ERR_CHECK     /* what was asked to be checked is not so: exit code 3 */
};

#define ERROR_TEXT_MAX 1024

/* The first failure of a call: its text is complete for the user (what, where, what to do). Zero-initialise it: struct
 * error err = {0}. */
struct error {
	enum status status;
	char text[ERROR_TEXT_MAX];
};

/*
 * Keeps the failure in *err unless one is there already (the first wins) and returns the status that *err then holds.
 * err may be NULL: then only the status is returned. Too long a text is cut; line breaks and tabs become spaces, other
 * control characters '?'. Local.
 */
enum status error_set(struct error *err, enum status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Returns from the calling function with the status of call unless that is OK. */
#define TRY(call)                                \
	do {                                     \
		enum status try_status = (call); \
		if (try_status != OK)            \
			return try_status;       \
	} while (0)

/* error_set for memory that could not be had: what names the thing, for example "the table's rows". Local. */
enum status error_memory(struct error *err, const char *what);

/* Puts "before: " before the text of a failure; a text that becomes too long is cut. err may be NULL. Local. */
void error_prefix(struct error *err, const char *before);

/* Adds to the text of a failure, which is cut if it becomes too long. err may be NULL. Local. */
void error_add(struct error *err, const char *after);

#endif
