#ifndef SONDE_TESTS_FUZZ_H
#define SONDE_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* What the fuzz targets share; README.md says how they are run, and how one is added. All of it is Local. */

/* What libFuzzer calls with each input, the target's own; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What it calls before the first input, if the target has it; returns 0. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Ends the target with a message, unless the condition holds; libFuzzer then keeps the input. */
#define FUZZ_REQUIRE(condition, ...)            \
	do {                                    \
		if (!(condition))               \
			fuzz_fail(__VA_ARGS__); \
	} while (0)

_Noreturn void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Whether the status is OK. A failure must be told: the error has the same status and a text of one line. There is
 * memory enough for every input, so that ERR_MEMORY is none; nor is ERR_STOPPED.
 */
bool fuzz_accepted(enum status status, const struct error *err);

/* The input as a text, cut at its first 0, in a block that ends with it, so that reading on is seen. The caller frees
 * it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* A file in memory that holds these bytes, for functions that want a path. fuzz_file_close removes it. */
struct fuzz_file {
	int descriptor;
	char path[32];
};
void fuzz_file_open(struct fuzz_file *file, const void *bytes, size_t size);
void fuzz_file_close(struct fuzz_file *file);

#endif
