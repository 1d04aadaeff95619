#include "cli/predict_course.h"

#include "report/simulation.h"

static struct table *table_of(const struct simulation *found, const struct course_options *course)
{
	return course->path ? simulation_path_table(found, NULL, course->breakdown)
			    : simulation_table(found, course->breakdown);
}

enum status predict_course_table(const struct predict_options *how, const struct course_options *course,
				 struct collective_request *request, uint64_t bytes, struct table **table,
				 struct error *err)
{
	struct simulation found = {.record = true};
	struct algorithm_use use;
	uint64_t largest;
	struct error why = {.status = OK};
	enum status status = collective_request_use(request, request->algorithm, bytes, &use, &why);

	*table = NULL;
	if (status != OK)
		return error_set(err, status == ERR_INPUT ? ERR_USAGE : status, "%s", why.text);
	status = predict_simulation(how, &use, &found, &largest, err);
	if (status == OK && !(*table = table_of(&found, course)))
		status = error_memory(err, "the course of a prediction");
	simulation_release(&found);
	return status;
}
