#include "api/options.h"
#include "api/ports.h"
#include "api/request.h"
#include "schedule/goal.h"
#include "base/locale.h"

#include <string.h>

static enum status simulate_program(const struct model *model, const struct sonde_program *program,
				    struct simulation *found, struct error *err)
{
	const struct predict_options how = predict_options_with(model, program->ports, program->eager_bytes);
	struct goal goal = {0};
	struct schedule schedule;
	enum status status = goal_read(program->path, &goal, err);

	if (status == OK) {
		schedule = goal_schedule(&goal);
		status = predict_schedule(&how, &schedule, found, err);
	}
	goal_release(&goal);
	return status;
}

static void give(const struct simulation *found, double *finish, size_t room, struct sonde_simulation *simulation)
{
	size_t n = (size_t)found->processes;

	*simulation = (struct sonde_simulation){.seconds = found->seconds,
						.processes = found->processes,
						.operations = found->operations,
						.unreceived = found->unreceived};
	if (finish)
		memcpy(finish, found->finish, (room < n ? room : n) * sizeof(*finish));
}

enum sonde_status sonde_simulate(const struct sonde_model *model, const struct sonde_program *given, double *finish,
				 size_t room, struct sonde_simulation *simulation, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct simulation found = {.record = false};
	struct sonde_program program;
	struct error err = {0};

	if (!simulation)
		error_set(&err, ERR_INPUT, "there is no place for the simulation: it is NULL");
	else if (options_take(&program, sizeof(program), given, "sonde_program", &err) == OK &&
		 predict_ports_check(model, program.ports, &err) == OK) {
		if (!program.path)
			error_set(&err, ERR_INPUT, "there is no file of the program: path is NULL");
		else if (simulate_program(model->model, &program, &found, &err) == OK)
			give(&found, finish, room, simulation);
	}
	simulation_release(&found);
	return context_give(&err, error);
}

static enum status write_call(const struct sonde_call *call, const char *path, bool binary, struct error *err)
{
	struct collective_request request = {.processes = 0};
	struct algorithm_use use;
	struct schedule schedule;
	enum status status = request_of_call(&request, call, call->processes, err);

	if (status == OK)
		status = collective_request_use(&request, request.algorithm, call->bytes, &use, err);
	if (status == OK) {
		schedule = algorithm_schedule(&use);
		status = goal_write_file(&schedule, path, binary, err);
	}
	collective_request_release(&request);
	return status;
}

enum sonde_status sonde_schedule_write(const struct sonde_call *given, const char *path, int binary,
				       struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct sonde_call call;
	struct error err = {0};

	if (!path)
		error_set(&err, ERR_INPUT, "there is no file for the schedule: path is NULL");
	else if (options_take(&call, sizeof(call), given, "sonde_call", &err) == OK) {
		if (!call.algorithm)
			error_set(&err, ERR_INPUT, "there is no algorithm: sonde_rank names them");
		else if (call.processes < 1)
			error_set(&err, ERR_INPUT, "%d processes cannot be: say among how many", call.processes);
		else
			write_call(&call, path, binary != 0, &err);
	}
	return context_give(&err, error);
}
