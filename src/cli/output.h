#ifndef SONDE_CLI_OUTPUT_H
#define SONDE_CLI_OUTPUT_H

#include "base/error.h"

/*
 * Whether a result can be written to path, as model_write would ("-" and NULL always): seen before anything is measured. ERR_IO with the cause; ERR_USAGE if it is the store, which would be lost.
 * No file appears or changes. Local.
 */
enum status output_check(const char *path, const char *store_path, struct error *err);

#endif
