#ifndef SONDE_MODEL_CLASSES_H
#define SONDE_MODEL_CLASSES_H

#include "model/model.h"

/* The classes, each defined at the foot of its own file. */
extern const struct model_class model_hockney;
extern const struct model_class model_logp;
extern const struct model_class model_loggp;
extern const struct model_class model_plogp;
extern const struct model_class model_lmo;
extern const struct model_class model_3pc;
extern const struct model_class model_p3pc;
extern const struct model_class model_loggp_star;
extern const struct model_class model_loggpo;

#endif
