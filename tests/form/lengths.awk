# awk -f lengths.awk source…   with LC_ALL=C, sources formatted by clang-format and named from the project's root
# Prints "file:line: fault" for each line over 120 columns, function over 100 lines, file over 1000 lines, and struct of src and include over 20 members; over 30 in
# mpi and in folders below it that keep the state of an engine or a method in one struct. Exits with 1 if there was one.

BEGIN {
	state_folders["estimate"] = state_folders["mpi"] = state_folders["schedule"] = state_folders["simulate"] = 1
}

function fault(line, text)
{
	printf "%s:%d: %s\n", FILENAME, line, text
	faults = 1
}

function columns_of(line, parts, n, i, columns)
{
	gsub(/[\200-\277]/, "", line) # the second and later bytes of a character in UTF-8
	n = split(line, parts, "\t")
	columns = length(parts[1])
	for (i = 2; i <= n; i++)
		columns += 8 - columns % 8 + length(parts[i])
	return columns
}

# The line without comments; in_comment carries over to the next line.
function without_comments(line, out, at)
{
	while (1) {
		if (in_comment) {
			at = index(line, "*/")
			if (!at)
				return out
			line = substr(line, at + 2)
			in_comment = 0
		}
		at = index(line, "/*")
		if (!at)
			return out line
		out = out substr(line, 1, at - 1)
		line = substr(line, at + 2)
		in_comment = 1
	}
}

# How many members the body of a struct declares, those of structs and unions inside counted one by one.
function members_of(body, n)
{
	while (gsub(/\([^()]*\)|\[[^][]*\]/, "", body)) # commas of arguments and sizes
		;
	gsub(/\}[ \t]*;/, "}", body) # unions without a name
	n = gsub(/[;,]/, "&", body)
	return n
}

function check_file()
{
	if (lines <= 1000)
		return
	printf "%s:%d: %d lines, at most 1000\n", file, lines, lines
	faults = 1
}

FNR == 1 {
	check_file()
	file = FILENAME
	in_comment = signature = begin = struct = 0
	split(FILENAME, path, "/")
	members_most = path[1] ~ /^(src|include)$/ ? path[2] in state_folders ? 30 : 20 : 0
}

{
	lines = FNR
	if (length($0) > 15 && columns_of($0) > 120)
		fault(FNR, columns_of($0) " columns, at most 120")
	line = without_comments($0)
}

# A function: its first line stands at the margin, its body between braces at the margin.
line ~ /^[A-Za-z_]/ {
	if (!signature)
		signature = FNR
	if (line ~ /;[ \t]*$/)
		signature = 0
}

line ~ /^$|^#/ && !begin {
	signature = 0
}

line == "{" {
	begin = signature ? signature : FNR
}

line == "}" && begin {
	if (FNR - begin + 1 > 100)
		fault(begin, "a function of " FNR - begin + 1 " lines, at most 100")
	begin = signature = 0
}

line ~ /^(static )?(const )?struct [a-z_0-9]+ \{/ && members_most {
	struct = FNR
	body = ""
	next
}

struct {
	if (line ~ /^\}/) {
		if (members_of(body) > members_most)
			fault(struct, "a struct of " members_of(body) " members, at most " members_most)
		struct = 0
	} else {
		body = body line
	}
}

END {
	check_file()
	exit faults
}
