#include "mpi/verify/verify.h"

static const char without[] =
	"this sonde was built without MPI: rules can be seen at work by one with Open MPI or MPICH";

enum status verify_tuned(const struct tuned_file *file, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	(void)file, (void)confidence;
	*first = true;
	*result = (struct verify_result){.n = 0};
	return error_set(err, ERR_INPUT, "%s", without);
}

enum status verify_table(const struct choices *table, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	(void)table, (void)confidence;
	*first = true;
	*result = (struct verify_result){.n = 0};
	return error_set(err, ERR_INPUT, "%s", without);
}

enum status verify_mpich(const struct mpich_tree *tree, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	(void)tree, (void)confidence;
	*first = true;
	*result = (struct verify_result){.n = 0};
	return error_set(err, ERR_INPUT, "%s", without);
}
