#include "measuring/protocols.h"

#include "estimate/protocol.h"
#include "measuring/probing.h"
#include "model/classes.h"

enum status protocols_prepare(struct platform *platform, struct error *err)
{
	return platform_prepare(platform, PROTOCOL_LARGEST, err);
}

enum status protocols_run(struct measurement *m, struct facts *facts, struct error *err)
{
	struct estimate_options o = estimate_options_default(&model_hockney, &model_hockney.methods[0]);
	struct model *scratch =
		model_new(&model_hockney, m->platform->processes, &(struct link){LINK_ANY, LINK_ANY}, 1);
	struct probing p;
	enum status status;

	if (!scratch)
		return error_memory(err, "facts of a platform");
	o.pair = (struct link){m->options->pair[0], m->options->pair[1]};
	status = probing_begin(&p, m, WATCH_LARGE, err);
	if (status == OK)
		status = protocol_find(&o, &p.prober, PROTOCOL_LARGEST, scratch, err);
	status = probing_searched(&p, status, err);
	status = probing_end(&p, status, err);
	*facts = scratch->facts;
	scratch->facts = (struct facts){.n = 0};
	model_free(scratch);
	return status;
}
