#include "lab/lab.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum status lab_name_check(const char *name, struct error *err)
{
	size_t length = strlen(name);

	if (length == 0 || length > LAB_NAME_MOST || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != length ||
	    name[0] == '-')
		return error_set(err, ERR_INPUT,
				 "'%.80s' cannot be the name of a lab: 1 to %d small letters, digits and hyphens, no "
				 "hyphen first",
				 name, LAB_NAME_MOST);
	return OK;
}

const char *lab_path(const char *name, const char *file, char *path)
{
	snprintf(path, LAB_PATH_MOST, "%s/%s%s%s", LAB_FOLDER, name, file[0] ? "/" : "", file);
	return path;
}

const char *lab_namespace(const struct lab *lab, size_t i, char *text)
{
	if (i == 0)
		snprintf(text, LAB_PATH_MOST, "sonde-%s-%s-switch", lab->name, lab->tag);
	else
		snprintf(text, LAB_PATH_MOST, "sonde-%s-%s-%zu", lab->name, lab->tag, i);
	return text;
}

const char *lab_address(size_t i, char *text)
{
	snprintf(text, 32, LAB_NETWORK "%zu", i);
	return text;
}

bool lab_is_there(const char *name)
{
	char path[LAB_PATH_MOST];

	return access(lab_path(name, "", path), F_OK) == 0;
}
