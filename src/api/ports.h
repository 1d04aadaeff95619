#ifndef SONDE_API_PORTS_H
#define SONDE_API_PORTS_H

#include "api/model.h"
#include "predict/operation.h"

/* Whether there is a model, and such ports. ERR_INPUT. Local. */
enum status predict_ports_check(const struct sonde_model *model, enum sonde_ports ports, struct error *err);

/* Whether there is a model, and a call by one algorithm that it may be asked for. ERR_INPUT. Local. */
enum status predict_call_check(const struct sonde_model *model, const struct sonde_call *call, struct error *err);

/* How is predicted: eager_bytes 0: as the model says. Local. */
struct predict_options predict_options_with(const struct model *model, enum sonde_ports ports, size_t eager_bytes);

#endif
