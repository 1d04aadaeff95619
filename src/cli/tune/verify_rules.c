#include "cli/tune/verify_rules.h"

#include "mpi/dropin/environment.h"

static const char *openmpi_operation(int id)
{
	return tuned_class(id)->name;
}

static const char *mpich_operation(int id)
{
	return mpich_class(id)->name;
}

static const char *table_operation(int id)
{
	return collective_words[id];
}

const struct verify_target verify_target_openmpi = {"openmpi.so", "OMPI_MCA_coll_tuned_dynamic_rules_filename",
						    "OMPI_MCA_coll_tuned_use_dynamic_rules", "1", openmpi_operation},
			   verify_target_mpich = {"mpich.so", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", NULL, NULL,
						  mpich_operation},
			   verify_target_table = {NULL, DROPIN_TABLE, DROPIN_VERBOSE, "0", table_operation};

const char *const verdict_words[] = {"not in force", "worse",     "no difference",
				     "better",       "unchanged", "in force, not timed"};

enum verdict verdict_of(const struct verify_row *row, double confidence)
{
	if (!row->in_force)
		return VERDICT_OTHER;
	if (row->rule.algorithm == 0)
		return VERDICT_OWN;
	if (!row->timed)
		return VERDICT_UNTIMED;
	if (!family_differs(&row->test, confidence))
		return VERDICT_SAME;
	return row->slower.part.value > 0 ? VERDICT_WORSE : VERDICT_BETTER;
}

void rules_release(struct rules *rules)
{
	tuned_release(&rules->file);
	mpich_release(&rules->tree);
	choices_release(&rules->table);
}
