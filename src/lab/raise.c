#include "lab/raise.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lab/take.h"
#include "lab/network.h"

enum status lab_program(char *path, size_t room, struct error *err)
{
	ssize_t n = readlink("/proc/self/exe", path, room - 1);

	if (n < 0 || (size_t)n >= room - 1)
		return error_set(err, ERR_PLATFORM, "where this program lies cannot be found out: %s",
				 n < 0 ? strerror(errno) : "its path is too long");
	path[n] = '\0';
	return OK;
}

enum status lab_raise(struct lab *lab, const char *name, const struct lab_shape *shape, bool kept, struct error *err)
{
	char program[1024];
	enum status status = lab_check_root(err);

	if (status == OK)
		status = lab_program(program, sizeof(program), err);
	if (status == OK)
		status = lab_begin(lab, name, shape, program, err);
	if (status != OK)
		return status;
	status = lab_make(lab, program, err);
	if (status == OK)
		status = lab_done(lab, kept, err);
	if (status != OK) {
		lab_unmake(lab, NULL);
		lab_release(lab);
	}
	return status;
}

enum status lab_clear(const char *name, bool *removed, struct error *err)
{
	struct lab lab;
	bool gone = false;
	enum status status = lab_load(&lab, name, err);

	*removed = false;
	if (status != OK)
		return lab_forget_empty(name) ? OK : status;
	if (lab_left_over(&lab)) {
		status = lab_hold(&lab, &gone, err);
		/* Looked at once more: meanwhile it may have been removed, and another one made. */
		if (status == OK && !gone && lab_left_over(&lab)) {
			status = lab_unmake(&lab, err);
			*removed = status == OK;
		}
	}
	lab_release(&lab);
	return status;
}

enum status lab_take_down(const char *name, struct error *err)
{
	struct lab lab;
	enum status status = lab_load(&lab, name, err);

	if (status != OK)
		return lab_forget_empty(name) ? OK : status;
	status = lab_unmake(&lab, err);
	lab_release(&lab);
	return status;
}
