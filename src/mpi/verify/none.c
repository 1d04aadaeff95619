#include "mpi/verify/verify.h"

enum status verify_tuned(const struct tuned_file *file, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	(void)file, (void)confidence;
	*first = true;
	*result = (struct verify_result){.n = 0};
	return error_set(err, ERR_INPUT,
			 "this sonde was built without MPI: rules can be seen at work by one with Open MPI");
}
