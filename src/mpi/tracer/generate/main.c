#include "mpi/tracer/generate/replaced.h"
#include "mpi/tracer/generate/wrapper.h"

#include <string.h>

/*
 * Reads what the preprocessor makes of mpi.h and the table of functions, and writes one of these:
 *
 * - functions_list.h: pointers to all functions of MPI, and what stands for the library's variables.
 * - functions_list.c: their names.
 * - wrappers.c, fortran.c, f08.c: the wrappers.
 * - replaced.c, replaced_f08.c: those of the library that replaces collective operations, with and without Fortran's of
 *   mpif.h.
 * - list: the functions that are declared and have no row, a line each.
 */

static void write_functions_header(FILE *out, const struct header *header)
{
	fputs("#ifndef SONDE_MPI_TRACER_FUNCTIONS_LIST_H\n#define SONDE_MPI_TRACER_FUNCTIONS_LIST_H\n\n", out);
	fputs("struct tracer_mpi {\n", out);
	for (size_t i = 0; i < header->n; i++) {
		const struct prototype *prototype = &header->functions[i];
		fprintf(out, "\t%s (*%s)(", prototype->result, prototype->name + 4);
		for (int j = 0; j < prototype->n; j++)
			fprintf(out, "%s%s", j ? ", " : "", prototype->parameters[j].text);
		fprintf(out, "%s);\n", prototype->variadic ? ", ..." : prototype->n ? "" : "void");
	}
	fprintf(out, "};\n\nenum { TRACER_MPI_FUNCTIONS = %zu };\n\n", header->n);
	fputs("struct tracer_variables {\n\tchar none;\n", out);
	for (size_t i = 0; i < header->n_variables; i++)
		fprintf(out, "\t%s *%s_;\n", header->variables[i].type, header->variables[i].name);
	fputs("};\n\nextern struct tracer_variables tracer_variables;\n", out);
	for (size_t i = 0; i < header->n_variables; i++)
		fprintf(out, "#define %s (*tracer_variables.%s_)\n", header->variables[i].name,
			header->variables[i].name);
	fputs("\n#endif\n", out);
}

/* What stands for functions until they are found, or if no library has them. */
static void write_missing(FILE *out, const struct header *header)
{
	for (size_t i = 0; i < header->n; i++)
		fprintf(out, "static void no_%s(void)\n{\n\ttracer_missing(\"%s\");\n}\n\n", header->functions[i].name,
			header->functions[i].name);
	const char *const structs[] = {"tracer_next", "tracer_own"};
	for (size_t j = 0; j < 2; j++) {
		fprintf(out, "struct tracer_mpi %s = {\n", structs[j]);
		for (size_t i = 0; i < header->n; i++)
			fprintf(out, "\t(__typeof__(%s.%s))no_%s,\n", structs[j], header->functions[i].name + 4,
				header->functions[i].name);
		fputs("};\n\n", out);
	}
}

static void write_functions_source(FILE *out, const struct header *header)
{
	fputs("#include \"mpi/tracer/functions.h\"\n\n", out);
	write_missing(out, header);
	fputs("const char *const tracer_function_names[] = {\n", out);
	for (size_t i = 0; i < header->n; i++)
		fprintf(out, "\t\"%s\",\n", header->functions[i].name);
	fputs("};\n\nstruct tracer_variables tracer_variables;\n\nvoid tracer_find_variables(void)\n{\n", out);
	for (size_t i = 0; i < header->n_variables; i++)
		fprintf(out, "\ttracer_variables.%s_ = tracer_find_variable(\"%s\");\n", header->variables[i].name,
			header->variables[i].name);
	fputs("}\n", out);
}

static void write_wrappers(FILE *out, const struct header *header, enum language language)
{
	fputs("#include <string.h>\n\n#include \"mpi/tracer/record.h\"\n", out);
	if (language != LANGUAGE_C)
		fputs("#include \"mpi/tracer/fortran.h\"\n", out);
	for (int i = 0; i < TRACE_FUNCTIONS; i++) {
		const enum trace_function function = (enum trace_function)i;
		const char *name = trace_function_name(function);
		char large[64];
		snprintf(large, sizeof(large), "%s_c", name);
		const char *const names[] = {name, large};
		for (int j = 0; j < (language == LANGUAGE_C ? 2 : 1); j++) {
			const struct prototype *prototype = header_find(header, names[j]);
			struct roles roles;
			if (!prototype || wrapper_is_written_by_hand(function))
				continue;
			roles_read(&roles, function, prototype);
			wrapper_write(out, &roles, language);
		}
	}
}

static void write_list(FILE *out, const struct header *header)
{
	for (size_t i = 0; i < header->n; i++) {
		char name[128];
		snprintf(name, sizeof(name), "%s", header->functions[i].name);
		const size_t length = strlen(name);
		if (trace_function_find(name) == TRACE_FUNCTIONS && length > 2 && strcmp(name + length - 2, "_c") == 0)
			name[length - 2] = '\0';
		if (trace_function_find(name) == TRACE_FUNCTIONS)
			fprintf(out, "%s\n", header->functions[i].name);
	}
}

int main(int argc, char **argv)
{
	if (argc != 4)
		fail("usage: generate WHAT MPI_H FILE");
	FILE *in = fopen(argv[2], "r");
	FILE *out = in ? fopen(argv[3], "w") : NULL;
	if (!out)
		fail("cannot open %s", in ? argv[3] : argv[2]);
	struct header header;
	header_read(&header, in);
	if (strcmp(argv[1], "functions_list.h") == 0)
		write_functions_header(out, &header);
	else if (strcmp(argv[1], "functions_list.c") == 0)
		write_functions_source(out, &header);
	else if (strcmp(argv[1], "wrappers.c") == 0)
		write_wrappers(out, &header, LANGUAGE_C);
	else if (strcmp(argv[1], "fortran.c") == 0)
		write_wrappers(out, &header, LANGUAGE_FORTRAN);
	else if (strcmp(argv[1], "f08.c") == 0)
		write_wrappers(out, &header, LANGUAGE_F08);
	else if (strcmp(argv[1], "replaced.c") == 0)
		replaced_write(out, &header, REPLACED_F08_AND_MPIF);
	else if (strcmp(argv[1], "replaced_f08.c") == 0)
		replaced_write(out, &header, REPLACED_F08);
	else if (strcmp(argv[1], "list") == 0)
		write_list(out, &header);
	else
		fail("what is %s?", argv[1]);
	if (fclose(out) != 0)
		fail("cannot write %s", argv[3]);
	fclose(in);
	return 0;
}
