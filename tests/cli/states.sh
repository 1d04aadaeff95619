# A machine with two states: both are measured, and models, predictions, comparisons and the store tell them apart. Platforms of known parameters.
. "$SONDE_SOURCE/tests/sh/lib.sh"
sql() # store, statements
{
	printf '%s' "$2" | "$tool" sql "$1"
}
cp "$SONDE_SOURCE/tests/cli/version-2/plogp.json" truth.json
sonde predict truth.json p2p -s 0,1K,64K --csv
cp "$out" truth.csv
changing="--platform synthetic:truth.json --switching 2.5:20ms"

# The times that a model predicts in a state are the truth's times so many.
expect_times() # model, state, factor
{
	sonde predict "$1" p2p -s 0,1K,64K --csv --machine-state "$2"
	expect_code 0
	paste -d , truth.csv "$out" | awk -F , -v factor="$3" '
		NR > 1 { n++; if ($10 / $5 / factor > 1 + 1e-6 || $10 / $5 / factor < 1 - 1e-6) { print; bad = 1 } }
		END { exit bad || n != 3 }' || fail "$1 in $2: not $3 times the truth"
}

for seed in 1 2 3 4; do
	begin "both sets of parameters come back exactly, seed $seed"
	sonde estimate plogp $changing --seed $seed -o model.json --sizes 0,1K,64K --reps 60:60 --states all
	expect_code 0
	expect_err "The machine was in 2 states"
	expect_out "slow"
	expect_times model.json quick 1
	expect_times model.json slow 2.5
done

begin "the store has the state of each timing, what lies between two is kept, and a fit takes the main state"
[ "$(sql sonde.db "SELECT count(*) > 0 FROM observations WHERE state_before = 0 AND state_after = 0;")" = 1 ] || fail "nothing is of the main state"
[ "$(sql sonde.db "SELECT count(*) > 0 FROM observations WHERE state_before = 1 AND state_after = 1;")" = 1 ] || fail "nothing is of the other state"
[ "$(sql sonde.db "SELECT count(*) > 0 FROM observations WHERE state_before <> state_after;")" = 1 ] || fail "nothing lies between two"
sonde fit plogp -o fitted.json --quiet
sonde predict fitted.json p2p -s 0,1K,64K --csv
cp "$out" fitted.csv
sonde predict model.json p2p -s 0,1K,64K --csv
expect_same_text "$out" fitted.csv

begin "each: a table for each state, which is named"
sonde predict model.json p2p -s 0 --machine-state each
expect_err 'in the state "quick"'
expect_err 'in the state "slow"'

begin "a comparison holds each model in its state of the machine that was measured"
for state in quick slow; do
	sonde compare model.json $changing --sizes 0,1K,32K --reps 200:200 --seed 9 --machine-state $state --json
	expect_code 0
	expect_out '"mean_relative_error"'
	mean=$(tr -d '\n ' < "$out" | sed 's/.*"mean_relative_error":\([-0-9.e]*\).*/\1/')
	awk -v mean="$mean" 'BEGIN { exit !(mean < 0.01) }' || fail "$state: a mean error of $mean"
done

begin "a state that is none is refused"
sonde predict model.json p2p -s 0 --machine-state fast
expect_code 2
expect_err "it has main, quick, slow"
sonde simulate -m model.json --machine-state each none.goal
expect_code 2
runs=$(sql sonde.db "SELECT count(*) FROM runs;")
sonde compare model.json $changing --sizes 0,1K --machine-state fast
expect_code 2
expect_err "the first model has no such state"
expect_equal "nothing was measured for it" "$runs" "$(sql sonde.db "SELECT count(*) FROM runs;")"

begin "a machine with one state has one, and nothing is said of others"
sonde estimate plogp --platform synthetic:truth.json --sizes 0,1K -o one.json
expect_err "The machine stayed the same"
grep -q '"states"' one.json && fail "there are states in the model"
finish
