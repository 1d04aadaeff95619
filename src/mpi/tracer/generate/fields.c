#include "mpi/tracer/generate/writing.h"

#include <string.h>

/* Whether what a parameter says is significant at this process, as an expression. buffer: NULL, or that of its side. */
static void put_wanted(const struct wrapper *w, const char *role, const char *buffer)
{
	const char *where = w->roles->where[roles_find(w->roles, role)];
	const enum trace_family family = trace_function_family(w->roles->function);
	wrapper_put(w, "good_");
	if (strcmp(where, "part") == 0)
		wrapper_put(w, " && %s != MPI_PROC_NULL", wrapper_value(w, "root", NULL));
	else if (*where)
		wrapper_put(w, " && record_at_%s(comm_, %s)", where, wrapper_value(w, "root", NULL));
	if (!buffer || !wrapper_has(w, buffer) || (family != TRACE_COLLECTIVE && family != TRACE_COLLECTIVE_BEGIN))
		return;
	if (w->language == LANGUAGE_C)
		wrapper_put(w, " && %s != MPI_IN_PLACE", roles_name(w->roles, buffer));
	else
		wrapper_put(w, " && !tracer_is_in_place(%s)", roles_name(w->roles, buffer));
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
static void put_common(const struct wrapper *w)
{
	const char *comm = wrapper_has(w, "comm") ? "comm" : "neighbours";
	if (wrapper_has(w, comm))
		wrapper_put(w, "\tconst struct tracer_communicator *const comm_ = record_comm(t_, %s);\n",
			    wrapper_value(w, comm, "Comm"));
	if (wrapper_has(w, "neighbours"))
		wrapper_put(w, "\tconst struct neighbours *const near_ = communicators_neighbours(comm_, %s);\n",
			    wrapper_value(w, comm, "Comm"));
	if (wrapper_has(w, "message*"))
		wrapper_put(w, "\tconst struct tracer_message message_ = record_message_take(t_, taken_);\n");
	for (int i = 0; i < 3; i++) {
		const struct side *side = &sides[i];
		const char *type = wrapper_has(w, side->type) ? side->type : side->each_type;
		if (!*type || !wrapper_has(w, type))
			continue;
		wrapper_put(w, "\tconst struct tracer_type %s_ = record_type(t_, %s, ", type,
			    wrapper_value(w, type, "Type"));
		put_wanted(w, type, side->buffer);
		wrapper_put(w, ");\n");
	}
	wrapper_put(w, "\tint64_t *const f_ = t_->fields;\n");
}

static void put_request(const struct wrapper *w)
{
	if (wrapper_has(w, "newrequest*") || wrapper_has(w, "newpersistent*")) {
		const bool persistent = wrapper_has(w, "newpersistent*");
		wrapper_put(w, "record_request_new(t_, %s, ",
			    wrapper_value(w, persistent ? "newpersistent*" : "newrequest*", "Request"));
		wrapper_put(w, "%s", persistent ? "REQUEST_PERSISTENT | REQUEST_INACTIVE" : "0");
		if (wrapper_has(w, "source"))
			wrapper_put(w, " | record_wild(%s, %s)", wrapper_value(w, "source", NULL),
				    wrapper_value(w, "recvtag", NULL));
		wrapper_put(w, ", good_)");
	} else if (wrapper_has(w, "startrequest*")) {
		wrapper_put(w, "record_request_start(t_, %s)", wrapper_value(w, "startrequest*", "Request"));
	} else if (wrapper_has(w, "cancelrequest*")) {
		wrapper_put(w, "record_request_cancel(t_, %s)", wrapper_value(w, "cancelrequest*", "Request"));
	} else if (wrapper_has(w, "freerequest*")) {
		wrapper_put(w, "slot_");
	} else {
		wrapper_put(w, "record_request(t_, %s)", wrapper_value(w, "request", "Request"));
	}
}

static void put_got(const struct wrapper *w, enum trace_field field)
{
	wrapper_put(w, "record_got_%s(%s, status_, good_%s)", field == TRACE_GOT_SOURCE ? "source" : "tag",
		    wrapper_value(w, field == TRACE_GOT_SOURCE ? "source" : "recvtag", NULL),
		    wrapper_has(w, "flag*") ? " && found_" : "");
}

static void put_made(const struct wrapper *w)
{
	/* Of the others that make a communicator of one all its processes call. */
	const bool is_of_all = strcmp(w->roles->prototype->name, "MPI_Comm_create_group") != 0;
	if (wrapper_has(w, "newsamecomm*"))
		wrapper_put(w, "record_made_same(t_, %s, %s, good_)", wrapper_value(w, "comm", "Comm"),
			    wrapper_value(w, "newsamecomm*", "Comm"));
	else
		wrapper_put(w, "record_made(t_, %s, %s, good_, %s)",
			    wrapper_has(w, "comm") ? "comm_" : "&tracer_no_communicator",
			    wrapper_value(w, "newcomm*", "Comm"), is_of_all ? "true" : "false");
}

/* The bytes of a side of one count and one type. */
static void put_bytes(const struct wrapper *w, const struct side *side)
{
	wrapper_put(w, "record_bytes(%s, %s_)", wrapper_value(w, side->count, NULL), side->type);
}

/* The layout of a side; lists of types say it later. */
static void put_layout(const struct wrapper *w, const struct side *side)
{
	if (wrapper_has(w, side->type))
		wrapper_put(w, "%s_.layout", side->type);
	else if (wrapper_has(w, side->each_type))
		wrapper_put(w, "%s_.layout", side->each_type);
	else
		wrapper_put(w, "0");
}

static void put_rank(const struct wrapper *w, const char *role)
{
	if (strcmp(role, "source") == 0 && wrapper_has(w, "message*"))
		wrapper_put(w, "message_.source");
	else
		wrapper_put(w, "tracer_rank(%s)", wrapper_value(w, role, NULL));
}

static void put_tag(const struct wrapper *w, enum trace_field field)
{
	if (field == TRACE_SEND_TAG)
		wrapper_put(w, "%s", wrapper_value(w, "sendtag", NULL));
	else if (wrapper_has(w, "message*"))
		wrapper_put(w, "message_.tag");
	else
		wrapper_put(w, "tracer_tag(%s)", wrapper_value(w, "recvtag", NULL));
}

static void put_scalar(const struct wrapper *w, enum trace_field field)
{
	switch (field) {
	case TRACE_COMM:
		wrapper_put(w, wrapper_has(w, "message*")    ? "message_.comm"
			       : wrapper_has(w, "freecomm*") ? "freed_"
							     : "comm_->number");
		break;
	case TRACE_DEST:
	case TRACE_SOURCE:
	case TRACE_ROOT:
		put_rank(w, field == TRACE_DEST ? "dest" : field == TRACE_SOURCE ? "source" : "root");
		break;
	case TRACE_SEND_TAG:
	case TRACE_RECEIVE_TAG:
		put_tag(w, field);
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
		wrapper_put(w, "record_operation(t_, %s, ", wrapper_value(w, "op", "Op"));
		put_wanted(w, "op", NULL);
		wrapper_put(w, ")");
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
		wrapper_put(w, "found_");
		break;
	case TRACE_NUMBER:
		wrapper_put(w, "%s", wrapper_value(w, "number", NULL));
		break;
	default:
		wrapper_put(w, "0");
	}
}

/* Bytes for each process of one side. */
static void put_each(const struct wrapper *w, const struct side *side)
{
	const char *processes = wrapper_has(w, "neighbours")   ? side == &sides[0] ? "near_->n_out" : "near_->n_in"
				: wrapper_has(w, side->buffer) ? "comm_->others"
							       : "comm_->size";
	const bool typed = wrapper_has(w, side->types);
	const char *each = roles_name(w->roles, side->each);
	wrapper_put(w, "\tn_ = record_each%s(t_, n_, ", typed ? "_typed" : "");
	if (typed)
		wrapper_put(w, "%d, ", roles_place(w->roles, side->layout));
	put_wanted(w, side->each, side->buffer);
	wrapper_put(w, ", %s, %s, sizeof(*%s), ", processes, each, each);
	if (!typed)
		wrapper_put(w, "%s_);\n", side->each_type);
	else if (w->language == LANGUAGE_C)
		wrapper_put(w, "%s);\n", roles_name(w->roles, side->types));
	else { /* they are not there beside MPI_IN_PLACE */
		put_wanted(w, side->each, side->buffer);
		wrapper_put(w, " ? record_types(t_, %s, %s) : NULL);\n", processes, roles_name(w->roles, side->types));
	}
}

/* how_many: an expression. */
static void put_done_some(const struct wrapper *w, const char *how_many, const char *indices)
{
	wrapper_put(w,
		    "n_ = record_done_some(t_, n_, %s, %s, %s, before_, ignored_ ? MPI_STATUSES_IGNORE : status_);\n",
		    how_many, indices, w->language == LANGUAGE_C ? "0" : "base_");
}

/* After a failure. The statuses of what is listed by indices are not those of the requests in their order. */
static void put_done_failed(const struct wrapper *w, bool listed)
{
	const bool c = w->language == LANGUAGE_C;
	const bool one = wrapper_has(w, "donerequest*");
	const bool statuses = wrapper_has(w, "statuses*") && !listed;
	wrapper_put(w, "n_ = %s_done_failed(t_, n_, %s, %s, %s, %s, %s);\n", c ? "record" : "fortran",
		    one ? "1" : "length_", one ? "&before_" : "before_",
		    roles_name(w->roles, one ? "donerequest*" : "donerequests*"),
		    statuses ? "ignored_ ? MPI_STATUSES_IGNORE : status_" : "MPI_STATUSES_IGNORE", wrapper_code(w));
}

static void put_done(const struct wrapper *w)
{
	const bool flag = wrapper_has(w, "flag*");
	const bool some = wrapper_has(w, "indices*");
	const char *found = flag ? "found_" : "true";
	wrapper_put(w, "\tif (!good_%s%s%s)\n\t\t", some ? " && !record_in_status(" : "", some ? wrapper_code(w) : "",
		    some ? ")" : "");
	put_done_failed(w, some || wrapper_has(w, "index*"));
	if (flag && wrapper_has(w, "donerequests*") && w->language == LANGUAGE_C)
		wrapper_put(w,
			    "\telse if (!found_ && !PORTABLE_TESTS_WHOLE)\n\t\tn_ = record_done_changed(t_, n_, "
			    "length_, before_, %s);\n",
			    roles_name(w->roles, "donerequests*"));
	wrapper_put(w, "\telse\n\t\t");
	if (wrapper_has(w, "donerequest*"))
		wrapper_put(w, "n_ = record_done_one(t_, n_, before_, ignored_ ? NULL : status_, %s);\n", found);
	else if (wrapper_has(w, "index*"))
		put_done_some(w, found, roles_name(w->roles, "index*"));
	else if (some)
		put_done_some(w, wrapper_value(w, wrapper_has(w, "outcount*") ? "outcount*" : "outflag*", NULL),
			      roles_name(w->roles, "indices*"));
	else
		wrapper_put(w,
			    "n_ = record_done_all(t_, n_, length_, before_, ignored_ ? MPI_STATUSES_IGNORE : status_, "
			    "%s);\n",
			    found);
}

static void put_lists(const struct wrapper *w)
{
	wrapper_put(w, "\tsize_t n_ = %d;\n", roles_scalars(w->roles));
	for (int i = 0; i < 2; i++)
		if (roles_has(w->roles, sides[i].list))
			put_each(w, &sides[i]);
	if (wrapper_has(w, "neighbours")) {
		wrapper_put(w, "\tn_ = record_neighbours(t_, n_, near_->n_out, near_->out);\n");
		wrapper_put(w, "\tn_ = record_neighbours(t_, n_, near_->n_in, near_->in);\n");
	}
	if (wrapper_has(w, "startrequests*")) {
		if (w->language == LANGUAGE_C)
			wrapper_put(w, "\tconst size_t length_ = good_ && %s > 0 ? (size_t)%s : 0;\n",
				    wrapper_length(w), wrapper_length(w));
		wrapper_put(w, "\tn_ = record_requests_start(t_, n_, length_, %s);\n",
			    w->language == LANGUAGE_C ? roles_name(w->roles, "startrequests*") : "before_");
	}
	if (roles_has(w->roles, TRACE_DONE_LIST))
		put_done(w);
}

void wrapper_put_fields(const struct wrapper *w)
{
	put_common(w);
	int place = 0;
	for (int i = 0; i < TRACE_FIELDS; i++) {
		const enum trace_field field = (enum trace_field)i;
		if (!roles_has(w->roles, field) || trace_field_is_list(field))
			continue;
		wrapper_put(w, "\tf_[%d] = ", place++);
		put_scalar(w, field);
		wrapper_put(w, ";\n");
	}
	if (place == 0)
		wrapper_put(w, "\t(void)f_;\n");
	put_lists(w);
}
