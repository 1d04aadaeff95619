#ifndef SONDE_ALGORITHM_DECISION_MPICH_H
#define SONDE_ALGORITHM_DECISION_MPICH_H

#include "algorithm/decision/steps.h"

/* Appends what MPICH does among all processes of what, two or more, as if each were on a node of its own. Local. */
struct decision_step *mpich_flat(const struct decision_case *what, int process, struct decision *found);

#endif
