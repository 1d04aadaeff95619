# The commands of the README run as they stand, in its order, in a folder where build/sonde is the command and mpirun
# starts it on a synthetic platform of as many processes.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp platform2.json
mkdir build programs
cat > build/sonde << END
#!/bin/sh
exec "$SONDE" "\$@"
END
cat > programs/mpirun << 'END'
#!/bin/sh
[ "$1" = -n ] || exit 2
platform=platform$2.json
shift 2
exec "$@" --platform "synthetic:$platform" --max-train 1000 --patience 0 --reps 3:5
END
chmod +x build/sonde programs/mpirun
PATH=$PWD/programs:$PATH

# Lines that begin with $, and what the tables have in their second column.
commands()
{
	sed -n 's/^    \$ //p; s/^|[^|]*| `\(mpirun[^`]*build\/sonde [^`]*\)`.*/\1/p' "$SONDE_SOURCE/README.md"
}

# The first line of what the README shows of a command's output, such as the names of a table's columns, in single spaces; nothing if it shows none.
shown() # command
{
	command=$1 awk '
		found && /^    / && !/^    \$ / { $1 = $1; print; exit }
		found { exit }
		$0 == "    $ " ENVIRON["command"] { found = 1 }' "$SONDE_SOURCE/README.md"
}

commands > list
begin "the README has its commands, and what they print"
[ "$(grep -c . list)" -ge 10 ] || fail "only $(grep -c . list) commands were found"
tables=0
while read -r command; do
	begin "$command"
	case $command in
	*"sonde trace -o"*)
		"$SONDE_BUILD/tests/sonde_test_trace" ring melt.trace
		skip_case "it needs a real MPI; mpi/trace-command runs it"
		continue
		;;
	*"measure collective"*)
		skip_case "a synthetic platform has no bcast; mpi/features runs it"
		continue
		;;
	esac
	run sh -c "set -e; $command"
	expect_code 0
	[ -s "$out" ] || fail "there is no result"
	first=$(shown "$command")
	[ -z "$first" ] || tables=$((tables + 1))
	[ -z "$first" ] || awk -v first="$first" '{ $1 = $1 } $0 == first { found = 1 } END { exit !found }' "$out" || fail "it does not print the line of the README: $first"
done < list
begin "what commands print is shown"
[ $tables -ge 6 ] || fail "only $tables are"
finish
