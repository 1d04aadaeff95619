#include "mpi/collective/forced.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 120, TEXT_ROOM = 4096, NUMBERS = 3 };

/* A control variable that is to have a value. */
struct control_variable {
	MPI_T_cvar_handle handle;
	int before, value;
};

/* How the library is told: which variables, and whether they count when a communicator is made. */
struct forced_choice {
	struct control_variable variable[NUMBERS];
	int n;
	bool by_communicator;
};

/* The communicator of an algorithm. */
struct forced {
	char collective[SETUP_NAME_MOST], name[SETUP_NAME_MOST];
	size_t segment, fanout;
	MPI_Comm comm;
};

/* MPI's name of what sonde calls the operation. */
static const char *mpi_name(const char *collective)
{
	return strcmp(collective, "reduce_scatter") == 0    ? "reduce_scatter_block"
	       : strcmp(collective, "reduce_scatterv") == 0 ? "reduce_scatter"
							    : collective;
}

/* They are not given back: Open MPI would open all of its components anew each time, which takes tenths of a second. */
static bool has_variables(void)
{
	int provided;

	return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
}

/* Appends a variable with the value that it is to have; false if the library has none of this name. */
static bool add(struct forced_choice *choice, const char *name, int value)
{
	struct control_variable *v = &choice->variable[choice->n];
	int index, count = 0;

	if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS ||
	    MPI_T_cvar_handle_alloc(index, NULL, &v->handle, &count) != MPI_SUCCESS)
		return false;
	v->value = value;
	choice->n++;
	return count == 1 && MPI_T_cvar_read(v->handle, &v->before) == MPI_SUCCESS;
}

static void release(struct forced_choice *choice)
{
	for (int i = 0; i < choice->n; i++)
		MPI_T_cvar_handle_free(&choice->variable[i].handle);
	choice->n = 0;
}

static bool write_values(const struct forced_choice *choice, bool before)
{
	bool written = true;

	for (int i = 0; i < choice->n; i++)
		written = MPI_T_cvar_write(choice->variable[i].handle,
					   before ? &choice->variable[i].before : &choice->variable[i].value) ==
				  MPI_SUCCESS &&
			  written;
	return written;
}

/* What a variable of Open MPI holds, a flag or a text; "" if there is none. */
static void read_text(const char *name, char text[TEXT_ROOM])
{
	MPI_T_cvar_handle handle;
	int index, count = 0;

	memset(text, 0, TEXT_ROOM);
	if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS ||
	    MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS)
		return;
	if (count < TEXT_ROOM)
		MPI_T_cvar_read(handle, text);
	MPI_T_cvar_handle_free(&handle);
}

/* Appends a name to those that there are. */
static void tell_name(char names[TEXT_ROOM], const char *name)
{
	size_t used = strlen(names);

	snprintf(names + used, TEXT_ROOM - used, "%s%s", used ? ", " : "", name);
}

/* The value that an enumeration has for a name, 0 if there is none; names: all but the first, which is no algorithm. */
static int enumerated(MPI_T_enum list, const char *name, char names[TEXT_ROOM])
{
	char each[NAME_ROOM];
	int n = 0, room = NAME_ROOM, value, found = 0;

	MPI_T_enum_get_info(list, &n, each, &room);
	for (int i = 0; i < n; i++) {
		room = NAME_ROOM;
		if (MPI_T_enum_get_item(list, i, &value, each, &room) != MPI_SUCCESS || value <= 0)
			continue;
		tell_name(names, each);
		if (strcmp(each, name) == 0)
			found = value;
	}
	return found;
}

/*
 * MPICH says what values mean in the variable's description alone: "...auto - Internal ...binomial - Force Binomial
 * Treenb   - Force ...", with nothing between a line and the next name. The first is 0.
 */
static int described(const char *description, const char *name, char names[TEXT_ROOM])
{
	static const char dash[] = " - ";
	size_t length = strlen(name);
	int value = 0, found = 0;

	for (const char *at = strstr(description, dash); at; at = strstr(at + 1, dash), value++) {
		const char *end = at;

		while (end > description && end[-1] == ' ')
			end--;
		if (value == 0 || (size_t)(end - description) <= length || strncmp(end - length, name, length) != 0 ||
		    end[-(ptrdiff_t)length - 1] == '_')
			continue;
		found = found > 0 ? found : value;
	}
	tell_name(names, description);
	return found;
}

/* The number that the library has for an algorithm of the variable that chooses; 0: no such algorithm. */
static int number_of(const char *variable, const char *name, char names[TEXT_ROOM])
{
	char text[NAME_ROOM], description[TEXT_ROOM] = "";
	int index, room = NAME_ROOM, length = TEXT_ROOM, verbosity, binding, scope;
	MPI_Datatype type;
	MPI_T_enum list = MPI_T_ENUM_NULL;

	if (MPI_T_cvar_get_index(variable, &index) != MPI_SUCCESS ||
	    MPI_T_cvar_get_info(index, text, &room, &verbosity, &type, &list, description, &length, &binding, &scope) !=
		    MPI_SUCCESS)
		return 0;
	return list != MPI_T_ENUM_NULL ? enumerated(list, name, names) : described(description, name, names);
}

static bool exists(const char *variable)
{
	int index;

	return MPI_T_cvar_get_index(variable, &index) == MPI_SUCCESS;
}

/* Open MPI: what keeps coll/tuned from looking at the variables. */
static enum status check_tuned(struct error *err)
{
	char text[TEXT_ROOM];

	read_text("coll_tuned_use_dynamic_rules", text);
	if (!text[0])
		return error_set(err, ERR_INPUT,
				 "Open MPI does not look at forced algorithms: coll_tuned_use_dynamic_rules is not "
				 "set");
	read_text("coll_tuned_dynamic_rules_filename", text);
	if (text[0])
		return error_set(err, ERR_INPUT,
				 "Open MPI takes the rules of %.200s, before forced algorithms: unset "
				 "coll_tuned_dynamic_rules_filename",
				 text);
	return OK;
}

static enum status choose_tuned(const struct setup *setup, const char *variable, struct forced_choice *choice,
				struct error *err)
{
	char names[TEXT_ROOM] = "", segments[NAME_ROOM + 20], fanouts[NAME_ROOM + 20];
	int number = number_of(variable, setup->forced, names);
	bool done;

	choice->by_communicator = true;
	if (check_tuned(err) != OK)
		return ERR_INPUT;
	if (number == 0)
		return error_set(err, ERR_INPUT, "%s: Open MPI has no algorithm \"%s\"; it has %.800s",
				 setup->collective, setup->forced, names);
	snprintf(segments, sizeof(segments), "%s_segmentsize", variable);
	snprintf(fanouts, sizeof(fanouts), "%s_chain_fanout", variable);
	done = add(choice, variable, number);
	if (done && (setup->segment > 0 || exists(segments)))
		done = add(choice, segments, (int)setup->segment);
	if (done && setup->fanout > 0)
		done = add(choice, fanouts, (int)setup->fanout);
	return done ? OK
		    : error_set(err, ERR_INPUT, "%s: Open MPI cannot be told to take %s%s%s", setup->collective,
				setup->forced, setup->segment > 0 ? " with segments" : "",
				setup->fanout > 0 ? " with a fan-out" : "");
}

static enum status choose_mpich(const struct setup *setup, const char *variable, struct forced_choice *choice,
				struct error *err)
{
	char names[TEXT_ROOM] = "";
	int number = number_of(variable, setup->forced, names);

	if (setup->segment > 0 || setup->fanout > 0)
		return error_set(err, ERR_INPUT, "%s by %s: MPICH takes no segments and no fan-out", setup->collective,
				 setup->forced);
	if (number == 0)
		return error_set(err, ERR_INPUT, "%s: MPICH has no algorithm \"%s\"; it says: %.800s",
				 setup->collective, setup->forced, names);
	return add(choice, variable, number)
		       ? OK
		       : error_set(err, ERR_INPUT, "%s: MPICH does not let %s be set", setup->collective, variable);
}

/* choice: release it, unless the status is a failure. */
static enum status choose(const struct setup *setup, struct forced_choice *choice, struct error *err)
{
	char tuned[NAME_ROOM], mpich[NAME_ROOM];
	enum status status;

	*choice = (struct forced_choice){.n = 0};
	if (!has_variables())
		return error_set(err, ERR_INPUT, "the MPI library has no control variables");
	snprintf(tuned, sizeof(tuned), "coll_tuned_%s_algorithm", mpi_name(setup->collective));
	snprintf(mpich, sizeof(mpich), "MPIR_CVAR_%s_INTRA_ALGORITHM", mpi_name(setup->collective));
	for (char *c = mpich; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	status = exists(tuned)   ? choose_tuned(setup, tuned, choice, err)
		 : exists(mpich) ? choose_mpich(setup, mpich, choice, err)
				 : error_set(err, ERR_INPUT, "%s: the MPI library lets no algorithm be chosen for it",
					     setup->collective);
	if (status != OK)
		release(choice);
	return status;
}

enum status forced_check(const struct setup *setup, struct error *err)
{
	struct forced_choice choice;
	enum status status = choose(setup, &choice, err);

	if (status == OK)
		release(&choice);
	return status;
}

static struct forced *find(const struct process *process, const struct setup *setup)
{
	for (size_t i = 0; i < process->n_forced; i++) {
		struct forced *each = &process->forced[i];

		if (strcmp(each->collective, setup->collective) == 0 && strcmp(each->name, setup->forced) == 0 &&
		    each->segment == setup->segment && each->fanout == setup->fanout)
			return each;
	}
	return NULL;
}

/* A communicator that is made while the variables have their values. */
static bool make(struct process *process, const struct setup *setup)
{
	struct forced *each = &process->forced[process->n_forced];

	*each = (struct forced){.segment = setup->segment, .fanout = setup->fanout};
	memcpy(each->collective, setup->collective, sizeof(each->collective));
	memcpy(each->name, setup->forced, sizeof(each->name));
	if (MPI_Comm_dup(process->data, &each->comm) != MPI_SUCCESS)
		return false;
	MPI_Comm_set_errhandler(each->comm, MPI_ERRORS_RETURN);
	process->n_forced++;
	return true;
}

/* Whether no process has failed. Collective. */
static bool agree(const struct process *process, bool done)
{
	int mine = done, all = 0;

	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, process->control);
	return all;
}

static enum status reserve(struct process *process, struct error *err)
{
	struct forced *grown =
		memory_grow(process->forced, &process->forced_room, process->n_forced + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "a communicator of an algorithm");
	process->forced = grown;
	return OK;
}

enum status forced_begin(struct process *process, const struct setup *setup, MPI_Comm *comm, struct error *err)
{
	struct forced_choice choice = {.n = 0};
	struct forced *found = find(process, setup);
	enum status status = found ? OK : reserve(process, err);
	bool all, made;

	if (found) {
		*comm = found->comm;
		return OK;
	}
	status = status == OK ? choose(setup, &choice, err) : status;
	all = agree(process, status == OK);
	if (!all && status == OK)
		release(&choice);
	if (!all)
		return status == OK ? error_set(err, ERR_INPUT, "another process cannot take the algorithm") : status;
	*comm = process->data;
	made = write_values(&choice, false) && (!choice.by_communicator || make(process, setup));
	if (choice.by_communicator)
		write_values(&choice, true);
	release(&choice);
	if (!agree(process, made))
		return error_set(err, ERR_PLATFORM, "%s: the MPI library could not be told to take %s",
				 setup->collective, setup->forced);
	if (choice.by_communicator)
		*comm = process->forced[process->n_forced - 1].comm;
	return OK;
}

void forced_end(const struct setup *setup)
{
	struct forced_choice choice;
	struct error err = {.status = OK};

	if (choose(setup, &choice, &err) != OK)
		return;
	for (int i = 0; i < choice.n; i++)
		choice.variable[i].value = 0; /* the library decides by itself */
	if (!choice.by_communicator)
		write_values(&choice, false);
	release(&choice);
}

void forced_release(struct process *process)
{
	for (size_t i = 0; i < process->n_forced; i++)
		MPI_Comm_free(&process->forced[i].comm);
	free(process->forced);
	process->forced = NULL;
	process->n_forced = process->forced_room = 0;
}
