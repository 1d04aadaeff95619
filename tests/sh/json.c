/*
 * The value at a path of a JSON file, for shell scripts, where jq may not be installed: sonde_test_json FILE PATH.
 * rows/0/bytes; rows/# is the number of rows. It fails if the file is no JSON, or has no such path.
 *
 * Scripts start it some thousand times. So it has nothing of sonde in it, and no sanitizer: with them each start takes
 * seven times as long.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "sonde_test_json: %s: %s\n", what, why);
	return EXIT_FAILURE;
}

/* The member of an object or an array that the next part of a path names; NULL if there is none. */
static const json_t *member(const json_t *value, const char *key)
{
	return json_is_array(value) ? json_array_get(value, strtoul(key, NULL, 10)) : json_object_get(value, key);
}

static void print_value(const json_t *value)
{
	if (json_is_string(value))
		printf("%s\n", json_string_value(value));
	else if (json_is_real(value))
		printf("%.17g\n", json_real_value(value));
	else
		json_dumpf(value, stdout, JSON_ENCODE_ANY | JSON_COMPACT), putchar('\n');
}

static int print_at(const json_t *value, char *keys)
{
	char *rest = keys;

	for (char *key = strtok_r(keys, "/", &rest); key && value; key = strtok_r(NULL, "/", &rest)) {
		if (strcmp(key, "#") == 0) {
			printf("%zu\n", json_is_array(value) ? json_array_size(value) : json_object_size(value));
			return EXIT_SUCCESS;
		}
		value = member(value, key);
	}
	if (!value)
		return EXIT_FAILURE;
	print_value(value);
	return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	json_error_t error;
	json_t *root;
	int code;

	if (argc != 3)
		return complain("usage", "FILE PATH");
	root = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
	if (!root)
		return complain(argv[1], error.text);
	code = print_at(root, argv[2]);
	json_decref(root);
	return code ? complain(argv[1], "has no such path") : code;
}
