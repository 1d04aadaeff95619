# Rules for MPICH: measured, or by a model; the library loads its selection, and results are right with it.
. "$SONDE_SOURCE/tests/sh/lib.sh"
[ "$SONDE_MPI" = mpich ] || skip_test "selections are MPICH's"
printf '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 1e-6, "o_s": 1e-7, "o_r": 2e-7, "g": 3e-7, "G": 1e-10}}\n' > loggp.json

begin "rules by measurements: the library itself is told what to take"
live 2 tune -m loggp.json --only bcast,allreduce --sizes 1K,64K --reps 6:6 -o live.json --store tune.db
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
finish
