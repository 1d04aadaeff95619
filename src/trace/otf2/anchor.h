#ifndef SONDE_TRACE_OTF2_ANCHOR_H
#define SONDE_TRACE_OTF2_ANCHOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

/* Whether a path is an OTF2 archive: a file NAME.otf2, or a folder that holds such a file. */
bool otf2_anchor_is(const char *path);

/* Sets *anchor to the path of an archive's file NAME.otf2, for the caller to free. ERR_INPUT: none or several in the
 * folder; ERR_MEMORY. */
enum status otf2_anchor_find(char **anchor, const char *path, struct error *err);

/* Bytes of an archive's files: the anchor, NAME.def, and those in the folder NAME. */
uint64_t otf2_anchor_bytes(const char *anchor);

#endif
