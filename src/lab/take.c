#include "lab/take.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lab/hold.h"

enum { PAUSES_MOST = 1500 }; /* of 20 ms */

/* True if the file that a descriptor stands for is still the one of this path: another lab of the same name may have
 * come in its place. */
static bool is_that(int descriptor, const char *path)
{
	struct stat held, there;

	return fstat(descriptor, &held) == 0 && stat(path, &there) == 0 && held.st_dev == there.st_dev &&
	       held.st_ino == there.st_ino;
}

/* A descriptor with the lock; -1 with *failure 0 if someone else has it, or what is the matter. */
static int try_once(const char *path, int *failure)
{
	int descriptor = open(path, O_RDONLY);

	*failure = descriptor < 0 ? errno : 0;
	if (descriptor < 0)
		return -1;
	if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_that(descriptor, path))
		return descriptor;
	close(descriptor);
	return -1;
}

enum status lab_hold(struct lab *lab, bool *gone, struct error *err)
{
	const struct timespec pause = {.tv_nsec = 20000000};
	char path[LAB_PATH_MOST], name[LAB_NAME_MOST + 1];
	int descriptor, failure = 0;
	enum status status;

	lab_path(lab->name, "state", path);
	strcpy(name, lab->name);
	lab_release(lab);
	descriptor = try_once(path, &failure);
	for (int i = 0; descriptor < 0 && !failure && i < PAUSES_MOST; i++) {
		nanosleep(&pause, NULL);
		descriptor = try_once(path, &failure);
	}
	*gone = failure == ENOENT || failure == ENOTDIR;
	if (*gone)
		return OK;
	if (failure)
		return error_set(err, ERR_IO, "%s cannot be read: %s", path, strerror(failure));
	if (descriptor < 0)
		return error_set(
			err, ERR_PLATFORM,
			"lab %s: another process has been making or removing it for %d s: try again when it has ended",
			name, PAUSES_MOST / 50);
	status = lab_load(lab, name, err);
	lab->hold = descriptor;
	if (status != OK)
		lab_unlock(lab);
	return status;
}
