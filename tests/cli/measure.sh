# sonde measure p2p on a synthetic platform, where the times are known.
. "$SONDE_SOURCE/tests/sh/lib.sh"
cat > hockney.json << 'END'
{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 10e-6, "beta": 2e-9}}
END
synthetic="--platform synthetic:hockney.json"
sql() # store, statement
{
	printf '%s' "$2" | "$tool" sql "$1"
}

begin "round trips take as long as the platform says, with least and longest timing, interval and bandwidth"
sonde measure p2p $synthetic --sizes 0,1000,1M --json
expect_code 0
expect_json rows/# 3
expect_near "time of 0 B" 20e-6 "$(json "$out" rows/0/seconds)" 1e-9
expect_near "time of 1000 B" 24e-6 "$(json "$out" rows/1/seconds)" 1e-9
for column in low high minimum maximum; do
	expect_near "$column of 1000 B" 24e-6 "$(json "$out" "rows/1/$column")" 1e-9
done
expect_near "bandwidth at 1000 B" 83333333.33 "$(json "$out" rows/1/bandwidth)" 1e-9

begin "what was measured is a run of the store, with a plot in the report"
expect_runs sonde.db 1
sonde report
expect_code 0
grep -q "Measured times" report.html || fail "the report has no section for it"

begin "the default are powers of two from 0 to 1 MiB, and the subject may be left out"
sonde measure $synthetic --json
expect_code 0
expect_json rows/# 22

begin "one way: so many messages and an acknowledgement"
sonde measure p2p $synthetic --pattern oneway --count 4 --sizes 1000 --json
expect_code 0
expect_near "4 messages and an empty one" 58e-6 "$(json "$out" rows/0/seconds)" 1e-9

cat > four.json << 'END'
{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 4, "parameters": {"alpha": 10e-6, "beta": 2e-9}}
END
plus() # a, b
{
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.12g", a + b }'
}
linear="measure collective --op bcast --algorithm linear --sizes 1000 --platform synthetic:four.json --quiet --store late.db --json"

begin "a root that comes late makes a broadcast so much longer, and the measurement says so"
sonde $linear
expect_code 0
[ -z "$(json "$out" summary/arrival 2> /dev/null)" ] || fail "a measurement without has a pattern of arrivals"
at_once=$(json "$out" rows/0/seconds)
sonde $linear --arrival late-root:50us
expect_code 0
expect_json summary/arrival late-root:5e-05
expect_near "a late root" "$(plus "$at_once" 50e-6)" "$(json "$out" rows/0/seconds)" 1e-9
sonde $linear --arrival late-root --root 3
expect_near "by 100 us where nothing is said" "$(plus "$at_once" 100e-6)" "$(json "$out" rows/0/seconds)" 1e-9
sonde $linear --arrival late-root:50us --timing root
expect_near "the root itself does not wait" "$at_once" "$(json "$out" rows/0/seconds)" 1e-9

begin "delays of a file: the last message of a linear broadcast is not held up by who comes late for an earlier one"
printf '0us 10us # the second\n0us\n0us\n' > delays
sonde $linear --arrival delays
expect_code 0
expect_json summary/arrival "0,1e-05,0*2"
expect_near "a late leaf" "$at_once" "$(json "$out" rows/0/seconds)" 1e-9
printf '0us 500us 0us 0us\n' > delays
sonde $linear --arrival delays
expect_near "a leaf that all others do not wait for" 500e-6 "$(json "$out" rows/0/seconds)" 1e-9

begin "the root waits for a leaf that is late, in the barrier that confirms the end; the longest time of any process is the root's"
sonde $linear --arrival delays --timing root
expect_near "root timing" 500e-6 "$(json "$out" rows/0/seconds)" 1e-9
sonde $linear --arrival delays --timing max
expect_near "the root sends to the last" 36e-6 "$(json "$out" rows/0/seconds)" 1e-9

begin "acknowledgements tell when the last process has a broadcast; of other operations they tell nothing, and are refused"
sonde $linear
whole=$(json "$out" rows/0/seconds)
sonde $linear --timing acknowledged
expect_code 0
expect_near "acknowledged timing" "$whole" "$(json "$out" rows/0/seconds)" 1e-12
sonde compare four.json bcast --store late.db --json
expect_near "acknowledged timing, predicted" "$(json "$out" rows/0/measured)" "$(json "$out" rows/0/predicted)" 1e-12
sonde measure collective --op gather --timing acknowledged --sizes 1K --platform synthetic:four.json --store late.db
expect_refusal 2 "--timing: acknowledged timing tells when each receiver of a bcast is done; for gather there are global, max and root timing"
sonde $linear --timing acknowledged --arrival late-root
expect_refusal 2 "--timing: acknowledged timing has no beginning from which processes could be late"
sonde $linear --timing acknowledged --series 1,4
expect_refusal 2 "--timing: acknowledged timing is of a bcast by itself"
sonde $linear --loop 10
expect_refusal 2 "--loop: operations are timed one by one; --series times several in a row"
sonde $linear --series auto:1:16
expect_refusal 2 "--series: its lengths cannot be chosen adaptively"
sonde measure thresholds --timing acknowledged --platform synthetic:four.json --store late.db
expect_refusal 2 "--timing"

begin "a model predicts what was timed, whatever the timing and the arrivals"
for timing in global root max; do
	for arrival in delays late-root:50us random:20us; do
		sonde $linear --arrival $arrival --timing $timing --run $timing-${arrival%%:*}
		sonde compare four.json bcast --store late.db --run $timing-${arrival%%:*} --json
		expect_code 0
		expect_near "$timing, $arrival" "$(json "$out" rows/0/measured)" "$(json "$out" rows/0/predicted)" 1e-9
	done
done

begin "random delays are those of their seed, and other measurements than those without"
sonde $linear --arrival random:20us --run one
drawn=$(json "$out" rows/0/seconds)
sonde $linear --arrival random:20us:1 --seed 5 --run two
expect_equal "the same seed" "$drawn" "$(json "$out" rows/0/seconds)"
sonde $linear --arrival random:20us --seed 5 --run three
[ "$drawn" != "$(json "$out" rows/0/seconds)" ] || fail "another seed gives the same delays"
sonde compare four.json bcast --store late.db --run three --json
expect_code 0
expect_json rows/0/arrival random:2e-05:5
expect_near "a prediction with the same delays" "$(json "$out" rows/0/measured)" "$(json "$out" rows/0/predicted)" 1e-9

begin "in a series each process goes on as soon as it is done: behind the first a chain ends one with each message"
chain="measure collective --op bcast --algorithm chain --fanout 1 --sizes 1000 --platform synthetic:four.json --quiet --store series.db --json"
sonde $chain --series 1,8 --run series
expect_code 0
expect_json rows/# 2
expect_json rows/0/series 1
expect_json rows/1/series 8
expect_near "one" 36e-6 "$(json "$out" rows/0/seconds)" 1e-9
expect_near "eight" 120e-6 "$(json "$out" rows/1/seconds)" 1e-9
expect_near "each of eight" 15e-6 "$(json "$out" rows/1/each)" 1e-9
expect_near "as a part of one" 0.41667 "$(json "$out" rows/1/of_one)" 1e-4
sonde $chain --arrival late-root:50us --series 8
expect_near "eight of a late root" 170e-6 "$(json "$out" rows/0/seconds)" 1e-9
expect_json rows/0/of_one null
sonde $chain
[ -z "$(json "$out" rows/0/series 2> /dev/null)" ] || fail "there is no series"

begin "a model predicts a series as it was timed, and runs with another one are other measurements"
sonde compare four.json bcast --store series.db --run series --json
expect_code 0
expect_json rows/1/series 8
for row in 0 1; do
	expect_near "row $row" "$(json "$out" rows/$row/measured)" "$(json "$out" rows/$row/predicted)" 1e-9
done
sonde predict four.json bcast --algorithm chain --fanout 1 -n 4 -s 1000 --series 8 --json
expect_near "predicted" 120e-6 "$(json "$out" rows/0/seconds)" 1e-9
expect_json summary/series 8
sonde predict four.json bcast --algorithm chain --fanout 1 -n 4 -s 1000 --series 8 --arrival late-root:50us --json
expect_near "of a late root" 170e-6 "$(json "$out" rows/0/seconds)" 1e-9
expect_equal "variant" "series=1,8" "$(sql series.db "SELECT variant FROM runs WHERE name = 'series'")"
while IFS='|' read -r arguments text; do
	sonde $arguments
	expect_refusal 2 "$text"
done << 'END'
measure collective --op bcast --algorithm chain --sizes 1000 --platform synthetic:four.json --series 0|--series: 1 to 10000 operations in a row, not 0
predict four.json bcast -n 4 -s 1000 --closed-form --algorithm linear --series 8|--series: closed forms are of one operation
predict four.json p2p -s 1000 --series 8|go with collective operations
END

begin "the user says how long a timing is: messages in a row, or the time that they take"
loops() # arguments
{
	sonde measure p2p $synthetic --sizes 0,1000 --tick 1us --store loops.db --json "$@"
	expect_code 0
}
# A trial of 16 seems to take a tick less than 320 us.
loops
expect_json rows/0/loop 51
loops --loop 10 --run ten
expect_json rows/0/loop 10
expect_json rows/1/loop 10
expect_near "time" 20e-6 "$(json "$out" rows/0/seconds)" 1e-7
loops --loop 1ms
expect_json rows/0/loop 51
loops --loop 100us
expect_json rows/0/loop 6
expect_equal "variant" "loop=10" "$(sql loops.db "SELECT variant FROM runs WHERE name = 'ten'" | grep -o 'loop=.*')"
expect_equal "loops in the store" "10" "$(sql loops.db "SELECT DISTINCT loop FROM timings JOIN runs ON runs.id = timings.run WHERE name = 'ten'")"
sonde measure p2p $synthetic --sizes 64K --tick 1ms --loop 100 --json
expect_json rows/0/loop 4
expect_err "less than was asked for"
for loop in 0 -3 x 10000000 2h 0us; do
	sonde measure p2p $synthetic --loop=$loop
	expect_refusal 2 "--loop '$loop': messages in a row, 1 to 1000000, or the time of a timing"
done
sonde estimate plogp $synthetic --sizes 0,1K,64K --loop 10 --tick 1us --store loops.db --run estimated --quiet
expect_code 0

begin "a run with loops of its own is not held against one whose loops are as long as the clock needs, and the other way round"
for loop in "--loop 1" "" "--loop 1"; do
	sonde estimate hockney $synthetic --tick 15us $loop --store apart.db -o apart.json
	expect_code 0
	! grep -q "Since the run before" "$err" "$out" || fail "$(grep -h "Since the run before" "$err" "$out")"
done
sonde estimate hockney $synthetic --tick 15us --store apart.db -o apart.json
expect_code 0
grep -qi "the link's parameters are those of before\|Since the run before" "$err" "$out" || fail "runs with usual loops are not held against each other"

begin "patterns of arrivals that cannot be are refused"
sonde $linear --arrival late
expect_refusal 2 "neither late-root, late-root:50us or random:10us nor a file that can be read"
sonde $linear --arrival late-root:5
expect_refusal 2 "by how much the root is late is expected"
sonde $linear --arrival random:
expect_refusal 2 "a standard deviation is expected"
printf '0us 5us\n' > delays
sonde $linear --arrival delays
expect_refusal 1 "it has 2 delays, and there are 4 processes"
printf '0us\n5\n' > delays
sonde $linear --arrival delays
expect_refusal 1 "line 2: a delay is expected"

begin "a measurement keeps a limited number of different delays, a prediction takes any; random ones have seed 1 there"
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "%d.%09dms\n", 10000 + i, 123456789 + i }' > thousand
sed -e 's/"processes": 4/"processes": 1000/' four.json > thousand.json
sonde predict thousand.json bcast --algorithm linear -n 1000 -s 1000 --arrival thousand --json
expect_code 0
expect_near "the last to come" 0.999 "$(json "$out" rows/0/seconds)" 1e-3
sonde measure collective --op bcast --algorithm linear --sizes 1000 --platform synthetic:thousand.json --arrival thousand
expect_refusal 1 "the delays are more than is kept of a measurement, 255 characters"
sonde predict four.json bcast --algorithm linear -n 4 -s 1000 --arrival random:10us --json
expect_json summary/arrival random:1e-05:1
sonde predict four.json bcast --algorithm linear -n 4 -s 1000 --arrival late-root:1e12s
expect_refusal 2 "--arrival: 1e12s: a process comes an hour (3600s) late at most"

begin "what does not go together is refused"
sonde measure p2p $synthetic --path send --pattern oneway
expect_refusal 2 "goes with --pattern roundtrip only"
sonde measure p2p $synthetic --count 3
expect_refusal 2 "it goes with --pattern oneway"
sonde measure p2p $synthetic --op teleport
expect_refusal 2 "teleport"

# A PLogP model whose gap jumps by 38 % from 4096 to 4097 B.
cat > switch.json << 'END'
{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 10e-6,
 "o_s": {"bytes": [0, 1048576], "seconds": [1e-6, 1e-6]}, "o_r": {"bytes": [0, 1048576], "seconds": [1e-6, 1e-6]},
 "g": {"bytes": [0, 4096, 4097, 1048576], "seconds": [2e-6, 6e-6, 14e-6, 1064.478e-6]}}}
END

begin "adaptive sizes find a switch to the byte, and the summary names it"
sonde measure p2p --platform synthetic:switch.json --sizes auto:0:1M
expect_code 0
expect_out "jump of +50 % (+15.998 us) between 4096 and 4097 B"
[ "$(grep -c '^ *[0-9]' "$out")" -gt 40 ] || fail "rows are left out, and the output is no terminal"
if command -v script > /dev/null; then
	run script -qec "$SONDE measure p2p --platform synthetic:switch.json --sizes auto:0:1M" /dev/null
	[ "$(grep -c '^ *[0-9]' "$out")" -le 22 ] || fail "the rows do not fit a screen"
	run script -qec "$SONDE measure p2p --platform synthetic:switch.json --sizes auto:0:1M --all" /dev/null
	[ "$(grep -c '^ *[0-9]' "$out")" -gt 40 ] || fail "--all does not print all"
fi
sonde measure p2p --platform synthetic:switch.json --sizes auto:0:1M --json
expect_json summary/breaks 1
[ "$(json "$out" rows/#)" -le 90 ] || fail "that many sizes are not needed: $(json "$out" rows/#)"
expect_json rows/0/bytes 0

begin "there are as many sizes as were allowed"
sonde measure p2p --platform synthetic:switch.json --sizes auto:0:1M --max-sizes 9 --json
expect_json rows/# 9

begin "options of adaptive sizes need such sizes"
for option in "--size-rule midpoint" "--epsilon 0.1" "--max-sizes 10"; do
	sonde measure p2p $synthetic --sizes 0,1K $option
	expect_refusal 2 "goes with sizes like --sizes auto:0:1M only"
done

begin "how the platform treats messages is found and printed with what was seen, and two processes say what they do not tell"
cat > treats.json << 'END'
{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 4, "provenance": {"eager_bytes": 5000, "ports": "fair", "ports_in": "in turn", "duplex_factor": 1.5},
 "parameters": {"L": 1e-5, "o_s": 1e-6, "o_r": 1e-6, "g": 4e-6, "G": 1e-8}}
END
sonde measure protocols --platform synthetic:treats.json --json
expect_code 0
expect_equal "the eager limit" 5000 "$(fact eager_bytes number)"
expect_equal "that of the other way" 5000 "$(fact eager_bytes_back number)"
expect_equal "a sender's port" fair "$(fact ports value)"
expect_equal "a receiver's port" "in turn" "$(fact ports_in value)"
expect_near "duplex" 1.5 "$(fact duplex_factor number)" 1e-6
expect_near "MPI_Isend" 1e-6 "$(fact isend_long_seconds number)" 1e-6
case $(fact eager_bytes seen) in
*"of 5000 bytes 1 us, of one more "*) ;;
*) fail "what was seen of the eager limit is not said" ;;
esac
sed 's/"processes": 4/"processes": 2/' treats.json > two.json
sonde measure protocols --platform synthetic:two.json --json
expect_equal "a sender's port" "not known" "$(fact ports value)"
case $(fact ports seen) in
*"that messages go in turn is assumed"*"us if they go in parallel"*) ;;
*) fail "what is assumed is not said" ;;
esac
for model in hockney logp loggp plogp lmo 3pc p3pc; do
	sonde estimate $model --platform synthetic:treats.json -o found.json
	expect_code 0
	[ $model = lmo ] || expect_err "processes 0 and 1 are measured; 2 others are there"
	[ $model = lmo ] || expect_err "the model of these two stands for all pairs"
	[ $model = lmo ] || expect_equal "$model: a receiver's port" "in turn" "$(json found.json provenance/ports_in)"
	expect_near "$model: duplex" 1.5 "$(json found.json provenance/duplex_factor)" 1e-6
	case $(json found.json provenance/ports_in_seen) in
	*"in itself in turn") [ $model = lmo ] || fail "$model has no ports of its own" ;;
	*) [ $model != lmo ] || fail "lmo does not say what was seen of a receiver's port" ;;
	esac
done

begin "a bisection: what all pairs move together is their bytes over the time of the slowest"
write_plogp plogp.json
sed 's/"processes": 2/"processes": 4/' plogp.json > four.json
sonde measure p2p --pattern bisection --partners far --sizes 0,1K,64K --platform synthetic:four.json --reps 3:3 --store far.db --json
expect_code 0
expect_json rows/# 6
for size in 1K 64K; do
	[ $size = 1K ] && row=2 || row=4
	expect_near "$size" "$(json "$out" rows/$row/bandwidth | awk '{ print 2 * $1 }')" "$(json "$out" "summary/all pairs together/$size")" 1e-5
done
expect_equal "of nothing" "" "$(json "$out" "summary/all pairs together/0" 2> /dev/null)"

begin "each message once: an interval without an end; a model needs more"
sonde measure p2p --reps 1:1 --sizes 0,1K,64K --platform synthetic:plogp.json --noise 0.05 --statistic mean --store once.db --csv
expect_code 0
expect_equal "timings" "1 1 1" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "timings") c = i; next } { print $c }' "$out" | xargs)"
expect_equal "intervals" "0,inf 0,inf 0,inf" "$(awk -F, 'NR > 1 { print $4 "," $5 }' "$out" | xargs)"
sonde estimate hockney --reps 1:1 --platform synthetic:plogp.json --store once.db
expect_refusal 2 "--reps: '1:1' is not allowed; it must be from 2 to 1000000"

begin "all breaks are named, a row of steps in one line, and counted; of many those that lines stand for are counted"
told() # breaks that the lines of the summary stand for
{
	awk '/"break_[0-9]+":/ { n += match($0, /[0-9]+ steps/) ? substr($0, RSTART) + 0 : 1 } END { print n + 0 }' "$out"
}
sonde measure p2p --platform "synthetic:$SONDE_SOURCE/examples/stairs.json" --sizes auto:0:64K --json
expect_code 0
expect_json summary/breaks 9
expect_equal "breaks that are told" 9 "$(told)"
# Eleven jumps of unlike heights behind the seven steps of one.
awk 'BEGIN {
	for (i = 1; i <= 7; i++) { x = x ", " 128 * i ", " 128 * i + 1; y = y ", " 5e-6 * (1 + i) ", " 5e-6 * (2 + i) }
	t = 45e-6
	for (i = 1; i <= 11; i++) { b = 2000 + 1700 * i + 37 * i * i; x = x ", " b ", " b + 1; y = y ", " t ", " t * (i % 2 ? 3.1 : 0.6); t *= i % 2 ? 3.1 : 0.6 }
	print "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"plogp\", \"processes\": 2, \"parameters\": {\"L\": 5e-6, \"o_s\": {\"bytes\": [0, 65536], \"seconds\": [1e-6, 1e-6]},"
	print "\"o_r\": {\"bytes\": [0, 65536], \"seconds\": [1e-6, 1e-6]}, \"g\": {\"bytes\": [0" x ", 65536], \"seconds\": [10e-6" y ", " t "]}}}"
}' > many.json
sonde measure p2p --platform synthetic:many.json --sizes auto:0:64K --json
expect_code 0
[ "$(json "$out" summary/breaks)" -gt 15 ] || fail "only $(json "$out" summary/breaks) breaks were found"
expect_json summary/named_breaks "$(told)"
finish
