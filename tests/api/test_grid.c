/* Grids of an application: dimensions in the order of MPI_Cart_create. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <sonde.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sonde_model *das(void)
{
	const char *source = getenv("SONDE_SOURCE");
	struct sonde_model *model = NULL;
	struct sonde_error error;
	char path[1000];

	assert_non_null(source);
	snprintf(path, sizeof(path), "%s/examples/das-p3pc.json", source);
	if (sonde_model_read(path, &model, &error) != SONDE_OK)
		fail_msg("%s", error.text);
	return model;
}

static void dims_are_created_without_a_model(void **state)
{
	int dims[3] = {0, 0, 0};

	(void)state;
	assert_int_equal(sonde_dims_create(72, 2, dims), SONDE_OK);
	assert_true(dims[0] == 9 && dims[1] == 8 && dims[2] == 0);
	assert_int_equal(sonde_dims_create(7, 2, (int[]){2, 0}), SONDE_ERROR_ARGUMENT);
	assert_int_equal(sonde_dims_create(7, 2, NULL), SONDE_ERROR_ARGUMENT);
}

static void the_last_dimension_is_the_one_stored_in_a_row(void **state)
{
	struct sonde_array array = {.size = sizeof(array), .length = {512, 512}, .border = 18};
	struct sonde_model *model = das();
	struct sonde_error error;
	int dims[3] = {0, 0, 0};

	(void)state;
	assert_int_equal(sonde_dims_create_for(model, &array, 16, 2, dims, &error), SONDE_OK);
	assert_true(dims[0] == 8 && dims[1] == 2); /* the paper's 2 x 8: 2 parts in a row */
	dims[0] = 0;
	dims[1] = 8;
	assert_int_equal(sonde_dims_create_for(model, &array, 16, 2, dims, &error), SONDE_OK);
	assert_true(dims[0] == 2 && dims[1] == 8);
	array = (struct sonde_array){.size = sizeof(array), .length = {4096, 8, 64}, .border = 1};
	memset(dims, 0, sizeof(dims));
	assert_int_equal(sonde_dims_create_for(NULL, &array, 16, 3, dims, &error), SONDE_OK);
	assert_true(dims[0] == 16 && dims[1] == 1 && dims[2] == 1);
	sonde_model_free(model);
}

static void what_cannot_be_is_refused(void **state)
{
	struct sonde_array array = {.size = sizeof(array), .length = {16, 16}, .border = 5}, none = array;
	struct sonde_error error;
	int dims[2] = {0, 0};

	(void)state;
	none.size = 0;
	assert_int_equal(sonde_dims_create_for(NULL, &array, 16, 2, dims, &error), SONDE_ERROR_ARGUMENT);
	assert_non_null(strstr(error.text, "as large as their borders"));
	assert_int_equal(sonde_dims_create_for(NULL, &none, 4, 2, dims, &error), SONDE_ERROR_ARGUMENT);
	assert_int_equal(sonde_dims_create_for(NULL, &array, 4, 4, dims, &error), SONDE_ERROR_ARGUMENT);
	assert_int_equal(sonde_dims_create_for(NULL, &array, 4, 2, NULL, &error), SONDE_ERROR_ARGUMENT);
	assert_int_equal(sonde_dims_create_for(NULL, &array, 4, 2, (int[]){-1, 0}, &error), SONDE_ERROR_ARGUMENT);
	assert_int_equal(sonde_dims_create_for(NULL, &array, 0, 2, dims, &error), SONDE_ERROR_ARGUMENT);
	assert_true(dims[0] == 0 && dims[1] == 0);
}

static void an_exchange_is_told_where_there_is_none(void **state)
{
	struct sonde_domain domain = {
		.size = sizeof(domain), .width = 512, .height = 512, .border = 18, .processes = 16};
	struct sonde_decomposition none[8], one[8];
	struct sonde_model *model = das();
	struct sonde_error error;
	size_t n = 0, found = 0;

	(void)state;
	assert_int_equal(sonde_decompose(model, &domain, none, 8, &n, &error), SONDE_OK);
	domain.exchanges = 1000;
	assert_int_equal(sonde_decompose(model, &domain, one, 8, &n, &error), SONDE_OK);
	assert_int_equal(n, 5);
	assert_int_equal(one[0].x, 2);
	for (size_t i = 0; i < n; i++) {
		assert_true(fabs(none[i].seconds - none[i].scatter - none[i].gather) < 1e-12);
		for (size_t k = 0; k < n; k++) {
			if (one[k].x != none[i].x)
				continue;
			found++;
			assert_true(none[i].exchange > 0 && none[i].exchange == one[k].exchange);
		}
	}
	assert_int_equal(found, n);
	sonde_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dims_are_created_without_a_model),
		cmocka_unit_test(the_last_dimension_is_the_one_stored_in_a_row),
		cmocka_unit_test(what_cannot_be_is_refused),
		cmocka_unit_test(an_exchange_is_told_where_there_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
