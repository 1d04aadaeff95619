#include "rules/tuned_json.h"

static bool fits(const struct tuned_json_communicator *c, int processes, enum tuned_spread spread)
{
	return (c->spread == SPREAD_ANY || c->spread == spread) && c->least <= processes && processes <= c->most;
}

const struct tuned_json_rule *tuned_json_find(const struct tuned_json *file, int id, int processes,
					      enum tuned_spread spread, uint64_t bytes)
{
	const struct tuned_json_operation *o = NULL;
	const struct tuned_json_communicator *c = NULL;

	for (size_t i = 0; i < file->n && !*file->ignored && !*file->crashes; i++)
		if (file->list[i].id == id)
			o = &file->list[i];
	for (size_t i = 0; o && i < o->n && !c; i++)
		if (fits(&o->list[i], processes, spread))
			c = &o->list[i];
	for (size_t i = 0; c && i < c->n; i++)
		if (!c->rules[i].unknown && c->rules[i].least <= bytes && bytes <= c->rules[i].most)
			return &c->rules[i];
	return NULL;
}
