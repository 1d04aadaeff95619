#ifndef SONDE_ESTIMATE_MODEL_NOTES_H
#define SONDE_ESTIMATE_MODEL_NOTES_H

#include "base/progress.h"
#include "model/model.h"

/*
 * Tells what may surprise in a fitted model and is no error: o_s(m) or o_r(m) above g(m), and parameters that came out
 * negative, which are told once for all models of which the same is to be said; and of each model that it is unusable
 * where it predicts times below zero, with what to do.
 *
 * - clock: seconds of a call of the platform's clock. What is no more than that above g is not told of o_s.
 * - Local.
 */
void model_notes(const struct model *const *models, size_t n, double clock, const struct progress *progress);

#endif
