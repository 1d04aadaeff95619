#ifndef SONDE_ALGORITHM_CONTRACT_H
#define SONDE_ALGORITHM_CONTRACT_H

#include "algorithm/algorithm.h"
#include "schedule/check.h"

/* What the MPI standard says that a valid call brings about, for check_run. call must outlive the contract. Local. */
struct contract algorithm_contract(const struct call *call);

#endif
