#ifndef SONDE_TESTS_MODEL_FILE_TEXTS_H
#define SONDE_TESTS_MODEL_FILE_TEXTS_H

/* What the tests of model files share; cmocka is included before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/file/file.h"

/* A file with every shape that there is, as the writer lays it out. */
static const char whole[] = "{\n"                                               /*  1 */
			    "  \"format\": \"sonde-model\",\n"                  /*  2 */
			    "  \"version\": 1,\n"                               /*  3 */
			    "  \"model\": \"plogp\",\n"                         /*  4 */
			    "  \"processes\": 2,\n"                             /*  5 */
			    "  \"hosts\": [\"a\", \"b \\\"ü\\\"\"],\n"          /*  6 */
			    "  \"parameters\": {\n"                             /*  7 */
			    "    \"L\": 1e-05,\n"                               /*  8 */
			    "    \"o_s\": {\n"                                  /*  9 */
			    "      \"bytes\": [0, 1024],\n"                     /* 10 */
			    "      \"seconds\": [1e-06, 2e-06]\n"               /* 11 */
			    "    },\n"                                          /* 12 */
			    "    \"o_r\": {\n"                                  /* 13 */
			    "      \"bytes\": [0],\n"                           /* 14 */
			    "      \"seconds\": [3e-06]\n"                      /* 15 */
			    "    },\n"                                          /* 16 */
			    "    \"g\": {\n"                                    /* 17 */
			    "      \"bytes\": [0, 8, 16, 1024],\n"              /* 18 */
			    "      \"seconds\": [1e-06, 2e-06, 3e-06, 9e-06]\n" /* 19 */
			    "    }\n"                                           /* 20 */
			    "  },\n"                                            /* 21 */
			    "  \"uncertainty\": {\n"                            /* 22 */
			    "    \"L\": [null, 1.5e-05],\n"                     /* 23 */
			    "    \"g\": {\n"                                    /* 24 */
			    "      \"low\": [1e-06, null, 2.5e-06, 8e-06],\n"   /* 25 */
			    "      \"high\": [2e-06, 3e-06, null, 9.5e-06]\n"   /* 26 */
			    "    }\n"                                           /* 27 */
			    "  },\n"                                            /* 28 */
			    "  \"provenance\": {\n"                             /* 29 */
			    "    \"clock\": \"MPI_Wtime\",\n"                   /* 30 */
			    "    \"runs\": 3\n"                                 /* 31 */
			    "  }\n"                                             /* 32 */
			    "}\n";

/* The same for parameters per link. */
static const char links[] = "{\n"                                /*  1 */
			    "  \"format\": \"sonde-model\",\n"   /*  2 */
			    "  \"version\": 1,\n"                /*  3 */
			    "  \"model\": \"hockney\",\n"        /*  4 */
			    "  \"processes\": 3,\n"              /*  5 */
			    "  \"parameters\": {\n"              /*  6 */
			    "    \"0>1\": {\n"                   /*  7 */
			    "      \"alpha\": 1e-05,\n"          /*  8 */
			    "      \"beta\": 1e-09\n"            /*  9 */
			    "    },\n"                           /* 10 */
			    "    \"2>0\": {\n"                   /* 11 */
			    "      \"alpha\": 2e-05,\n"          /* 12 */
			    "      \"beta\": -2e-09\n"           /* 13 */
			    "    },\n"                           /* 14 */
			    "    \"any\": {\n"                   /* 15 */
			    "      \"alpha\": 3e-05,\n"          /* 16 */
			    "      \"beta\": 3e-09\n"            /* 17 */
			    "    }\n"                            /* 18 */
			    "  },\n"                             /* 19 */
			    "  \"uncertainty\": {\n"             /* 20 */
			    "    \"0>1\": {},\n"                 /* 21 */
			    "    \"2>0\": {\n"                   /* 22 */
			    "      \"alpha\": [1.9e-05, null]\n" /* 23 */
			    "    },\n"                           /* 24 */
			    "    \"any\": {}\n"                  /* 25 */
			    "  }\n"                              /* 26 */
			    "}\n";

static inline void assert_contains(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text, part);
}

static inline struct model *parsed(const char *text)
{
	struct error err = {0};
	struct model *model = model_parse(text, "m.json", &err);
	if (model == NULL)
		fail_msg("%s", err.text);
	return model;
}

static inline char *text_of(const struct model *model)
{
	struct error err = {0};
	char *text = model_text(model, &err);
	if (text == NULL)
		fail_msg("%s", err.text);
	return text;
}

/* The text with the first occurrence of a part replaced; the caller frees it. */
static inline char *edited(const char *text, const char *part, const char *by)
{
	const char *at = strstr(text, part);
	if (at == NULL)
		fail_msg("there is no \"%s\" to replace", part);
	size_t before = (size_t)(at - text), room = strlen(text) + strlen(by) + 1;
	char *result = malloc(room);
	assert_non_null(result);
	snprintf(result, room, "%.*s%s%s", (int)before, text, by, at + strlen(part));
	return result;
}

#endif
