#include "mpi/tracer/generate/header.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	fputs("generate: ", stderr);
	vfprintf(stderr, format, list);
	fputs("\n", stderr);
	va_end(list);
	exit(1);
}

static char *copy(const char *text, size_t length)
{
	while (length > 0 && isspace((unsigned char)*text)) {
		text++;
		length--;
	}
	while (length > 0 && isspace((unsigned char)text[length - 1]))
		length--;
	char *result = malloc(length + 1);
	if (!result)
		fail("no memory");
	memcpy(result, text, length);
	result[length] = '\0';
	return result;
}

static bool is_word(int c)
{
	return isalnum(c) || c == '_';
}

/* The whole text, without lines of the preprocessor; space between words is one blank. */
static char *read_text(FILE *file)
{
	size_t length = 0;
	size_t capacity = 1 << 20;
	char *text = malloc(capacity);
	bool line_begins = true;
	for (int c = getc(file); c != EOF && text; c = getc(file)) {
		if (line_begins && c == '#')
			while (c != '\n' && c != EOF)
				c = getc(file);
		line_begins = c == '\n';
		if (isspace(c))
			c = ' ';
		if (c != ' ' || (length > 0 && text[length - 1] != ' '))
			text[length++] = (char)c;
		if (length + 1 == capacity)
			text = realloc(text, capacity *= 2);
	}
	if (!text)
		fail("no memory");
	text[length] = '\0';
	return text;
}

/* Behind the bracket that belongs to the one at this place. */
static char *behind_bracket(char *open)
{
	int depth = 0;
	for (char *at = open; *at; at++) {
		depth += *at == '(' || *at == '{' || *at == '[';
		depth -= *at == ')' || *at == '}' || *at == ']';
		if (depth == 0)
			return at + 1;
	}
	fail("a bracket is not closed: %.60s", open);
}

/* Replaces attributes of the compiler by blanks. */
static void blank_attributes(char *text)
{
	static const char *const words[] = {"__attribute__", "__asm__", "__extension__", "__restrict__"};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const size_t length = strlen(words[i]);
		for (char *at = strstr(text, words[i]); at; at = strstr(at, words[i])) {
			char *end = at + length + strspn(at + length, " ");
			end = *end == '(' && i < 2 ? behind_bracket(end) : at + length;
			memset(at, ' ', (size_t)(end - at));
		}
	}
}

/* The last word of a declaration before its brackets is the name: "const int counts[]", "int (*function)(void)". */
static void read_parameter(struct mpi_parameter *parameter, const char *text, size_t length, int number)
{
	char *declaration = copy(text, length);
	const char *inner = strstr(declaration, "(*");
	size_t end = inner ? (size_t)(inner - declaration) + 2 : strcspn(declaration, "[");
	if (inner)
		end += strspn(declaration + end, " ") + strcspn(declaration + end, " )");
	while (end > 0 && !is_word((unsigned char)declaration[end - 1]))
		end--;
	size_t begin = end;
	while (begin > 0 && is_word((unsigned char)declaration[begin - 1]))
		begin--;
	if (begin == 0)
		fail("parameter %d has no name: %s", number, declaration);
	parameter->text = declaration;
	parameter->name = copy(declaration + begin, end - begin);
	const char *type = strncmp(declaration, "const ", 6) == 0 ? declaration + 6 : declaration;
	parameter->string = strncmp(type, "char", 4) == 0;
}

static void read_parameters(struct prototype *prototype, const char *open, const char *close)
{
	int depth = 0;
	const char *begin = open + 1;
	for (const char *at = begin; at <= close; at++) {
		depth += *at == '(';
		depth -= *at == ')' && at != close;
		if ((*at != ',' && at != close) || depth > 0)
			continue;
		char *text = copy(begin, (size_t)(at - begin));
		if (strcmp(text, "...") == 0)
			prototype->variadic = true;
		else if (*text && strcmp(text, "void") != 0) {
			if (prototype->n == HEADER_PARAMETERS)
				fail("%s has too many parameters", prototype->name);
			read_parameter(&prototype->parameters[prototype->n], text, strlen(text), prototype->n);
			prototype->n++;
		}
		begin = at + 1;
	}
}

const struct prototype *header_find(const struct header *header, const char *name)
{
	for (size_t i = 0; i < header->n; i++)
		if (strcmp(header->functions[i].name, name) == 0)
			return &header->functions[i];
	return NULL;
}

static void add_function(struct header *header, const char *statement, const char *name, char *open)
{
	size_t length = strcspn(name, " (");
	char *text = copy(name, length);
	if (header_find(header, text))
		return;
	if (header->n % 64 == 0)
		header->functions = realloc(header->functions, (header->n + 64) * sizeof(*header->functions));
	if (!header->functions)
		fail("no memory");
	struct prototype *prototype = &header->functions[header->n++];
	memset(prototype, 0, sizeof(*prototype));
	prototype->name = text;
	while (strncmp(statement, "extern ", 7) == 0 || *statement == ' ')
		statement += *statement == ' ' ? 1 : 7;
	prototype->result = copy(statement, (size_t)(name - statement));
	read_parameters(prototype, open, behind_bracket(open) - 1);
}

static void add_variable(struct header *header, const char *statement)
{
	size_t end = strlen(statement);
	while (end > 0 && !is_word((unsigned char)statement[end - 1]))
		end--;
	size_t begin = end;
	while (begin > 0 && is_word((unsigned char)statement[begin - 1]))
		begin--;
	if (strchr(statement, '['))
		return;
	if (header->n_variables % 64 == 0)
		header->variables = realloc(header->variables, (header->n_variables + 64) * sizeof(*header->variables));
	if (!header->variables)
		fail("no memory");
	struct variable *variable = &header->variables[header->n_variables++];
	variable->name = copy(statement + begin, end - begin);
	variable->type = copy(statement, begin);
}

/* A statement without its semicolon. */
static void read_statement(struct header *header, char *statement)
{
	statement += strspn(statement, " ");
	if (strncmp(statement, "typedef ", 8) == 0)
		return;
	char *open = strchr(statement, '(');
	if (!open) {
		if (strncmp(statement, "extern ", 7) == 0 && (strstr(statement, "ompi_") || strstr(statement, "MPI_")))
			add_variable(header, statement + 7);
		return;
	}
	char *name = open;
	while (name > statement && (name[-1] == ' ' || is_word((unsigned char)name[-1])))
		if (*--name == ' ' && is_word((unsigned char)name[1]))
			break;
	name += *name == ' ';
	if (strncmp(name, "MPI_", 4) == 0 && name > statement)
		add_function(header, statement, name, open);
}

void header_read(struct header *header, FILE *file)
{
	memset(header, 0, sizeof(*header));
	char *text = read_text(file);
	blank_attributes(text);
	char *statement = text;
	for (char *at = text; *at; at++) {
		if (*at == '{') {
			char *behind = behind_bracket(at);
			/* The body of a function ends a statement, that of a struct does not. */
			if (memchr(statement, '(', (size_t)(at - statement)))
				statement = behind;
			at = behind - 1;
		} else if (*at == ';') {
			*at = '\0';
			read_statement(header, statement);
			statement = at + 1;
		}
	}
	if (header->n == 0)
		fail("no function of MPI is declared");
}
