#ifndef SONDE_TRACE_OTF2_LIBRARY_H
#define SONDE_TRACE_OTF2_LIBRARY_H

#include <otf2/OTF2_ErrorCodes.h>

#include "base/error.h"

/* All functions are Local. */

/* What libotf2 says of a failure, which it would print. */
struct otf2_complaint {
	char text[512]; /* of the first one since it was taken; "" */
};

/* From now on libotf2's complaints go there, or nowhere if it is NULL: libotf2 has one place for them in a process. */
void otf2_complaint_to(struct otf2_complaint *complaint);

/* OK if the code is OTF2_SUCCESS, else sets "WHAT: REASON" as status and forgets the complaint. */
enum status otf2_check(OTF2_ErrorCode code, struct otf2_complaint *complaint, enum status status, const char *what,
		       struct error *err);

#endif
