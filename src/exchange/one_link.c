#include "exchange/one_link.h"

enum status exchange_one_link(const struct model *model, const char *has, struct error *err)
{
	return model->n_links == 1
		       ? OK
		       : error_set(err, ERR_INPUT,
				   "the %s model has parameters of single pairs or processes, and %s: average it first",
				   model->class->name, has);
}
