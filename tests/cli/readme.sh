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

commands > list
begin "the README has its commands"
[ "$(grep -c . list)" -ge 10 ] || fail "only $(grep -c . list) commands were found"
while read -r command; do
	begin "$command"
	case $command in
	*"measure collective"*)
		skip_case "a synthetic platform has no bcast; mpi/features runs it"
		continue
		;;
	esac
	run sh -c "set -e; $command"
	expect_code 0
	[ -s "$out" ] || fail "there is no result"
done < list
finish
