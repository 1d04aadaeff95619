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

begin "a run with noise is fitted again to the last digit: long observations that are shared, disturbances, states that come and go"
number=0
for seed in ${SONDE_STATES_SEEDS-11 12 13 14}; do
	while read -r options; do
		number=$((number + 1))
		echo "# seed $seed $options"
		sonde estimate plogp --platform synthetic:truth.json --noise 0.05 --seed $seed $options --run again-$number -o estimated.json --quiet
		expect_code 0
		sonde fit plogp --run again-$number --seed $seed -o fitted.json --quiet
		expect_code 0
		expect_same_findings estimated.json fitted.json
	done <<-'END'
		--switching 1.6:20ms
		--switching 2.7:5ms
		--switching 2:3ms --disturbances 4:1ms:10ms
	END
done

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

# Runs on one platform: the slow state alone, both in turn with the one or the other as the main one (seeds 1 and 6), the quick state alone.
begin "states have the names that earlier runs gave them, also where a run saw one of them alone"
platform() # alpha, us
{
	printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": %se-6, "beta": 2e-9}}\n' "$1" > turns.json
}
measure() # run, seed, options
{
	name=$1 seed=$2
	shift 2
	sonde measure p2p --platform synthetic:turns.json --switching 2.5:20ms --sizes 0,1K,64K --reps 60:60 --noise 0.02 --seed $seed --store turns.db --run $name "$@"
	expect_code 0
}
named() # run
{
	sql turns.db "SELECT group_concat(m.name, ',') FROM (SELECT name FROM machine_states WHERE run = (SELECT id FROM runs WHERE name = '$1') ORDER BY number) AS m;"
}
platform 13
measure alone 2
expect_equal "one state, of which nothing is known" "" "$(named alone)"
measure first 1
expect_equal "the names of two" "slow,quick" "$(named first)"
measure quick 2
expect_err 'It is in the state "quick" of earlier runs'
expect_equal "one state, which is known" "quick" "$(named quick)"
measure second 6
expect_equal "the same states, of which the other is the main one" "quick,slow" "$(named second)"
platform 32.5
measure slower 1
expect_equal "the slow one, and one that is slower" "slow,164us" "$(named slower | sed s/16[3-7]us/164us/)"
platform 13
sonde estimate hockney --platform synthetic:turns.json --switching 2.5:20ms --noise 0.02 --seed 2 --reps 5:5 --budget none --store turns.db -o named.json --quiet
expect_code 0
expect_equal "the only state in the model" quick "$(json named.json provenance/machine_state)"
sonde predict named.json p2p -s 0 --machine-state quick
expect_code 0

begin "runs are compared in a state that both have: of main states that differ the other one, which is said"
sonde runs compare first second --store turns.db
expect_code 0
expect_out 'compared in the state "quick"'
expect_out "the main one of 1 of 2 launches"
expect_out "no difference shown"
sonde runs compare first quick --store turns.db --json
expect_json rows/0/n_b 60
sonde runs compare first second --store turns.db --machine-state main
expect_code 0
expect_out "main states are compared, in which empty round trips do not take equally long"
expect_out "b is faster by 59.9"
sonde runs compare first second --store turns.db --machine-state each
expect_code 0
expect_err 'in the state "slow"'
expect_err 'in the state "quick"'
sonde runs compare first quick --store turns.db --machine-state slow
expect_refusal 1 'both sides do not have a state "slow"'
sonde runs compare first,second quick --store turns.db --fail-if-slower 5%
expect_code 0
expect_out 'compared in the state "quick"'

begin "what is slower in its only state is slower, not in another state"
sonde measure p2p --platform synthetic:truth.json --sizes 0,1K --reps 60:60 --noise 0.02 --store worse.db --run before --quiet
sonde measure p2p --platform synthetic:truth.json --sizes 0,1K --reps 60:60 --noise 0.02 --switching 2.5:1000s --seed 1 --store worse.db --run after --quiet
sonde runs compare before after --store worse.db --fail-if-slower 5%
expect_code 3
expect_out "no other state of the machine is common to both sides"

begin "launches are pooled in their state: what was measured in another one is left out, and that is said"
measure pooled 6 --launches 9 --json
expect_json rows/0/launches 5
expect_err "5 launches are pooled"
expect_err "1 more was in another state of the machine"
# Of the first run, whose main state was the slow one, the quick state counts.
expect_near "time of 0 B in the quick state" 26e-6 "$(json "$out" rows/0/seconds)" 0.01

begin "a machine with one state has one, and nothing is said of others"
sonde estimate plogp --platform synthetic:truth.json --sizes 0,1K -o one.json
expect_err "The machine stayed the same"
grep -q '"states"' one.json && fail "there are states in the model"
finish
