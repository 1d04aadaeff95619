#include "tune/library.h"

#include "rules/mpich.h"
#include "rules/tuned_json.h"
#include "rules/tuned_write.h"

const struct tune_library tune_openmpi = {
	.name = "Open MPI 4.1",
	.word = "Open MPI",
	.rules = "coll/tuned",
	.decision = LIBRARY_OPENMPI_4_1,
	.proven = true,
	.class = tuned_class,
	.write = tuned_write,
};

const struct tune_library tune_mpich = {
	.name = "MPICH 4.0",
	.word = "MPICH",
	.rules = "selection",
	.decision = LIBRARY_MPICH_4_0,
	.proven = true,
	.goes_by_nodes = mpich_goes_by_nodes,
	.class = mpich_class,
	.write = mpich_write,
};

/* Their algorithms have the numbers and messages of 4.1's, and so have their own decisions as far as these are known.
 */
const struct tune_library tune_openmpi_5 = {
	.name = "Open MPI 5.0",
	.word = "Open MPI v5.",
	.rules = "coll/tuned",
	.decision = LIBRARY_OPENMPI_4_1,
	.class = tuned_class,
	.write = tuned_write_version_2,
};

const struct tune_library tune_openmpi_6 = {
	.name = "Open MPI 6.0",
	.word = "Open MPI v6.",
	.rules = "coll/tuned",
	.decision = LIBRARY_OPENMPI_4_1,
	.class = tuned_class,
	.write = tuned_json_write,
};
