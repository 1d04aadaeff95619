/* GOAL as text. */

#include "fuzz.h"
#include "fuzz_goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct goal goal = {0};
	enum status status = goal_parse_text((const char *)data, size, "input", &goal, &err);

	fuzz_goal(&goal, status, &err, data, size);
	return 0;
}
