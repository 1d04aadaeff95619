# awk -f layers.awk LAYERS source…   with sources named src/<folder>/…, from the folder above src.
# A source or header belongs to the longest folder that LAYERS names: src/mpi/live/a.c to mpi/live if that has a line, else to mpi.
# Prints "file:line: fault" for each include that LAYERS does not allow, each use of the preprocessor's conditions outside the portability header, each call that
# only the command line may make, each look into the cells of a table but where they are made and rendered, each struct's tag that is
# defined a second time, and each cycle of includes: a header and the .c file of its name count as one, so that of two such pairs at most one needs the other. Of headers in include/, which the library installs, only the tags are looked at. Exits with 1 if there was a fault.

BEGIN {
	split("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib " \
		"stdnoreturn string tgmath threads time uchar wchar wctype dirent fcntl fnmatch ftw glob libgen poll pthread pwd sched semaphore spawn strings unistd " \
		"sys/mman sys/resource sys/select sys/stat sys/statvfs sys/time sys/types sys/utsname sys/wait", names, " ")
	for (i in names)
		standard[names[i] ".h"] = 1
	split("printf vprintf puts putchar perror exit _exit _Exit quick_exit abort getenv setenv unsetenv putenv", names, " ")
	for (i in names)
		only_cli[names[i]] = 1
	split("rand srand rand_r random srandom drand48 lrand48 mrand48 srand48", names, " ")
	for (i in names)
		random[names[i]] = 1
	split("if ifdef ifndef elif else endif", names, " ")
	for (i in names)
		condition[names[i]] = 1
	portability = "src/mpi/portable.h"
	tables = "src/base/table.c"
	generated["version.h"] = 1
	generated["tracer/functions_list.h"] = 1
}

function fault(text)
{
	printf "%s:%d: %s\n", FILENAME, FNR, text
	faults++
}

# Reads a line of LAYERS: "folder: folders below" or "<header>: folders that may include it".
function read_layer(line, colon, name, below, n, i)
{
	colon = index(line, ":")
	if (!colon) {
		fault("not of the form \"folder: folders\"")
		return
	}
	name = substr(line, 1, colon - 1)
	n = split(substr(line, colon + 1), below, " ")
	if (name ~ /^</) {
		outside[++n_outside] = substr(name, 2, length(name) - 2)
		for (i = 1; i <= n; i++)
			outside_allowed[n_outside, below[i]] = 1
		return
	}
	layer[name] = 1
	allowed[name, name] = allowed[name, "base"] = 1
	for (i = 1; i <= n; i++) {
		if (!(below[i] in layer))
			fault(name " may include " below[i] ", which is not above it in the list")
		allowed[name, below[i]] = 1
	}
}

# The line without comments; literals are emptied if asked. in_comment carries over the lines of a file.
function code_of(line, empty_literals, n, i, c, two, quote, out)
{
	n = length(line)
	out = quote = ""
	for (i = 1; i <= n; i++) {
		c = substr(line, i, 1)
		two = substr(line, i, 2)
		if (in_comment) {
			if (two == "*/") {
				in_comment = 0
				i++
			}
		} else if (quote != "") {
			if (!empty_literals || c == quote)
				out = out c
			if (c == "\\") {
				i++
				if (!empty_literals)
					out = out substr(line, i, 1)
			} else if (c == quote)
				quote = ""
		} else if (two == "/*") {
			in_comment = 1
			out = out " "
			i++
		} else if (two == "//") {
			break
		} else {
			if (c == "\"" || c == "'")
				quote = c
			out = out c
		}
	}
	return out
}

function glob_matches(glob, name)
{
	if (glob ~ /\*$/)
		return index(name, substr(glob, 1, length(glob) - 1)) == 1
	return glob == name
}

# The longest folder of LAYERS that a path named from src lies in; without one, the first part of the path, or "" if it has no folder.
function layer_of(path, parts, n, i, name, found)
{
	n = split(path, parts, "/")
	if (n < 2)
		return ""
	name = found = parts[1]
	for (i = 2; i < n; i++) {
		name = name "/" parts[i]
		if (name in layer)
			found = name
	}
	return found
}

# Whether the folder or one that it lies in may include the i-th header of the outside world.
function may_include_outside(i, folder)
{
	while (!((i, folder) in outside_allowed))
		if (!sub(/\/[^\/]*$/, "", folder))
			return 0
	return 1
}

function check_outside(header, i)
{
	for (i = 1; i <= n_outside; i++)
		if (glob_matches(outside[i], header)) {
			if (!may_include_outside(i, folder))
				fault("<" header "> may not be included in " folder)
			return
		}
	if (!(header in standard))
		fault("<" header "> is neither of C or POSIX nor named in LAYERS")
}

function check_inside(header, other)
{
	if (header in generated)
		return
	keep_edge(header)
	other = layer_of(header)
	if (header ~ /(^|\/)\.\.?\// || other == "")
		fault("\"" header "\" is not named from src, as \"folder/name.h\"")
	else if (!(other in layer))
		fault("\"" header "\" is of a folder that LAYERS does not name")
	else if ((folder in layer) && !((folder, other) in allowed))
		fault(folder " may not include " other " (\"" header "\")")
}

# The file without its ending includes the header: check_cycles looks at all of them in the end.
function keep_edge(header, from, to)
{
	from = FILENAME
	sub(/^src\//, "", from)
	sub(/\.[ch]$/, "", from)
	to = header
	sub(/\.h$/, "", to)
	if (from == to)
		return
	edge_from[++n_edges] = from
	edge_to[n_edges] = to
	edge_place[n_edges] = FILENAME ":" FNR
}

# Leaves those edges whose ends both include and are included by what is left: they lie in cycles, or on the way from one to another.
function reduce_edges(e, left, before, includes, included)
{
	left = n_edges + 1
	do {
		before = left
		left = 0
		split("", includes)
		split("", included)
		for (e = 1; e <= n_edges; e++)
			if (!(e in cut))
				includes[edge_from[e]] = included[edge_to[e]] = 1
		for (e = 1; e <= n_edges; e++)
			if (e in cut)
				continue
			else if ((edge_to[e] in includes) && (edge_from[e] in included))
				left++
			else
				cut[e] = 1
	} while (left < before)
	return left
}

# Says each cycle, at the include that closes it, which then counts no longer.
function check_cycles(e, at, n, place, path, edge_of, i, text)
{
	while (reduce_edges()) {
		split("", edge_of)
		at = ""
		for (e = 1; e <= n_edges; e++)
			if (!(e in cut)) {
				if (at == "")
					at = edge_from[e]
				if (!(edge_from[e] in edge_of))
					edge_of[edge_from[e]] = e
			}
		split("", place)
		for (n = 0; !(at in place); at = edge_to[edge_of[at]]) {
			path[++n] = at
			place[at] = n
		}
		text = at
		for (i = place[at] + 1; i <= n; i++)
			text = text " > " path[i]
		e = edge_of[path[n]]
		printf "%s: a cycle of includes: %s > %s\n", edge_place[e], text, at
		faults++
		cut[e] = 1
	}
}

function check_include(rest, name)
{
	name = rest
	sub(/^[<"]/, "", name)
	sub(/[>"].*$/, "", name)
	if (rest ~ /^</)
		check_outside(name)
	else if (rest ~ /^"/)
		check_inside(name)
	else
		fault("an include that is neither <…> nor \"…\"")
}

function check_tags(text, tag)
{
	while (match(text, /(^|[^A-Za-z_0-9])struct [A-Za-z_0-9]+ \{/)) {
		tag = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		sub(/^.*struct /, "", tag)
		sub(/ \{$/, "", tag)
		if (tag in defined)
			fault("struct " tag " is another one in " defined[tag])
		else
			defined[tag] = FILENAME
	}
}

# The guard of a header is its first two directives, #ifndef X and #define X, and the #endif of that.
function check_directive(text, word, rest)
{
	sub(/^[ \t]*#[ \t]*/, "", text)
	word = rest = text
	sub(/[^a-z].*$/, "", word)
	sub(/^[a-z]*[ \t]*/, "", rest)
	directives++
	if (word == "include")
		check_include(rest)
	if (word in condition)
		check_condition(word, rest)
	else if (guard != "" && directives == 2 && !(word == "define" && rest == guard))
		fault("the header's guard " guard " is not defined after it is tested")
}

function check_condition(word, rest)
{
	if (word == "ifndef" && directives == 1 && FILENAME ~ /\.h$/) {
		guard = rest
		return
	}
	if (word == "endif") {
		if (depth > 0)
			depth--
		return
	}
	if (word ~ /^if/)
		depth++
	if (FILENAME != portability)
		fault("#" word " outside " portability)
}

function check_words(text, name, before)
{
	before = ""
	while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
		name = substr(text, RSTART, RLENGTH)
		before = before substr(text, 1, RSTART - 1)
		text = substr(text, RSTART + RLENGTH)
		if (text ~ /^[ \t]*\(/ && before !~ /(\.|->)[ \t]*$/)
			check_call(name)
		else if ((name == "stdout" || name == "stderr") && !in_cli && folder !~ /^mpi\/(tracer|dropin)/)
			fault(name " outside cli")
		before = name
	}
}

function check_call(name)
{
	if ((name in only_cli) && !in_cli && !(name == "getenv" && (folder == "lab/slow" || folder == "mpi/tracer" || folder == "mpi/dropin")) && !(name == "exit" && folder == "mpi/tracer/generate") && !(name == "_exit" && folder == "mpi/tracer"))
		fault(name "() outside cli")
	if (name in random)
		fault(name "(): base/random.h has the generator")
}

FNR == 1 {
	in_comment = directives = depth = 0
	guard = ""
}

FILENAME == ARGV[1] {
	if ($0 !~ /^[ \t]*(#|$)/)
		read_layer($0)
	next
}

# What the library installs.
FILENAME ~ /^include\// {
	check_tags(code_of($0, 1))
	next
}

FNR == 1 {
	folder = FILENAME ~ /^src\// ? layer_of(substr(FILENAME, 5)) : ""
	in_cli = folder ~ /^cli(\/|$)/
	if (folder == "")
		fault("a source outside the folders of src")
	else if (!(folder in layer))
		fault("the folder " folder " is not named in LAYERS")
}

/^[ \t]*#/ && !in_comment {
	started = in_comment
	check_directive(code_of($0, 0))
	in_comment = started
}

{
	started = in_comment
	code = code_of($0, 1)
	check_words(code)
	if (code ~ /(->|\.)[ \t]*(cells|summaries)[^A-Za-z_0-9]/ && FILENAME != tables && folder !~ /^render(\/|$)/)
		fault("the cells of a table are read outside base/table.c and render: results are structs, of which tables are made")
	check_tags(code)
	if ($0 ~ /"/) {
		in_comment = started
	}
}

END {
	check_cycles()
	exit faults > 0
}
