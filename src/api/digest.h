#ifndef SONDE_API_DIGEST_H
#define SONDE_API_DIGEST_H

#include <stddef.h>

/* A number that tells the arguments of calls apart: FNV-1a, 64 bits. It begins as DIGEST. Local, as are all here. */
#define DIGEST 14695981039346656037ULL

/* The digest with these bytes added. */
unsigned long long digest_bytes(unsigned long long digest, const void *data, size_t bytes);

/* The same with a number, with a time or another real number, with n sizes (NULL: none), with a text (NULL: none). */
unsigned long long digest_number(unsigned long long digest, long long number);
unsigned long long digest_real(unsigned long long digest, double number);
unsigned long long digest_sizes(unsigned long long digest, const size_t *sizes, size_t n);
unsigned long long digest_text(unsigned long long digest, const char *text);

#endif
