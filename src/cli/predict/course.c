#include "cli/predict/course.h"

#include "report/receives.h"
#include "report/simulation.h"

bool course_is_asked(const struct course_options *course)
{
	return course->breakdown || course->path || course->receives != COURSE_OF_NOBODY;
}

static struct table *table_of(const struct simulation *found, const struct receives_asked *receives,
			      const struct course_options *course)
{
	if (course->receives != COURSE_OF_NOBODY)
		return receives_table(receives);
	return course->path ? simulation_path_table(found, NULL, course->breakdown)
			    : simulation_table(found, course->breakdown);
}

enum status predict_course_table(const struct predict_options *how, const struct course_options *course,
				 struct collective_request *request, uint64_t bytes, struct table **table,
				 struct error *err)
{
	bool receives = course->receives != COURSE_OF_NOBODY;
	struct receives_asked received = {.process = receives ? (int)course->receives : -1};
	struct simulation found = {.record = !receives, .receives = receives ? &received : NULL};
	struct algorithm_use use;
	uint64_t largest;
	struct error why = {.status = OK};
	enum status status = collective_request_use(request, request->algorithm, bytes, &use, &why);

	*table = NULL;
	if (status != OK)
		return error_set(err, status == ERR_INPUT ? ERR_USAGE : status, "%s", why.text);
	status = predict_simulation(how, &use, &found, &largest, err);
	if (status == OK && !(*table = table_of(&found, &received, course)))
		status = error_memory(err, "the course of a prediction");
	simulation_release(&found);
	receives_release(&received);
	return status;
}
