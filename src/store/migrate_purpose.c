#include "store/migrate.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* Whether the text goes on with these words; then it is moved past them. */
static bool skip(const char **text, const char *words)
{
	size_t length = strlen(words);

	if (strncmp(*text, words, length) != 0)
		return false;
	*text += length;
	return true;
}

/* Moves the next word, up to one of the ends, into word; false if there is none or it is too long. */
static bool take(const char **text, const char *ends, char word[PURPOSE_NAME_MOST])
{
	size_t length = strcspn(*text, ends);

	if (length == 0 || length >= PURPOSE_NAME_MOST)
		return false;
	memcpy(word, *text, length);
	word[length] = '\0';
	*text += length;
	return true;
}

/* "plogp saturation, all pairs in parallel", "switch". */
static bool read_estimate(const char *text, struct purpose *p)
{
	p->kind = PURPOSE_ESTIMATE;
	if (strcmp(text, "switch") == 0) {
		p->kind = PURPOSE_ESTIMATE_SWITCH;
		return true;
	}
	if (!take(&text, " ", p->model) || !skip(&text, " ") || !take(&text, " ,", p->method))
		return false;
	if (skip(&text, ", pairs of classes"))
		purpose_vary(p, "pairs", "classes");
	else if (skip(&text, ", all pairs"))
		purpose_vary(p, "pairs", "all");
	if (skip(&text, " in parallel"))
		purpose_vary(p, "rounds", "1");
	return *text == '\0';
}

/* ", send call", ", cn vector:8:2", ", cold sender"; each may be absent. */
static bool read_p2p_messages(const char **text, struct purpose *p)
{
	static const char *const layouts[] = {"cn", "nc", "nn"};
	char word[PURPOSE_NAME_MOST], type[PURPOSE_NAME_MOST];
	size_t block, stride;

	if (skip(text, ", send call"))
		purpose_vary(p, "path", "send");
	else if (skip(text, ", receive call"))
		purpose_vary(p, "path", "receive");
	for (size_t i = 0; i < 3; i++) {
		snprintf(word, sizeof(word), ", %s ", layouts[i]);
		if (!skip(text, word))
			continue;
		if (!take(text, ":", type))
			return false;
		*text = text_whole(text_after(text_whole(text_after(*text, ":"), &block), ":"), &stride);
		if (!*text)
			return false;
		purpose_vary(p, "layout", "%s", layouts[i]);
		purpose_vary(p, "type", "%s", type);
		purpose_vary(p, "block", "%zu", block);
		purpose_vary(p, "stride", "%zu", stride);
	}
	if (!skip(text, ", cold "))
		return true;
	if (!take(text, ",", word))
		return false;
	purpose_vary(p, "cold", "%s", word);
	return true;
}

/* ", all pairs in parallel", ", 0:1, others idle", or the partners of a bisection; each may be absent. */
static bool read_p2p_processes(const char *text, bool bisection, struct purpose *p)
{
	char word[PURPOSE_NAME_MOST];

	if (bisection) {
		if (!skip(&text, ", "))
			return false;
		purpose_vary(p, "partners", "%s", text);
		return *text != '\0';
	}
	if (skip(&text, ", all pairs")) {
		purpose_vary(p, "pairs", "all");
		if (skip(&text, " side by side"))
			purpose_vary(p, "order", "side-by-side");
		else if (skip(&text, " in parallel"))
			purpose_vary(p, "order", "parallel");
	} else if (skip(&text, ", ")) {
		if (!take(&text, ",", word) || !skip(&text, ", others "))
			return false;
		purpose_vary(p, "pairs", "%s", word);
		if (!take(&text, ",", word))
			return false;
		purpose_vary(p, "others", "%s", word);
	}
	return *text == '\0';
}

/* "isend oneway of 10, ...". */
static bool read_p2p(const char *text, struct purpose *p)
{
	char pattern[PURPOSE_NAME_MOST];
	const char *rest;
	size_t count;

	p->kind = PURPOSE_MEASURE_P2P;
	if (!take(&text, " ", p->operation) || !skip(&text, " ") || !take(&text, " ,", pattern))
		return false;
	purpose_vary(p, "pattern", "%s", pattern);
	rest = text_whole(text_after(text, " of "), &count);
	if (rest) {
		text = rest;
		purpose_vary(p, "count", "%zu", count);
	}
	return read_p2p_messages(&text, p) && read_p2p_processes(text, strcmp(pattern, "bisection") == 0, p);
}

/* "bcast binomial". */
static bool read_collective(const char *text, struct purpose *p)
{
	p->kind = PURPOSE_MEASURE_COLLECTIVE;
	if (!take(&text, " ", p->operation))
		return false;
	if (!skip(&text, " "))
		snprintf(p->algorithm, sizeof(p->algorithm), "native");
	else if (!take(&text, " ", p->algorithm))
		return false;
	return *text == '\0';
}

static bool read_sentence(const char *text, struct purpose *p)
{
	static const struct {
		const char *sentence;
		enum purpose_kind kind;
	} plain[] = {{"compare", PURPOSE_COMPARE},
		     {"compare paths", PURPOSE_COMPARE_PATHS},
		     {"compare models", PURPOSE_COMPARE_MODELS},
		     {"measure overlap", PURPOSE_MEASURE_OVERLAP},
		     {"measure thresholds", PURPOSE_MEASURE_THRESHOLDS}};

	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
		p->kind = plain[i].kind;
		if (strcmp(text, plain[i].sentence) == 0)
			return true;
	}
	if (skip(&text, "estimate "))
		return read_estimate(text, p);
	if (skip(&text, "measure p2p "))
		return read_p2p(text, p);
	return skip(&text, "measure collective ") && read_collective(text, p);
}

void migrate_purpose(const char *sentence, struct purpose *purpose)
{
	*purpose = (struct purpose){.kind = PURPOSE_OTHER};
	if (!read_sentence(sentence, purpose))
		*purpose = (struct purpose){.kind = PURPOSE_OTHER};
	snprintf(purpose->title, sizeof(purpose->title), "%s", sentence);
}
