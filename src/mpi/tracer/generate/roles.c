#include "mpi/tracer/generate/roles.h"

#include <string.h>

static void read_role(struct roles *roles, int at, const char *text, size_t length)
{
	const size_t name = strcspn(text, " @");
	if (name >= sizeof(*roles->role) || length - name >= sizeof(*roles->where))
		fail("the role %.*s is too long", (int)length, text);
	memcpy(roles->role[at], text, name);
	if (name < length)
		memcpy(roles->where[at], text + name + 1, length - name - 1);
}

void roles_read(struct roles *roles, enum trace_function function, const struct prototype *prototype)
{
	memset(roles, 0, sizeof(*roles));
	roles->prototype = prototype;
	roles->function = function;
	const char *row = trace_function_parameters(function);
	int n = 0;
	for (const char *at = row; *at; at += strspn(at, " ")) {
		n += strncmp(at, "...", 3) != 0;
		at += strcspn(at, " ");
	}
	int parameter = 0;
	bool open = false;
	for (const char *at = row; *at; at += strspn(at, " ")) {
		const size_t length = strcspn(at, " ");
		if (strncmp(at, "...", 3) == 0) {
			parameter += prototype->n - n;
			open = true;
		} else if (parameter < prototype->n) {
			read_role(roles, parameter++, at, length);
		}
		at += length;
	}
	if (n > prototype->n || (n < prototype->n && !open))
		fail("%s has %d parameters, and its row %d", prototype->name, prototype->n, n);
}

int roles_find(const struct roles *roles, const char *role)
{
	for (int i = 0; i < roles->prototype->n; i++)
		if (strcmp(roles->role[i], role) == 0)
			return i;
	return -1;
}

const char *roles_name(const struct roles *roles, const char *role)
{
	const int at = roles_find(roles, role);
	if (at < 0)
		fail("the row of %s has no %s", roles->prototype->name, role);
	return roles->prototype->parameters[at].name;
}

bool roles_has(const struct roles *roles, enum trace_field field)
{
	return trace_function_fields(roles->function) >> field & 1;
}

int roles_place(const struct roles *roles, enum trace_field field)
{
	int place = 0;
	for (int i = 0; i < (int)field; i++)
		place += roles_has(roles, (enum trace_field)i) && !trace_field_is_list((enum trace_field)i);
	return place;
}

int roles_scalars(const struct roles *roles)
{
	return roles_place(roles, TRACE_FIELDS);
}
