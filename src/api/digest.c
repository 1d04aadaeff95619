#include "api/digest.h"

#include <string.h>

unsigned long long digest_bytes(unsigned long long digest, const void *data, size_t bytes)
{
	const unsigned char *byte = data;

	for (size_t i = 0; i < bytes; i++)
		digest = (digest ^ byte[i]) * 1099511628211ULL;
	return digest;
}

unsigned long long digest_number(unsigned long long digest, long long number)
{
	return digest_bytes(digest, &number, sizeof(number));
}

unsigned long long digest_real(unsigned long long digest, double number)
{
	return digest_bytes(digest, &number, sizeof(number));
}

unsigned long long digest_sizes(unsigned long long digest, const size_t *sizes, size_t n)
{
	digest = digest_number(digest, sizes ? (long long)n : -1);
	for (size_t i = 0; sizes && i < n; i++)
		digest = digest_number(digest, (long long)sizes[i]);
	return digest;
}

unsigned long long digest_text(unsigned long long digest, const char *text)
{
	return text ? digest_bytes(digest, text, strlen(text) + 1) : digest_number(digest, -1);
}
