#include "cli/estimate/pairs.h"

#include "base/option.h"
#include "model/model.h"

enum status pairs_check(const struct pairs_request *request, const int pair[2], struct error *err)
{
	const char *name = request->heterogeneous ? "heterogeneous"
			   : request->homogeneous ? "homogeneous"
			   : request->serial      ? "serial"
			   : request->parallel    ? "parallel"
						  : NULL;

	if (request->heterogeneous && request->homogeneous)
		return error_set(err, ERR_USAGE,
				 "--heterogeneous and --homogeneous: the model either keeps pairs apart or averages "
				 "over them; say one");
	if (request->serial && request->parallel)
		return error_set(
			err, ERR_USAGE,
			"--serial and --parallel: pairs are measured either one after the other or in rounds; say one");
	if (name && pair[0] >= 0)
		return error_set(err, ERR_USAGE,
				 "--%s: it goes with all pairs, and --pairs %d:%d is one; say --pairs all", name,
				 pair[0], pair[1]);
	return OK;
}
