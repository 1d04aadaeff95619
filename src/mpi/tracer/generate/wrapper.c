#include "mpi/tracer/generate/wrapper.h"

#include <string.h>

bool wrapper_is_written_by_hand(enum trace_function function)
{
	switch (function) {
	case trace_Init:
	case trace_Init_thread:
	case trace_Finalize:
	case trace_Abort:
	case trace_Pcontrol:
	case trace_region_begin:
	case trace_region_end:
		return true;
	default:
		return false;
	}
}

/* Open MPI's "use mpi" calls these by another name where the address of memory is a type(c_ptr). */
static bool has_pointer_form(enum trace_function function)
{
	return function == trace_Alloc_mem || function == trace_Win_allocate || function == trace_Win_allocate_shared;
}

/*
 * What programs call seldom, or waits for disks: such wrappers are compiled for size. The compiler takes a third of the
 * time for them, and the others stay close to each other in memory.
 */
static bool is_rare(enum trace_function function)
{
	const char *name = trace_function_name(function);
	const size_t n = strlen(name);
	switch (trace_function_family(function)) {
	case TRACE_COMMUNICATOR:
	case TRACE_FILE:
	case TRACE_PROCESSES:
		return true;
	default:
		return n > 5 && strcmp(name + n - 5, "_init") == 0;
	}
}

/* Other spellings of a function of mpif.h are aliases, which would need the same. */
static const char *attributes(const struct wrapper *w)
{
	return is_rare(w->roles->function) && w->language != LANGUAGE_FORTRAN ? "__attribute__((cold)) " : "";
}

/* How a parameter is passed on. */
static void put_argument(const struct wrapper *w, int i)
{
	const char *role = w->roles->role[i];
	const bool completes = wrapper_has(w, "donerequest*") || wrapper_has(w, "donerequests*");
	const char *name = w->roles->prototype->parameters[i].name;
	if (strcmp(role, "gotstatus*") == 0 || (completes && strncmp(role, "status", 6) == 0))
		wrapper_put(w, "%sstatus_", w->language == LANGUAGE_C ? "" : "(MPI_Fint *)");
	else
		wrapper_put(w, "%s", name);
}

static void put_arguments(const struct wrapper *w, bool as_given)
{
	const struct prototype *prototype = w->roles->prototype;
	for (int i = 0; i < prototype->n; i++) {
		wrapper_put(w, "%s", i ? ", " : "");
		if (as_given)
			wrapper_put(w, "%s", prototype->parameters[i].name);
		else
			put_argument(w, i);
	}
	if (w->language == LANGUAGE_C)
		return;
	wrapper_put(w, "%sierror_", prototype->n ? ", " : "");
	for (int i = 0; i < prototype->n; i++)
		if (prototype->parameters[i].string)
			wrapper_put(w, ", length%d_", i);
}

/* The parameters of Fortran: addresses, then the error code, then lengths of texts. */
static void put_fortran_parameters(const struct wrapper *w, bool types_alone)
{
	const struct prototype *prototype = w->roles->prototype;
	for (int i = 0; i < prototype->n; i++) {
		const char *role = w->roles->role[i];
		const bool bytes = *role == '\0' || *role == '-' || strstr(role, "buf");
		wrapper_put(w, "%s%s *%s", i ? ", " : "", bytes ? "char" : "MPI_Fint",
			    types_alone ? "" : prototype->parameters[i].name);
	}
	wrapper_put(w, "%sMPI_Fint *%s", prototype->n ? ", " : "", types_alone ? "" : "given_ierror_");
	for (int i = 0; i < prototype->n; i++) {
		if (!prototype->parameters[i].string)
			continue;
		if (types_alone)
			wrapper_put(w, ", size_t");
		else
			wrapper_put(w, ", size_t length%d_", i);
	}
}

/* A call without an address at which this library would look is MPI's to refuse. */
static void put_presence(const struct wrapper *w)
{
	const struct prototype *prototype = w->roles->prototype;
	for (int i = 0; i < prototype->n; i++) {
		const char *role = w->roles->role[i], *name = prototype->parameters[i].name;
		const size_t n = strlen(role);
		if (n == 0 || role[n - 1] != '*' || strstr(role, "status"))
			continue;
		if (strcmp(role, "donerequests*") == 0 || strcmp(role, "indices*") == 0)
			wrapper_put(w, "!%s && %s > 0 ? NULL : ", name, wrapper_value(w, "length", NULL));
		else if (strcmp(role, "startrequests*") != 0)
			wrapper_put(w, "!%s ? NULL : ", name);
	}
}

static void put_head_of_c(const struct wrapper *w)
{
	const struct prototype *prototype = w->roles->prototype;
	wrapper_put(w, "\n%s%s %s(", attributes(w), prototype->result, prototype->name);
	for (int i = 0; i < prototype->n; i++)
		wrapper_put(w, "%s%s", i ? ", " : "", prototype->parameters[i].text);
	wrapper_put(w, "%s)\n{\n\tstruct tracer_thread *const t_ = ", prototype->n ? "" : "void");
	put_presence(w);
	wrapper_put(w, "tracer_enter();\n\tif (!t_)\n\t\treturn tracer_real()->%s(", prototype->name + 4);
	put_arguments(w, true);
	wrapper_put(w, ");\n");
}

/* The first of the spellings is the one that is passed on to. */
static void put_head_of_fortran(const struct wrapper *w)
{
	const bool f08 = w->language == LANGUAGE_F08;
	const char *name = wrapper_small_name(w);
	wrapper_put(w, "\n%svoid mpi_%s%s(", attributes(w), name, f08 ? "_f08_" : "_");
	put_fortran_parameters(w, false);
	wrapper_put(w, ")\n{\n\tstatic void (*next_)(");
	put_fortran_parameters(w, true);
	wrapper_put(w, ");\n\tif (!next_)\n\t\t*(void **)&next_ = fortran_next(\"mpi_%s%s\");\n", name,
		    f08 ? "_f08_" : "_");
	wrapper_put(w, "\tMPI_Fint own_ierror_ = MPI_SUCCESS;\n");
	wrapper_put(w, "\tMPI_Fint *const ierror_ = given_ierror_ ? given_ierror_ : &own_ierror_;\n");
	wrapper_put(w, "\tstruct tracer_thread *const t_ = tracer_enter();\n\tif (!t_) {\n\t\tnext_(");
	put_arguments(w, true);
	wrapper_put(w, ");\n\t\treturn;\n\t}\n");
	const bool any = wrapper_has(w, "index*");
	if (any || wrapper_has(w, "indices*"))
		wrapper_put(w,
			    "\tstatic int base_ = -1;\n\tif (base_ < 0)\n\t\tbase_ = fortran_base(\"mpi_%s%s\", (void "
			    "(*)(void))next_, %s);\n",
			    name, f08 ? "_f08_" : "_",
			    !any                      ? "FORTRAN_SOME"
			    : wrapper_has(w, "flag*") ? "FORTRAN_TESTS_ANY"
						      : "FORTRAN_WAITS_ANY");
}

/* What has to be known from before the call. */
static void put_before_requests(const struct wrapper *w)
{
	if (wrapper_has(w, "donerequest*"))
		wrapper_put(w, "\tconst MPI_Request before_ = %s;\n", wrapper_value(w, "donerequest*", "Request"));
	if (wrapper_has(w, "donerequests*") || (wrapper_has(w, "startrequests*") && w->language != LANGUAGE_C)) {
		const bool starts = wrapper_has(w, "startrequests*");
		const char *name = roles_name(w->roles, starts ? "startrequests*" : "donerequests*");
		wrapper_put(w, "\tconst size_t length_ = %s > 0 ? (size_t)%s : 0;\n", wrapper_length(w),
			    wrapper_length(w));
		wrapper_put(w, "\tMPI_Request *const before_ = record_saved(t_, length_);\n");
		if (w->language == LANGUAGE_C)
			wrapper_put(w,
				    "\tif (before_ && length_ > 0)\n\t\tmemcpy(before_, %s, length_ * "
				    "sizeof(*before_));\n",
				    name);
		else
			wrapper_put(w,
				    "\tfor (size_t i_ = 0; before_ && i_ < length_; i_++)\n\t\tbefore_[i_] = "
				    "RECORD_F2C(Request, %s[i_]);\n",
				    name);
	}
	if (wrapper_has(w, "message*"))
		wrapper_put(w, "\tconst MPI_Message taken_ = %s;\n", wrapper_value(w, "message*", "Message"));
	if (wrapper_has(w, "freerequest*"))
		wrapper_put(w,
			    "\ttracer_lock(t_);\n\tconst int64_t slot_ = record_request_free(t_, "
			    "%s);\n\ttracer_unlock(t_);\n",
			    wrapper_value(w, "freerequest*", "Request"));
	if (wrapper_has(w, "freecomm*"))
		wrapper_put(w,
			    "\ttracer_lock(t_);\n\tconst int64_t freed_ = record_comm_free(t_, "
			    "%s);\n\ttracer_unlock(t_);\n",
			    wrapper_value(w, "freecomm*", "Comm"));
	if (wrapper_has(w, "freetype*"))
		wrapper_put(w, "\ttracer_lock(t_);\n\trecord_type_free(t_, %s);\n\ttracer_unlock(t_);\n",
			    wrapper_value(w, "freetype*", "Type"));
}

static void put_before_status(const struct wrapper *w)
{
	const bool c = w->language == LANGUAGE_C;
	const bool several = wrapper_has(w, "statuses*");
	const char *role = several ? "statuses*" : wrapper_has(w, "gotstatus*") ? "gotstatus*" : "status*";
	if (!wrapper_has(w, role))
		return;
	const char *name = roles_name(w->roles, role);
	char ignored[96];
	if (c)
		snprintf(ignored, sizeof(ignored), "%s == MPI_STATUS%s_IGNORE", name, several ? "ES" : "");
	else
		snprintf(ignored, sizeof(ignored), "tracer_is_ignored(%s)", name);
	if (strcmp(role, "gotstatus*") == 0) {
		wrapper_put(w, "\tMPI_Status own_status_;\n");
		wrapper_put(w, "\tMPI_Status *const status_ = %s", ignored);
		if (!wrapper_has(w, "newmessage*"))
			wrapper_put(w, " && record_wild(%s, %s)", wrapper_value(w, "source", NULL),
				    wrapper_value(w, "recvtag", NULL));
		wrapper_put(w, " ? &own_status_ : %s%s;\n", c ? "" : "(MPI_Status *)", name);
	} else if (wrapper_has(w, "donerequest*") || wrapper_has(w, "donerequests*")) {
		wrapper_put(w, "\tMPI_Status *const status_ = record_statuses(t_, %s, %s, %s);\n", name, ignored,
			    several ? "length_" : "1");
		wrapper_put(w, "\tconst bool ignored_ = %s && status_ == (void *)%s;\n", ignored, name);
	}
}

/* Where a test that finds nothing has completed nothing, there is nothing to ask for its fields. */
static void put_nothing_found(const struct wrapper *w)
{
	wrapper_put(w,
		    "\tif (PORTABLE_TESTS_WHOLE && !found_) {\n\t\ttracer_leave_nothing(t_, trace_%s, begin_, end_, "
		    "__builtin_return_address(0));\n\t\treturn%s;\n\t}\n",
		    trace_function_name(w->roles->function) + 4, w->language == LANGUAGE_C ? " result_" : "");
}

static void put_call(const struct wrapper *w)
{
	wrapper_put(w, "\tconst uint64_t begin_ = tracer_begin(t_, trace_%s);\n\t",
		    trace_function_name(w->roles->function) + 4);
	if (w->language == LANGUAGE_C)
		wrapper_put(w, "const %s result_ = tracer_next.%s(", w->roles->prototype->result,
			    w->roles->prototype->name + 4);
	else
		wrapper_put(w, "next_(");
	put_arguments(w, false);
	wrapper_put(w, ");\n\tconst uint64_t end_ = tracer_return(t_);\n");
	wrapper_put(w, "\tconst bool good_ = %s == MPI_SUCCESS;\n", wrapper_code(w));
	wrapper_put(w, "\t(void)good_;\n");
	if (wrapper_has(w, "flag*"))
		wrapper_put(w, "\tconst bool found_ = !good_ || %s;\n", wrapper_value(w, "flag*", NULL));
	if (wrapper_has(w, "outflag*"))
		wrapper_put(w, "\tconst bool found_ = !good_ || %s;\n", wrapper_value(w, "outflag*", NULL));
	if (roles_has(w->roles, TRACE_FLAG) && roles_has(w->roles, TRACE_DONE_LIST))
		put_nothing_found(w);
	wrapper_put(w, "\ttracer_lock(t_);\n");
}

static void put_after(const struct wrapper *w)
{
	wrapper_put_fields(w);
	if (wrapper_has(w, "newmessage*"))
		wrapper_put(w, "\tif (good_%s)\n\t\trecord_message_new(t_, %s, comm_->number, status_);\n",
			    wrapper_has(w, "flag*") ? " && found_" : "", wrapper_value(w, "newmessage*", "Message"));
	wrapper_put(w, "\ttracer_unlock(t_);\n");
	const bool polls = roles_has(w->roles, TRACE_FLAG);
	wrapper_put(w, "\ttracer_leave%s(t_, trace_%s, n_, begin_, end_, __builtin_return_address(0)%s);\n",
		    polls ? "_polling" : "", trace_function_name(w->roles->function) + 4,
		    !polls                            ? ""
		    : wrapper_has(w, "donerequests*") ? ", found_ || t_->fields[3] > 0"
						      : ", found_");
}

static void write_one(const struct wrapper *w)
{
	if (w->language == LANGUAGE_C)
		put_head_of_c(w);
	else
		put_head_of_fortran(w);
	put_before_requests(w);
	put_before_status(w);
	put_call(w);
	put_after(w);
	wrapper_put(w, w->language == LANGUAGE_C ? "\treturn result_;\n}\n" : "}\n");
	if (w->language == LANGUAGE_FORTRAN)
		wrapper_put_spellings(w);
}

void wrapper_write(FILE *out, const struct roles *roles, enum language language)
{
	const struct wrapper plain = {out, roles, language, ""};
	const struct wrapper pointer = {out, roles, language, "_cptr"};
	write_one(&plain);
	if (language == LANGUAGE_FORTRAN && has_pointer_form(roles->function))
		write_one(&pointer);
}
