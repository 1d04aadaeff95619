/* Rule files of Open MPI 6.0: what is said never to be used is found by no look-up. */

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "rules/tuned_json.h"

/* How many rules of the file stand on a line: what is said of a line is said of each of them. */
static size_t rules_on(const struct tuned_json *file, size_t line)
{
	size_t n = 0;

	for (size_t o = 0; o < file->n; o++)
		for (size_t c = 0; c < file->list[o].n; c++)
			for (size_t r = 0; r < file->list[o].list[c].n; r++)
				n += file->list[o].list[c].rules[r].line == line;
	return n;
}

/* Whether every rule of this one's line is said to have no size that gets it. */
static bool is_never(const struct tuned_json *file, const struct rule_effects *effects,
		     const struct tuned_json_rule *rule)
{
	size_t n = 0;

	for (size_t i = 0; i < effects->n; i++)
		n += effects->list[i].kind == EFFECT_NEVER && effects->list[i].line == rule->line &&
		     (strstr(effects->list[i].text, "msg_size_min is larger") ||
		      strstr(effects->list[i].text, "rules before this one"));
	return n > 0 && n == rules_on(file, rule->line);
}

static void look_up(const struct tuned_json *file, const struct rule_effects *effects)
{
	static const uint64_t sizes[] = {0, 1, 7, 1000, 1 << 20, UINT64_MAX - 1};
	size_t rules = 0;

	for (size_t o = 0; o < file->n; o++)
		for (size_t c = 0; c < file->list[o].n; c++)
			rules += file->list[o].list[c].n;
	for (int id = 0; id < TUNED_OPERATIONS; id++)
		for (int processes = 2; processes < 9; processes++)
			for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
				const struct tuned_json_rule *rule =
					tuned_json_find(file, id, processes, (enum tuned_spread)(s % 3), sizes[s]);

				FUZZ_REQUIRE(!rule || rules > 0, "a rule of none");
				FUZZ_REQUIRE(!rule || (rule->least <= sizes[s] && sizes[s] <= rule->most),
					     "a rule of other sizes");
				FUZZ_REQUIRE(!rule || !rule->unknown, "a rule that is left out");
				FUZZ_REQUIRE(!rule || rule->algorithm < tuned_class_of(TUNED_6_0, id)->n ||
						     rule->missing,
					     "algorithm %d", rule->algorithm);
				FUZZ_REQUIRE(!rule || !is_never(file, effects, rule), "a rule that is never used");
			}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct error err = {0};
	struct tuned_json file;
	struct rule_effects effects = {.n = 0};

	tuned_json_is(text, strlen(text));
	FUZZ_REQUIRE(tuned_json_read(text, strlen(text), &file, &err) == OK, "%s", err.text);
	if (!file.fault) {
		FUZZ_REQUIRE(tuned_json_check(&file, &effects, &err) == OK, "%s", err.text);
		FUZZ_REQUIRE((!*file.ignored && !*file.crashes) || effects.n == 1,
			     "%zu effects of a file that is not used", effects.n);
		look_up(&file, &effects);
	}
	rule_effects_release(&effects);
	tuned_json_release(&file);
	free(text);
	return 0;
}
