#ifndef SONDE_CLI_TIMELINE_FILE_H
#define SONDE_CLI_TIMELINE_FILE_H

#include "cli/command.h"
#include "simulate/simulate.h"
#include "timeline/writer.h"
#include "trace/reader.h"

/* Files that say what happened when, in the form that their names end in. All functions are Local. */

enum timeline_kind { TIMELINE_CSV, TIMELINE_SVG, TIMELINE_PERFETTO, TIMELINE_PAJE, TIMELINE_OTF2 };

/* The endings that there are, for texts. */
#define TIMELINE_ENDINGS ".csv, .svg, .perfetto-trace, .paje, .otf2 (a folder)"

/* Which form the file of this name has; false: its ending is none of them. */
bool timeline_kind_of(const char *path, enum timeline_kind *kind);

/* Writes the calls of a trace by a form to a file, or with NULL to standard output. ERR_IO, ERR_MEMORY, or what is
 * damaged: the rest is written. */
enum status timeline_write_calls(struct context *context, struct trace *trace, const struct timeline_form *form,
				 const char *path, struct error *err);

/* Writes a trace as an archive in a new folder. Errors as timeline_write_calls. */
enum status timeline_write_otf2(struct context *context, struct trace *trace, const char *dir, struct error *damage,
				struct error *err);

/* Writes the calls of a simulated trace to a file of some kind, not CSV or SVG. Errors as timeline_write_calls. */
enum status timeline_file_of_trace(struct context *context, struct trace *trace, const char *path,
				   enum timeline_kind kind, struct error *err);

/* Writes a recorded simulation to a file of some kind, not OTF2. ERR_IO, ERR_MEMORY. */
enum status timeline_file_of_simulation(const struct simulation *found, const char *title, const char *path,
					enum timeline_kind kind, struct error *err);

#endif
