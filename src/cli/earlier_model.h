#ifndef SONDE_CLI_EARLIER_MODEL_H
#define SONDE_CLI_EARLIER_MODEL_H

#include "base/progress.h"

/*
 * Puts a model that an earlier run has left where this run would have written one of the same class out of the way, so
 * that nobody takes it for this run's: "lmo.json" becomes "lmo.json.earlier", in the place of one that is there. A
 * warning says so.
 *
 * - Nothing is done where there is no file, or one that is no model of this class.
 * - A file that cannot be moved stays; the warning says that it is of an earlier run.
 * - Local.
 */
void earlier_model_put_aside(const char *path, const char *class_name, const struct progress *progress);

#endif
