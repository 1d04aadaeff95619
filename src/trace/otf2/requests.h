#ifndef SONDE_TRACE_OTF2_REQUESTS_H
#define SONDE_TRACE_OTF2_REQUESTS_H

#include "trace/otf2/writing.h"

/* All functions are Local. */

/* A new request of this number, in place of an earlier one; it stays where it is in memory. NULL: ERR_MEMORY. */
struct otf2_request *otf2_request_add(struct otf2_requests *requests, uint64_t number, struct error *err);

/* NULL: no request of that number. */
struct otf2_request *otf2_request_find(const struct otf2_requests *requests, uint64_t number);
void otf2_request_remove(struct otf2_requests *requests, uint64_t number);
void otf2_requests_release(struct otf2_requests *requests);

#endif
