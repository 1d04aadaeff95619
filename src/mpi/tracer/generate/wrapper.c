#include "mpi/tracer/generate/wrapper.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

/* What is being written. Names in wrappers end in an underscore: no parameter of MPI's does. */
struct writer {
	FILE *out;
	const struct roles *roles;
	enum language language;
};

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

static void put(const struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(const struct writer *w, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vfprintf(w->out, format, list);
	va_end(list);
}

static bool there(const struct writer *w, const char *role)
{
	return roles_find(w->roles, role) >= 0;
}

/* The expression of a parameter's value: a number, or a handle of that kind ("Comm", "Type", "Request", "Op",
 * "Message"). The texts live until the function is called eight times more. */
static const char *value(const struct writer *w, const char *role, const char *kind)
{
	static char texts[8][96];
	static int next;
	char *text = texts[next++ % 8];
	const char *name = roles_name(w->roles, role);
	const bool pointer = strchr(role, '*');
	if (w->language != LANGUAGE_C && kind)
		snprintf(text, sizeof(*texts), "RECORD_F2C(%s, *%s)", kind, name);
	else
		snprintf(text, sizeof(*texts), "%s%s", w->language != LANGUAGE_C || pointer ? "*" : "", name);
	return text;
}

static const char *length(const struct writer *w)
{
	return there(w, "length") ? value(w, "length", NULL) : "1";
}

/* The name without MPI_ in small letters: "send". */
static const char *small_name(const struct writer *w)
{
	static char text[64];
	size_t n = 0;
	for (const char *at = w->roles->prototype->name + 4; *at && n + 1 < sizeof(text); at++)
		text[n++] = (char)tolower((unsigned char)*at);
	text[n] = '\0';
	return text;
}

/* How a parameter is passed on. */
static void put_argument(const struct writer *w, int i)
{
	const char *role = w->roles->role[i];
	const bool completes = there(w, "donerequest*") || there(w, "donerequests*");
	const char *name = w->roles->prototype->parameters[i].name;
	if (strcmp(role, "gotstatus*") == 0 || (completes && strncmp(role, "status", 6) == 0))
		put(w, "%sstatus_", w->language == LANGUAGE_C ? "" : "(MPI_Fint *)");
	else
		put(w, "%s", name);
}

static void put_arguments(const struct writer *w, bool as_given)
{
	const struct prototype *prototype = w->roles->prototype;
	for (int i = 0; i < prototype->n; i++) {
		put(w, "%s", i ? ", " : "");
		if (as_given)
			put(w, "%s", prototype->parameters[i].name);
		else
			put_argument(w, i);
	}
	if (w->language == LANGUAGE_C)
		return;
	put(w, "%sierror_", prototype->n ? ", " : "");
	for (int i = 0; i < prototype->n; i++)
		if (prototype->parameters[i].string)
			put(w, ", length%d_", i);
}

/* The parameters of Fortran: addresses, then the error code, then lengths of texts. */
static void put_fortran_parameters(const struct writer *w, bool types_alone)
{
	const struct prototype *prototype = w->roles->prototype;
	for (int i = 0; i < prototype->n; i++) {
		const char *role = w->roles->role[i];
		const bool bytes = *role == '\0' || *role == '-' || strstr(role, "buf");
		put(w, "%s%s *%s", i ? ", " : "", bytes ? "char" : "MPI_Fint",
		    types_alone ? "" : prototype->parameters[i].name);
	}
	put(w, "%sMPI_Fint *%s", prototype->n ? ", " : "", types_alone ? "" : "given_ierror_");
	for (int i = 0; i < prototype->n; i++) {
		if (!prototype->parameters[i].string)
			continue;
		if (types_alone)
			put(w, ", size_t");
		else
			put(w, ", size_t length%d_", i);
	}
}

static void put_head_of_c(const struct writer *w)
{
	const struct prototype *prototype = w->roles->prototype;
	put(w, "\n%s %s(", prototype->result, prototype->name);
	for (int i = 0; i < prototype->n; i++)
		put(w, "%s%s", i ? ", " : "", prototype->parameters[i].text);
	put(w, "%s)\n{\n\tstruct tracer_thread *const t_ = tracer_enter();\n\tif (!t_)\n\t\treturn tracer_real()->%s(",
	    prototype->n ? "" : "void", prototype->name + 4);
	put_arguments(w, true);
	put(w, ");\n");
}

/* The first of the spellings is the one that is passed on to. */
static void put_head_of_fortran(const struct writer *w)
{
	const bool f08 = w->language == LANGUAGE_F08;
	const char *name = small_name(w);
	put(w, "\nvoid mpi_%s%s(", name, f08 ? "_f08_" : "_");
	put_fortran_parameters(w, false);
	put(w, ")\n{\n\tstatic void (*next_)(");
	put_fortran_parameters(w, true);
	put(w, ");\n\tif (!next_)\n\t\t*(void **)&next_ = fortran_next(\"mpi_%s%s\");\n", name, f08 ? "_f08_" : "_");
	put(w, "\tMPI_Fint own_ierror_ = MPI_SUCCESS;\n");
	put(w, "\tMPI_Fint *const ierror_ = given_ierror_ ? given_ierror_ : &own_ierror_;\n");
	put(w, "\tstruct tracer_thread *const t_ = tracer_enter();\n\tif (!t_) {\n\t\tnext_(");
	put_arguments(w, true);
	put(w, ");\n\t\treturn;\n\t}\n");
}

/* What has to be known from before the call. */
static void put_before_requests(const struct writer *w)
{
	if (there(w, "donerequest*"))
		put(w, "\tconst MPI_Request before_ = %s;\n", value(w, "donerequest*", "Request"));
	if (there(w, "donerequests*") || (there(w, "startrequests*") && w->language != LANGUAGE_C)) {
		const bool starts = there(w, "startrequests*");
		const char *name = roles_name(w->roles, starts ? "startrequests*" : "donerequests*");
		put(w, "\tconst size_t length_ = %s > 0 ? (size_t)%s : 0;\n", length(w), length(w));
		put(w, "\tMPI_Request *const before_ = record_saved(t_, length_);\n");
		put(w, "\tfor (size_t i_ = 0; before_ && i_ < length_; i_++)\n\t\tbefore_[i_] = ");
		put(w, w->language == LANGUAGE_C ? "%s[i_];\n" : "RECORD_F2C(Request, %s[i_]);\n", name);
	}
	if (there(w, "message*"))
		put(w, "\tconst MPI_Message taken_ = %s;\n", value(w, "message*", "Message"));
	if (there(w, "freerequest*"))
		put(w,
		    "\ttracer_lock(t_);\n\tconst int64_t slot_ = record_request_free(t_, %s);\n\ttracer_unlock(t_);\n",
		    value(w, "freerequest*", "Request"));
	if (there(w, "freecomm*"))
		put(w, "\ttracer_lock(t_);\n\tconst int64_t freed_ = record_comm_free(t_, %s);\n\ttracer_unlock(t_);\n",
		    value(w, "freecomm*", "Comm"));
	if (there(w, "freetype*"))
		put(w, "\ttracer_lock(t_);\n\trecord_type_free(t_, %s);\n\ttracer_unlock(t_);\n",
		    value(w, "freetype*", "Type"));
}

static void put_before_status(const struct writer *w)
{
	const bool c = w->language == LANGUAGE_C;
	const bool several = there(w, "statuses*");
	const char *role = several ? "statuses*" : there(w, "gotstatus*") ? "gotstatus*" : "status*";
	if (!there(w, role))
		return;
	const char *name = roles_name(w->roles, role);
	char ignored[96];
	if (c)
		snprintf(ignored, sizeof(ignored), "%s == MPI_STATUS%s_IGNORE", name, several ? "ES" : "");
	else
		snprintf(ignored, sizeof(ignored), "tracer_is_ignored(%s)", name);
	if (strcmp(role, "gotstatus*") == 0) {
		put(w, "\tMPI_Status own_status_;\n");
		put(w, "\tMPI_Status *const status_ = %s", ignored);
		if (!there(w, "newmessage*"))
			put(w, " && record_wild(%s, %s)", value(w, "source", NULL), value(w, "recvtag", NULL));
		put(w, " ? &own_status_ : %s%s;\n", c ? "" : "(MPI_Status *)", name);
	} else if (there(w, "donerequest*") || there(w, "donerequests*")) {
		put(w, "\tMPI_Status *const status_ = record_statuses(t_, %s, %s, %s);\n", name, ignored,
		    several ? "length_" : "1");
		put(w, "\tconst bool ignored_ = %s && status_ == (void *)%s;\n", ignored, name);
	}
}

static void put_call(const struct writer *w)
{
	put(w, "\tconst uint64_t begin_ = tracer_begin(t_);\n\t");
	if (w->language == LANGUAGE_C)
		put(w, "const %s result_ = tracer_next.%s(", w->roles->prototype->result,
		    w->roles->prototype->name + 4);
	else
		put(w, "next_(");
	put_arguments(w, false);
	put(w, ");\n\tconst uint64_t end_ = tracer_ticks();\n");
	put(w, "\tconst bool good_ = %s == MPI_SUCCESS;\n", w->language == LANGUAGE_C ? "result_" : "*ierror_");
	put(w, "\t(void)good_;\n");
	if (there(w, "flag*"))
		put(w, "\tconst bool found_ = !good_ || %s;\n", value(w, "flag*", NULL));
	if (there(w, "outflag*"))
		put(w, "\tconst bool found_ = !good_ || %s;\n", value(w, "outflag*", NULL));
	put(w, "\ttracer_lock(t_);\n");
}

/* Whether what a parameter says is significant at this process, as an expression. buffer: NULL, or that of its side. */
static void put_wanted(const struct writer *w, const char *role, const char *buffer)
{
	const char *where = w->roles->where[roles_find(w->roles, role)];
	const enum trace_family family = trace_function_family(w->roles->function);
	put(w, "good_");
	if (strcmp(where, "part") == 0)
		put(w, " && %s != MPI_PROC_NULL", value(w, "root", NULL));
	else if (*where)
		put(w, " && record_at_%s(comm_, %s)", where, value(w, "root", NULL));
	if (!buffer || !there(w, buffer) || (family != TRACE_COLLECTIVE && family != TRACE_COLLECTIVE_BEGIN))
		return;
	if (w->language == LANGUAGE_C)
		put(w, " && %s != MPI_IN_PLACE", roles_name(w->roles, buffer));
	else
		put(w, " && !tracer_is_in_place(%s)", roles_name(w->roles, buffer));
}

static const struct side {
	const char *buffer, *count, *type, *each, *each_type, *types;
	enum trace_field list, layout;
} sides[] = {
	{"sendbuf", "sendcount", "sendtype", "sendeach", "sendeachtype", "sendtypes", TRACE_SEND_LIST,
	 TRACE_SEND_LAYOUT},
	{"recvbuf", "recvcount", "recvtype", "recveach", "recveachtype", "recvtypes", TRACE_RECEIVE_LIST,
	 TRACE_RECEIVE_LAYOUT},
	{NULL, "count", "type", "", "", "", TRACE_FIELDS, TRACE_LAYOUT},
};

/* What several fields need. */
static void put_common(const struct writer *w)
{
	const char *comm = there(w, "comm") ? "comm" : "neighbours";
	if (there(w, comm))
		put(w, "\tconst struct tracer_communicator *const comm_ = record_comm(t_, %s);\n",
		    value(w, comm, "Comm"));
	if (there(w, "neighbours"))
		put(w, "\tconst struct neighbours *const near_ = communicators_neighbours(comm_, %s);\n",
		    value(w, comm, "Comm"));
	if (there(w, "message*"))
		put(w, "\tconst struct tracer_message message_ = record_message_take(t_, taken_);\n");
	for (int i = 0; i < 3; i++) {
		const struct side *side = &sides[i];
		const char *type = there(w, side->type) ? side->type : side->each_type;
		if (!*type || !there(w, type))
			continue;
		put(w, "\tconst struct tracer_type %s_ = record_type(t_, %s, ", type, value(w, type, "Type"));
		put_wanted(w, type, side->buffer);
		put(w, ");\n");
	}
	put(w, "\tint64_t *const f_ = t_->fields;\n");
}

static void put_request(const struct writer *w)
{
	if (there(w, "newrequest*") || there(w, "newpersistent*")) {
		const bool persistent = there(w, "newpersistent*");
		put(w, "record_request_new(t_, %s, ",
		    value(w, persistent ? "newpersistent*" : "newrequest*", "Request"));
		put(w, "%s", persistent ? "REQUEST_PERSISTENT | REQUEST_INACTIVE" : "0");
		if (there(w, "source"))
			put(w, " | record_wild(%s, %s)", value(w, "source", NULL), value(w, "recvtag", NULL));
		put(w, ", good_)");
	} else if (there(w, "startrequest*")) {
		put(w, "record_request_start(t_, %s)", value(w, "startrequest*", "Request"));
	} else if (there(w, "cancelrequest*")) {
		put(w, "record_request_cancel(t_, %s)", value(w, "cancelrequest*", "Request"));
	} else if (there(w, "freerequest*")) {
		put(w, "slot_");
	} else {
		put(w, "record_request(t_, %s)", value(w, "request", "Request"));
	}
}

static void put_got(const struct writer *w, enum trace_field field)
{
	put(w, "record_got_%s(%s, status_, good_%s)", field == TRACE_GOT_SOURCE ? "source" : "tag",
	    value(w, field == TRACE_GOT_SOURCE ? "source" : "recvtag", NULL), there(w, "flag*") ? " && found_" : "");
}

static void put_made(const struct writer *w)
{
	if (there(w, "newsamecomm*"))
		put(w, "record_made_same(t_, %s, %s, good_)", value(w, "comm", "Comm"),
		    value(w, "newsamecomm*", "Comm"));
	else
		put(w, "record_made(t_, %s, %s, good_)", there(w, "comm") ? "comm_" : "&tracer_no_communicator",
		    value(w, "newcomm*", "Comm"));
}

/* The bytes of a side of one count and one type. */
static void put_bytes(const struct writer *w, const struct side *side)
{
	put(w, "record_bytes(%s, %s_)", value(w, side->count, NULL), side->type);
}

/* The layout of a side; lists of types say it later. */
static void put_layout(const struct writer *w, const struct side *side)
{
	if (there(w, side->type))
		put(w, "%s_.layout", side->type);
	else if (there(w, side->each_type))
		put(w, "%s_.layout", side->each_type);
	else
		put(w, "0");
}

static void put_rank(const struct writer *w, const char *role)
{
	if (strcmp(role, "source") == 0 && there(w, "message*"))
		put(w, "message_.source");
	else
		put(w, "tracer_rank(%s)", value(w, role, NULL));
}

static void put_scalar(const struct writer *w, enum trace_field field)
{
	switch (field) {
	case TRACE_COMM:
		put(w, there(w, "message*") ? "message_.comm" : there(w, "freecomm*") ? "freed_" : "comm_->number");
		break;
	case TRACE_DEST:
		put_rank(w, "dest");
		break;
	case TRACE_SOURCE:
		put_rank(w, "source");
		break;
	case TRACE_ROOT:
		put_rank(w, "root");
		break;
	case TRACE_SEND_TAG:
		put(w, "%s", value(w, "sendtag", NULL));
		break;
	case TRACE_RECEIVE_TAG:
		if (there(w, "message*"))
			put(w, "message_.tag");
		else
			put(w, "tracer_tag(%s)", value(w, "recvtag", NULL));
		break;
	case TRACE_SEND_BYTES:
	case TRACE_RECEIVE_BYTES:
		put_bytes(w, &sides[field - TRACE_SEND_BYTES]);
		break;
	case TRACE_BYTES:
		put_bytes(w, &sides[2]);
		break;
	case TRACE_SEND_LAYOUT:
	case TRACE_RECEIVE_LAYOUT:
		put_layout(w, &sides[field - TRACE_SEND_LAYOUT]);
		break;
	case TRACE_LAYOUT:
		put_layout(w, &sides[2]);
		break;
	case TRACE_OPERATION:
		put(w, "record_operation(t_, %s, ", value(w, "op", "Op"));
		put_wanted(w, "op", NULL);
		put(w, ")");
		break;
	case TRACE_REQUEST:
		put_request(w);
		break;
	case TRACE_GOT_SOURCE:
	case TRACE_GOT_TAG:
		put_got(w, field);
		break;
	case TRACE_MADE:
		put_made(w);
		break;
	case TRACE_FLAG:
		put(w, "found_");
		break;
	case TRACE_NUMBER:
		put(w, "%s", value(w, "number", NULL));
		break;
	default:
		put(w, "0");
	}
}

/* Bytes for each process of one side. */
static void put_each(const struct writer *w, const struct side *side)
{
	const char *processes = there(w, "neighbours")   ? side == &sides[0] ? "near_->n_out" : "near_->n_in"
				: there(w, side->buffer) ? "comm_->others"
							 : "comm_->size";
	const bool typed = there(w, side->types);
	const char *each = roles_name(w->roles, side->each);
	put(w, "\tn_ = record_each%s(t_, n_, ", typed ? "_typed" : "");
	if (typed)
		put(w, "%d, ", roles_place(w->roles, side->layout));
	put_wanted(w, side->each, side->buffer);
	put(w, ", %s, %s, sizeof(*%s), ", processes, each, each);
	if (!typed)
		put(w, "%s_);\n", side->each_type);
	else if (w->language == LANGUAGE_C)
		put(w, "%s);\n", roles_name(w->roles, side->types));
	else
		put(w, "record_types(t_, %s, %s));\n", processes, roles_name(w->roles, side->types));
}

/* how_many: an expression. */
static void put_done_some(const struct writer *w, const char *how_many, const char *indices)
{
	put(w, "\tn_ = record_done_some(t_, n_, good_ ? %s : 0, %s, ", how_many, indices);
	if (w->language == LANGUAGE_C)
		put(w, "0");
	else
		put(w, "fortran_base(%s, %s, length_, before_, %s)", how_many, indices,
		    roles_name(w->roles, "donerequests*"));
	put(w, ", before_, ignored_ ? MPI_STATUSES_IGNORE : status_);\n");
}

static void put_done(const struct writer *w)
{
	const char *status = "ignored_ ? NULL : status_";
	const char *statuses = "ignored_ ? MPI_STATUSES_IGNORE : status_";
	const char *good = there(w, "flag*") ? "good_ && found_" : "good_";
	if (there(w, "donerequest*")) {
		put(w, "\tn_ = record_done_one(t_, n_, before_, %s, %s);\n", status, good);
		return;
	}
	if (w->language == LANGUAGE_C)
		put(w, "\tif (!good_%s)\n\t\tn_ = record_done_failed(t_, n_, length_, before_, %s, %s);\n\telse\n\t",
		    there(w, "flag*") ? " || (!found_ && !PORTABLE_TESTS_WHOLE)" : "",
		    roles_name(w->roles, "donerequests*"), there(w, "statuses*") ? statuses : "MPI_STATUSES_IGNORE");
	if (there(w, "index*"))
		put_done_some(w, good, roles_name(w->roles, "index*"));
	else if (there(w, "outcount*"))
		put_done_some(w, value(w, "outcount*", NULL), roles_name(w->roles, "indices*"));
	else if (there(w, "outflag*"))
		put_done_some(w, value(w, "outflag*", NULL), roles_name(w->roles, "indices*"));
	else
		put(w, "\tn_ = record_done_all(t_, n_, length_, before_, %s, %s);\n", statuses, good);
}

static void put_lists(const struct writer *w)
{
	put(w, "\tsize_t n_ = %d;\n", roles_scalars(w->roles));
	for (int i = 0; i < 2; i++)
		if (roles_has(w->roles, sides[i].list))
			put_each(w, &sides[i]);
	if (there(w, "neighbours")) {
		put(w, "\tn_ = record_neighbours(t_, n_, near_->n_out, near_->out);\n");
		put(w, "\tn_ = record_neighbours(t_, n_, near_->n_in, near_->in);\n");
	}
	if (there(w, "startrequests*")) {
		if (w->language == LANGUAGE_C)
			put(w, "\tconst size_t length_ = good_ && %s > 0 ? (size_t)%s : 0;\n", length(w), length(w));
		put(w, "\tn_ = record_requests_start(t_, n_, length_, %s);\n",
		    w->language == LANGUAGE_C ? roles_name(w->roles, "startrequests*") : "before_");
	}
	if (roles_has(w->roles, TRACE_DONE_LIST))
		put_done(w);
}

static void put_after(const struct writer *w)
{
	put_common(w);
	int place = 0;
	for (int i = 0; i < TRACE_FIELDS; i++) {
		const enum trace_field field = (enum trace_field)i;
		if (!roles_has(w->roles, field) || trace_field_is_list(field))
			continue;
		put(w, "\tf_[%d] = ", place++);
		put_scalar(w, field);
		put(w, ";\n");
	}
	if (place == 0)
		put(w, "\t(void)f_;\n");
	put_lists(w);
	if (there(w, "newmessage*"))
		put(w, "\tif (good_%s)\n\t\trecord_message_new(t_, %s, comm_->number, status_);\n",
		    there(w, "flag*") ? " && found_" : "", value(w, "newmessage*", "Message"));
	put(w, "\ttracer_unlock(t_);\n");
	const bool polls = roles_has(w->roles, TRACE_FLAG);
	put(w, "\ttracer_leave%s(t_, trace_%s, n_, begin_, end_, __builtin_return_address(0)%s);\n",
	    polls ? "_polling" : "", trace_function_name(w->roles->function) + 4,
	    !polls                      ? ""
	    : there(w, "donerequests*") ? ", found_ || t_->fields[3] > 0"
					: ", found_");
}

static void put_spellings(const struct writer *w)
{
	const char *name = small_name(w);
	char large[64];
	size_t n = 0;
	for (const char *at = name; *at; at++)
		large[n++] = (char)toupper((unsigned char)*at);
	large[n] = '\0';
	put(w, "TRACER_SPELLINGS(mpi_%s, MPI_%s)\n", name, large);
}

void wrapper_write(FILE *out, const struct roles *roles, enum language language)
{
	const struct writer writer = {out, roles, language};
	const struct writer *w = &writer;
	if (language == LANGUAGE_C)
		put_head_of_c(w);
	else
		put_head_of_fortran(w);
	put_before_requests(w);
	put_before_status(w);
	put_call(w);
	put_after(w);
	put(w, language == LANGUAGE_C ? "\treturn result_;\n}\n" : "}\n");
	if (language == LANGUAGE_FORTRAN)
		put_spellings(w);
}
