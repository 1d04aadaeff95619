#include "elements.h"

#include <stdint.h>
#include <string.h>

void element_compose(const struct element *element, const unsigned char *from, unsigned char *to, int n)
{
	for (int i = 0; i < n; i++, from += element->extent, to += element->extent) {
		unsigned a[2], b[2];

		memcpy(&a[0], from + element->at[0], sizeof(a[0]));
		memcpy(&b[0], from + element->at[1], sizeof(b[0]));
		memcpy(&a[1], to + element->at[0], sizeof(a[1]));
		memcpy(&b[1], to + element->at[1], sizeof(b[1]));
		b[1] = a[0] * b[1] + b[0];
		a[1] = a[0] * a[1];
		memcpy(to + element->at[0], &a[1], sizeof(a[1]));
		memcpy(to + element->at[1], &b[1], sizeof(b[1]));
	}
}

void element_add(const struct element *element, const unsigned char *from, unsigned char *to, int n)
{
	for (int i = 0; i < n; i++, from += element->extent, to += element->extent)
		for (int k = 0; k < element->ints; k++) {
			unsigned a, b;

			memcpy(&a, from + element->at[k], sizeof(a));
			memcpy(&b, to + element->at[k], sizeof(b));
			b += a;
			memcpy(to + element->at[k], &b, sizeof(b));
		}
}

static void compose_struct(void *from, void *to, int *n, MPI_Datatype *type)
{
	(void)type;
	element_compose(element_of(1), from, to, *n);
}

static void add_struct(void *from, void *to, int *n, MPI_Datatype *type)
{
	(void)type;
	element_add(element_of(1), from, to, *n);
}

static void compose_vector(void *from, void *to, int *n, MPI_Datatype *type)
{
	(void)type;
	element_compose(element_of(2), from, to, *n);
}

static void add_vector(void *from, void *to, int *n, MPI_Datatype *type)
{
	(void)type;
	element_add(element_of(2), from, to, *n);
}

static void compose_shifted(void *from, void *to, int *n, MPI_Datatype *type)
{
	(void)type;
	element_compose(element_of(3), from, to, *n);
}

static void add_shifted(void *from, void *to, int *n, MPI_Datatype *type)
{
	(void)type;
	element_add(element_of(3), from, to, *n);
}

const struct element *element_of(int i)
{
	static const struct element elements[TYPES] = {
		{"int", 1, {0, 0}, 0, 4, NULL, NULL},
		{"struct of 12 bytes, resized", 2, {0, 4}, 0, 12, compose_struct, add_struct},
		{"vector with gaps", 2, {0, 8}, 0, 12, compose_vector, add_vector},
		{"lower bound below 0", 2, {-4, 4}, -8, 16, compose_shifted, add_shifted},
	};

	return &elements[i];
}

void element_types_make(struct element_types *of)
{
	MPI_Datatype plain;

	of->types[0] = MPI_INT;
	of->affine[0] = of->add[0] = MPI_OP_NULL;
	MPI_Type_contiguous(2, MPI_INT, &plain);
	MPI_Type_create_resized(plain, 0, 12, &of->types[1]);
	MPI_Type_free(&plain);
	MPI_Type_vector(2, 1, 2, MPI_INT, &of->types[2]);
	MPI_Type_create_hindexed(2, (int[]){1, 1}, (MPI_Aint[]){-4, 4}, MPI_INT, &plain);
	MPI_Type_create_resized(plain, -8, 16, &of->types[3]);
	MPI_Type_free(&plain);
	for (int i = 1; i < TYPES; i++) {
		MPI_Type_commit(&of->types[i]);
		MPI_Op_create(element_of(i)->affine, 0, &of->affine[i]);
		MPI_Op_create(element_of(i)->add, 1, &of->add[i]);
	}
}

void element_types_free(struct element_types *of)
{
	for (int i = 1; i < TYPES; i++) {
		MPI_Type_free(&of->types[i]);
		MPI_Op_free(&of->affine[i]);
		MPI_Op_free(&of->add[i]);
	}
}

void element_fill(unsigned char *memory, size_t bytes, int rank, int run)
{
	uint64_t x = 2654435769u * (uint64_t)(rank + 1) + 40503u * (uint64_t)run + 1;

	for (size_t i = 0; i < bytes; i += sizeof(x)) {
		uint64_t word;

		x = 6364136223846793005u * x + 1442695040888963407u;
		word = x ^ x >> 32; /* the low bytes of x repeat early */
		memcpy(memory + i, &word, bytes - i < sizeof(word) ? bytes - i : sizeof(word));
	}
}
