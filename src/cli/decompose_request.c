#include "cli/decompose_request.h"

#include "cli/command.h"

#include <string.h>

static enum status set_periodic(const char *text, struct domain *domain, struct error *err)
{
	bool all = strcmp(text, "all") == 0, none = strcmp(text, "none") == 0;

	for (size_t d = 0; d < DOMAIN_DIMS; d++)
		domain->periodic[d] = all && d < domain->ndims;
	for (size_t i = 0; text[i] && !all && !none; i++) {
		size_t d = (size_t)(text[i] - 'x');

		if (d >= domain->ndims || domain->periodic[d])
			return error_set(err, ERR_USAGE,
					 "--periodic %s: none, all, or letters of the domain's %zu dimensions, of xyz, "
					 "are expected",
					 text, domain->ndims);
		domain->periodic[d] = true;
	}
	return OK;
}

/* What stands in a file of operations cannot be said by options too. */
static enum status check(const struct decompose_options *o, struct error *err)
{
	if (o->operations && (o->border != SIZE_MAX || o->exchanges != SIZE_MAX || o->compute))
		return error_set(
			err, ERR_USAGE,
			"--operations says what is exchanged and computed: leave out --border, --exchanges and "
			"--compute");
	if (!o->operations && !o->extent)
		return error_set(err, ERR_USAGE,
				 "--domain WxH is missing: how many elements in each dimension? For example --domain "
				 "512x512");
	if (!o->operations && o->processes == 0)
		return error_set(err, ERR_USAGE, "-n P is missing: among how many processes?");
	return OK;
}

static enum status usual(const struct decompose_options *o, struct sequence *sequence, struct error *err)
{
	struct step_cost cost;
	size_t border = o->border == SIZE_MAX ? 0 : o->border, exchanges = o->exchanges == SIZE_MAX ? 1 : o->exchanges;

	if (o->compute && step_cost_read(o->compute, &cost, err) != OK)
		return usage_of_option("--compute", ERR_INPUT, err);
	return sequence_usual(sequence, border, (double)exchanges, o->compute ? &cost : NULL, err);
}

static bool computes(const struct sequence *sequence)
{
	for (size_t i = 0; i < sequence->n; i++)
		if (sequence->steps[i].kind == STEP_COMPUTE && !step_cost_is_nothing(&sequence->steps[i].cost))
			return true;
	return false;
}

/* The option counts, also where the file has a domain; its borders are for so many dimensions. */
static enum status set_domain(const struct decompose_options *o, struct domain *domain, struct error *err)
{
	size_t ndims = domain->ndims;

	TRY(usage_of_option("--domain", extent_read(o->extent, domain, err), err));
	if (domain->ndims != ndims)
		return error_set(err, ERR_USAGE, "--domain %s: %s is of %zu dimensions", o->extent, o->operations,
				 ndims);
	return OK;
}

enum status decompose_request(const struct decompose_options *o, struct sequence *sequence, bool *fewer,
			      struct error *err)
{
	enum status status = check(o, err);
	struct domain *domain = &sequence->domain;

	domain->element = 4;
	if (status == OK && o->extent)
		status = usage_of_option("--domain", extent_read(o->extent, domain, err), err);
	if (status == OK)
		status = o->operations ? sequence_read_file(o->operations, sequence, err) : usual(o, sequence, err);
	if (status == OK && o->operations && o->extent)
		status = set_domain(o, domain, err);
	if (status == OK && domain->ndims == 0)
		status = error_set(err, ERR_INPUT, "%s: there is no domain in it: \"domain 512x512\", for example",
				   o->operations);
	if (status == OK && o->periodic)
		status = set_periodic(o->periodic, domain, err);
	if (o->element > 0)
		domain->element = o->element;
	if (o->processes > 0)
		sequence->processes = o->processes;
	if (status == OK && sequence->processes == 0)
		status = error_set(err, ERR_USAGE, "-n P is missing: among how many processes?");
	*fewer = !o->all && computes(sequence);
	return status;
}
