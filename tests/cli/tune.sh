# What Open MPI 4.1 makes of rule files, of whoever.
. "$SONDE_SOURCE/tests/sh/lib.sh"

# One effect in the named file, and no other.
expect_effect() # file, exit code, line, operation, effect, part of the text
{
	sonde tune --check "$1" --json
	expect_code "$2"
	expect_json rows/0/effect "$5"
	if [ "$3" -gt 0 ]; then expect_json rows/0/line "$3"; fi
	if [ -n "$4" ]; then expect_json rows/0/operation "$4"; fi
	expect_out "$6"
}

begin "a file that does what it says has no effects"
cat > good.conf <<'END'
2	# operations
7	# bcast
3	# communicators
2 1
0 0 0 0
8 3
0 6 0 0
4096 3 0 8192	# pipeline
1048576 2 4 65536	# four chains
9 1
0 0 0 0
15	# scatter: one rule for all sizes
3
2 1
0 0 0 0
8 1
0 2 0 0
9 1
0 0 0 0
END
sonde tune --check good.conf
expect_code 0
expect_err "Open MPI 4.1 does what the rules say"
sonde tune --check good.conf --csv --quiet
expect_equal "rows" 1 "$(wc -l < "$out" | tr -d ' ')"

begin "files that the library ignores as a whole"
printf 'rule-file-version-2\n1 7 0\n' > version.conf
sonde tune --check version.conf --for openmpi
expect_code 3
expect_out "the number of operations is negative"
sonde tune --check version.conf
expect_code 0
expect_err "Open MPI before 4.1.8 and 5.0.7 ignores it"
printf '1\n7 1\n8 2\n0 6 0 0\n' > short.conf
expect_effect short.conf 3 0 "" ignored "the file ends before it"
printf '1\n7 1\n8 1\n1 6 0 0\n' > first.conf
expect_effect first.conf 3 4 "" ignored "the first size of a communicator is not 0"
printf '23\n' > many.conf
expect_effect many.conf 3 1 "" ignored "more than 22"
printf '1\n22 0\n' > id.conf
expect_effect id.conf 3 2 "" ignored "the id of an operation is not one of 0 to 21"
: > empty.conf
expect_effect empty.conf 3 1 "" ignored "the file is empty: Open MPI decides by itself, MPICH crashes in MPI_Init"
for library in openmpi openmpi:4 openmpi:5 openmpi:6 mpich; do
	sonde tune --check empty.conf --for $library
	expect_code 3
	expect_out "the file is empty"
done
expect_out "every program aborts in MPI_Init"
sonde tune --check empty.conf --for sonde
expect_code 3
expect_out "it has no rules, and sonde run refuses it"
for text in '{"rules": []}' '{ "rules" : [ ] }' '{"format": "sonde-collectives", "version": 1, "rules": []}'; do
	printf '%s\n' "$text" > norules.json
	sonde tune --check norules.json
	expect_code 3
	expect_err "sonde: norules.json: it has no rules, and sonde run refuses it"
done
# As the example of another tuner, which leaves the number of operations out.
printf '7\n1\n8\n2\n0 6 0 0\n1024 3 0 0\n' > example.conf
expect_effect example.conf 3 0 "" ignored "the file ends before it"

begin "rules that end a program, or may let it hang"
fenced() # id, rules of 8 processes
{
	printf "1 $1 3\n2 1\n0 0 0 0\n8 $2\n9 1\n0 0 0 0\n"
}
fenced 7 "1\n0 10 0 0" > number.conf
expect_effect number.conf 3 5 bcast aborts "bcast has no algorithm 10: 1 to 9"
fenced 0 "1\n0 6 0 0" > pair.conf
expect_effect pair.conf 3 5 allgather aborts "two_proc is for 2 processes"
printf '1\n0 2\n2 1\n0 6 0 0\n3 1\n0 0 0 0\n' > two.conf
sonde tune --check two.conf
expect_code 0
fenced 9 "2\n0 1 0 0\n1024 2 0 0" > gather.conf
expect_effect gather.conf 3 6 gather deadlocks "each process looks up its own size"

begin "rules that are not used, or otherwise than they are written"
fenced 7 "3\n0 6 0 0\n4096 3 0 8192\n1024 2 1 1024" > order.conf
expect_effect order.conf 0 6 bcast never "sizes must ascend"
printf '1\n7 3\n8 1\n0 6 0 0\n4 1\n0 3 0 0\n9 1\n0 0 0 0\n' > communicators.conf
sonde tune --check communicators.conf
expect_out "communicators must ascend: the library takes this one from 8 processes on"
fenced 14 "2\n0 1 0 0\n64 2 0 0" > scan.conf
expect_effect scan.conf 0 6 scan never "the library looks up the same size in every call of scan"
fenced 10 "1\n0 1 0 0" > gatherv.conf
expect_effect gatherv.conf 0 1 gatherv never "coll/tuned has no algorithms of gatherv"
fenced 2 "1\n0 4 2 1024" > without.conf
expect_effect without.conf 0 5 allreduce without "ring takes no fan-out: 2 has no effect"
expect_out "ring takes no segment: 1024 has no effect"
fenced 7 "1\n0 6 0 010" > octal.conf
expect_effect octal.conf 0 5 "" misread "read as an octal one"
printf '1\n7 1\n2 1\n0 0 0 0\n5 5\n' > rest.conf
expect_effect rest.conf 0 5 "" misread "the library reads no further"
printf '1\n7 1\n8 1\n0 6 0 0\n' > wide.conf
expect_effect wide.conf 0 3 bcast wider "for 2 to 7 processes too"
expect_out "for more than 8 processes too"
printf '1\n0 2\n4 3\n0 2 0 0\n1024 2 0 0\n8192 4 0 0\n8 3\n0 2 0 0\n1024 2 0 0\n8192 4 0 0\n' > scale.conf
sonde tune --check scale.conf
expect_out "the same sizes as for 4 processes"

begin "rules by a model: the library would do what they say, and other numbers of processes are left to it"
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 10e-6, "o_s": 1e-6, "o_r": 2e-6, "g": 3e-6, "G": 1e-9}}\n' > loggp.json
sonde tune --for openmpi -m loggp.json -n 4,8 -o rules.conf
expect_code 0
expect_err "rules for Open MPI 4.1 are in rules.conf"
expect_out "bcast"
grep -q "by the model loggp.json: simulated, not measured" rules.conf || fail "the file does not say where it is from"
sonde tune --check rules.conf
expect_code 0
expect_err "Open MPI 4.1 does what the rules say"
sonde tune --for openmpi -m loggp.json -n 8 --only bcast --sizes 1M --segments 64K --csv --quiet
expect_code 0
expect_equal "operations" "bcast" "$(sed 1d "$out" | cut -d , -f 1 | sort -u)"
sonde tune -m loggp.json -n 2 --only barrier -o none.conf
expect_code 0
expect_err "no rules, and no file"
if [ -e none.conf ]; then fail "a file without rules was written"; fi
echo "# another's" > none.conf
sonde tune -m loggp.json -n 2 --only barrier -o none.conf
expect_code 0
expect_err "no rules. The file that is there is as it was"
expect_equal "the file" "# another's" "$(cat none.conf)"

begin "a table for sonde run: its algorithms where they are quicker, gathers in credited segments where an LMO model has escalations"
sonde tune --for sonde -m loggp.json -n 4,8 --sizes 1:1M --only allreduce,bcast,gather -o table.json
expect_code 0
expect_err "mpirun -n 8 sonde run --collectives table.json ./program"
sonde tune --check table.json
expect_code 0
expect_err "sonde run --collectives does what the rules say"
grep -q '"operation": "[a-z]*", "processes": 8, .*"algorithm": "[a-z-]*"' table.json || fail "$(cat table.json)"
if grep -q linear-credited table.json; then fail "$(cat table.json)"; fi
printf '{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 8, "parameters": {"C": 20e-6, "t": 5e-9, "L": 0, "inverse_beta": 80e-9, "M1": 4201, "M2": 65536}}\n' > lmo.json
sonde tune --for sonde -m lmo.json -n 8 --only gather --sizes 1 -o credited.json
expect_code 0
expect_equal "the row of gatherv, for all sizes: the counts need not be told" '    {"operation": "gatherv", "processes": [8, null], "algorithm": "linear-credited", "segment": 2800}' "$(grep '"operation":' credited.json | sed 's/,$//')"
grep -q 'Rows of linear-credited are for gathers that escalate by the model, from 4201 B on and below 65536 B: they follow from it' credited.json || fail "$(cat credited.json)"
sed 's/"processes": 8/"processes": 8, "provenance": {"library": "Open MPI v4.1.4"}/' lmo.json > four.json
sonde tune --for sonde --platform synthetic:four.json -m four.json --only gather --sizes 1 --budget 2s -o alone.json
expect_code 0
grep -q 'measured among 8 processes: nothing was seen to be quicker than .* and were neither measured nor simulated' alone.json || fail "$(cat alone.json)"
sed 's/65536/4201/' lmo.json > nowhere.json
sonde tune --for sonde -m lmo.json -n 8 --only barrier -o barrier.json
expect_err "no rules, and no file"
at='"bytes": [4201, 65535]'
sed "s/\"M2\": 65536/&, \"escalation_probability\": {$at, \"value\": [0.4, 0.4]}, \"escalation_q10\": {$at, \"seconds\": [0.2, 0.2]}, \"escalation_q50\": {$at, \"seconds\": [0.2, 0.2]}, \"escalation_q90\": {$at, \"seconds\": [0.25, 0.25]}/" four.json > escalates.json
sonde tune --for sonde --platform synthetic:escalates.json --only gather --sizes 1 -o seen.json
expect_code 0
expect_err "whether linear gathers escalate is looked at"
segment=$(jq '.rules[] | select(.operation == "gatherv") | .segment' seen.json)
[ "$segment" -gt 2650 ] && [ "$segment" -lt 2900 ] || fail "segments of $segment B where gathers escalate from 4201 B on"
grep -q 'gathers that escalate, from 4[0-9]* B on and below 6[0-9]* B: linear gathers were seen to' seen.json || fail "$(cat seen.json)"
sonde tune --for sonde --platform synthetic:escalates.json --only gather --sizes 1 --budget 4s -o late.json
expect_code 0
expect_err "whether linear gathers escalate was not found"
sonde tune --for sonde -m nowhere.json -n 8 --only gather --sizes 1 -o nowhere.out
expect_code 0
expect_err "no rules, and no file"
sed 's/4201/500/; s/65536/100000/; s/"processes": 8/"processes": 8, "provenance": {"library": "Open MPI v5.0.7"}/' lmo.json > early.json
sonde tune --for sonde -m early.json -n 3,7,8 --only gather --sizes 1 -o early.out
expect_code 0
expect_err "the table is made for Open MPI 5.0 by what Open MPI 4.1 decides"
expect_equal "where Open MPI's gather is linear" "3:[500,99999] 7:[1024,8191] 7:[32768,99999] [3,null]:null" "$(jq -rc '[.rules[] | select(.algorithm == "linear-credited") | "\(.processes):\(.bytes)"] | join(" ")' early.out)"
sonde tune --for sonde -m early.json -n 4 --only gather -o early.out
expect_equal "gathers that a row would make escalate" '[500,99999]:linear-credited null:linear' "$(jq -rc '[.rules[] | select(.operation == "gather") | "\(.bytes):\(.algorithm)"] | join(" ")' early.out)"
sonde tune --check early.out
expect_code 0
expect_err "does what the rules say"
printf '# by hand\nbcast any any binomial\nbarrier any any linear\nbcast 4 1K- chain\n' > hand
sonde tune --check hand
expect_code 0
expect_out "row 3: row 1 has all of its calls"
sonde tune --check hand --json
expect_json rows/0/line 4
printf '{"format": "sonde-collectives", "version": 1, "rules": [\n{"operation": "bcast", "algorithm": "binomial"},\n\n{"operation": "bcast", "processes": 4, "algorithm": "chain"}]}\n' > hand
sonde tune --check hand --json
expect_json rows/0/line 4
expect_json rows/0/effect never
printf 'bcast any any quick\n' > hand
sonde tune --check hand --for sonde
expect_code 1
expect_err "line 1: bcast has no algorithm"

begin "rules for MPICH are its whole selection, and do what they say"
sonde tune -m loggp.json -n 4,8 --for mpich -o rules.json
expect_code 0
expect_err "rules for MPICH 4.0 are in rules.json"
expect_err "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=rules.json mpirun -n 8 ./program"
expect_err "sizes end at 1 MB, and longer messages are left to the library: --sizes 1:16M goes further"
expect_out "MPICH 4.0"
grep -q "by the model loggp.json: simulated, not measured" rules.json || fail "the file does not say where it is from"
grep -q "collective=ialltoallw" rules.json || fail "the file has not the whole selection"
sonde tune --check rules.json
expect_code 0
expect_err "MPICH 4.0 does what the rules say"
sed 's/"processes": 2/"processes": 2, "provenance": {"library": "MPICH Version: 4.0.2"}/' loggp.json > of-mpich.json
sonde tune -m of-mpich.json -n 4 --only bcast --sizes 1K:64K --json
expect_code 0
expect_json summary/library "MPICH 4.0"
case $SONDE_MPI in mpich) here="MPICH 4.0" ;; *) here="Open MPI 4.1" ;; esac
sonde tune -m loggp.json -n 4 --only bcast --sizes 1K:64K --json
expect_json summary/library "$here" # of a model that does not say with which it was measured
sonde tune -m loggp.json --for lam
expect_refusal 2 "openmpi"

begin "rules for newer versions of Open MPI have their form, and are taken for these"
sonde tune --for openmpi:5 -m loggp.json -n 4,8 --only bcast,alltoall -o five.conf
expect_code 0
expect_err "Files of this form were not proven on a library"
expect_equal "the first line" "rule-file-version-2" "$(head -n 1 five.conf)"
grep -q "^# .*not proven on a library" five.conf || fail "the file does not say that its form was not proven"
sonde tune --for openmpi:4 -m loggp.json -n 4,8 --only bcast,alltoall -o four.conf
expect_code 0
expect_err "rules for Open MPI 4.1 are in four.conf"
sonde tune --for openmpi -m loggp.json -n 4,8 --only bcast,alltoall -o classic.conf
expect_equal "the same library by its version" "$(sed 's/classic.conf/four.conf/g' classic.conf)" "$(cat four.conf)"
sonde tune --check five.conf --for openmpi:4
expect_code 3
expect_err "as Open MPI 4.1 takes it"
expect_equal "the rules" "$(grep -v '^#' four.conf)" "$(grep -v '^#\|^rule-' five.conf)"
sonde tune --check five.conf
expect_code 0
expect_err "Open MPI 5.0 does what the rules say"
sonde tune --check five.conf --for openmpi
expect_code 3
expect_out "the number of operations is negative"
sonde tune --for openmpi:6 -m loggp.json -n 4,8 --only bcast,alltoall -o six.json
expect_code 0
jq -e '.rule_file_version == 3 and .module == "tuned" and (.comment | any(contains("not proven on a library"))) and (.collectives.bcast | length == 2)' six.json > pair || fail "the file is not as Open MPI 6.0's schema has it"
sonde tune --check six.json
expect_code 0
expect_err "Open MPI 6.0 does what the rules say"
sonde tune --check six.json --for mpich
expect_code 3
expect_out "every program aborts in MPI_Init"
sonde tune --check four.conf --for openmpi:6
expect_code 0
expect_out "are taken for up to 1"
printf '{"rule_file_version": 3, "collectives": {"reducescatter": []}}\n' > schema.json
expect_effect schema.json 3 1 "" ignored "reducescatter is no operation"
printf '{"collectives": {"bcast": [{"rules": [{"alg": "chain", /* two */ "faninout": 2}]}]}}\n' > comment.json
expect_effect comment.json 3 1 "" misread "it has a comment: it is no JSON, and is read as a classic file"
printf 'rule-file-version-2\n1\n3\n1\n8 2\n0 1 0 0 64 2 0 0\n0 1 0 0\n' > joined.conf
expect_effect joined.conf 0 7 "" misread "the library reads no further"
expect_out "the fifth number, 64, is this rule's"
printf '1\n0\n1\n2 1\n0 2 0 0\n' > bruck.conf
sonde tune --check bruck.conf
expect_code 0
sonde tune --check bruck.conf --for openmpi:6
expect_code 3
expect_out "bruck-k-fanout with a fan-out of 0 never ends"

begin "messages for which all segments are small have the longest of them"
sonde tune -m "$SONDE_SOURCE/examples/ethernet.json" -n 4 --only bcast --sizes 128M --for openmpi --json
expect_code 0
expect_json rows/0/algorithm chain
expect_json rows/0/segment 65536

begin "below the smallest size that was looked at the library decides"
sonde tune --for openmpi -m "$SONDE_SOURCE/tests/fuzz/corpus/model/est-loggp.json" -n 8 --only bcast --sizes 64K:1M -o large.conf
expect_code 0
expect_equal "the first sizes" "0 65536" "$(sed -n '/^8 /,/^9 /p' large.conf | sed -n '2,3s/ .*//p' | tr '\n' ' ' | sed 's/ $//')"

begin "rules by models within a node and between nodes, for numbers of processes that a node has"
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 1e-6, "o_s": 1e-6, "o_r": 2e-6, "g": 3e-6, "G": 1e-10}}\n' > intra.json
sonde tune --for openmpi -n 8 --ppn 1,4,8 --intra intra.json --inter loggp.json --only bcast --sizes 1K:1M -o shape.conf --csv --quiet
expect_code 0
expect_equal "shapes" "1 4 8 ppn" "$(cut -d , -f 1 "$out" | sort -u | tr '\n' ' ' | sed 's/ $//')"
for ppn in 1 4 8; do
	sonde tune --check shape-ppn$ppn.conf
	expect_code 0
done
sonde tune --for openmpi -m loggp.json -n 8 --only bcast --sizes 1K:1M -o one.conf
expect_equal "one process on each node, and a model of all pairs" "$(grep -v '^#' one.conf)" "$(grep -v '^#' shape-ppn1.conf)"
sonde tune --for openmpi -m intra.json -n 8 --only bcast --sizes 1K:1M -o one.conf
expect_equal "all on one node, and the model within it" "$(grep -v '^#' one.conf)" "$(grep -v '^#' shape-ppn8.conf)"
sonde tune --for openmpi -n 8 --placement block:4 --intra intra.json --inter loggp.json --only bcast --sizes 1K:1M -o placed.conf
expect_code 0
expect_equal "blocks of four" "$(grep -v '^#' shape-ppn4.conf)" "$(grep -v '^#' placed.conf)"
grep -q "^# For processes that are placed as block:4 says" placed.conf || fail "the file does not say for which placement it is"
sonde tune --for openmpi -n 8 --placement cyclic:4 --intra intra.json --inter loggp.json --only allgather --sizes 1K:1M --json
expect_code 0
expect_json summary/nodes 2
for places in cyclic:4 a,b,a,b,a,b,a,b block:4; do
	sonde tune --for openmpi -n 8 --placement $places --intra intra.json --inter loggp.json --only allgather --sizes 1K:1M --csv
	cp "$out" "$places.csv"
done
expect_same_text cyclic:4.csv a,b,a,b,a,b,a,b.csv
cmp -s cyclic:4.csv block:4.csv && fail "blocks and turns are the same"
sed 's/"processes": 2/"processes": 2, "provenance": {"library": "MPICH Version: 4.0.2"}/; s/"L": [0-9e.-]*/"L": 50e-6/' loggp.json > inter.json
sonde tune --for sonde -n 8 --ppn 4 --intra intra.json --inter inter.json --only allreduce,bcast,reduce --sizes 1:1M -o nodes.json
expect_code 0
expect_equal "beside what MPICH does by nodes" "allreduce bcast reduce" "$(jq -r '[.rules[].operation] | unique | join(" ")' nodes.json)"
sonde tune -n 8,16 --placement block:4 --intra intra.json --inter loggp.json
expect_refusal 2 "of one number of processes"
sonde tune -n 8 --placement block:4 --ppn 4 --intra intra.json --inter loggp.json
expect_refusal 2 "goes without --ppn"
sonde tune -n 8 --placement block:4 --intra intra.json
expect_refusal 2 "go together"
sonde tune -n 8 --intra intra.json
expect_code 2
expect_err "go together"

begin "rules by measurements, which correct a model that is far off"
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 8, "parameters": {"L": 10e-6, "o_s": 1e-6, "o_r": 2e-6, "g": 3e-6, "G": 1e-9}}\n' > eight.json
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 1e-6, "o_s": 2e-6, "o_r": 1e-6, "g": 9e-6, "G": 4e-9}}\n' > off.json
sonde tune --for openmpi --platform synthetic:eight.json -m off.json --only bcast,scatter --sizes 8,4K,64K,256K --segments 16K -o measured.conf --json
expect_code 0
grep -q "measured among 8 processes" measured.conf || fail "the file does not say that it was measured"
grep -q "^# bcast, 8 processes, .* measured .* quicker" measured.conf || fail "the file does not say what a rule gains"
for row in 0 1 2; do
	awk -v low="$(json "$out" rows/$row/gain_low)" -v p="$(json "$out" rows/$row/p_holm)" 'BEGIN { exit !(low > 0 && p < 0.05) }' || fail "rule $row is not shown to be quicker"
done
sonde tune --check measured.conf
expect_code 0
sonde tune --for openmpi -m eight.json -n 8 --only bcast,scatter --sizes 8,4K,64K,256K --segments 16K -o exact.conf
algorithms() # FILE: which rules have, but for the library's own between two ranges that were not seen to be quicker where they meet
{
	grep -v '^#' "$1" | awk 'NF == 4 && $2 > 0 { print $2, $3, $4 }'
}
expect_equal "algorithms by measurements, and by the model of the platform" "$(algorithms exact.conf)" "$(algorithms measured.conf)"

begin "everything is measured, and rules lose nothing against the best"
sonde tune --for openmpi --platform synthetic:eight.json -m off.json --only bcast --sizes 8,4K,64K,256K --segments 16K --also 4,12 --csv --run also -o also.conf
expect_code 0
grep -q "other numbers of processes follow from predictions" also.conf || fail "the file does not say what was not measured"
grep -q "^# bcast, 4 processes, .*predicted" also.conf || fail "no rule for 4 processes"
grep -q "^# bcast, 12 processes, .*predicted" also.conf || fail "no rule for 12 processes"
grep -q "^# bcast, 8 processes, .*measured" also.conf || fail "no rule for the processes that were measured"
sonde tune --check also.conf
expect_code 0
sonde tune --for openmpi -m eight.json --also 4
expect_code 2
expect_err "--also extends what is measured"
sonde tune --check also.conf --also 4
expect_code 2
expect_err "--also extends what is measured"
sonde tune --for openmpi --platform synthetic:eight.json -m eight.json --only allreduce --sizes 64K --also 64 -o predicted.conf --run predicted
expect_code 0
grep -q "measured among 8 processes.*nothing was seen to be quicker" predicted.conf || fail "rules that were not measured seem to be"
grep -q "^# allreduce, 64 processes, .*predicted" predicted.conf || fail "no rule for 64 processes"
sonde tune --for openmpi --platform synthetic:eight.json -m off.json --also 1
expect_code 2
expect_err "--also: numbers of processes are 2 to"

sonde tune --for openmpi --platform synthetic:eight.json -m off.json --only bcast,scatter --sizes 8,4K,64K,256K --segments 16K --exhaustive --json --run all
expect_code 0
for row in 0 1 2 3 4 5 6 7; do
	awk -v own="$(json "$out" rows/$row/unchanged)" -v its="$(json "$out" rows/$row/seconds)" -v best="$(json "$out" rows/$row/best)" \
		'BEGIN { exit !(best > 0 && best <= its && its <= own) }' || fail "row $row: the best is not the least"
done
for operation in bcast scatter; do
	awk -v mean="$(json "$out" "summary/$operation/mean loss to best file")" 'BEGIN { exit !(mean >= 0 && mean < 0.02) }' || fail "$operation: rules lose too much"
done
best=$(json "$out" rows/2/best)
# No other algorithm that is measured by itself is quicker than what is called the best.
for algorithm in linear chain binomial; do
	sonde measure collective --op bcast --platform synthetic:eight.json --algorithm $algorithm --sizes 64K --json --store one.db
	expect_code 0
	awk -v its="$(json "$out" rows/0/seconds)" -v best="$best" 'BEGIN { exit !(its >= 0.999 * best) }' || fail "$algorithm is quicker than the best"
done

begin "a figure has a plot for each operation and number of processes, and a file for each --ppn"
sonde tune --for openmpi -m loggp.json -n 4,8 --only bcast,barrier --sizes 1K:64K --plot rules.svg --quiet
expect_code 0
for title in "bcast, 4 processes" "bcast, 8 processes" "barrier, 4 processes" "barrier, 8 processes"; do
	expect_equal "plots of $title" 1 "$(grep -c "<title>$title</title>" rules.svg)"
done
expect_equal "ids that come twice" "" "$(grep -o "[ ]id=['\"][^'\"]*" rules.svg | sort | uniq -d)"
for name in $(grep -o "href=['\"]#[^'\"]*" rules.svg | sed 's/.*#//' | sort -u); do
	expect_equal "elements that are named $name" 1 "$(grep -c "id=['\"]$name['\"]" rules.svg)"
done
for curve in own rules best; do
	expect_equal "curves of $curve" 4 "$(grep -c "<title>$curve</title>" rules.svg)"
done
sonde tune --for openmpi --intra loggp.json --inter loggp.json --ppn 1,2 -n 4 --only bcast --sizes 1K --plot shapes.svg --quiet
expect_code 0
expect_file shapes-ppn1.svg
expect_file shapes-ppn2.svg
sonde tune -m loggp.json -n 4 --plot nowhere/rules.svg
expect_code 1
expect_err "nowhere/rules.svg"
sonde tune --check good.conf --plot rules.svg
expect_refusal 2 "--plot draws operations by size"
sonde tune -m loggp.json -n 4 --plot -
expect_refusal 2 "--plot -: a figure goes into a file"
expect_no_file ./-
cp loggp.json drawn.json
sonde tune -m loggp.json -n 4 -o same --plot ./same
expect_refusal 2 "--plot ./same: this is where the rules go"
sonde tune -m drawn.json -n 4 --plot drawn.json
expect_refusal 2 "--plot drawn.json: this is the model"
sonde tune -m drawn.json -n 4 -o ./drawn.json
expect_refusal 2 "-o ./drawn.json: this is the model"
sonde tune --for openmpi --intra loggp.json --inter drawn.json --ppn 2 -n 4 -o drawn.json
expect_refusal 2 "-o drawn.json: this is the model between nodes"
expect_same_text loggp.json drawn.json
sonde tune -m loggp.json -n 4 --plot nowhere/rules.svg
expect_err "sonde: --plot nowhere/rules.svg"

begin "options that do nothing beside --verify or --check are refused"
for option in "--only bcast" "--sizes 1K" "--for openmpi" "--budget 1s" "-m loggp.json" "-n 4" "--segments 1K" "--store other.db" "--seed 3"; do
	sonde tune --verify measured.conf $option
	expect_refusal 2 "not with --verify, which looks at all rules of the file"
done
sonde tune --check measured.conf --sizes 1K
expect_refusal 2 "--sizes: not with --check, which looks at all rules of the file"
sonde tune --check measured.conf --only bcast
expect_refusal 2 "--only: not with --check"

begin "that no file was written is said with --quiet, too"
sonde tune --platform synthetic:eight.json -m eight.json --only barrier --sizes 1 --reps 3:3 -n 8 -o quiet.conf --quiet --store quiet.db
expect_code 2
sonde tune -m loggp.json -n 2 --only barrier -o quiet.conf --quiet
expect_code 0
expect_err "sonde: warning: by the model the library's own decisions are within 2 % of the best: no rules, and no file"
expect_no_file quiet.conf
sonde tune -m loggp.json -n 2 --only barrier --quiet
expect_silence err

small="tune --for openmpi --platform synthetic:eight.json --only bcast --sizes 4K --segments 16K"

# Lets a command that would take hours take so many transactions, and stops it.
stop() # store, transactions, arguments
{
	store=$1
	most=$2
	shift 2
	line="sonde $* --store $store"
	env --default-signal=INT "$SONDE" "$@" --reps 1000000:1000000 --budget none --store "$store" > "$out" 2> "$err" < /dev/null &
	driver=$!
	own=$driver
	while [ "$("$SONDE_BUILD/tests/sonde_test_tool" commits "$store-wal")" -lt "$most" ] && kill -0 $driver 2> /dev/null; do :; done
	kill -INT $driver
	code=0
	wait $driver 2> /dev/null || code=$?
	own=
	expect_code 1
	expect_err "the same command with --resume"
}

begin "a run that was stopped while its model was estimated goes on there"
stop stopped.db 30 $small
expect_equal "runs" "estimate plogp saturation|killed" "$(runs stopped.db | cut -d '|' -f 2,3)"
kept=$(runs stopped.db | cut -d '|' -f 5)
sonde $small --store stopped.db --resume --reps 3:5
expect_code 0
expect_err "sonde: the run is resumed: $kept timings"
expect_equal "runs" "estimate plogp saturation|ended tune for Open MPI|ended " "$(runs stopped.db | cut -d '|' -f 2,3 | tr '\n' ' ')"

begin "so does one that was stopped while rules were measured"
stop later.db 30 $small -m off.json
sonde $small -m off.json --store later.db --resume --reps 3:5
expect_code 0
expect_err "sonde: the run is resumed: "
expect_equal "runs" "tune for Open MPI|ended" "$(runs later.db | cut -d '|' -f 2,3)"

begin "one that was stopped after its models were estimated takes these, and what else was found before"
table="tune --for sonde --platform synthetic:eight.json --only bcast,gather --sizes 4K --segments 16K --reps 3:5 --store models.db"
sonde $table
expect_code 0
expect_equal "runs" "estimate plogp saturation|ended estimate lmo quickest, pairs of classes|ended measure thresholds|ended tune for sonde run|ended " "$(runs models.db | cut -d '|' -f 2,3 | tr '\n' ' ')"
echo "UPDATE runs SET ended = NULL WHERE id = 4" | "$tool" sql models.db
runs models.db > before
sonde $table --resume
expect_code 0
for timings in $(cut -d '|' -f 5 before); do
	expect_err "sonde: the run is resumed: $timings timings"
done
runs models.db > after
expect_equal "runs" "$(cut -d '|' -f 1-3 before | sed 's/killed/ended/')" "$(cut -d '|' -f 1-3 after)"
expect_equal "thresholds" "$(grep thresholds before)" "$(grep thresholds after)"
for estimation in plogp lmo; do # looks at the machine and for protocols go on
	again=$(grep -h $estimation before after | cut -d '|' -f 5 | awk 'NR == 1 { n = $1 } END { print $1 < 1.3 * n ? "no" : $1 " timings in place of " n }')
	expect_equal "hardly anything of $estimation is measured again" no "$again"
done

begin "one that was stopped while thresholds were looked for takes the models that had ended before"
echo "UPDATE runs SET ended = NULL WHERE id = 3" | "$tool" sql models.db
runs models.db > before
sonde $table --resume
expect_code 0
for timings in $(head -n 3 before | cut -d '|' -f 5); do
	expect_err "sonde: the run is resumed: $timings timings"
done
runs models.db > after
expect_equal "one more run" "$(($(wc -l < before) + 1))" "$(wc -l < after)"

begin "where there is nothing to continue, or the run's name is taken, nothing is measured"
for arguments in "--resume" "--resume --run 1" "--resume --run nobody"; do
	runs stopped.db > before
	sonde $small $arguments --store stopped.db
	expect_refusal 1 "run"
	runs stopped.db > after
	expect_same_text before after
done
sonde $small -m off.json --store later.db --run named --reps 3:3
expect_code 0
runs later.db > before
sonde $small --store later.db --run named
expect_refusal 1 "the name 'named' is taken by run 2"
runs later.db > after
expect_same_text before after

begin "who is refused before anything is measured leaves no store behind"
sonde $small -m missing.json --store early.db
expect_refusal 1 "missing.json: cannot be opened"
expect_no_file early.db
sonde $small --store nowhere/early.db
expect_refusal 1 "nowhere/early.db"

begin "a time that does not suffice is said, and how much would; the model's run is kept"
sonde $small --store short.db --budget 1us
expect_refusal 1 "the budget of 1e-06 s was over before anything was measured for rules: the model took "
expect_err "is in the store 'short.db' as run 1. Without --budget it takes up to 120 s here"
expect_equal "runs" "estimate plogp saturation|ended" "$(runs short.db | cut -d '|' -f 2,3)"
sonde tune --for openmpi --platform synthetic:eight.json -m off.json --only bcast --sizes 8,4K,64K,256K --segments 16K --store short.db --budget 300ms --json
expect_code 0
expect_err "sonde: the time did not suffice: "
expect_err "Without --budget it takes up to 120 s here"
sonde $small --store short.db --run whole --json
expect_code 0
expect_json summary/machine_of_model "stayed the same"
if contains "$err" "did not suffice"; then fail "there was time enough"; fi

begin "without gnuplot a figure is refused before anything is measured; where it fails later the table and the rules are there"
run env PATH=/nonexistent "$SONDE" tune --for openmpi --platform synthetic:eight.json -m loggp.json --only bcast --sizes 1K --plot undrawn.svg -o undrawn.conf --store undrawn.db
expect_code 1
expect_err "gnuplot, which draws the plots, was not found"
expect_silence out
expect_no_file undrawn.conf
expect_no_file undrawn.db
mkdir once
cat > once/gnuplot << 'END'
#!/bin/sh
PATH=/usr/local/bin:/usr/bin:/bin
[ ! -e drawn-once ] || exit 1
: > drawn-once
exec gnuplot "$@"
END
chmod +x once/gnuplot
run env PATH="$PWD/once:$PATH" "$SONDE" tune --for openmpi -m loggp.json -n 8 --only bcast --sizes 64K --plot late.svg -o late-plot.conf
expect_code 1
expect_err "gnuplot could not draw"
expect_file late-plot.conf
expect_out bcast

begin "rules for one program, whose processes come late in turn: what makes it quickest is not what is quickest behind a barrier"
"$SONDE_BUILD/tests/sonde_test_trace" late late.trace
"$SONDE_BUILD/tests/sonde_test_trace" ring ring.trace
cat > near.json << END
{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 50e-6, "o_s": 1e-6, "o_r": 1e-6, "g": 1e-6, "G": 10e-9}}
END
sonde tune --for openmpi --trace late.trace -m near.json -o late.conf --json
expect_code 0
expect_json rows/# 1
expect_json rows/0/operation bcast
expect_json rows/0/processes 4
expect_json rows/0/from 8192
expect_json rows/0/calls 10
expect_json rows/0/communicators 1
expect_err "rules for Open MPI 4.1 are in late.conf"
expect_err "mpirun -n 4 sonde tune --verify late.conf --prune -o late-pruned.conf"
if contains "$err" "take turns"; then fail "each process had a CPU of its own"; fi
tuned=$(json "$out" summary/seconds)
own=$(json "$out" summary/own_seconds)
awk -v t="$tuned" -v o="$own" -v b="$(json "$out" summary/barrier_seconds)" 'BEGIN { exit !(t < o && t < b) }' || fail "with rules $tuned s, without $own s"
expect_near "what the only rule saves" "$(awk -v t="$tuned" -v o="$own" 'BEGIN { print o - t }')" "$(json "$out" rows/0/saves)" 1e-4
sonde simulate late.trace -m near.json --rules late.conf --json
expect_code 0
expect_near "the program with the rules as they are written" "$tuned" "$(json "$out" summary/seconds)" 1e-9
expect_json summary/rules late.conf
sonde tune --check late.conf
expect_code 0
printf '1\n7\n1\n4 1\n0 0 0 0\n' > own.conf
sonde simulate late.trace -m near.json --rules own.conf --json
expect_near "the library's own decisions" "$own" "$(json "$out" summary/seconds)" 1e-9
sonde trace export late.trace --rules late.conf -o late.goal --json
expect_code 0
sonde simulate late.goal -m near.json --queued --json
expect_near "its messages" "$tuned" "$(json "$out" summary/seconds)" 1e-6

begin "of a program whose processes took turns it is said that the model's do not"
cp -r late.trace turns.trace
sed -i 's/"binding": "1"/"binding": "0"/' turns.trace/trace.json
sonde tune --for openmpi --trace turns.trace -m near.json --computation wall -o turns.conf
expect_code 0
expect_err "sonde: warning: north: 2 processes take turns on 1 CPU: by the model each has a CPU of its own"
expect_err "mpirun --oversubscribe -n 4 sonde tune --verify turns.conf --prune -o turns-pruned.conf"

begin "a search in a program ends when its time is over, and says so"
sonde tune --for openmpi --trace late.trace -m near.json --budget 1us --json
expect_code 0
expect_json summary/search "out of time"
expect_err "the search ended after"
sonde tune --for openmpi --trace late.trace -m near.json --budget none --json
expect_code 0
expect_json summary/seconds "$tuned"

begin "rules for one program in another form, of another library, and by two models"
sonde tune --trace late.trace -m near.json --for openmpi:6 -o late.json
expect_code 0
sonde tune --check late.json
expect_code 0
sonde simulate late.trace -m near.json --rules late.json
expect_refusal 1 "those of 4.1 and MPICH 4.0 are simulated"
sed 's/50e-6/500e-6/' near.json > far.json
sonde tune --trace late.trace --intra near.json --inter far.json --json
expect_code 0
expect_json summary/nodes 2
sonde tune --trace late.trace --intra near.json --inter far.json --for mpich --json
expect_json summary/calls_by_nodes 40
expect_err "40 calls have no rules here: MPICH 4.0 looks up rules for the processes of a node"
sonde tune --trace late.trace --intra near.json --inter far.json --placement block:4 --only allreduce --json
expect_code 0
expect_json rows/# 0
expect_json summary/nodes 1

begin "a selection of MPICH decides call by call: by tests of powers of two, on each communicator of nodes"
cat > power.json << END
{"collective=bcast": {"comm_type=intra": {
	"comm_size<=1": {"algorithm=MPIR_Bcast_intra_binomial": {}},
	"comm_size=pow2": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}},
	"comm_size=any": {"algorithm=MPIR_Bcast_intra_binomial": {}}}}}
END
seconds() { # of the program on nodes as $1 says, with the rules $2
	sonde simulate late.trace -m near.json --placement "$1" --rules "$2" --json
	expect_code 0
	seconds=$(json "$out" summary/seconds)
}
printf '{"collective=bcast": {"comm_type=intra": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}}}' > ring.json
printf '{"collective=bcast": {"comm_type=intra": {"algorithm=MPIR_Bcast_intra_binomial": {}}}}' > tree.json
seconds block:4 ring.json
ring=$seconds
seconds block:4 tree.json
tree=$seconds
awk -v t="$tree" -v r="$ring" 'BEGIN { exit !(r > 1.5 * t) }' || fail "by a tree $tree s, by a ring $ring s"
seconds block:4 power.json
expect_near "4 processes are a power of two" "$ring" "$seconds" 1e-9
sed -i 's/comm_size<=1"/comm_size<=3"/' power.json
seconds block:2 power.json
expect_near "on nodes and among nodes there are 2" "$tree" "$seconds" 0.1
seconds block:2 ring.json
awk -v t="$tree" -v s="$seconds" 'BEGIN { exit !(s > 1.5 * t) }' || fail "by a ring on nodes and among nodes $seconds s, by a tree $tree s"

begin "a program that the library would abort in has no time"
sonde simulate ring.trace -m near.json --rules tree.json
expect_refusal 1 "tree.json: reduce among 2 processes: it has no algorithm for this, and the library aborts"
printf '1\n7\n1\n4 1\n0 99 0 0\n' > bad.conf
sonde simulate late.trace -m near.json --rules bad.conf
expect_refusal 1 "bad.conf, line 5: bcast among 4 processes: there is no algorithm 99, and the library aborts"
sonde trace export late.trace --rules bad.conf -o bad.goal
expect_refusal 1 "bad.conf, line 5: bcast among 4 processes"

begin "what does not go with a program's rules is refused"
sonde tune --trace late.trace
expect_refusal 2 "by which model?"
sonde tune --trace late.trace -m near.json -n 8
expect_refusal 2 "numbers of processes and sizes are those of the program"
sonde tune --trace late.trace -m near.json --inter far.json --intra near.json
expect_refusal 2 "with --intra and --inter these are the models"
sonde tune --trace nowhere -m near.json
expect_refusal 1 "this is no trace"
for with in "--platform synthetic:near.json" "--reps 4:8" "--store some.db" "--seed 2"; do
	sonde tune --trace late.trace -m near.json $with
	expect_refusal 2 "${with%% *}: nothing is measured by --trace"
done
sonde tune -m near.json -n 4 --reps 4
expect_refusal 2 "--reps: nothing is measured by a model alone"
sonde tune --check late.conf --error 0.1
expect_refusal 2 "--error: nothing is measured by --check"
sonde tune -m near.json -n 4 --computation wall
expect_refusal 2 "--computation goes with --trace"
sonde trace export late.trace --format csv --rules late.conf
expect_refusal 2 "--rules goes with --format goal"
sonde simulate late.trace -m near.json --rules near.json
expect_code 1

begin "what cannot be read or made is refused"
sonde tune --help
expect_out "of --ppn, --placement or --trace: within a node"
sonde tune -m loggp.json -n 4 --exhaustive
expect_code 2
expect_err "--exhaustive measures"
for with in "--trace late.trace" "--ppn 2" "--placement block:2" "--check near.json" "--verify near.json"; do
	sonde tune -m near.json --exhaustive $with
	expect_refusal 2 "--exhaustive measures what rules lose that are made under mpirun: not with"
done
for with in "--check near.json" "--verify near.json"; do
	sonde tune -m near.json --trace late.trace $with
	expect_refusal 2 "--trace makes rules: not with --check or --verify"
done
sonde tune --check near.json --verify near.json
expect_refusal 2 "--check and --verify: say one of the two"
sonde tune
expect_code 2
expect_err "by which model are rules made?"
sonde tune --for openmpi -m loggp.json --only gatherv
expect_code 2
expect_err "--only gatherv: no such operation, or Open MPI 4.1 has nothing for it. Allowed are allgather,allreduce,"
sonde tune --for sonde -m loggp.json --only bcast,scatterv
expect_refusal 2 "--only scatterv: write --only scatter: its rows are found with those of scatter, where processes are unlike. Allowed are"
sonde tune -m loggp.json --only cast
expect_code 2
expect_err "no such operation"
sonde tune -m loggp.json -n 1,4
expect_code 2
expect_err "numbers of processes are 2 to"
sonde tune -m loggp.json -n 4 --only bcast -o nowhere/rules.conf
expect_code 1
expect_err "nowhere/rules.conf"
sonde tune --check nothing.conf
expect_code 1
expect_err "nothing.conf: cannot be opened"
sonde tune --check /dev/zero
expect_code 1
expect_err "this is no text, as a rule file is"

begin "a table for unlike processes has rows with an order, and they are worth it by the model"
awk 'BEGIN {
	printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"lmo\", \"processes\": 5, \"parameters\": {\"any\": {\"C\": 1e-5, \"t\": 1e-9, \"L\": 1e-5, \"inverse_beta\": 2e-9}"
	printf ", \"1\": {\"C\": 9e-5, \"t\": 9e-9}, \"2\": {\"C\": 7e-5, \"t\": 8e-9}, \"0-1\": {\"L\": 1e-4, \"inverse_beta\": 5e-8}, \"2-4\": {\"L\": 9e-5, \"inverse_beta\": 3e-8}}}\n" }' > five.json
sonde tune -m five.json --for sonde -n 5 --sizes 1K,64K --only bcast,gather -o ordered.json
expect_code 0
expect_out "rows_with_an_order"
grep -qF '"order": [0, ' ordered.json || fail "$(cat ordered.json)"
grep -qF "Rows with an order are for calls of process 0" ordered.json || fail "$(cat ordered.json)"
sonde tune --check ordered.json
expect_code 0
sed -n 's/.*"operation": "gather".*"bytes": \[1024, [0-9nul]*\], "algorithm": "\([a-z-]*\)"\(.*\)"order": \[\([0-9, ]*\)\].*/\1 order=\3 \2/p' ordered.json | sed 's/, \([0-9]\)/,\1/g; s/"segment": /segment=/; s/[",]* *$//' > row
read -r algorithm order rest < row
segment=$(echo "$rest" | sed -n 's/.*segment=\([0-9]*\).*/\1/p')
sonde predict five.json gather -n 5 -s 1K --json
plain=$(json "$out" rows/0/seconds)
sonde predict five.json gather -n 5 -s 1K --algorithm "$algorithm" --segment "${segment:-none}" --order "${order#order=}" --json
expect_code 0
awk -v mapped="$(json "$out" rows/0/seconds)" -v plain="$plain" 'BEGIN { exit !(mapped <= 0.95 * plain) }' || fail "$(cat row): $(json "$out" rows/0/seconds), the quickest plain one takes $plain"

begin "a table that is measured among unlike processes has rows with an order too, which were measured; among alike ones it has none"
sonde tune --for sonde --platform synthetic:five.json --noise 0.02 --sizes 1K,64K --only bcast,gather -o measured-order.json
expect_code 0
expect_out "rows_with_an_order"
expect_out "orders_refuted"
expect_err "rows with an order of processes are to be measured"
grep -q '"order": \[0, ' measured-order.json || fail "$(cat measured-order.json)"
grep -q 'gatherv\?, 5 processes, .* in an order, measured [0-9.]* % quicker' measured-order.json || fail "$(cat measured-order.json)"
sed 's/, "1": .*/}}/' five.json > alike.json
sonde tune --for sonde --platform synthetic:alike.json --noise 0.02 --sizes 1K,64K --only bcast,gather -o alike-order.json
expect_code 0
if grep -q '"order"' alike-order.json; then fail "$(cat alike-order.json)"; fi

finish
