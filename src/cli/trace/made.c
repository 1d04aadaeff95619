#include "cli/trace/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "PROCESS BEGAN FOLDER FILE PATH". */
static const char variable[] = "SONDE_TRACE_MADE";

/* When this process began, in ticks since the machine did: with its number no other process has it. 0: unknown. */
static unsigned long long began(void)
{
	static const char skipped[] = " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d";
	FILE *file = fopen("/proc/self/stat", "r");
	char text[1024], format[sizeof(skipped) + 8];
	unsigned long long ticks = 0;
	size_t length = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
	const char *behind;

	if (file)
		fclose(file);
	text[length] = '\0';
	behind = strrchr(text, ')'); /* of its name, in which anything may be */
	snprintf(format, sizeof(format), "%s %%llu", skipped);
	return behind && sscanf(behind + 1, format, &ticks) == 1 ? ticks : 0;
}

/* What the text begins with if it is this process' own. false: that cannot be known. */
static bool beginning(char text[64])
{
	unsigned long long ticks = began();

	snprintf(text, 64, "%ld %llu ", (long)getpid(), ticks);
	return ticks > 0;
}

void trace_made_tell(const struct trace_claim *claim)
{
	char own[64], *text;
	size_t room = sizeof(own) + 8 + strlen(claim->path);

	unsetenv(variable);
	text = malloc(room);
	if (text && beginning(own)) {
		snprintf(text, room, "%s%d %d %s", own, claim->made_folder, claim->made_file, claim->path);
		setenv(variable, text, 1);
	}
	free(text);
}

struct trace_claim trace_made_find(void)
{
	char own[64];
	char *text = getenv(variable);
	size_t length;

	if (!text || !beginning(own))
		return (struct trace_claim){.path = NULL};
	length = strlen(own);
	if (strncmp(text, own, length) != 0 || strlen(text + length) <= 4)
		return (struct trace_claim){.path = NULL};
	return (struct trace_claim){
		.path = text + length + 4, .made_folder = text[length] == '1', .made_file = text[length + 2] == '1'};
}
