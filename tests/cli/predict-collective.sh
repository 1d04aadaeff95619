# Predictions of collective operations: numbers by hand, closed forms, rankings, schedules as files, what is refused and how.
. "$SONDE_SOURCE/tests/sh/lib.sh"

printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 10e-6, "beta": 1e-9}}\n' > hockney.json
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 10e-6, "o_s": 1e-6, "o_r": 2e-6, "g": 3e-6, "G": 1e-9}}\n' > loggp.json
write_plogp plogp.json

# $1 model, $2 operation, $3 algorithm, $4 more options, $5 microseconds by hand, for 8 processes and 1000 bytes
by_hand()
{
	sonde predict "$1.json" "$2" --algorithm "$3" -n 8 -s 1000 $4 --json
	expect_code 0
	expect_near "$1, $2 by $3 $4" "$5e-6" "$(json "$out" rows/0/seconds)" 1e-12
}

begin "eight processes, 1000 bytes: the times by hand"
by_hand hockney scatter linear "" 77
by_hand hockney scatter linear --parallel 11
by_hand hockney scatter linear "--root 5" 77
by_hand hockney scatter binomial "" 71
by_hand hockney gather binomial "" 37
by_hand hockney bcast binomial "" 33
by_hand hockney bcast chain "--fanout 1" 77
by_hand hockney allgather ring "" 77
by_hand loggp scatter linear "" 37.993
by_hand loggp gather linear "" 37.993
by_hand loggp bcast chain "--fanout 1" 97.993

begin "what is predicted is what the exported schedule takes, simulated"
for operation in "bcast pipeline --segment 1K" "gather binomial" "allreduce ring" "alltoall pairwise" "barrier dissemination"; do
	set -- $operation
	name=$1 algorithm=$2
	shift 2
	sonde schedule "$name" --algorithm "$algorithm" "$@" -n 13 $([ "$name" = barrier ] || echo -s 10000) -o "$name.goal" --json
	expect_code 0
	expect_json rows/0/processes 13
	sonde schedule "$name.goal" --format binary -o "$name.bin" --quiet
	expect_code 0
	sonde schedule "$name.bin" -o "$name.again" --quiet
	sort "$name.goal" > "$name.sorted"
	sort "$name.again" > "$name.again.sorted"
	expect_same_text "$name.sorted" "$name.again.sorted"
	for ports in "" "--fair" "--eager 5K"; do
		sonde predict plogp.json "$name" --algorithm "$algorithm" "$@" -n 13 $([ "$name" = barrier ] || echo -s 10000) $ports --json
		predicted=$(json "$out" rows/0/seconds)
		sonde simulate "$name.bin" -m plogp.json $ports --json
		expect_near "$name by $algorithm $ports" "$predicted" "$(json "$out" summary/seconds)" 1e-12
	done
done
sonde schedule bcast --algorithm binomial -n 2 -s 10
expect_code 0
expect_out "send 10b to 1"

begin "every operation has its algorithms, where nothing is said of them"
for operation in barrier bcast scatter scatterv gather gatherv reduce allreduce allgather alltoall reduce_scatter scan; do
	sonde predict hockney.json $operation -n 8 $([ $operation = barrier ] || echo -s 32K) --csv
	expect_code 0
	expect_silence err
	[ "$(grep -c "^$operation," "$out")" -ge 1 ] || fail "$operation has no algorithm"
done
sonde predict hockney.json alltoall -n 8 -s 32K --segment 4K
expect_refusal 2 "no algorithm of alltoall has segments to choose"

begin "all algorithms, for each size the quickest first"
sonde predict hockney.json bcast --algorithm all -n 16 -s 8,1M --segment 8K --csv
expect_code 0
expect_out "operation,algorithm,processes,bytes,seconds,rank"
awk -F, 'NR > 1 { if ($6 + 0 != ($4 == bytes ? rank + 1 : 1) || ($4 == bytes && $5 + 0 < seconds)) exit 1; bytes = $4; rank = $6; seconds = $5 + 0; n++ } END { exit n < 12 }' "$out" || fail "the order is not that of the times"
expect_equal "short messages" "binomial" "$(awk -F, 'NR > 1 && $4 == 8 && ($2 == "binomial" || $2 == "pipeline") { print $2; exit }' "$out")"
expect_equal "long messages" "pipeline" "$(awk -F, 'NR > 1 && $4 > 8 && ($2 == "binomial" || $2 == "pipeline") { print $2; exit }' "$out")"

begin "closed forms, and what they are to the schedule"
sonde predict hockney.json scatter --algorithm linear -n 8 -s 1000 --closed-form --json
expect_json rows/0/form sequential
expect_json rows/0/relation exact
expect_near "sequential" 77e-6 "$(json "$out" rows/0/seconds)" 1e-12
expect_json rows/1/form parallel
expect_json rows/1/relation "lower bound"
expect_near "parallel" 11e-6 "$(json "$out" rows/1/seconds)" 1e-12
sonde predict loggp.json gather --algorithm linear -n 8 -s 1000 --closed-form --json
expect_near "loggp" 37.993e-6 "$(json "$out" rows/0/seconds)" 1e-12
sonde predict plogp.json scatter --algorithm linear -n 8 -s 1024 --closed-form --json
expect_code 0
formula=$(json "$out" rows/0/seconds)
sonde predict plogp.json scatter --algorithm linear -n 8 -s 1024 --json
expect_near "plogp" "$formula" "$(json "$out" rows/0/seconds)" 1e-12
sonde predict hockney.json reduce --algorithm all -n 8 -s 1000 --closed-form
expect_refusal 1 "no closed form"

begin "a formula that knows of one way at a time is a bound where ports are not full duplex"
for factor in 1 1.8; do
	sed "s/}[[:space:]]*}[[:space:]]*$/}, \"provenance\": {\"duplex_factor\": $factor}}/" hockney.json > duplex.json
	sonde predict duplex.json bcast --algorithm pipeline -n 8 -s 64K --segment 4K --json
	schedule=$(json "$out" rows/0/seconds)
	sonde predict duplex.json bcast --algorithm pipeline -n 8 -s 64K --segment 4K --closed-form --json
	relation="lower bound"
	[ "$factor" != 1 ] || relation=exact
	expect_json rows/0/relation "$relation"
	awk -v form="$(json "$out" rows/0/seconds)" -v schedule="$schedule" -v relation="$relation" \
		'BEGIN { exit !(relation == "exact" ? schedule / form - 1 < 1e-9 && form / schedule - 1 < 1e-9 : schedule > 1.1 * form) }' ||
		fail "with a factor of $factor the schedule takes $schedule s"
done

begin "a model that was fitted at smaller sizes says so"
sonde predict plogp.json bcast --algorithm binomial -n 4 -s 1K
expect_code 0
expect_silence err
sonde predict plogp.json bcast --algorithm binomial -n 4 -s 16M
expect_code 0
expect_err "fitted at sizes up to 256K"
sonde predict plogp.json gather --algorithm linear -n 16 -s 64K
expect_silence err
sonde predict plogp.json gather --algorithm binomial -n 16 -s 64K
expect_code 0
expect_err "fitted at sizes up to 256K" # it sends eight blocks at once
sonde predict plogp.json bcast --algorithm pipeline -n 16 -s 1M --segment 64K
expect_silence err

begin "the order of a tree and the groups of two levels: in the schedule as said, from a list or a file"
# senders GOAL: who sends to whom, as the schedule has it
senders()
{
	awk '$1 == "rank" { rank = $2 } $2 == "send" { printf "%s>%s ", rank, $5 }' "$1"
}
sonde schedule bcast --algorithm binomial -n 4 -s 1K --order 2,0,3,1 --root 2 -o order.goal
expect_code 0
expect_equal "messages" "0>1 2>0 2>3" "$(senders order.goal | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ *//; s/ *$//')"
printf '2\n0 3,\n1\n' > order.txt
sonde schedule bcast --algorithm binomial -n 4 -s 1K --order order.txt --root 2 -o file.goal
expect_same_text order.goal file.goal
sonde schedule scatter --algorithm two-level -n 6 -s 1K --groups 0,1,0,1,0,1 -o groups.goal
expect_equal "messages" "0>1 0>2 0>4 1>3 1>5" "$(senders groups.goal | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ *//; s/ *$//')"
sonde schedule scatter --algorithm two-level -n 6 -s 1K --groups 3 -o groups.goal
expect_equal "messages" "0>1 0>2 0>3 3>4 3>5" "$(senders groups.goal | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ *//; s/ *$//')"
sonde schedule bcast --algorithm binomial -n 4 -s 1K --order 3-0 --root 3 -o file.goal
expect_equal "messages" "2>0 3>1 3>2" "$(senders file.goal | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ *//; s/ *$//')"
sonde predict plogp.json bcast --algorithm chain -n 6 -s 1K --fanout 2 --order 0,5,4,3,2,1 --json
expect_code 0
expect_json summary/order 0,5-1
seconds=$(json "$out" rows/0/seconds)
sonde predict plogp.json bcast --algorithm chain -n 6 -s 1K --fanout 2 --json
expect_near "the same tree of other processes, alike" "$seconds" "$(json "$out" rows/0/seconds)" 1e-12
sonde predict plogp.json bcast --algorithm all -n 6 -s 1K --order 0,5,4,3,2,1 --groups 2 --csv
expect_code 0
sonde schedule bcast --algorithm hierarchical -n 6 -s 1K --groups 0,1,0,1,0,1 -o bcast.goal
expect_code 0
sonde simulate bcast.goal -m plogp.json --csv
expect_equal "no message but to a leader leaves its group" "1" "$(senders bcast.goal | tr ' ' '\n' | awk -F '>' 'NF == 2 && $1 % 2 != $2 % 2' | wc -l)"

begin "what was asked for is told, of files what is in them"
printf '0 5 4\n3 2 1\n' > order.txt
printf '0 1 0 1 0 1\n' > alternate.txt
printf '2\n' > pairs.txt
sonde predict plogp.json bcast --algorithm hierarchical -n 6 -s 1K --order order.txt --groups pairs.txt --json
expect_code 0
expect_json summary/order 0,5-1
expect_json summary/groups 0,0,1,1,2,2
sonde predict plogp.json bcast --algorithm all -n 6 -s 1K --order order.txt --groups alternate.txt --json
expect_code 0
expect_json summary/groups 0,1,0,1,0,1
sonde predict plogp.json bcast --algorithm all -n 6 -s 1K --groups 2 --json
expect_json summary/groups 2
seq 0 199 | awk '{ print int($1 / 2) }' > many.txt
sonde predict plogp.json scatter --algorithm two-level -n 200 -s 1K --groups many.txt --json
expect_code 0
expect_json summary/groups many.txt

begin "refused of all algorithms: what none of them takes"
while IFS='|' read -r operation options reason; do
	sonde predict plogp.json $operation --algorithm all -n 4 -s 1K $options
	expect_refusal 2 "$reason"
done << 'END'
alltoall|--order 0,1,2,3|order: no algorithm of alltoall has an order of processes to choose
alltoall|--groups 2|groups: no algorithm of alltoall has groups to choose
scan|--segment 1K|segment: no algorithm of scan has segments to choose
scan|--fanout 2|fanout: no algorithm of scan has a fan-out to choose
END

begin "refused: orders and groups that cannot be"
while IFS='|' read -r options reason; do
	sonde schedule bcast --algorithm hierarchical -n 4 -s 1K $options
	expect_refusal 2 "$reason"
	sonde predict plogp.json bcast --algorithm hierarchical -n 4 -s 1K $options
	expect_refusal 2 "$reason"
done << 'END'
--order 0,1,2|--order: 3 numbers for 4 processes
--order 0,1,2,3,0|--order: more numbers than the 4 processes
--order 0,1,2,4|"4" for process 3: numbers are 0 to 3
--order 0,1,2,2|process 2 is there twice
--order 1,0,2,3|process 1 comes first; the root, 0, must
--order nowhere.txt|--order nowhere.txt: neither a list of numbers
--groups 0|--groups: groups of 0
--groups 0,0,1|3 numbers for 4 processes
--groups 0,0,1,-1|"-1" for process 3: numbers are 0 to 3
--order 0-2,|--order: 3 numbers for 4 processes
--order 3-0,0|--order: more numbers than the 4 processes
--groups 0,0,1,77777777777777777777|"77777777777777777777" for process 3
--segment 0|--segment: '0' is not allowed
--segment -5|--segment: '-5' is not
--fanout -1|'-1' is not a whole number
--fanout 99999999999|from 1 to 1000000000
--root -1|'-1' is not a whole number
END
printf '0 1 x 3\n' > order.txt
sonde schedule bcast --algorithm binomial -n 4 -s 1K --order order.txt
expect_refusal 1 '"x" for process 2'
sonde schedule bcast --algorithm linear -n 4 -s 1K --groups 2
expect_refusal 2 "no groups to choose"
sonde schedule alltoall --algorithm pairwise -n 4 -s 1K --order 0,1,2,3
expect_refusal 2 "no order of processes to choose"
sonde schedule bcast --algorithm linear -n 4 -s 1K --root 4
expect_refusal 2 "process 4 cannot be the root; processes are 0 to 3"
sonde schedule scatter --algorithm linear -n 4 -s 1K --segment 1K
expect_refusal 2 "no segments to choose"
sonde schedule bcast --algorithm pipeline -n 4 -s 16G --segment 1
expect_refusal 2 "too many segments: at most 16777216"
sonde predict plogp.json bcast --algorithm pipeline -n 4 -s 1G --segment 1
expect_refusal 2 "1073741824 elements in segments of 1 are too many segments"
sonde schedule bcst --algorithm linear -n 4 -s 1K
expect_refusal 2 'there is no operation "bcst" (did you mean bcast?): the operations are barrier, bcast'
sonde schedule bcst
expect_refusal 2 'there is no operation "bcst"'
if [ "$SONDE_MPI" != none ]; then
	sonde compare plogp.json scater
	expect_refusal 2 'there is no operation "scater" (did you mean scatter?)'
fi
sonde schedule order.goal --order 0,1,2,3
expect_refusal 2 "is taken for a GOAL file"

begin "escalations of gathers beyond the sizes at which they were counted: those of the nearest, and it is said"
printf '{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 9, "parameters": {"C": 5e-6, "t": 2e-9, "L": 20e-6, "inverse_beta": 1e-9, "M1": 4096,
	"escalation_probability": {"bytes": [4096, 8192], "value": [0.75, 0.25]}, "escalation_q50": {"bytes": [4096, 8192], "seconds": [0.2, 0.1]}}}\n' > escalates.json
sonde predict escalates.json gather --algorithm linear -n 9 -s 8K,64K --closed-form --json
expect_code 0
expect_json rows/# 4
expect_json rows/3/escalation 0.25
expect_near "the median of 64K" 0.1 "$(awk -v all="$(json "$out" rows/3/seconds)" -v linear="$(json "$out" rows/2/seconds)" 'BEGIN { print all - linear }')" 1e-5
expect_err "escalations of gathers were counted at sizes from 4K to 8K"
sonde predict escalates.json gather --algorithm linear -n 9 -s 8K --closed-form
expect_out "25.00"
sonde predict escalates.json gather --algorithm linear -n 9 -s 64K --json
expect_code 0
expect_json rows/0/escalation 0.25
expect_err "gathers of other sizes are given those of the nearest one"
sonde predict escalates.json gather --algorithm linear -n 9 -s 2K,8K --closed-form
expect_code 0
expect_silence err
sonde predict escalates.json gather --algorithm binomial -n 9 -s 64K
expect_code 0
expect_silence err

begin "gathers are ranked by what they take in the mean: where all blocks meet at the root, escalations count"
sonde predict escalates.json gather --algorithm all -n 9 -s 4K --csv
expect_code 0
expect_equal "escalate" "linear linear-credited linear-nonblocking split" "$(awk -F, '$10 == 0.75 { print $2 }' "$out" | sort | xargs)"
expect_equal "ranks 1 to 4 do not" "0 0 0 0" "$(awk -F, '$6 >= 1 && $6 <= 4 { print $10 }' "$out" | xargs)"
expect_equal "rows whose expected time is below that of the row before" 0 "$(awk -F, '$6 > 1 && $12 < before { n++ } { before = $12 } END { print n + 0 }' "$out")"

begin "several numbers of processes and segments: the best segment of each algorithm, and none for those that take none"
sonde predict hockney.json bcast --algorithm all -n 16,4 -s 64K --segment none,4k,16k --json
expect_code 0
n=$(json "$out" rows/#)
cp "$out" several.json
i=0
while [ $i -lt "$n" ]; do
	p=$(json several.json "rows/$i/processes") name=$(json several.json "rows/$i/algorithm") segment=$(json several.json "rows/$i/segment") seconds=$(json several.json "rows/$i/seconds")
	best=$(for given in "" "--segment 4K" "--segment 16K"; do
		"$SONDE" predict hockney.json bcast --algorithm "$name" -n "$p" -s 64K $given --csv 2> /dev/null
	done | tr -d '\r' | awk -F, '$5 + 0 > 0 { if (!best || $5 < best) best = $5 } END { print best }')
	expect_near "$name of $p processes is that of its best segment, $segment" "$best" "$seconds" 1e-9
	case $name in
	binomial | linear | scatter-ring) expect_equal "$name has no segment" null "$segment" ;;
	esac
	i=$((i + 1))
done
sonde predict hockney.json bcast --algorithm all -n 16,4 -s 64K --segment none,4k,16k --csv
expect_equal "algorithms are listed once for each number of processes" "$n" "$(awk -F, 'NR > 1 { print $2, $3 }' "$out" | sort -u | wc -l | xargs)"
expect_near "over the best" "$(awk "BEGIN { print $(json several.json rows/1/seconds) / $(json several.json rows/0/seconds) - 1 }")" "$(json several.json rows/1/over_best)" 1e-4

begin "of one algorithm all segments are ranked, and ties are marked: a segment as long as the message is none"
sonde predict hockney.json bcast --algorithm pipeline -n 16 -s 64K --segment none,4K,64K --csv
expect_equal "segment and tie" "4096: : 65536:=" "$(tr -d '\r' < "$out" | awk -F, 'NR > 1 { print $7 ":" $9 }' | xargs)"
cp "$out" ranked.csv
for segments in 4K,none,64K 64K,4K,none none,4K,none,64k; do # in any order
	sonde predict hockney.json bcast --algorithm pipeline -n 16 -s 64K --segment $segments --csv
	expect_same_text ranked.csv "$out"
done
for segments in auto:0:1M 4K,0 4K,x none, 4K,,none ,none nonesuch ""; do # the hint names only what may be given
	sonde predict hockney.json bcast --algorithm pipeline -n 16 -s 64K --segment "$segments"
	expect_refusal 2 "--segment: '$segments' is not allowed: sizes of at least 1 byte, ranges of them, and none for one piece, as 4K or none,4K:64K,1M"
done
sonde predict hockney.json bcast --algorithm pipeline -n 16 -s 64K --segment none,4K:64K,1M
expect_code 0

begin "what is said of an operation is refused for a message between two"
for option in "--algorithm linear" "-n 4" "--root 1" "--segment 4K" "--segment none" "--fanout 2" "--order 0,1" "--groups 2" "--eager 4K" --parallel --fair --in-turn --half-duplex; do
	sonde predict hockney.json p2p -s 1K $option
	expect_refusal 2 "go with collective operations"
	contains "$err" "${option%% *}" || fail "$option is not named"
done

begin "under loggpo closed forms say what computation hides of a message, and the simulation takes as long"
cat > loggpo.json <<-END
	{"format": "sonde-model", "version": 1, "model": "loggpo", "processes": 2, "parameters": {"L": 20e-6, "O_control": 1e-6, "O_i": {"bytes": [0, 1048576], "seconds": [1e-6, 2e-6]},
	"O_c": {"bytes": [0, 1048576], "seconds": [1e-6, 2e-6]}, "G": {"bytes": [0, 1048576], "seconds": [0, 1048.576e-6]}, "S": 65536, "T_m": {"bytes": [65537], "value": [2]}, "S_cp": {"bytes": [65537], "value": [1]}}}
END
sonde predict loggpo.json p2p -s 0,1M --closed-form --compute 5ms --json
expect_code 0
expect_json rows/0/transfer T
expect_near "O_s of an empty message" 1e-6 "$(json "$out" rows/0/O_s)" 1e-12
expect_json rows/2/transfer RAT
expect_json rows/2/progress DCP
expect_near "O_s of a long one: the request, the answer to the receiver who waits, the data" 1072.576e-6 "$(json "$out" rows/2/O_s)" 1e-12
expect_near "R_so" 0.823370 "$(json "$out" rows/2/R_so)" 1e-5
expect_near "T_c: three control messages, three latencies, O_i and the data" 1113.576e-6 "$(json "$out" rows/2/T_c)" 1e-12
expect_json rows/3/receive late
expect_near "T_r: just when the request has come" 21e-6 "$(json "$out" rows/3/T_r)" 1e-4
expect_near "O_r of a late receiver: the request and the answer" 2e-6 "$(json "$out" rows/3/O_r)" 1e-9
for row in 0 1 2 3; do
	expect_near "the simulation of row $row" 0 "$(json "$out" rows/$row/difference)" 1e-15
done
sonde predict loggpo.json p2p -s 1M --closed-form --set S_cp=2x --json
expect_json rows/0/progress "DCP in waits"
sonde predict hockney.json p2p -s 1K --closed-form
expect_refusal 2 "the hockney model has no closed forms of a message with computation beside it: loggpo has"
sonde predict loggpo.json p2p -s 1K --closed-form --breakdown
expect_refusal 2 "it goes without --breakdown"
sonde predict loggpo.json p2p -s 1K --compute 1ms
expect_refusal 2 "--compute: computation beside a message, which --closed-form predicts"

begin "times that come out negative are printed, and it is said that no time can be, and which parameters are"
sed 's/"C": 5e-6/"C": -1/' escalates.json > negative.json
sonde predict negative.json p2p -s 0,1K --json
expect_code 0
expect_near "C twice and L" -1.99998 "$(json "$out" rows/0/seconds)" 1e-9
expect_err "2 of the 2 predicted times are negative, down to -1999980.000 us, which no time can be. Negative in the model: C"
sonde predict negative.json scatter --algorithm linear -n 9 -s 1K
expect_code 0
expect_err "by this model messages take negative times, -1999974.880 us one of 1K, which no time can be: operations are predicted by them. Negative in the model: C"
sonde predict negative.json p2p -s 0,1K --quiet
expect_silence err
sonde model check negative.json
expect_code 3
expect_silence out
expect_err "negative.json: by this model messages take negative times, -1999980.000 us one of 0"
sed 's/"C": 5e-6/"C": -1e-6/' escalates.json > slightly.json
sonde model check slightly.json
expect_code 0
expect_silence err
# Where it has values of its own only: 4 KiB.
printf '{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"any": {"L": 1e-6, "g": {"bytes": [0, 4096, 8192], "seconds": [1e-6, -2e-6, 9e-4]},
	"o_s": {"bytes": [0], "seconds": [1e-7]}, "o_r": {"bytes": [0], "seconds": [1e-7]}}}}\n' > dip.json
sonde model check dip.json
expect_code 3
expect_err "one of 4K, which no time can be"
sonde predict slightly.json p2p -s 0,1K
expect_code 0
expect_silence err

begin "an L that may be negative, which messages hide, is said wherever operations are predicted"
hidden() # L low high
{
	printf '{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "uncertainty": {"L": [%s, %s]}, "parameters": {"any": {"L": %s, "g": {"bytes": [0, 1048576], "seconds": [33.6e-6, 1e-3]},
	"o_s": {"bytes": [0], "seconds": [1e-7]}, "o_r": {"bytes": [0], "seconds": [1e-7]}}}}\n' "$2" "$3" "$1"
}
hidden -33e-6 -80e-6 0.29e-6 > hidden.json
hidden 1e-6 -80e-6 90e-6 > wide.json
hidden -1e-6 -5e-6 3e-6 > near.json
printf 'num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 1\n}\nrank 1 {\nl1: recv 8b from 0 tag 1\n}\n' > pair.goal
for command in "predict hidden.json allreduce -n 4 -s 1K" "simulate pair.goal -m hidden.json" "tune --for openmpi -n 4 -m hidden.json --only bcast --sizes 1K" "model check hidden.json"; do
	sonde $command
	expect_code 0
	expect_err "L is -33.000 us (-80.000 to 0.290), and an empty message takes 0.600 us: times of single messages hide that L may be negative, collective operations cannot be trusted by this model"
	sonde $command --quiet
	expect_silence err
done
sonde predict wide.json allreduce -n 4 -s 1K
expect_err "L is 1.000 us (-80.000 to 90.000)"
sonde predict near.json allreduce -n 4 -s 1K
expect_code 0
expect_silence err
sonde predict hidden.json p2p -s 0,1K
expect_silence err

begin "a model of unlike processes holds for these only, whichever stands first in its file"
printf '{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 2, "parameters": {"any": {"S": 65536}, "0": {"C": 5e-6, "t": 2e-9}, "1": {"C": 6e-6, "t": 2e-9},
	"0-1": {"L": 20e-6, "inverse_beta": 1e-9}}}\n' > unlike.json
sonde predict unlike.json gather --algorithm linear -n 2 -s 1K
expect_code 0
sonde predict unlike.json gather --algorithm linear -n 3 -s 1K
expect_refusal 2 "holds for its own 2 processes only"
sonde schedule gather --algorithm linear -n 3 -s 1K -o three.goal --quiet
sonde simulate three.goal -m unlike.json
expect_refusal 1 "holds for pairs of its own 2 processes, not for 3"

begin "the best order of unlike processes: what is found takes as long when it is asked for, and no order of five takes less"
printf '{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 5, "parameters": {"any": {"C": 1e-5, "t": 1e-9, "L": 1e-5, "inverse_beta": 2e-9}, "1": {"C": 9e-5, "t": 9e-9},
	"2": {"C": 7e-5, "t": 8e-9}, "0-1": {"L": 1e-4, "inverse_beta": 5e-8}, "2-4": {"L": 9e-5, "inverse_beta": 3e-8}}}\n' > five.json
sonde predict five.json bcast --algorithm binomial -n 5 -s 64K --order best --json
expect_code 0
cp "$out" best.json
expect_equal "all orders of five are tried" all "$(json best.json rows/0/tried)"
order=$(json best.json rows/0/order)
sonde predict five.json bcast --algorithm binomial -n 5 -s 64K --order "$order" --csv
tr -d '\r' < "$out" | awk -F, -v best="$(json best.json rows/0/seconds)" 'NR == 2 { exit !($5 == best) }' || fail "$order takes another time"
sonde predict five.json bcast --algorithm binomial -n 5 -s 64K --csv
tr -d '\r' < "$out" | awk -F, -v plain="$(json best.json rows/0/plain)" 'NR == 2 { exit !($5 == plain) }' || fail "the plain order takes another time"
awk -v best="$(json best.json rows/0/seconds)" -v plain="$(json best.json rows/0/plain)" -v bound="$(json best.json rows/0/bound)" 'BEGIN { exit !(bound <= best && best < 0.9 * plain) }' ||
	fail "no gain: $(cat best.json)"
for p in 1,2,3,4 1,3,2,4 3,4,1,2 4,3,2,1 2,1,4,3; do
	sonde predict five.json bcast --algorithm binomial -n 5 -s 64K --order 0,$p --csv
	tr -d '\r' < "$out" | awk -F, -v best="$(json best.json rows/0/seconds)" 'NR == 2 { exit !($5 >= best) }' || fail "0,$p takes less"
done
sonde predict five.json scatterv -n 5 -s 64K --order best --json
expect_code 0
cp "$out" ranked.json
expect_equal "the first of all algorithms has all orders tried" all "$(json ranked.json rows/0/tried)"
for row in 0 1 2 3 4 5 6 7; do
	[ "$(json ranked.json rows/$row/algorithm)" != bine ] || expect_equal "Bine trees have no order to choose" null "$(json ranked.json rows/$row/order)"
done
awk 'BEGIN { printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 9, \"parameters\": {\"any\": {\"alpha\": 1e-5, \"beta\": 2e-9}"
	for (i = 0; i < 9; i++) for (k = 0; k < 9; k++) if (i != k) printf ", \"%d>%d\": {\"alpha\": %g, \"beta\": %g}", i, k, 1e-5 * (1 + i * k % 3), 1e-9 * (2 + (i + 2 * k) % 5)
	print "}}" }' > nine.json
sonde predict nine.json bcast -n 9 -s 64K --segment none --order best --json
expect_code 0
cp "$out" ranked.json
expect_equal "of many processes the first three have the whole budget, the next a part of it" "exchanges exchanges exchanges budget spent" "$(for row in 0 1 2 3; do json ranked.json rows/$row/tried; done | xargs)"
sonde predict hockney.json scatter -n 8 -s 1M --order best
expect_code 0
expect_out "no tree can gain more than 0."
expect_out "all blocks go through the root's port"
expect_out "alike"
sonde predict hockney.json alltoall -n 8 -s 1M --order best
expect_refusal 2 "has no algorithm with an order to choose"
sonde predict five.json bcast --algorithm binomial -n 5 -s 64K --segment none --order best --critical-path
expect_refusal 2 "give the order that it finds to --order"
sonde predict five.json p2p -s 64K --order best
expect_refusal 2 "go with collective operations, not with p2p"

begin "a message that overtook another of its sender, and waits for the port in when its turn to be matched comes"
cat > overtaking.json <<-END
	{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 1.24e-07,
	"o_s": {"bytes": [0, 109, 126, 127, 173, 355], "seconds": [3.65e-07, 4.82e-07, 4.83e-07, 2.83e-06, 2.96e-06, 4.26e-06]},
	"o_r": {"bytes": [0, 89, 155, 156, 304, 348], "seconds": [3.3e-06, 3.31e-06, 3.42e-06, 6.69e-06, 6.82e-06, 6.87e-06]},
	"g": {"bytes": [0, 101, 134, 135, 150, 168], "seconds": [3.1e-06, 3.13e-06, 3.24e-06, 7.79e-06, 7.79e-06, 7.87e-06]},
	"T": {"bytes": [0, 12, 50, 51, 69, 165], "seconds": [2.51e-06, 2.51e-06, 2.66e-06, 1.82e-05, 1.83e-05, 1.85e-05]}}}
END
for segment in 57 73 81; do
	for ports in --in-turn --parallel; do
		sonde predict overtaking.json allreduce --algorithm binary -n 12 -s 409 --segment $segment --eager 113 $ports --json
		expect_code 0
		json "$out" rows/0/seconds > took$ports
	done
	awk -v alone="$(cat took--parallel)" -v turns="$(cat took--in-turn)" 'BEGIN { exit !(alone > 20e-6 && alone < turns) }' || fail "$segment: $(cat took--parallel took--in-turn)"
done

begin "each message that a process receives has its time: of a series of one sender or several, and of an operation"
sonde predict hockney.json p2p --messages 2x1000,0 --from 1 --to 0 --json
expect_code 0
expect_json rows/# 3
expect_json rows/2/from 1
expect_json rows/2/bytes 0
expect_json summary/process 0
for row in 0 1; do
	expect_near "a receive begins when the one before is done" "$(json "$out" rows/$row/seconds)" "$(json "$out" rows/$((row + 1))/posted)" 1e-9
done
expect_near "the last is the end" "$(json "$out" rows/2/seconds)" "$(json "$out" summary/seconds)" 1e-9
sonde predict hockney.json p2p --messages 1000 --from 1 --to 0 --json
first=$(json "$out" rows/0/seconds)
sonde predict hockney.json p2p -s 1000 --from 1 --to 0 --json
expect_near "a series of one message is a message" "$(json "$out" rows/0/seconds)" "$first" 1e-9
sonde predict hockney.json p2p --messages 1:64K,2:64K,3:64K --to 0 --in-turn --json
expect_code 0
cp "$out" series.json
sonde predict hockney.json gather --algorithm linear -n 4 -s 64K --receives 0 --in-turn --json
expect_code 0
expect_json rows/# 3
for row in 0 1 2; do
	expect_json rows/$row/from $((row + 1))
	expect_near "receive $row of a linear gather" "$(json series.json rows/$row/seconds)" "$(json "$out" rows/$row/seconds)" 1e-9
done
last=$(json "$out" rows/2/seconds)
sonde predict hockney.json gather --algorithm linear -n 4 -s 64K --in-turn --json
expect_near "the root has all at the end" "$(json "$out" rows/0/seconds)" "$last" 1e-9
sonde predict hockney.json p2p --messages 1000 --from 1 --to 0 --set alpha=2x --json
expect_code 0
awk -v a="$first" -v b="$(json "$out" rows/0/seconds)" 'BEGIN { exit !(b > a) }' || fail "twice the latency changes nothing"
for messages in 0x1K 1:2:3 1K, x 3:; do
	sonde predict hockney.json p2p --messages $messages --to 0 --from 1
	expect_refusal 2 "--messages:"
done
sonde predict hockney.json p2p --messages 0:1K --to 0
expect_refusal 2 "message 1 of the series goes from process 0 to 0"
sonde predict hockney.json p2p --messages 1K -s 1K
expect_refusal 2 "-s: --messages says which sizes the messages have"
sonde predict hockney.json p2p --messages 1K --breakdown
expect_refusal 2 "--messages has columns of its own"
sonde predict hockney.json p2p -s 1K --receives 0
expect_refusal 2 "with p2p --messages says what is received"
sonde predict hockney.json bcast --algorithm linear -n 4 -s 1K --messages 1K
expect_refusal 2 "--receives says when a process receives"
sonde predict hockney.json bcast --algorithm linear -n 4 -s 1K --receives 4
expect_refusal 2 "--receives 4: there are processes 0 to 3"
sonde predict hockney.json bcast --algorithm linear -n 4 -s 1K --receives 1 --breakdown
expect_refusal 2 "--receives: a table of its own"

begin "without algorithm and segment all are ranked, each with its best segment"
sonde predict hockney.json bcast -n 16 -s 1M --csv
expect_code 0
cp "$out" usual.csv
sonde predict hockney.json bcast --algorithm all --segment none,4K,16K,64K -n 16 -s 1M --csv
expect_same_text "$out" usual.csv
sonde predict hockney.json bcast --segment best -n 16 -s 1M --csv
expect_code 0
cp "$out" best.csv
sonde predict hockney.json bcast --algorithm all --segment none -n 16 -s 1M --csv
expect_code 0
quickest() { tr -d '\r' < "$1" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["seconds"] }'; }
awk -v best="$(quickest best.csv)" -v few="$(quickest usual.csv)" 'BEGIN { exit !(best < few) }' || fail "a few segments are as quick as the best: $(quickest usual.csv) and $(quickest best.csv)"
awk -v usual="$(quickest usual.csv)" -v whole="$(quickest "$out")" 'BEGIN { exit !(usual < whole) }' || fail "segments bring nothing: $(quickest usual.csv) and $(quickest "$out")"
sonde predict hockney.json bcast --algorithm chain -n 16 -s 1M --json
seconds=$(json "$out" rows/0/seconds)
sonde predict hockney.json bcast --algorithm chain --segment none -n 16 -s 1M --json
expect_equal "one algorithm is predicted in one piece" "$seconds" "$(json "$out" rows/0/seconds)"

begin "the best segment of all, of one algorithm, with its number; by its closed form the square root"
sonde predict hockney.json bcast --algorithm pipeline --segment best -n 16 -s 1M --json
expect_code 0
best=$(json "$out" rows/0/segment)
seconds=$(json "$out" rows/0/seconds)
sonde predict hockney.json bcast --algorithm pipeline --segment none -n 16 -s 1M --json
whole=$(json "$out" rows/0/seconds)
sonde predict hockney.json bcast --algorithm pipeline --segment best -n 16 -s 1M --json
expect_near "unsegmented" "$whole" "$(json "$out" rows/0/unsegmented)" 1e-9
expect_equal "so many segments" "$(((1048576 + best - 1) / best))" "$(json "$out" rows/0/segments)"
for segment in $((best / 2)) $((best * 2)) $((best + 1)) 4K none; do
	sonde predict hockney.json bcast --algorithm pipeline --segment $segment -n 16 -s 1M --json
	awk -v best="$seconds" -v other="$(json "$out" rows/0/seconds)" 'BEGIN { exit !(best <= 1.0001 * other) }' || fail "segments of $segment are quicker than those of $best"
done
sonde predict hockney.json bcast --algorithm pipeline --segment $best -n 16 -s 1M --json
expect_near "as it is predicted with that segment" "$seconds" "$(json "$out" rows/0/seconds)" 1e-9
sonde predict hockney.json bcast --algorithm pipeline --segment best --closed-form -n 16 -s 1M --json
expect_code 0
expect_json rows/0/relation exact
[ "$(json "$out" rows/0/segments)" -gt 1 ] || fail "the closed form has one piece"
awk -v closed="$(json "$out" rows/0/seconds)" -v best="$seconds" 'BEGIN { exit !(closed >= best * (1 - 1e-9) && closed < 1.001 * best) }' || fail "the closed form's best is $(json "$out" rows/0/seconds) s, the simulation's $seconds s"
sonde predict hockney.json bcast --algorithm pipeline --segment best,4K -n 16 -s 1M
expect_refusal 2 "or best"
sonde predict hockney.json alltoall --segment best -n 4 -s 1K
expect_refusal 2 "no algorithm of alltoall has segments"
sonde predict hockney.json bcast --algorithm linear --segment best -n 4 -s 1K
expect_refusal 2 "has no segments to choose"

begin "refused: what cannot be, with what is allowed"
sonde predict hockney.json bcast -n 8 -s 1K --breakdown
expect_refusal 2 "give one --algorithm"
sonde predict hockney.json bcast --algorithm binomial -s 1K
expect_refusal 2 "-n P is missing"
sonde predict hockney.json bcast --algorithm binomial -n 8
expect_refusal 2 "-s SIZES is missing"
sonde predict hockney.json bcast --algorithm binomia -n 8 -s 1K
expect_refusal 2 "bcast has no algorithm \"binomia\"; it has: linear"
sonde predict hockney.json broadcast --algorithm binomial -n 8 -s 1K
expect_refusal 2 "the operations are p2p, barrier, bcast"
sonde predict hockney.json bcast --algorithm binomial -n 8 -s 1K --root 8
expect_refusal 2 "there are processes 0 to 7"
sonde predict hockney.json scatter --algorithm linear -n 8 -s 1K --segment 1K
expect_refusal 2 "no segments to choose"
sonde predict hockney.json barrier --algorithm all -n 8 --root 3
expect_refusal 2 "barrier has no root"
sonde predict hockney.json bcast --algorithm binomial -n 8 -s 1K --fair --parallel
expect_refusal 2 "give one of them"
sonde predict hockney.json scatter --algorithm linear -n 8 -s 1K --closed-form --fair
expect_refusal 2 "with --closed-form it is not"
sonde predict hockney.json p2p -s 1K --fair
expect_refusal 2 "go with collective operations"
sonde schedule bcast -n 8 -s 1K
expect_refusal 2 "--algorithm NAME is missing"
sonde schedule bcast --algorithm binomial -n 8 -s 1K --format binary
expect_refusal 2 "-o FILE is missing"
sonde schedule gather.goal --algorithm binomial -o x.goal
expect_refusal 2 "is taken for a GOAL file"
sonde schedule nowhere.goal -o x.goal
expect_refusal 1 "nowhere.goal cannot be read"
expect_no_file x.goal
sonde schedule bcast --algorithm binomial -n 8 -s 1K -o nowhere/x.goal
expect_refusal 1 "cannot be written"

finish
