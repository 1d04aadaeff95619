#ifndef SONDE_MODEL_FILE_FILE_H
#define SONDE_MODEL_FILE_FILE_H

#include <stdio.h>

#include "model/model.h"

#define MODEL_FILE_VERSION 1

/*
 * Reads a model file: {"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "hosts": ["a", "b"],
 * "classes": [0, 0], "parameters": {...}, "uncertainty": {...}, "provenance": {...}}. A scalar parameter is a number,
 * one per size is {"bytes": [0, 1, ...], "seconds": [...]} (the second key is the unit's name: "seconds" for s,
 * "seconds_per_byte" for s/B, "value" where there is none). Where several links or processes differ, "parameters" and
 * "uncertainty" hold one such object per link, keyed "0>1", "1>0" ("any" beside them: for every other pair), "0-1"
 * where a link is the same both ways. Parameters of processes stand under "0", "1", ..., those of the platform under
 * "any". The uncertainty of a scalar is [low, high], of a curve {"low": [...], "high": [...]}, null standing for a
 * bound that is not known; it and "hosts", "classes" (processes that are alike: links between first members then stand
 * for all), "provenance" are optional. Provenance is free: text or numbers, null for NAN. Refused, with file, line and
 * key: a file that is truncated or not JSON, an unknown format or model, a newer version, an unknown, missing or
 * ill-typed key or parameter, sizes that do not ascend or are not whole, arrays of unequal length, numbers that are not
 * finite, a link with processes that are not there. NULL then: ERR_INPUT, or ERR_IO if the file cannot be read. The
 * caller frees the model. Local.
 */
struct model *model_read(const char *path, struct error *err);

/* The same from text in memory; name stands for the file in messages. Local. */
struct model *model_parse(const char *text, const char *name, struct error *err);

/* The model as such a text, indented, keys in the order above, numbers that read back exactly. The caller frees it.
 * NULL with ERR_MEMORY. Local. */
char *model_text(const struct model *model, struct error *err);

/* Writes the text to path by way of a new file that replaces it (base/file.h), so that a failure leaves what was there.
 * "-" is the stream out. ERR_IO. Local. */
enum status model_write(const struct model *model, const char *path, FILE *out, struct error *err);

#endif
