# awk -f lines.awk source…   with LC_ALL=C
# Prints "file:line: fault" for each line that is longer than 120 columns. Exits with 1 if there was one.

function columns_of(line, parts, n, i, columns)
{
	gsub(/[\200-\277]/, "", line) # the second and later bytes of a character in UTF-8
	n = split(line, parts, "\t")
	columns = length(parts[1])
	for (i = 2; i <= n; i++)
		columns += 8 - columns % 8 + length(parts[i])
	return columns
}

length($0) > 15 && columns_of($0) > 120 {
	printf "%s:%d: %d columns, at most 120\n", FILENAME, FNR, columns_of($0)
	faults = 1
}

END {
	exit faults
}
