# The example programs are traced and simulated to the end, under whichever model: no message is left over.
. "$SONDE_SOURCE/tests/sh/lib.sh"
[ -e "$SONDE_BUILD/libsonde-trace-$SONDE_MPI.so" ] || skip_test "this build has no tracer"
write_plogp plogp.json

while read -r name arguments; do
	begin "$name: its result is right, and its trace is simulated to the end"
	# shellcheck disable=SC2086
	launch 4 "$SONDE" trace -o "$name.trace" "$SONDE_BUILD/tests/sonde_example_$name" $arguments
	expect_code 0
	expect_out "the result is right"
	sonde simulate "$name.trace" --loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K --json
	expect_code 0
	expect_silence err
	operations=$(json "$out" summary/operations)
	[ "${operations%.*}" -gt 20 ] || fail "too few operations: $operations"
	expect_equal "messages that nobody receives" "" "$(grep -o '"unreceived"' "$out")"
	begin "$name: its trace as a schedule takes what the trace takes, to the last digit"
	sonde trace export "$name.trace" --format goal -o "$name.goal"
	expect_code 0
	for costs in "--loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K" "-m plogp.json --eager 1K"; do
		queued=
		[ "${costs#-m}" = "$costs" ] || queued=--queued
		sonde simulate "$name.trace" $costs --csv
		cut -d , -f 1,3 "$out" > traced.csv
		sonde simulate "$name.goal" $costs $queued --csv
		expect_code 0
		cut -d , -f 1,2 "$out" | tr -d "\r" > read.csv
		expect_equal "processes" 4 "$(grep -c '^[0-9]' read.csv)"
		expect_same_text traced.csv read.csv
	done
done << END
stencil 100 10 20
cg 200 15
sweep 10 4 3
fft 64 3
master 20 50
END
begin "of each function of MPI a trace is simulated to the end: what has no simulation keeps its time, and nothing is left over"
# Messages, probes, persistent and cancelled requests, completions, windows, files, collectives of all kinds, communicators, neighbours.
launch 3 "$SONDE" trace -o all.trace "$SONDE_BUILD/tests/sonde_test_traced" . mepqwvcinodx1f+
expect_code 0
wildcards=
[ "$SONDE_MPI" != mpich ] || wildcards="--wildcards simulated" # its MPI_Isendrecv does not say from whom the message of any source came
for costs in "--loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K" "--loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=0" "-m plogp.json"; do
	sonde simulate all.trace $costs $wildcards --json
	expect_code 0
	grep -Eo '"(unreceived|unresolved|damaged|unfit)": .*' "$out" > left
	expect_equal "what is left over under $costs" "" "$(cat left)"
	kept=$(json "$out" summary/not_simulated)
	awk "BEGIN { exit !($kept > 0 && $kept < 1) }" || fail "the part that is not simulated: $kept"
done
finish
