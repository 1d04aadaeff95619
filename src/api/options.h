#ifndef SONDE_API_OPTIONS_H
#define SONDE_API_OPTIONS_H

#include <stddef.h>

#include "base/error.h"

/*
 * Copies an application's options, which begin with their size, to own, of bytes: members that the application does not
 * know are 0. name is the struct's. ERR_INPUT if given is NULL, its size is not set, or members that this library does
 * not know are not 0; own is all 0 then. Local.
 */
enum status options_take(void *own, size_t bytes, const void *given, const char *name, struct error *err);

#endif
