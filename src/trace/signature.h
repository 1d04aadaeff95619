#ifndef SONDE_TRACE_SIGNATURE_H
#define SONDE_TRACE_SIGNATURE_H

#include <stdint.h>

/* What a call is but for its times. */
struct trace_signature {
	uint16_t function;     /* enum trace_function */
	uint32_t n;            /* how many fields */
	const int64_t *fields; /* as trace/fields.h orders them; borrowed until the call returns */
};

#endif
