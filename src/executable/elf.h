#ifndef SONDE_EXECUTABLE_ELF_H
#define SONDE_EXECUTABLE_ELF_H

#include <stdbool.h>
#include <stddef.h>

/* All functions are Local. */

enum elf_kind {
	ELF_NOT,     /* no ELF file, or a damaged one */
	ELF_FOREIGN, /* for machines with other words, byte order or instructions than this program's */
	ELF_STATIC,  /* without a loader of its own: a static program, or a library */
	ELF_DYNAMIC  /* a program that a loader starts with its libraries */
};

/* A file as the loader of programs sees it. */
struct elf {
	enum elf_kind kind;
	int bits;                /* 32 or 64 of ELF_FOREIGN, 0: not known */
	const char *interpreter; /* the loader of ELF_DYNAMIC; belongs to the struct */
	void *image;             /* NULL: nothing is mapped */
	size_t n;                /* bytes of it */
};

/* Opens a file for the functions below. Whatever it holds or whether it can be read, elf_close follows. */
void elf_open(struct elf *elf, const char *path);
void elf_close(struct elf *elf);

/* Whether the file defines the symbol: for other files (dynamic), or at all, as far as it says: a stripped program does
 * not say. */
bool elf_exports(const struct elf *elf, const char *symbol);
bool elf_defines(const struct elf *elf, const char *symbol);

#endif
