/* The list of all model classes. No equation. */
#include "model/classes.h"

const struct model_class *const model_classes[] = {
	&model_hockney, &model_logp, &model_loggp,      &model_plogp,  &model_lmo,
	&model_3pc,     &model_p3pc, &model_loggp_star, &model_loggpo, NULL,
};
