# Rules for MPICH: measured, or by a model; the library loads its selection, and results are right with it.
. "$SONDE_SOURCE/tests/sh/lib.sh"
[ "$SONDE_MPI" = mpich ] || skip_test "selections are MPICH's"
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 1e-6, "o_s": 1e-7, "o_r": 2e-7, "g": 3e-7, "G": 1e-10}}\n' > loggp.json

begin "rules by measurements: the library itself is told what to take"
live 2 tune -m loggp.json --only bcast,allreduce --sizes 1K,64K --reps 6:6 --budget none -o live.json --store tune.db
expect_code 0
expect_err "round 1:"
expect_out "MPICH 4.0"
sonde export run-1 --store tune.db --quiet
for algorithm in binomial scatter_ring_allgather recursive_doubling reduce_scatter_allgather; do
	grep -q "forced=$algorithm" "$out" || fail "$algorithm was not measured"
done
if [ -e live.json ]; then
	grep -q "measured among 2 processes" live.json || fail "the file does not say that it was measured"
	sonde tune --check live.json
	expect_code 0
fi

begin "the library loads rules, and every operation has right results with them"
sonde tune -m loggp.json -n 2,3,4 --sizes 1:64K --for mpich -o rules.json --quiet
expect_code 0
sonde tune --check rules.json
expect_code 0
MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=$PWD/rules.json
export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE
for processes in 2 3 4; do
	live $processes stress --max-size 64K --seed 7 --time 2s
	expect_code 0
done
unset MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE

verdicts() # verdict: how many rows have it
{
	jq "[.rows[] | select(.verdict == \"$1\")] | length" "$out"
}

begin "rules are seen at work by their messages, at both ends of their sizes and beside them"
sonde tune -m loggp.json -n 4 --only allreduce,bcast,alltoall --sizes 4K:64K --for mpich -o seen.json --quiet
live 4 tune --verify seen.json --prune -o left.json --json
expect_code 0
expect_err "are in left.json. MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=left.json mpirun -n 4 ./program"
expect_equal "rules that are not in force" 0 "$(verdicts "not in force")"
jq -e '[.rows[] | select(.operation == "allreduce" and .rule == "recursive_doubling")] | length >= 2 and all(.ran == "recursive_doubling")' "$out" > pair || fail "recursive doubling was not seen"
jq -e '[.rows[] | select(.operation == "allreduce" and .rule == "-" and .size > 70000)] | length > 0 and all(.ran == "reduce_scatter_allgather" and .verdict == "unchanged")' "$out" > pair || fail "the library's own decision was not seen beside the rules"
kept=$(jq -r '[.rows[] | select(.rule != "-")] | group_by([.operation, .rule])[] | select(all(.verdict != "worse")) | "\(.[0].operation)_intra_\(.[0].rule)"' "$out")
sonde tune --check left.json
expect_code 0
for algorithm in $kept; do
	grep -qi "MPIR_$algorithm\"" left.json || fail "$algorithm is not slower, and was taken out"
done

begin "rules for more processes than there are here are not looked at, which is said, and nothing is written"
live 2 tune --verify seen.json --prune -o unseen.json
expect_code 1
expect_err "nothing was looked at: its rules are for more processes than there are here"
expect_no_file unseen.json

begin "a rule is not in force where the environment tells the library to take another algorithm"
export MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=reduce_scatter_allgather
live 4 tune --verify seen.json --json
expect_code 3
jq -e '[.rows[] | select(.operation == "allreduce" and .rule != "-")] | length > 0 and all(.ran == "reduce_scatter_allgather" and .verdict == "not in force")' "$out" > pair || fail "a rule seems to be in force"
unset MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM

begin "on several nodes with several processes each the library takes the rules of a node's processes"
export MPIR_CVAR_NUM_CLIQUES=2
live 4 tune --verify seen.json --json
expect_code 3
jq -e '[.rows[] | select(.operation == "bcast" and .processes == 4 and .rule != "-")] | length > 0 and all(.verdict == "not in force" and (.ran | contains(" of 2")))' "$out" > pair || fail "a rule for 4 processes seems to be in force"
jq -e '[.rows[] | select(.operation == "alltoall" and .rule != "-")] | length > 0 and all(.verdict != "not in force")' "$out" > pair || fail "a rule of an operation that does not go by nodes is not in force"

begin "so rules for nodes with several processes each are for these numbers, and in force"
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 1e-5, "o_s": 1e-6, "o_r": 2e-6, "g": 3e-6, "G": 1e-9}}\n' > inter.json
sonde tune --for mpich -n 4 --ppn 2 --intra loggp.json --inter inter.json --sizes 1K:64K --only bcast,reduce,allreduce,allgather -o nodes.json
expect_code 0
expect_out "one of each node"
expect_out "a node's"
sonde tune --check nodes.json
expect_code 0
live 4 tune --verify nodes.json --prune -o left.json --json
expect_code 0
expect_equal "rules that are not in force" 0 "$(verdicts "not in force")"
for row in "allreduce one" "reduce a" "allgather all"; do
	jq -e --arg operation "${row% *}" --arg which "${row#* }" '[.rows[] | select(.operation == $operation and .rule != "-" and (.which | startswith($which)))] | length >= 2' "$out" > pair || fail "no rule of $row was looked at"
done
sonde tune --check left.json
expect_code 0

begin "so are rules that were measured on such nodes"
live 4 tune -m loggp.json --only bcast,reduce,allreduce --sizes 1K,64K --reps 6:6 --budget none -o measured.json --quiet
expect_code 0
if [ -e measured.json ]; then
	live 4 tune --verify measured.json --prune -o left.json --json
	expect_code 0
	expect_equal "rules that are not in force" 0 "$(verdicts "not in force")"
	jq -e '[.rows[] | select(.rule != "-")] | length > 0' "$out" > pair || fail "no rule was looked at"
else
	echo "# no algorithm was quicker than the library's own: there is nothing to verify"
fi
unset MPIR_CVAR_NUM_CLIQUES

begin "selections that end a program are not tried"
printf '{"collective=bcast": {"algorithm=MPIR_Bcast_intra_binomial": {}}}\n' > ends.json
live 2 tune --verify ends.json
expect_refusal 1 "It is not tried"
finish
