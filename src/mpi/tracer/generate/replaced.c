#include "mpi/tracer/generate/replaced.h"

#include <string.h>

/* A function, and by whose algorithms it may be done: enum collective. */
static const struct replaced {
	enum trace_function function;
	const char *collective;
} all[] = {
	{trace_Barrier, "BARRIER"},
	{trace_Bcast, "BCAST"},
	{trace_Gather, "GATHER"},
	{trace_Gatherv, "GATHERV"},
	{trace_Scatter, "SCATTER"},
	{trace_Scatterv, "SCATTERV"},
	{trace_Allgather, "ALLGATHER"},
	{trace_Allgatherv, "ALLGATHER"},
	{trace_Alltoall, "ALLTOALL"},
	{trace_Reduce, "REDUCE"},
	{trace_Allreduce, "ALLREDUCE"},
	{trace_Reduce_scatter, "REDUCE_SCATTER"},
	{trace_Reduce_scatter_block, "REDUCE_SCATTER"},
	{trace_Scan, "SCAN"},
};

/* What a role's parameter is among the arguments (struct user_arguments), and its kind of handle. */
static const struct member {
	const char *role, *name, *kind;
} members[] = {
	{"sendbuf", "send", NULL},
	{"sendcount", "send_count", NULL},
	{"sendeach", "send_counts", NULL},
	{"sendtype", "send_type", "Type"},
	{"sendeachtype", "send_type", "Type"},
	{"recvbuf", "receive", NULL},
	{"recvcount", "receive_count", NULL},
	{"recveach", "receive_counts", NULL},
	{"recvtype", "receive_type", "Type"},
	{"recveachtype", "receive_type", "Type"},
	{"buf", "receive", NULL},
	{"count", "receive_count", NULL},
	{"type", "receive_type", "Type"},
	{"op", "op", "Op"},
	{"root", "root", NULL},
	{"comm", "comm", "Comm"},
};

/* Parameters without a role are buffers where they come first, else where blocks lie, after how long they are. */
static const struct member without_role[] = {
	{"-", "send", NULL},
	{"-", "receive", NULL},
	{"sendeach", "send_displacements", NULL},
	{"recveach", "receive_displacements", NULL},
};

static const struct member *member_of(const struct roles *roles, int i)
{
	const char *role = roles->role[i];

	for (size_t k = 0; k < sizeof(members) / sizeof(*members); k++)
		if (strcmp(role, members[k].role) == 0)
			return &members[k];
	if (i < 2)
		return &without_role[i];
	for (size_t k = 2; k < sizeof(without_role) / sizeof(*without_role); k++)
		if (strcmp(roles->role[i - 1], without_role[k].role) == 0)
			return &without_role[k];
	fail("what is parameter %d of %s?", i, roles->prototype->name);
}

static void put_names(const struct wrapper *w)
{
	const struct prototype *prototype = w->roles->prototype;

	for (int i = 0; i < prototype->n; i++)
		wrapper_put(w, "%s%s", i ? ", " : "", prototype->parameters[i].name);
}

static void put_of_c(const struct wrapper *w, const char *collective)
{
	const struct prototype *prototype = w->roles->prototype;
	const char *name = prototype->name + 4;

	wrapper_put(w, "\n%s MPI_%s(", prototype->result, name);
	for (int i = 0; i < prototype->n; i++)
		wrapper_put(w, "%s%s", i ? ", " : "", prototype->parameters[i].text);
	wrapper_put(w, ")\n{\n\tif (dropin_state()->looks[COLLECTIVE_%s]) {\n\t\tint code_;\n", collective);
	wrapper_put(w, "\t\tstruct user_arguments given_;\n\t\tuser_arguments_clear(&given_);\n");
	for (int i = 0; i < prototype->n; i++)
		wrapper_put(w, "\t\tgiven_.%s = %s;\n", member_of(w->roles, i)->name, prototype->parameters[i].name);
	wrapper_put(w, "\t\tif (dropin_replace(COLLECTIVE_%s, &given_, &code_))\n\t\t\treturn code_;\n\t}\n",
		    collective);
	wrapper_put(w, "\treturn PMPI_%s(", name);
	put_names(w);
	wrapper_put(w, ");\n}\nDROPIN_OWN(%s)\n", name);
}

/* How Fortran's argument goes on to C. */
static void put_converted(const struct wrapper *w, int i)
{
	const struct member *member = member_of(w->roles, i);
	const char *name = w->roles->prototype->parameters[i].name;

	if (member->kind)
		wrapper_put(w, "PMPI_%s_f2c(*%s)", member->kind, name);
	else if (strcmp(member->name, "send") == 0 || strcmp(member->name, "receive") == 0)
		wrapper_put(w, "dropin_buffer(%s, __builtin_return_address(0))", name);
	else if (strstr(member->name, "counts") || strstr(member->name, "displacements"))
		wrapper_put(w, "%s", name);
	else
		wrapper_put(w, "*%s", name);
}

static void put_of_fortran(const struct wrapper *w)
{
	const struct prototype *prototype = w->roles->prototype;

	wrapper_put(w, "\nvoid mpi_%s%s(", wrapper_small_name(w), w->language == LANGUAGE_F08 ? "_f08_" : "_");
	for (int i = 0; i < prototype->n; i++) {
		const char *member = member_of(w->roles, i)->name;
		const bool bytes = strcmp(member, "send") == 0 || strcmp(member, "receive") == 0;

		wrapper_put(w, "%s *%s, ", bytes ? "char" : "MPI_Fint", prototype->parameters[i].name);
	}
	wrapper_put(w, "MPI_Fint *ierror_)\n{\n\tconst int code_ = dropin_own_%s(", prototype->name + 4);
	for (int i = 0; i < prototype->n; i++) {
		wrapper_put(w, "%s", i ? ", " : "");
		put_converted(w, i);
	}
	wrapper_put(w, ");\n\tif (ierror_)\n\t\t*ierror_ = code_;\n}\n");
	if (w->language == LANGUAGE_FORTRAN)
		wrapper_put_spellings(w);
}

void replaced_write(FILE *out, const struct header *header, enum replaced_fortran fortran)
{
	fputs("#include \"mpi/dropin/fortran.h\"\n", out);
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		const struct prototype *prototype = header_find(header, trace_function_name(all[i].function));
		struct roles roles;
		struct wrapper w = {out, &roles, LANGUAGE_C, ""};

		if (!prototype)
			fail("there is no %s", trace_function_name(all[i].function));
		roles_read(&roles, all[i].function, prototype);
		put_of_c(&w, all[i].collective);
		w.language = LANGUAGE_F08;
		put_of_fortran(&w);
		w.language = LANGUAGE_FORTRAN;
		if (fortran == REPLACED_F08_AND_MPIF)
			put_of_fortran(&w);
	}
}
