# The simulator on GOAL files: times under the reference semantics and under models, what is refused and how.
. "$SONDE_SOURCE/tests/sh/lib.sh"

printf 'num_ranks 2\nrank 0 {\nl1: send 1001b to 1\n}\nrank 1 {\nl1: recv 1001b from 0\n}\n' > one.goal
write_plogp plogp.json

begin "LogGOPS: o + L + o + (s - 1)G, the sender's CPU is free after o"
sonde simulate one.goal --loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K --json
expect_code 0
expect_json rows/0/process 0
expect_near "sender" 1e-6 "$(json "$out" rows/0/seconds)" 1e-12
expect_near "receiver" 5e-6 "$(json "$out" rows/1/seconds)" 1e-12
expect_near "all" 5e-6 "$(json "$out" summary/seconds)" 1e-12
expect_json summary/operations 2

begin "messages that nobody receives are told"
printf 'num_ranks 3\nrank 0 {\nsend 10b to 1\nsend 10b to 2 tag 4\n}\nrank 1 {\nrecv 10b from 0\n}\nrank 2 {\n}\n' > left.goal
for costs in "--loggops L=2us,o=1us" "-m plogp.json" "-m plogp.json --fair" "-m plogp.json --parallel"; do
	sonde simulate left.goal $costs
	expect_code 0
	expect_err "1 message is never received, for example one of process 0 to process 2"
done
sonde simulate one.goal --loggops L=2us,o=1us,g=0,G=0,O=0,S=64K
expect_equal "notes" "" "$(cat "$err")"

begin "LogGOPS: what is left out is told"
sonde simulate one.goal --loggops L=2us,G=1ns
expect_code 0
expect_equal "notes" "sonde: --loggops: o, g, O not given: taken as 0; S not given: no message waits for its receiver" "$(cat "$err")"
sonde simulate one.goal --loggops L=2us,o=1us,g=1us,G=1ns,O=0
expect_equal "notes" "sonde: --loggops: S not given: no message waits for its receiver" "$(cat "$err")"
sonde simulate one.goal --loggops L=2us --quiet
expect_equal "notes" "" "$(cat "$err")"

begin "a message that is longer than its receive is refused with both places; LogGOPS lets it pass and says so"
sonde schedule one.goal --format binary -o one.bin --quiet
sed 's/recv 1001b/recv 1000b/' one.goal > cut.goal
sonde schedule cut.goal --format binary -o cut.bin --quiet
sed 's/recv 1001b/recv 2000b/' one.goal > room.goal
printf 'num_ranks 2\nrank 0 {\na: calc 9000000\nb: send 1001b to 1\nb requires a\n}\nrank 1 {\nl1: recv 8b from -1 tag -1\n}\n' > late.goal
printf 'num_ranks 2\nrank 0 {\nsend 1001b to 1\n}\nrank 1 {\na: calc 9000000\nb: recv 8b from 0\nb requires a\n}\n' > early.goal
for more in "" --parallel --fair "--eager 10"; do
	sonde simulate cut.goal -m plogp.json $more
	expect_refusal 1 "process 1 has room for 1000 bytes in operation 0 (cut.goal:6), and gets 1001 bytes that process 0 sends in operation 0 (cut.goal:3)"
	sonde simulate cut.bin -m plogp.json $more
	expect_refusal 1 "process 1 has room for 1000 bytes in operation 0 (cut.bin: offset 109), and gets 1001 bytes that process 0 sends in operation 0 (cut.bin: offset 58)"
	sonde simulate late.goal -m plogp.json $more
	expect_refusal 1 "process 1 has room for 8 bytes in operation 0 (late.goal:8), and gets 1001 bytes that process 0 sends in operation 1 (late.goal:4)"
	sonde simulate early.goal -m plogp.json $more
	expect_refusal 1 "process 1 has room for 8 bytes in operation 1 (early.goal:7), and gets 1001 bytes that process 0 sends in operation 0 (early.goal:3)"
	sonde simulate room.goal -m plogp.json $more
	expect_code 0
done
sonde simulate cut.goal --loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K --json
expect_code 0
expect_near "receiver" 5e-6 "$(json "$out" rows/1/seconds)" 1e-12
expect_err "1 message is longer than its receive, for example one of process 0 to process 1"

begin "each kind of error is refused with file, line or offset, and reason, in either form"
# changed FILE OFFSET BYTE COPY: COPY is FILE with another byte. The first rank's node of one.bin begins at byte 46 + 8 + 4: the head, two entries of the table, the counts, the root.
changed()
{
	cp "$1" "$4"
	printf "$3" | dd of="$4" bs=1 seek="$2" conv=notrunc status=none
}
changed one.bin 58 '\001' counts.bin
sonde simulate counts.bin -m plogp.json
expect_refusal 1 "counts.bin: offset 58: rank 0, operation 0: the number of operations that it waits for"
changed one.bin 74 '\200' size.bin
sonde simulate size.bin -m plogp.json
expect_refusal 1 "size.bin: offset 58: rank 0, operation 0: the size is too large"
head -c 90 one.bin > short.bin
sonde simulate short.bin -m plogp.json
expect_refusal 1 "short.bin: offset "
printf 'num_ranks 1\nrank 0 {\na: calc 1\nb: calc 1\nb requires a\n}\n' > chain.goal
sonde schedule chain.goal --format binary -o chain.bin --quiet
# Its operations are at 42 and 81, how many wait for them at 65 and 104; the appendix, at 120, says that operation 1 waits.
changed chain.bin 65 '\000' half.bin
changed half.bin 104 '\001' most.bin
changed most.bin 108 '\000' cycle.bin
sonde simulate cycle.bin -m plogp.json
expect_refusal 1 "cycle.bin: offset 81: rank 0, operation 1: a cycle"
changed chain.bin 120 '\011' label.bin
sonde simulate label.bin -m plogp.json
expect_refusal 1 "label.bin: offset 42: rank 0, operation 0: what waits for it is not there: operation 9"

begin "LogGOPS: above S the sender waits for its receiver"
sonde simulate one.goal --loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=1000 --json
expect_near "sender" 3e-6 "$(json "$out" rows/0/seconds)" 1e-12

begin "a model: what predict says of one message"
sonde predict plogp.json p2p -s 1001 --json
predicted=$(json "$out" rows/0/seconds)
sonde simulate one.goal -m plogp.json --json
expect_code 0
expect_near "one message" "$predicted" "$(json "$out" summary/seconds)" 1e-12
sonde simulate one.goal -m plogp.json --eager 1K --parallel --csv
expect_code 0
expect_out "process,seconds"

begin "a model: a port that shares itself fairly ends all messages together"
printf 'num_ranks 3\nrank 0 {\nsend 64b to 1\nsend 64b to 2\n}\nrank 1 {\nrecv 64b from 0\n}\nrank 2 {\nrecv 64b from 0\n}\n' > two.goal
sed 's/"processes": 2/"processes": 3/' plogp.json > three.json
sonde simulate two.goal -m three.json --fair --json
expect_code 0
first=$(json "$out" rows/1/seconds)
last=$(json "$out" rows/2/seconds)
expect_near "both (the second one's overhead later)" "$first" "$last" 0.1
sonde simulate two.goal -m three.json --json
expect_near "in turn the last ends when both would" "$last" "$(json "$out" rows/2/seconds)" 0.1
sonde simulate two.goal -m three.json --fair --parallel
expect_refusal 2 "give one of them"

begin "where the time goes: compute, overhead, latency, gap, bandwidth, waiting of each process"
printf 'num_ranks 2\nrank 0 {\nl1: calc 7000\nl2: send 11b to 1\nl2 requires l1\n}\nrank 1 {\nl1: recv 11b from 0\nl2: calc 500\nl2 requires l1\n}\n' > work.goal
sonde simulate work.goal --loggops L=2us,o=1us,g=1us,G=100ns --breakdown --json
expect_code 0
expect_near "compute" 7e-6 "$(json "$out" rows/0/compute)" 1e-12
expect_near "overhead" 1e-6 "$(json "$out" rows/0/overhead)" 1e-12
expect_near "compute" 0.5e-6 "$(json "$out" rows/1/compute)" 1e-12
expect_near "overhead" 1e-6 "$(json "$out" rows/1/overhead)" 1e-12
expect_near "latency" 2e-6 "$(json "$out" rows/1/latency)" 1e-12
expect_near "bandwidth" 1e-6 "$(json "$out" rows/1/bandwidth)" 1e-12
expect_near "waiting" 8e-6 "$(json "$out" rows/1/waiting)" 1e-12
expect_near "all" 12.5e-6 "$(json "$out" rows/1/seconds)" 1e-12

begin "the critical path, from the beginning to the last finish"
sonde simulate work.goal --loggops L=2us,o=1us,g=1us,G=100ns --critical-path --csv
expect_code 0
expect_equal "parts" "process,operation,kind,peer,bytes 0,0,compute,, 0,1,send,1,11 0,1,latency,1,11 1,0,stream,0,11 1,0,receive,0,11 1,1,compute,," "$(cut -d, -f1-5 "$out" | tr '\n' ' ' | sed 's/ $//')"
sonde simulate work.goal --loggops L=2us,o=1us,g=1us,G=100ns --critical-path --json
expect_near "latency begins" 8e-6 "$(json "$out" rows/2/start)" 1e-12
expect_near "latency ends" 10e-6 "$(json "$out" rows/2/end)" 1e-12
expect_near "latency in all" 2e-6 "$(json "$out" summary/path/latency)" 1e-12
sonde simulate work.goal -m plogp.json --critical-path --json
expect_code 0
expect_near "the whole" "$(json "$out" summary/seconds)" "$(json "$out" "rows/$(($(json "$out" "rows/#") - 1))/end")" 1e-12

begin "the timeline, as CSV"
sonde simulate work.goal --loggops L=2us,o=1us,g=1us,G=100ns --timeline line.csv
expect_code 0
expect_equal "first line" "process,operation,kind,peer,bytes,start,end" "$(head -1 line.csv)"
expect_equal "lines" 11 "$(wc -l < line.csv)"
expect_equal "port in" "1,0,in bandwidth,0,11,1e-05,1.1e-05" "$(grep 'in bandwidth' line.csv)"
cp work.goal work.csv
sonde simulate work.csv --loggops L=2us --timeline work.csv
expect_refusal 2 "neither the schedule nor the model"
sonde simulate work.goal --loggops L=2us --timeline nowhere/line.csv
expect_refusal 2 "must be a file that can be written"

begin "the critical path has labels and lines, and where the time of each process went where that is asked for too"
sonde simulate work.goal --loggops L=2us,o=1us,g=1us,G=100ns --critical-path --breakdown --json
expect_code 0
expect_equal "labels" "l1:3 l2:4 l2:4 l1:8 l1:8 l2:9" "$(for i in 0 1 2 3 4 5; do echo "$(json "$out" rows/$i/label):$(json "$out" rows/$i/line)"; done | xargs)"
expect_near "waiting of process 1" 8e-6 "$(json "$out" "summary/process 1/waiting")" 1e-12
sonde schedule work.goal -o work.bin --format binary
sonde simulate work.bin --loggops L=2us --critical-path --json
expect_json rows/0/label null
expect_json rows/0/line null

cat > timed.json << 'END'
{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 10e-6,
 "o_s": {"bytes": [0, 1024], "seconds": [1e-6, 1e-6]}, "o_r": {"bytes": [0, 1024], "seconds": [1e-6, 1e-6]},
 "o_r_expected": {"bytes": [0, 1024], "seconds": [1e-6, 1e-6]}, "o_i": {"bytes": [0, 1024], "seconds": [1e-6, 1e-6]},
 "T_i": {"bytes": [0, 1024], "seconds": [13e-6, 15e-6]}, "g": {"bytes": [0, 1024], "seconds": [3e-6, 5e-6]}}}
END
begin "predict shows the course of an operation as simulate does that of its schedule, and what a message's time is made of"
sonde schedule bcast --algorithm binomial -n 8 -s 64K -o course.goal
for course in --breakdown --critical-path; do # a path of a file has labels and lines too
	sonde simulate course.goal -m plogp.json $course --csv
	cut -d, -f1-8 "$out" | sed 's/,l[a-z0-9]*\r*$//; s/,label$//' | tr -d '\r' > simulated.csv
	sonde predict plogp.json bcast --algorithm binomial -n 8 -s 64K $course --csv
	expect_code 0
	tr -d '\r' < "$out" > predicted.csv
	expect_same_text simulated.csv predicted.csv
done
sonde predict plogp.json bcast --algorithm binomial -n 8 -s 64K --critical-path --breakdown
expect_out "process 7"
expect_out "critical path"
sonde predict plogp.json bcast --algorithm binomial -n 8 -s 64K --csv
whole=$(tr -d '\r' < "$out" | awk -F, 'NR == 2 { print $5 }')
sonde predict plogp.json bcast --algorithm binomial -n 8 -s 64K --critical-path --set L=2x --json
expect_near "what it took before" "$whole" "$(json "$out" summary/unchanged)" 1e-9
sonde predict timed.json p2p -s 1K --breakdown --json
expect_json rows/0/overheads "inside the transfer"
expect_near "its terms" "$(json "$out" rows/0/seconds)" "$(awk "BEGIN { print $(json "$out" rows/0/latency) + $(json "$out" rows/0/transfer) }")" 1e-9
for more in "--algorithm all -n 8" "--algorithm binomial -n 8,16" "--algorithm pipeline -n 8 --segment none,4K"; do
	sonde predict plogp.json bcast $more -s 64K --breakdown
	expect_refusal 2 "are of one simulation: give one --algorithm, -n, -s and --segment"
done
sonde predict plogp.json p2p -s 1K --critical-path
expect_refusal 2 "--critical-path go with collective operations, not with p2p"

begin "what if: a factor or a value, of any parameter, said in the result"
sonde simulate work.goal -m timed.json --json
whole=$(json "$out" summary/seconds)
sonde simulate work.goal -m timed.json --set L=0.5x --json
expect_near "T_i holds the latency" 5e-6 "$(awk "BEGIN { print $whole - $(json "$out" summary/seconds) }")" 1e-6
expect_json summary/what_if L=0.5x
sonde predict timed.json p2p -s 0,1K --set L=4us,g=2x --json
expect_near "L + g(0)" 10e-6 "$(json "$out" rows/0/seconds)" 1e-12
expect_near "L + g(1K)" 14e-6 "$(json "$out" rows/1/seconds)" 1e-12
changed=$(json "$out" rows/1/unchanged) part=$(json "$out" rows/1/change)
sonde predict timed.json p2p -s 1K --json
expect_near "what it took before" "$(json "$out" rows/0/seconds)" "$changed" 1e-12
expect_near "the change" "$(awk "BEGIN { print 14e-6 / $changed - 1 }")" "$part" 1e-5
sonde predict timed.json bcast --algorithm all -n 16 -s 1K --csv
before=$(tr -d '\r' < "$out" | awk -F, 'NR > 1 { print $2, $5 }' | sort)
sonde predict timed.json bcast --algorithm all -n 16 -s 1K --set L=0.5x --csv
expect_equal "each algorithm beside what it took" "$before" "$(tr -d '\r' < "$out" | awk -F, 'NR > 1 { print $2, $6 }' | sort)"
echo '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 10e-6, "beta": 1e-9}}' > forms.json
sonde predict forms.json scatter --algorithm linear -n 8 -s 1K --closed-form --csv
before=$(tr -d '\r' < "$out" | awk -F, 'NR > 1 { print $6, $5 }' | sort)
sonde predict forms.json scatter --algorithm linear -n 8 -s 1K --closed-form --set alpha=0.5x --csv
expect_equal "each form beside what it took" "$before" "$(tr -d '\r' < "$out" | awk -F, 'NR > 1 { print $8, $6 }' | sort)"
sonde predict timed.json p2p -s 1K --set L=4us,g=2x --json
expect_json summary/what_if L=4us,g=2x
begin "what if: a parameter that plays no part is said, with those that do"
echo '{"format": "sonde-model", "version": 1, "model": "plogp", "processes": 2, "parameters": {"L": 1e-6, "o_s": {"bytes": [0], "seconds": [1e-6]}, "o_r": {"bytes": [0], "seconds": [1e-6]}, "g": {"bytes": [0, 1024], "seconds": [2e-6, 3e-6]}, "r": {"bytes": [0, 1024], "seconds": [3e-6, 4e-6]}}}' > reached.json
sonde predict reached.json p2p -s 1K --set g=2x,L=2us --json
expect_code 0
expect_err "g plays no part in this prediction of plogp"
expect_err "these do: L, r"
expect_near "L moves r" 5e-6 "$(json "$out" rows/0/seconds)" 1e-12
sonde predict reached.json p2p -s 1K --set o_s=2x,o_r=2x
expect_err "o_s, o_r play no part"
sonde predict reached.json p2p -s 1K --set r=2x
expect_silence err
sonde predict reached.json bcast --algorithm binomial -n 4 -s 1K --set L=0.5x
expect_silence err
for changes in L l=2us L=0.5 L=-1x L=2kB L=x "L=0.5x,,g=1us"; do
	sonde predict timed.json p2p -s 0 --set "$changes"
	expect_refusal 2 "--set"
done
sonde simulate work.goal --loggops L=2us --set L=1us
expect_refusal 2 "of a model, -m"

begin "the machine-readable result does not depend on the form of the times"
sonde simulate one.goal --loggops L=0.000002s,o=1us,g=1us,G=1ns --json
expect_near "receiver" 5e-6 "$(json "$out" rows/1/seconds)" 1e-12

begin "refused before anything runs: what messages cost is not said, or twice, or wrongly"
sonde simulate one.goal
expect_refusal 2 "what do messages cost"
sonde simulate one.goal -m plogp.json --loggops L=1us
expect_refusal 2 "give one of them"
sonde simulate one.goal --loggops L=1us --eager 1K
expect_refusal 2 "go with -m"
sonde simulate one.goal --loggops L=2
expect_refusal 2 "'2' has no unit: ns, us, ms or s"
sonde simulate one.goal --loggops X=1us
expect_refusal 2 "there is no parameter X"
sonde simulate one.goal --loggops L=1us,L=2us
expect_refusal 2 "L is given twice"
sonde simulate one.goal --loggops L
expect_refusal 2 "is not NAME=VALUE"
sonde simulate one.goal --loggops L=1parsec
expect_refusal 2 "1parsec"
sonde simulate --loggops L=1us
expect_refusal 2 "FILE.goal"

begin "refused with file, line and reason"
sonde simulate nowhere.goal --loggops L=1us
expect_refusal 1 "nowhere.goal cannot be read"
printf 'num_ranks 2\nrank 0 {\nl1: send 8b to 1\nl1 requires l2\n}\nrank 1 {\n}\n' > label.goal
sonde simulate label.goal --loggops L=1us
expect_refusal 1 "label.goal:4: no operation of this rank has the label l2"
printf 'num_ranks 2\nrank 0 {\nl1: recv 8b from 1 tag 7\n}\nrank 1 {\n}\n' > unmatched.goal
sonde simulate unmatched.goal --loggops L=1us
expect_refusal 1 "process 0 waits in operation 0 (unmatched.goal:3) for a message of 8 bytes from process 1 with tag 7"
sonde schedule unmatched.goal --format binary -o unmatched.bin --quiet
sonde simulate unmatched.bin --loggops L=1us
expect_refusal 1 "process 0 waits in operation 0 (unmatched.bin: offset 58) for a message of 8 bytes"
while IFS='|' read -r row text reason; do
	printf '%b' "$text" > wrong.goal
	for command in "simulate wrong.goal --loggops L=1us" "schedule wrong.goal -o wrong.bin"; do
		sonde $command
		expect_refusal 1 "wrong.goal:$row: $reason"
		expect_no_file wrong.bin
	done
done << 'END'
3|num_ranks 1\nrank 0 {\na: calc 5\na requires a\n}|a cycle
5|num_ranks 1\nrank 0 {\na: calc 5\nb: calc 5\na: calc 6\n}|label a is already that of the operation in line 3
3|num_ranks 1\nrank 0 {\na: send 8 to 0\n}|"8" where a size in bytes
3|num_ranks 1\nrank 0 {\na: send 8b to 3\n}|there is no rank 3
4|num_ranks 2\nrank 0 {\n}\n|the file ends after 1 of 2 ranks
1|\001\002\003|byte 01
1|<html>|
END
head -c 60 one.goal > cut.goal
sonde simulate cut.goal --loggops L=1us
expect_refusal 1 "cut.goal:"

begin "a schedule comes through a pipe, in either form"
sonde schedule work.goal --format binary -o work.bin --quiet
sonde simulate work.goal --loggops L=2us,o=1us,g=1us,G=100ns --csv
cp "$out" work.csv
mkfifo pipe
for form in goal bin; do
	cat work.$form > pipe &
	own="$own $!"
	sonde simulate pipe --loggops L=2us,o=1us,g=1us,G=100ns --csv
	expect_code 0
	expect_same_text work.csv "$out"
done
printf 'num_ranks 1\nrank 0 {\nx: calc 1s\n}\n' > pipe &
own="$own $!"
sonde simulate pipe --loggops L=1us
expect_refusal 1 "pipe:3: "

begin "a hundred thousand lines load and run"
awk 'BEGIN { print "num_ranks 2"; for (r = 0; r < 2; r++) { print "rank " r " {"; for (i = 1; i <= 25000; i++) { print "l" i ": " (r == 0 ? "send 8b to 1" : "recv 8b from 0"); if (i > 1) print "l" i " requires l" i - 1 } print "}" } }' > long.goal
sonde simulate long.goal --loggops L=1us,o=1us --json
expect_code 0
expect_json summary/operations 50000

begin "a schedule goes to standard output by -o -, and one that cannot be written names its file"
sonde schedule work.goal -o -
expect_code 0
sonde schedule work.goal
cp "$out" work.text
sonde schedule work.goal -o -
expect_same_text work.text "$out"
expect_no_file ./-
sonde schedule work.goal -o - --format binary
expect_refusal 2 "-o FILE is missing"
if [ -c /dev/full ]; then
	for form in text binary; do
		sonde schedule long.goal -o /dev/full --format $form
		expect_refusal 1 "/dev/full: the GOAL file cannot be written: No space left on device"
	done
fi

begin "a simulation and a decomposition by a model of processes that took turns say so"
write_plogp crowded.json
sed -i '$d' crowded.json
echo ', "provenance": {"crowded": "3 processes take turns on 1 CPU"} }' >> crowded.json
sonde schedule bcast --algorithm binomial -n 2 -s 1K -o crowded.goal
sonde simulate crowded.goal -m crowded.json --json
expect_json summary/crowded "3 processes take turns on 1 CPU"
sonde decompose -m crowded.json --domain 64x64 -n 2 --json
expect_json summary/crowded "3 processes take turns on 1 CPU"
begin "a trace is simulated by a model within nodes and one between them, with other wildcards and algorithms"
"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace
cat > near.json << END
{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 10e-6, "o_s": 1e-6, "o_r": 1e-6, "g": 1e-6, "G": 1e-9}}
END
sed 's/10e-6/100e-6/' near.json > far.json
seconds_of() # arguments of simulate
{
	sonde simulate ring.trace "$@" --json
	expect_code 0
	seconds=$(json "$out" summary/seconds)
}
seconds_of -m near.json
near=$seconds
seconds_of -m far.json
far=$seconds
seconds_of --intra near.json --inter far.json
expect_json summary/nodes 2
expect_json summary/intra loggp
[ "$(awk "BEGIN { print ($seconds > $near && $seconds < $far) }")" = 1 ] || fail "$seconds is not between $near and $far"
seconds_of -m far.json --intra near.json --placement block:4
expect_near "all on one node" "$near" "$seconds" 1e-9
seconds_of -m far.json --intra near.json --placement a,b,c,d
expect_near "each on its own" "$far" "$seconds" 1e-9
printf 'a slots=2\nb slots=2\n' > hosts
seconds_of -m far.json --intra near.json --placement hosts
by_hosts=$seconds
seconds_of -m far.json --intra near.json --placement block:2
expect_near "a file of hosts" "$by_hosts" "$seconds" 1e-9
seconds_of -m near.json --wildcards simulated
expect_json summary/wildcards simulated
expect_near "the only message that a wildcard can get" "$near" "$seconds" 1e-9
seconds_of -m near.json --collectives allreduce=recursive-doubling
expect_near "as without a library that is known" "$near" "$seconds" 1e-9
printf 'allreduce any 0-7 own\nallreduce any 8 ring # all of them\n' > chosen
seconds_of -m near.json --collectives allreduce=ring
by_name=$seconds
seconds_of -m near.json --collectives chosen
expect_near "by name and by a table" "$by_name" "$seconds" 1e-9
[ "$by_name" != "$near" ] || fail "the algorithm makes no difference"
sonde simulate ring.trace -m near.json --computation cpu
expect_code 0
expect_out "computation    cpu"

begin "what goes with a trace, or does not go together, is refused"
sonde simulate one.goal -m plogp.json --wildcards simulated
expect_refusal 2 "--wildcards goes with a trace"
sonde simulate one.goal -m plogp.json --collectives bcast=linear
expect_refusal 2 "--collectives goes with a trace"
sonde simulate one.goal -m plogp.json --placement block:2
expect_refusal 2 "--placement goes with a trace"
sonde simulate one.goal --intra plogp.json
expect_refusal 2 "--intra plogp.json: it holds within a node: between nodes a model is needed too, --inter"
sonde simulate one.goal -m plogp.json --inter near.json
expect_refusal 2 "--inter near.json: between nodes plogp.json holds already"
sonde simulate one.goal --loggops L=2us --intra near.json
expect_refusal 2 "--intra"
sonde simulate one.goal -m plogp.json --intra near.json
expect_refusal 2 "--placement PLACES is missing: which of the 2 processes share a node?"
sonde simulate one.goal -m plogp.json --intra near.json --placement block:2
expect_code 0
sonde simulate ring.trace -m near.json --placement a,b
expect_refusal 2 "--placement: nodes of 2 of the 4 processes"
sonde simulate ring.trace -m near.json --collectives bcast=quick
expect_refusal 2 "--collectives: bcast has no algorithm \"quick\"; it has: linear"
printf 'bcast any any linear\nbcast many any linear\n' > chosen
sonde simulate ring.trace -m near.json --collectives chosen
expect_refusal 1 "--collectives chosen: line 2: processes and bytes are ranges"
sonde simulate ring.trace -m near.json --collectives nowhere
expect_refusal 2 "--collectives nowhere: neither a list like bcast=binomial,allreduce=ring nor a file that can be read"
printf 'bcast any any linear\ngather any any own split=4K\n' > chosen
sonde simulate ring.trace -m near.json --rules chosen
expect_refusal 1 "chosen: this is a table of sonde's own algorithms, no file of an MPI library's rules: --collectives chosen takes it"
sonde simulate ring.trace -m near.json --collectives chosen
expect_code 0
expect_equal "notes" "" "$(grep -- '--collectives' "$err" || :)"

begin "predictions and decompositions take a model within nodes too"
sonde predict far.json bcast --algorithm linear -n 4 -s 1 --json
far=$(json "$out" rows/0/seconds)
sonde predict far.json bcast --algorithm linear -n 4 -s 1 --intra near.json --placement block:4 --json
expect_json summary/nodes 1
expect_near "90 us less" "$(awk "BEGIN { printf \"%.12g\", $far - 90e-6 }")" "$(json "$out" rows/0/seconds)" 1e-9
sonde predict bcast --inter far.json --intra near.json --placement cyclic:2 --algorithm linear -n 4 -s 1 --json
expect_near "the last is on the other node" "$far" "$(json "$out" rows/0/seconds)" 1e-9
sonde predict far.json p2p -s 1 --intra near.json
expect_refusal 2 "--intra: a message between two processes has one model"
sonde predict far.json bcast --algorithm linear -n 4 -s 1 --placement block:4
expect_refusal 2 "--placement: of one model all pairs are alike: give --intra for those of a node"
sonde decompose -m near.json --domain 512x512 --border 2 -n 4 --json
near=$(json "$out" rows/0/seconds)
sonde decompose --inter far.json --intra near.json --placement block:4 --domain 512x512 --border 2 -n 4 --json
expect_near "all on one node" "$near" "$(json "$out" rows/0/seconds)" 1e-9
sonde decompose -m far.json --intra near.json --domain 512x512 -n 4
expect_refusal 2 "--placement PLACES is missing"
finish
