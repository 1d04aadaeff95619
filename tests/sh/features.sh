# The commands of doc/features.md, to be run as they stand. A test sources lib.sh or smpi.sh first.

# "P|command without sonde|mark" per row of the tables.
feature_rows()
{
	awk -F' *[|] *' '$3 ~ /^[0-9]+$/ && $4 ~ /^`sonde .*`$/ { gsub(/^`sonde |`$/, "", $4); print $3 "|" $4 "|" $5 }' "$SONDE_SOURCE/doc/features.md"
}

# "measure p2p …" with its result as JSON, which is a line for each value.
with_json() # arguments
{
	case $1 in
	*--json*) echo "$1" ;;
	*) echo "$1 --json" ;;
	esac
}

# The name of the run that a table is of; nothing where there is none.
run_of() # table
{
	sed -n 's/^    "run": \([0-9]*\),*$/run-\1/p' "$1"
}

# What is wrong with values, a line each; nothing if they are as the arguments say. What else awk is to know goes last.
values_off() # processes, arguments, table, points of the store
{
	processes=$1
	arguments=$2
	table=$3
	points=$4
	shift 4
	awk -v processes="$processes" -v arguments="$arguments" "$@" -f "$SONDE_SOURCE/tests/sh/features.awk" "$table" "$points"
}
