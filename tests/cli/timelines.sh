# What happened when, of traces and of their simulation: files for Perfetto and Paje that their own tools read, OTF2 archives at simulated times, schedules, and the report's page.
. "$SONDE_SOURCE/tests/sh/lib.sh"
"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace || exit 1
write_plogp plogp.json
costs="--loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K"
messages=49

check_perfetto() # file, flows
{
	command -v protoc > /dev/null || return 0
	expect_equal "what is wrong with $1" "" "$(bash "$source/tests/sh/flows_check.sh" "$1" "$2")"
}

check_paje() # file, links
{
	command -v pj_dump > /dev/null || return 0
	pj_dump "$1" > dump 2> complaints || fail "pj_dump refuses $1: $(cat complaints)"
	expect_equal "links of $1" "$2" "$(grep -c '^Link' dump)"
	expect_equal "threads of $1" 4 "$(grep -c '^Container.*Thread' dump)"
}

begin "a trace for Perfetto: slices that end, and each message a flow with two ends"
sonde trace export ring.trace --format perfetto -o ring.perfetto-trace
expect_code 0
expect_silence out
expect_silence err
check_perfetto ring.perfetto-trace $messages
sonde trace export ring.trace --format perfetto
cmp -s "$out" ring.perfetto-trace || fail "standard output has something else than the file"

begin "the form that the name of the file ends in"
sonde trace export ring.trace -o named.pftrace
expect_code 0
cmp -s named.pftrace ring.perfetto-trace || fail "named.pftrace is none for Perfetto"
sonde trace export ring.trace -o named.goal
expect_code 0
head -n 1 named.goal | grep -q '^num_ranks' || fail "named.goal is no schedule"

begin "a trace for Paje"
sonde trace export ring.trace --format paje -o ring.paje
expect_code 0
check_paje ring.paje $messages
if command -v pj_dump > /dev/null; then
	expect_equal "regions" 40 "$(grep -c '^State.*, exchange' dump)"
else
	echo "# skipped in part: pj_dump is not installed"
fi

begin "the simulated run in each form, which the name's ending says"
for file in run.csv run.perfetto-trace run.pftrace run.paje run.otf2; do
	sonde simulate ring.trace $costs --timeline $file
	expect_code 0
	[ -e $file ] || fail "$file is not there"
done
check_perfetto run.perfetto-trace $messages
check_paje run.paje $messages
cmp -s run.perfetto-trace run.pftrace || fail "two endings of one form differ"
expect_equal "head of the table" "process,operation,kind,peer,bytes,start,end" "$(head -n 1 run.csv)"
sonde trace show run.otf2/traces.otf2 --by function --csv
cut -d , -f 1,2 "$out" | grep -vE "^MPI_(Isend|Start)," | sort > found
sonde trace show ring.trace --by function --csv
cut -d , -f 1,2 "$out" | grep -vE "^MPI_(Isend|Start)," | sort > expected
expect_same_text expected found
if command -v otf2-print > /dev/null; then
	expect_equal "what is wrong with run.otf2" "" "$(bash "$source/tests/sh/otf2_check.sh" run.otf2/traces.otf2 0)"
fi

begin "the times of the simulated calls are those of the simulation"
sonde simulate ring.trace $costs --json
last=$(json "$out" summary/seconds)
sonde trace export run.otf2 --format csv
# From when the first process left MPI_Init until the last one called MPI_Finalize.
span=$(awk -F , '$4 == "MPI_Init" || $4 == "MPI_Init_thread" { if (begin == "" || $6 < begin) begin = $6 } $4 == "MPI_Finalize" { if ($5 > end) end = $5 } END { printf "%.9f", end - begin }' "$out")
expect_near "the simulated run" "$last" "$span" 1e-4

begin "a schedule's simulation for other tools: what processors did, and messages"
printf 'num_ranks 2\nrank 0 {\na: calc 5000\nb: send 1001b to 1\nb requires a\nc: calc 700 cpu 1\n}\nrank 1 {\na: recv 1001b from 0\n}\n' > one.goal
sonde simulate one.goal $costs --timeline one.perfetto-trace
expect_code 0
check_perfetto one.perfetto-trace 1
sonde simulate one.goal $costs --timeline one.paje
expect_code 0
if command -v pj_dump > /dev/null; then
	pj_dump one.paje > dump
	# 5 us of computation, then o; its message comes o + L later, and takes o + 1000 G of the receiver.
	grep -q '^State, process 0 processor 0, State, 0.000000, 0.000005, 0.000005, 0.*, compute' dump || fail "the computation is not there: $(cat dump)"
	grep -q '^State, process 1 processor 0, State, 0.000008, ' dump || fail "the receive does not begin at 8 us: $(cat dump)"
fi

begin "a picture of a simulation: what processors did, the first and the last byte of each message"
sonde simulate one.goal $costs --timeline one.svg
expect_code 0
grep -q '^<svg' one.svg || grep -q '<svg ' one.svg || fail "no picture: $(head -c 200 one.svg)"
for text in "process 0" "process 1" compute send "first and last byte"; do
	grep -q "$text" one.svg || fail "$text is not in the picture"
done
expect_equal "lines from process to process" 2 "$(grep 'stroke="#d0021b"' one.svg | grep -o 'M[0-9.]* [0-9.]*L' | wc -l)"
sonde simulate ring.trace $costs --timeline ring.svg
expect_code 0
grep -q "process 1" ring.svg || fail "a trace's simulation has no picture"

begin "a trace as a schedule, and the same schedule read again, take the same"
sonde trace export ring.trace --format goal -o ring.goal --json
expect_code 0
expect_json rows/0/processes 4
sonde simulate ring.trace $costs --csv
cut -d , -f 1,3 "$out" > traced.csv
sonde simulate ring.goal $costs --csv
cut -d , -f 1,2 "$out" | tr -d "\r" > read.csv
expect_same_text traced.csv read.csv
sonde trace export ring.trace --format goal
cmp -s "$out" ring.goal || fail "standard output has something else than the file"
sonde simulate ring.goal $costs --queued
expect_refusal 2 "--queued goes with -m"

begin "a page shows what was recorded and what is simulated beside each other"
sonde report --trace ring.trace -m plogp.json -o page.html
expect_code 0
for text in "recorded and simulated" "Simulated under plogp" "critical path" "predicted time of each process"; do
	contains page.html "$text" || fail "the page does not have \"$text\""
done
expect_equal "drawings" 4 "$(grep -c '<figure' page.html)"

for plot in recorded simulated; do
	sonde report --trace ring.trace -m plogp.json --plot $plot
	expect_code 0
	contains $plot.svg "process 3" || fail "$plot.svg does not have the processes"
done
contains simulated.svg "critical path" || fail "the critical path is not in the picture"
contains recorded.svg "critical path" && fail "what was recorded has a critical path"

begin "what cannot be is refused"
sonde report --trace ring.trace --plot simulated
expect_refusal 2 "under which model?"
sonde report --plot recorded
expect_refusal 2 "of which trace?"
sonde simulate ring.trace $costs --timeline run.png
expect_refusal 2 "ends in one of .csv, .svg, .perfetto-trace, .paje, .otf2"
sonde simulate one.goal $costs --timeline one.otf2
expect_refusal 2 "has the calls of a program, of a trace"
sonde simulate ring.trace $costs --timeline run.otf2
expect_refusal 1 "run.otf2: the folder is not empty"
sonde trace export ring.trace --format paje --csv
expect_refusal 2 "--csv and --format paje"
sonde trace export ring.trace --format goal --json
expect_refusal 2 "-o FILE is missing"
sonde report -m plogp.json
expect_refusal 2 "-m goes with --trace"
sonde simulate ring.trace $costs --timeline nowhere/run.paje
expect_refusal 2 "it must be a file that can be written"
finish
