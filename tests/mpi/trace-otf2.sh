# OTF2 archives of a real program: sonde's own, whose messages all match, and EZTrace's.
. "$SONDE_SOURCE/tests/sh/lib.sh"
ring=$SONDE_BUILD/tests/sonde_test_ring
[ -e "$SONDE_BUILD/libsonde-trace-$SONDE_MPI.so" ] || skip_test "this build has no tracer"

begin "every message of a program is received in its archive, and collectives have all members"
launch 2 "$SONDE" trace -o ring.trace "$ring" 0
expect_code 0
sonde trace export ring.trace --format otf2 -o ring.otf2
expect_code 0
expect_silence err
if command -v otf2-print > /dev/null; then
	expect_equal "what is wrong" "" "$(bash "$source/tests/sh/otf2_check.sh" ring.otf2/traces.otf2)"
else
	skip_case "otf2-print is not installed"
fi

begin "an archive that EZTrace wrote is shown: its functions, messages and bytes"
if [ "$SONDE_MPI" != openmpi ] || ! command -v eztrace > /dev/null; then
	skip_case "EZTrace for Open MPI is not installed"
else
	launch 2 eztrace -t openmpi "$ring" 0
	archive=$(echo ./*/eztrace_log.otf2)
	sonde trace show "${archive%/*}" --json
	expect_code 0
	expect_json summary/processes 2
	expect_json summary/messages 200
	expect_json summary/bytes 204800
	sonde trace show "$archive" --by function --csv
	expect_code 0
	for function in MPI_Isend MPI_Irecv MPI_Waitall; do
		expect_equal "calls of $function" 200 "$(awk -F , -v f=$function '$1 == f { print $2 }' "$out")"
	done
	sonde report --trace "$archive" -o page.html
	expect_code 0
	sonde trace export "$archive" --format otf2 -o again.otf2
	expect_code 0
	sonde trace show again.otf2 --json
	expect_json summary/messages 200
	expect_json summary/bytes 204800
fi
finish
