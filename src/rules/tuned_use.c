#include "rules/tuned_use.h"

#include "rules/tuned.h"

static bool is_power_of_2(int n)
{
	return (n & (n - 1)) == 0;
}

/* The library takes another algorithm among some of the numbers of processes. */
static enum status check_fall_back(const struct tuned_use *use, struct rule_effect at, struct rule_effects *effects,
				   struct error *err)
{
	bool one = use->least == use->most;

	at.kind = EFFECT_OTHER;
	if (use->makes & TUNED_EVEN && !(one && use->least % 2 == 0))
		return rule_effects_add(effects, &at, err,
					"among an odd number of processes another algorithm takes the place of %s",
					use->name);
	if (use->makes & TUNED_POWER_OF_2 && !(one && is_power_of_2(use->least)))
		return rule_effects_add(effects, &at, err,
					"among a number of processes that is no power of two another algorithm takes "
					"the place of %s",
					use->name);
	return OK;
}

enum status tuned_use_check(const struct tuned_use *use, struct rule_effect at, struct rule_effects *effects,
			    struct error *err)
{
	enum status status = OK;

	if (use->makes & TUNED_RADIX && use->fanout < 2) {
		at.kind = EFFECT_DEADLOCKS;
		return rule_effects_add(effects, &at, err, "%s with a fan-out of %d never ends: give it 2", use->name,
					use->fanout);
	}
	at.kind = EFFECT_WITHOUT;
	if (use->fanout != 0 && !(use->makes & TUNED_FANOUT))
		status = rule_effects_add(effects, &at, err, "%s takes no fan-out: %d has no effect", use->name,
					  use->fanout);
	if (status == OK && use->segment != 0 && !(use->makes & TUNED_SEGMENT))
		status = rule_effects_add(effects, &at, err, "%s takes no segment: %lld has no effect", use->name,
					  (long long)use->segment);
	return status == OK ? check_fall_back(use, at, effects, err) : status;
}
