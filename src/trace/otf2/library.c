#include "trace/otf2/library.h"

#include <stdarg.h>
#include <stdio.h>

static OTF2_ErrorCode keep(void *data, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
			   const char *format, va_list arguments)
{
	struct otf2_complaint *complaint = data;
	(void)file;
	(void)line;
	(void)function;
	if (complaint && !*complaint->text) {
		int n = snprintf(complaint->text, sizeof(complaint->text), "%s: ", OTF2_Error_GetDescription(code));
		if (n >= 0 && (size_t)n < sizeof(complaint->text))
			vsnprintf(complaint->text + n, sizeof(complaint->text) - (size_t)n, format, arguments);
	}
	return code;
}

void otf2_complaint_to(struct otf2_complaint *complaint)
{
	OTF2_Error_RegisterCallback(keep, complaint);
}

enum status otf2_check(OTF2_ErrorCode code, struct otf2_complaint *complaint, enum status status, const char *what,
		       struct error *err)
{
	if (code == OTF2_SUCCESS)
		return OK;
	const char *reason = *complaint->text ? complaint->text : OTF2_Error_GetDescription(code);
	error_set(err, status, "%s: %s", what, reason);
	*complaint->text = '\0';
	return status;
}
