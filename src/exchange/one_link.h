#ifndef SONDE_EXCHANGE_ONE_LINK_H
#define SONDE_EXCHANGE_ONE_LINK_H

#include "model/model.h"

/* Whether a model's parameters hold for every pair, as another simulator needs them. has: what that one has of them,
 * "Dimemas' machine has one network". ERR_INPUT. Local. */
enum status exchange_one_link(const struct model *model, const char *has, struct error *err);

#endif
