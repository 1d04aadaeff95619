#ifndef SONDE_MODEL_WHAT_PART_H
#define SONDE_MODEL_WHAT_PART_H

#include "model/model.h"

/* The n times that a model predicts, in s. ERR_* of the prediction. */
typedef enum status what_part_times(void *context, double *seconds, size_t n, struct error *err);

enum { WHAT_PART_TEXT = 800 };

/*
 * Which of the parameters that are to be changed play no part in a prediction, so that the change changes nothing, and
 * which others do: "g plays no part in this prediction of loggp, so the change changes nothing; these do: L, o_s".
 *
 * - changes: as model_what_if takes them, which has not changed the model yet.
 * - text: becomes "" if all of them play a part.
 * - times: what is predicted from the model, n of them. It is asked with each changed parameter doubled, and where one
 *   plays no part with each of the others.
 * - A parameter also plays a part by what moves with it (param_spec.moves_with).
 * - The model is as before at the end.
 * - ERR_MEMORY, ERR_* of times.
 * - Local.
 */
enum status what_part_find(struct model *model, const char *changes, what_part_times *times, void *of, size_t n,
			   char text[WHAT_PART_TEXT], struct error *err);

#endif
