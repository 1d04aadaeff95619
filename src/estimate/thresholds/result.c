#include "estimate/thresholds/result.h"

#include <math.h>

bool thresholds_is_escalation(const struct thresholds *found, double noise, double regular, double seconds)
{
	return seconds > found->factor * regular && seconds - regular > noise;
}

bool thresholds_escalated(const struct thresholds *thresholds, size_t bytes, double seconds)
{
	return thresholds_is_escalation(thresholds, thresholds->noise, line_at(&thresholds->regular, (double)bytes),
					seconds);
}

/* The escalations as parameters over the sizes; deciles of the sizes at which there were any. */
static enum status set_escalations(const struct thresholds *t, struct model *model, size_t l, struct error *err)
{
	static const char *const names[] = {"escalation_probability", "escalation_q10", "escalation_q50",
					    "escalation_q90"};
	enum status status = OK;

	for (size_t p = 0; status == OK && p < 4; p++) {
		double bytes[ESCALATION_SIZES_MOST], values[ESCALATION_SIZES_MOST];
		size_t n = 0;

		for (size_t i = 0; i < t->n; i++) {
			const struct escalations *e = &t->list[i];
			const double all[] = {(double)e->escalated / (double)e->made, e->q10, e->q50, e->q90};

			bytes[n] = (double)e->bytes;
			values[n] = all[p];
			n += isfinite(all[p]);
		}
		if (n > 0)
			status = model_set_curve(model, l, names[p], bytes, values, n, err);
	}
	return status;
}

/* What an earlier search found. S stays where times beyond it were measured: it then comes from who measured them. */
static void clear(struct model *model, size_t l)
{
	static const char *const names[] = {
		"M1", "M2", "escalation_probability", "escalation_q10", "escalation_q50", "escalation_q90"};
	bool beyond = false;

	for (size_t p = 0; p < sizeof(names) / sizeof(names[0]); p++)
		model_unset(model, l, names[p]);
	for (size_t i = 0; i < model->n_links; i++)
		beyond = beyond || !isnan(model_value(model, i, "rendezvous_beta", 0));
	if (!beyond)
		model_unset(model, l, "S");
}

enum status thresholds_set(const struct thresholds *t, struct model *model, struct error *err)
{
	size_t l = model_platform(model);
	enum status status = OK;

	if (l == model->n_links || model_param_index(model->class, "M1") == model->class->n_params)
		return error_set(err, ERR_INPUT, "a %s model without a place for the platform has no thresholds",
				 model->class->name);
	clear(model, l);
	if (isfinite(t->S))
		status = model_set(model, l, "S", t->S, err);
	if (status == OK && isfinite(t->M1))
		status = model_set(model, l, "M1", t->M1, err);
	if (status == OK && isfinite(t->M2))
		status = model_set(model, l, "M2", t->M2, err);
	return status == OK ? set_escalations(t, model, l, err) : status;
}
