#ifndef SONDE_EXCHANGE_DIMEMAS_H
#define SONDE_EXCHANGE_DIMEMAS_H

#include <stdio.h>

#include "model/model.h"

/*
 * A model as a configuration of Dimemas (its records "environment information" and "node information"): one machine of
 * as many nodes as there are processes, with one processor and one link in and out each, no limit of buses.
 *
 * - Dimemas takes alpha + m / bandwidth for a message: startup on remote communication is alpha, in s; network
 * bandwidth 1 / beta, in MB/s, of 2^20 bytes.
 * - model: hockney, or one that is converted to it, with parameters that hold for every pair, alpha of 0 or more and a
 *   bandwidth of 1e-90 to 1e90 MB/s or without limit; else ERR_INPUT.
 * - ERR_MEMORY. Local.
 */
enum status dimemas_write(const struct model *model, size_t nodes, FILE *out, struct error *err);

/*
 * A hockney model from such a text: that of dimemas_write has the parameters that were written, to the last digit but
 * one.
 *
 * - name: of the file, for texts.
 * - The caller frees the model, which can be written again. NULL: ERR_INPUT, naming what is missing or wrong; nodes
 *   whose latencies differ are such. ERR_MEMORY. Local.
 */
struct model *dimemas_read(const char *text, const char *name, struct error *err);

#endif
