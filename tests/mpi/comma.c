/* A program that has chosen a locale whose numbers have a comma, and uses the library: comma LOCALE MODEL COPY GOAL. It
 * prints what is wrong, and at its end "0 failures". */
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sonde.h>

static int failures;

static void expect(int holds, const char *what)
{
	if (holds)
		return;
	failures++;
	printf("not ok: %s\n", what);
}

static int has_comma(void)
{
	char text[32];

	snprintf(text, sizeof(text), "%.1f", 0.5);
	return strcmp(text, "0,5") == 0 && strtod("0,5", NULL) == 0.5;
}

/* What the model says of a message, read from a file. */
static double read_and_predict(const char *path, struct sonde_model **model)
{
	struct sonde_error error;
	double seconds = 0;

	if (sonde_model_read(path, model, &error) != SONDE_OK ||
	    sonde_predict(*model, 0, 1, 1500, &seconds, &error) != SONDE_OK)
		printf("not ok: %s\n", error.text);
	return seconds;
}

int main(int argc, char **argv)
{
	const struct sonde_call call = {
		.size = sizeof(call), .operation = "bcast", .algorithm = "chain", .processes = 4, .bytes = 1000};
	struct sonde_model *model = NULL, *copy = NULL;
	struct sonde_error error;
	double seconds;

	MPI_Init(&argc, &argv);
	expect(argc == 5 && setlocale(LC_ALL, argv[1]) && has_comma(), "the locale has a comma");
	seconds = argc == 5 ? read_and_predict(argv[2], &model) : 0;
	expect(seconds > 11.4e-6 && seconds < 11.6e-6, "alpha + 1500 beta is 11.5 us");
	expect(model && sonde_model_write(model, argv[3], &error) == SONDE_OK, "the model is written");
	expect(model && read_and_predict(argv[3], &copy) == seconds, "what was written is read");
	expect(argc == 5 && sonde_schedule_write(&call, argv[4], 0, &error) == SONDE_OK, "a schedule is written");
	expect(sonde_model_read("/nowhere", &model, &error) != SONDE_OK, "what is not there is not read");
	expect(has_comma(), "the locale is still the program's");
	sonde_model_free(copy);
	printf("%d failures\n", failures);
	MPI_Finalize();
	return failures > 0;
}
