#include "lab/hold.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum status lab_hold_fresh(struct lab *lab, const char *folder, struct error *err)
{
	char path[2 * LAB_PATH_MOST];

	snprintf(path, sizeof(path), "%s/state", folder);
	lab->hold = open(path, O_RDONLY);
	if (lab->hold < 0 || flock(lab->hold, LOCK_EX | LOCK_NB) != 0)
		return error_set(err, ERR_IO, "%s cannot be locked: %s", path, strerror(errno));
	return OK;
}

void lab_unlock(struct lab *lab)
{
	if (lab->hold >= 0)
		close(lab->hold);
	lab->hold = -1;
}
