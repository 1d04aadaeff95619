#ifndef SONDE_PROBE_SETTINGS_H
#define SONDE_PROBE_SETTINGS_H

#include "probe/prober.h"

/*
 * Sets loop, warmup and delay of an experiment by trying it on the platform; the trials are not counted. ERR_* of the
 * platform. Runs on the platform: called by the driving process only.
 */
enum status settings_choose(struct prober *prober, struct experiment *what, struct error *err);

/* The delay alone, of an experiment that has one (EXPERIMENT_RECEIVE*) and whose loop and warmup are set: from the
 * round trip of its message, if the campaign holds that, else by trying. Errors as settings_choose. Runs on the
 * platform. */
enum status settings_delay(struct prober *prober, struct experiment *what, struct error *err);

/* Whether the user said how long timings are: those of the sentinels are as long as the clock needs all the same.
 * Local. */
bool probe_loop_is_asked(const struct probe_loop *loop);
bool settings_are_asked(const struct prober *prober);

#endif
