#ifndef SONDE_CLI_TUNE_VERIFY_RULES_H
#define SONDE_CLI_TUNE_VERIFY_RULES_H

#include "cli/command.h"

#include "algorithm/choice.h"
#include "executable/executable.h"
#include "mpi/verify/verify.h"
#include "rules/mpich.h"
#include "rules/tuned.h"

/* What the parts of sonde tune --verify share. */

struct tune_verification {
	const char *file;   /* rules of the library that this build is for */
	bool prune;         /* rules that are slower are taken out, */
	const char *output; /* and what is left is written here */
	double confidence;
};

enum verdict { VERDICT_OTHER, VERDICT_WORSE, VERDICT_SAME, VERDICT_BETTER, VERDICT_OWN, VERDICT_UNTIMED };
extern const char *const verdict_words[]; /* "not in force", "worse", ... */

enum verdict verdict_of(const struct verify_row *row, double confidence);

/* Who goes by rules that are seen at work: Open MPI, MPICH, or the library of sonde run, which has a table. */
struct verify_target {
	const char *spy;       /* the library that looks on; NULL: the one of collective operations is preloaded */
	const char *variable;  /* of the environment, set to the file */
	const char *also, *to; /* another one, and what it is set to; NULL: none */
	const char *(*operation)(int id);
};
extern const struct verify_target verify_target_openmpi, verify_target_mpich, verify_target_table;

/* The rules of a file, in the form of whoever goes by them. */
struct rules {
	const struct verify_target *target;
	enum mpi_kind mpi;      /* of this build */
	struct tuned_file file; /* of Open MPI */
	struct mpich_tree tree; /* of MPICH */
	struct choices table;   /* of sonde run */
};

void rules_release(struct rules *rules);

#endif
