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

for seed in $(seeds 1 3); do
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
for seed in ${SONDE_STATES_SEEDS-$(seeds 11 13)}; do
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

begin "compare: where the models know nothing of the main state, they are held against times of the one that they know"
for seed in $(seeds 1 9); do
	rm -f known.db
	sonde estimate plogp --platform synthetic:truth.json --store known.db -o known.json --sizes 0,1K,64K
	sonde compare known.json $changing --seed $seed --store known.db
	expect_code 0
	expect_err "the machine was in a state that is not of the models: an empty round trip took 65.000 us"
	expect_out "state             quick"
	expect_out "maximum_relative_error  0.00 %"
	sonde compare known.json $changing --seed $seed --store known.db --machine-state main
	expect_err "plogp is of another state of the machine"
	expect_out "maximum_relative_error  60.00 %"
done

begin "each: a table for each state, which its title names; for scripts one with a column for the state"
sonde schedule bcast --algorithm binomial -n 4 -s 64K -o bcast.goal
number=0
for command in "predict model.json p2p -s 0,1K" "predict model.json bcast --algorithm all -n 4 -s 1K" "simulate bcast.goal -m model.json" "decompose -m model.json --domain 512x512 -n 4" \
	"model show model.json"; do
	number=$((number + 1))
	sonde $command --machine-state each
	expect_code 0
	for state in quick slow; do
		expect_out ", in the state \"$state\", where an empty round trip takes "
		expect_err "in the state \"$state\""
	done
	for state in quick slow; do
		run "$SONDE" $command --machine-state $state --csv --quiet
		sed "1 s/^/state,/; 2,\$ s/^/$state,/" "$out" > $state.csv
	done
	sonde $command --machine-state each --csv
	sed 1d slow.csv | cat quick.csv - > both.csv
	expect_same_text both.csv "$out"
	sonde $command --machine-state each --json
	expect_json rows/0/state quick
	expect_equal "rows" $(($(wc -l < both.csv) - 1)) "$(json "$out" rows/#)"
	expect_equal "level of quick" "$(json model.json states/quick/sentinel_seconds)" "$(json "$out" summary/quick/sentinel_seconds)"
	expect_equal "share of slow" "$(json model.json states/slow/share)" "$(json "$out" summary/slow/share)"
done
expect_json "summary/slow provenance/machine_state" slow
sonde simulate bcast.goal -m model.json --machine-state each --timeline bcast.csv
expect_refusal 2 "--timeline: a file of one simulation"

begin "results of a model name the state that they are of, and that of its residuals, which is the main one"
main=$(json model.json main_state)
[ "$main" = quick ] && other=slow || other=quick
for command in "predict model.json p2p -s 0,1K" "predict model.json bcast --algorithm all -n 4 -s 1K" "simulate bcast.goal -m model.json" "decompose -m model.json --domain 512x512 -n 4"; do
	sonde $command --json
	expect_json summary/state "$main"
	expect_equal "level" "$(json model.json states/$main/sentinel_seconds)" "$(json "$out" summary/sentinel_seconds)"
	sonde $command --json --machine-state $other
	expect_json summary/state $other
	expect_equal "level of $other" "$(json model.json states/$other/sentinel_seconds)" "$(json "$out" summary/sentinel_seconds)"
done
sonde estimate plogp,loggp $changing --noise 0.02 --seed 3 -o named --budget 9s --states all --store named.db --json
main=$(json named/plogp.json main_state)
expect_json summary/state "$main"
expect_json "summary/residuals of plogp/state" "$main"
sonde predict named/plogp.json p2p -s 0,1K --machine-state each
expect_equal "residuals of the main state" 2 "$(grep -A 1 -x residuals "$out" | grep -c "^  state  *$main\$")"

begin "each: a model of one state has one, in the same form"
sonde predict truth.json p2p -s 0,1K --machine-state each --csv
sed 1d "$out" > only.csv
sonde predict truth.json p2p -s 0,1K --csv
sed '1d; s/^/main,/' "$out" > main.csv
expect_same_text main.csv only.csv

begin "a comparison holds each model in its state of the machine that was measured"
for state in quick slow; do
	sonde compare model.json $changing --sizes 0,1K,32K --reps 200:200 --seed 9 --machine-state $state --json
	expect_code 0
	expect_out '"mean_relative_error"'
	mean=$(tr -d '\n ' < "$out" | sed 's/.*"mean_relative_error":\([-0-9.e]*\).*/\1/')
	awk -v mean="$mean" 'BEGIN { exit !(mean < 0.01) }' || fail "$state: a mean error of $mean"
	expect_json summary/state $state
	expect_out " us in "
done

# compared STATE: the mean error in a state, of a table in JSON.
compared()
{
	json "$out" "summary/$1 plogp/mean_relative_error"
}
begin "a comparison in each state: a table for each, in which every model is taken in that state; of one state one"
sonde compare model.json $changing --sizes 0,1K,32K --reps 200:200 --seed 9 --machine-state each --store each.db --json
expect_code 0
for state in quick slow; do
	[ -n "$(compared $state)" ] && awk -v mean="$(compared $state)" 'BEGIN { exit !(mean < 0.01) }' || fail "$state: a mean error of $(compared $state)"
done
expect_json rows/# 10
sonde compare model.json $changing --sizes 0,1K,32K --reps 200:200 --seed 9 --machine-state each --store each.db
expect_out 'measured against predicted, in the state "quick", where an empty round trip takes'
expect_out 'measured against predicted, in the state "slow", where an empty round trip takes'
sonde compare truth.json --platform synthetic:truth.json --sizes 0,1K --reps 20:20 --machine-state each --store each-one.db --csv
expect_out "main,plogp,roundtrip"

# measure_bcast RUN STATE OPTIONS: of which STATE is the main one.
measure_bcast()
{
	bcast_run=$1 bcast_state=$2 tries=0
	shift 2
	until [ $tries -eq 40 ]; do
		tries=$((tries + 1))
		sonde measure collective --op bcast --algorithm binomial --sizes 1K,32K --platform synthetic:truth.json --seed $tries --store bcast.db --run "$bcast_run" "$@"
		[ "$(sql bcast.db "SELECT level > 40e-6 FROM machine_states WHERE run = (SELECT max(id) FROM runs) AND number = 0;")" != "$bcast_state" ] || return 0
		sonde runs delete "$bcast_run" --store bcast.db
	done
	fail "$bcast_run: no seed gives this main state"
}
begin "a comparison with stored timings holds each run's against each model in the state that the run was in"
measure_bcast both-quick 0 --switching 2.5:20ms --reps 600:600
measure_bcast both-slow 1 --switching 2.5:20ms --reps 600:600
measure_bcast only-slow 1 --switching 2.5:1000s --reps 20:20
sonde compare model.json bcast --store bcast.db --runs both-quick,both-slow,only-slow --json
expect_code 0
expect_json rows/# 6
expect_near "quick" 15e-6 "$(json "$out" rows/0/predicted)" 1e-6
expect_near "slow" 37.5e-6 "$(json "$out" rows/2/predicted)" 1e-6
expect_json rows/0/state quick
expect_json rows/2/state slow
expect_json rows/4/run only-slow
awk -v most="$(json "$out" summary/plogp/maximum_relative_error)" 'BEGIN { exit !(most < 1e-6) }' || fail "an error where there is none"
[ "$(json model.json main_state)" = quick ] && other=slow || other=quick
expect_err "plogp is taken in its state \"$other\", in which the machine was in run 'both-$other': an empty round trip takes "
for state in quick slow; do
	sonde compare model.json bcast --store bcast.db --runs both-quick,both-slow --machine-state $state --json
	expect_code 0
	expect_json rows/0/state $state
	expect_json rows/2/state $state
	awk -v most="$(json "$out" summary/plogp/maximum_relative_error)" 'BEGIN { exit !(most < 1e-6) }' || fail "$state: an error where there is none"
done
sonde compare model.json bcast --store bcast.db --runs both-quick,both-slow --machine-state each --json
expect_code 0
for state in quick slow; do
	awk -v most="$(json "$out" "summary/$state plogp/maximum_relative_error")" 'BEGIN { exit !(most != "" && most < 1e-6) }' || fail "$state of each: an error where there is none"
done
expect_json rows/0/state quick
expect_json rows/7/state slow
expect_json rows/# 8
sonde compare model.json bcast --store bcast.db --run only-slow --machine-state each
expect_code 0
expect_err 'has no timings of bcast in the state "quick"'
expect_out 'in the state "slow"'
sonde compare model.json bcast --store bcast.db --machine-state quick --csv # the newest has no such state: the one before
expect_out ",both-slow,quick,"

begin "a comparison with stored timings refuses states that there are not, and says what it cannot match"
sonde compare model.json bcast --store bcast.db --machine-state fast
expect_refusal 2 "--machine-state: the first model has no such state: fast; it has main, quick, slow"
sonde compare model.json bcast --store bcast.db --run only-slow --machine-state quick
expect_refusal 1 "run 'only-slow' of bcast.db has no timings of bcast in the state \"quick\""
sonde compare truth.json bcast --store bcast.db --run both-slow
expect_err "warning: in which state of the machine plogp was measured is not known"
sed 's/"sentinel_seconds": 6[^,]*,/"sentinel_seconds": 90e-6,/; s/"sentinel_seconds": 2[^,]*,/"sentinel_seconds": 10e-6,/' model.json > elsewhere.json
sonde compare elsewhere.json bcast --store bcast.db --run both-slow
expect_err "warning: plogp is of another state of the machine than run 'both-slow': an empty round trip took 65.000 us in the run"
sonde compare model.json --quiet bcast --store bcast.db --run both-slow
expect_silence err
sonde compare --models hockney --machine-state quick --platform synthetic:truth.json
expect_refusal 2 "--machine-state: they go with model files, not with --models"

begin "a state that is none is refused"
sonde predict model.json p2p -s 0 --machine-state fast
expect_code 2
expect_err "it has main, quick, slow"
sonde simulate -m model.json --machine-state fast bcast.goal
expect_refusal 2 "it has main, quick, slow"
runs=$(sql sonde.db "SELECT count(*) FROM runs;")
sonde compare model.json $changing --sizes 0,1K --machine-state fast
expect_code 2
expect_err "the first model has no such state"
expect_equal "nothing was measured for it" "$runs" "$(sql sonde.db "SELECT count(*) FROM runs;")"

begin "each measuring table and the list of runs say that the machine was in several states, and in which"
measured=0
while read -r stay command; do
	tries=0 states=0
	until [ $tries -eq 20 ] || [ "$states" = 2 ]; do
		tries=$((tries + 1)) measured=$((measured + 1))
		sonde $command --platform synthetic:truth.json --switching 2.5:$stay --reps 300:300 --seed $tries --store told.db --json
		expect_code 0
		states=$(sql told.db "SELECT count(*) FROM machine_states WHERE run = $measured;")
	done
	expect_json summary/machine "was in several states"
	states=$(sql told.db "SELECT group_concat(text, ', ') FROM (SELECT printf('%s%s %.3f us in %.0f %% of the time', name, CASE number WHEN 0 THEN ' (main)' ELSE '' END, 1e6 * level, 100 * share) AS text FROM machine_states WHERE run = $measured ORDER BY number);")
	expect_json summary/states "$states"
	sonde runs show $measured --store told.db --csv
	expect_out "machine,was in several states"
	for state in quick slow; do
		expect_out "state: $state,\"an empty round trip takes "
	done
done <<-'END'
	2ms latency --sizes 0,1K
	2ms bandwidth --sizes 0,1K
	2ms measure p2p --sizes 0,1K
	2ms measure overlap --sizes 1K
	20ms measure protocols
	2ms measure collective --op bcast --algorithm binomial --sizes 0,1K
END
sonde latency --platform synthetic:truth.json --sizes 0,1K --store told.db
expect_out "stayed the same"
grep -q '^states' "$out" && fail "states of a machine that has one"
sonde runs list --store told.db --csv
expect_equal "runs in several states" "$(sql told.db "SELECT count(DISTINCT run) FROM machine_states WHERE number = 1;")" "$(grep -c ',was in several states' "$out")"
sql told.db "SELECT name || ',' || (SELECT count(*) FROM machine_states AS all_of WHERE all_of.run = m.run) FROM machine_states AS m WHERE number = 0 ORDER BY run;" > states.csv
tr -d '\r' < "$out" | sed '1d; s/.*,\([^,]*,[^,]*\)$/\1/' > listed.csv
expect_same_text states.csv listed.csv

begin "a table says of which state it is, and has the times in the others beside; another one, or each, may be asked for"
tries=0 states=0
until [ $tries -eq 20 ] || [ "$states" = 2 ]; do
	tries=$((tries + 1))
	sonde measure p2p --platform synthetic:truth.json --switching 2.5:2ms --sizes 0,1K --reps 300:300 --seed $tries --store beside.db --json
	expect_code 0
	states=$(sql beside.db "SELECT count(*) FROM machine_states WHERE run = $tries;")
done
main=$(json "$out" summary/state)
expect_equal "the main state" "$(sql beside.db "SELECT name FROM machine_states WHERE run = $tries AND number = 0;")" "$main"
[ "$main" = quick ] && other=slow factor=2.5 || other=quick factor=0.4
for row in 0 1; do
	expect_near "beside" "$(json "$out" rows/$row/seconds | awk -v f=$factor '{ printf "%.17g", $1 * f }')" "$(json "$out" rows/$row/in_$other)" 1e-6
done
expect_near "level" "$(sql beside.db "SELECT level FROM machine_states WHERE run = $tries AND number = 0;")" "$(json "$out" summary/sentinel_seconds)" 1e-9
sonde latency --platform synthetic:truth.json --switching 2.5:2ms --sizes 0,1K --reps 300:300 --seed $tries --store beside.db --machine-state each --csv
expect_code 0
awk -F , 'NR > 1 { seconds[$1, $2] = $3; n++ } END { for (b = 0; b <= 1024; b += 1024) { r = seconds["slow", b] / seconds["quick", b]; bad += !(r > 2.499 && r < 2.501) } exit bad || n != 4 }' "$out" || fail "each: not 2.5 times as long in the slow state"
grep '^slow,' "$out" | cut -d , -f 2,3 > slow.csv
sonde latency --platform synthetic:truth.json --switching 2.5:2ms --sizes 0,1K --reps 300:300 --seed $tries --store beside-2.db --machine-state slow --csv
sed 1d "$out" | cut -d , -f 1,2 > only.csv
expect_same_text slow.csv only.csv
sonde latency --platform synthetic:truth.json --switching 2.5:2ms --sizes 0,1K --reps 300:300 --seed $tries --store refused.db --machine-state fast
expect_refusal 2 "--machine-state fast: no state has this name"
sonde latency --platform synthetic:truth.json --sizes 0,1K --store refused.db --patience 1s --machine-state quick
expect_refusal 2 "--machine-state quick: with --patience one state of the machine is waited for"
expect_no_file refused.db
sonde latency --platform synthetic:truth.json --switching 2.5:2ms --sizes 0,1K --reps 300:300 --seed $tries --store beside.db --machine-state slowest
expect_refusal 1 "--machine-state slowest: the machine was not in this state meanwhile: it was in "
sonde latency --platform synthetic:truth.json --sizes 0,1K --store one-state.db --machine-state each --csv
expect_out "main,0,"

begin "a point that was timed in another state alone has a row, which says so"
tries=0
until [ $tries -eq 40 ] || head -n 1 "$out" | grep -q ',state,'; do
	tries=$((tries + 1))
	sonde measure p2p --platform synthetic:truth.json --switching 2.5:15ms --sizes 0:256K --seed $tries --budget 40ms --store rows.db --csv
done
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ n[$at["state"]]++; named = "in_" $at["state"]; if (named in at && $at[named] != $at["seconds"]) bad++ }
	END { exit bad || n["quick"] + n["slow"] != NR - 1 || !n["quick"] || !n["slow"] }' "$out" || fail "rows do not say of which state they are"

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
measure_until() # run, its states, options; each try has another seed
{
	until_name=$1 until_states=$2 tries=0
	shift 2
	until [ $tries -eq 40 ]; do
		tries=$((tries + 1)) used=$((used + 1))
		measure "$until_name" $used "$@"
		[ "$(named "$until_name")" != "$until_states" ] || return 0
		sonde runs delete "$until_name" --store turns.db
	done
	fail "$until_name: no seed until $used gives the states $until_states"
}
used=0
platform 13
measure_until alone ""
while [ "$(sql turns.db "SELECT level < 40e-6 FROM machine_states;")" = 1 ] && [ $used -lt 40 ]; do # the quick one
	sonde runs delete alone --store turns.db
	measure_until alone ""
done
measure_until first "slow,quick"
expect_equal "the state of the run before, by now" slow "$(named alone)"
measure_until quick "quick"
expect_err 'It is in the state "quick" of earlier runs'
measure_until second "quick,slow"
platform 32.5
measure_until slower "slow,state-1"
platform 13
sonde estimate hockney --platform synthetic:turns.json --switching 2.5:20ms --noise 0.02 --seed 2 --reps 5:5 --budget none --store turns.db -o named.json --quiet
expect_code 0
state=$(json named.json provenance/machine_state)
expect_equal "the main state in the model" "$(sql turns.db "SELECT name FROM machine_states WHERE number = 0 ORDER BY run DESC LIMIT 1;")" "$state"
sonde predict named.json p2p -s 0 --machine-state "$state"
expect_code 0

begin "runs are compared in a state that both have: of main states that differ the other one, which is said"
sonde runs compare first second --store turns.db
expect_code 0
expect_out 'compared in the state "'
expect_out "the main one of 1 of 2 launches"
expect_out "no difference shown"
sonde runs compare first quick --store turns.db --json
expect_json rows/0/n_b 60
sonde runs compare first second --store turns.db --machine-state main
expect_code 0
expect_out "main states are compared, which are not the same: they were asked for"
grep -Eq 'b is faster by (59\.[6-9]|60\.[0-4])' "$out" || fail "not 2.5 times as quick"
sonde runs compare first second --store turns.db --machine-state each
expect_code 0
expect_out ', in the state "slow"'
expect_out ', in the state "quick"'
sonde runs compare first second --store turns.db --machine-state each --json
expect_json rows/# 6
for state in slow quick; do
	row=0
	[ "$(json "$out" rows/0/state)" = $state ] || row=3
	expect_json rows/$row/state $state
	[ -n "$(json "$out" summary/$state/state)" ] || fail "$state is not said"
	cp "$out" each.json
	sonde runs compare first second --store turns.db --machine-state $state --json
	expect_equal "rows of $state" "$(json "$out" rows/2/median_b)" "$(json each.json rows/$((row + 2))/median_b)"
	cp each.json "$out"
done
sonde runs compare first,second quick --store turns.db --fail-if-slower 5% --machine-state each --csv
expect_equal "headings" 1 "$(grep -c '^state,' "$out")"
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

begin "a state of the machine that other launches know is no alarm, unless main states are asked for"
lasting() # run, whether it is slow
{
	tries=0
	until [ $tries -eq 40 ]; do
		tries=$((tries + 1))
		sonde measure p2p --platform synthetic:truth.json --sizes 0,1K --reps 60:60 --noise 0.02 --switching 2.5:1000s --seed $tries --store known.db --run "$1" --quiet
		[ "$(sql known.db "SELECT level > 40e-6 FROM machine_states WHERE run = (SELECT max(id) FROM runs);")" != "$2" ] || return 0
		sonde runs delete "$1" --store known.db
	done
	fail "$1: no seed gives this state"
}
lasting before 0
lasting after 1
sonde runs compare before after --store known.db --fail-if-slower 5%
expect_code 3
lasting other 1
sonde runs compare before after --store known.db --fail-if-slower 5% # the newer one may be slower for the same reason
expect_code 3
lasting again 0
sonde runs compare again after --store known.db --fail-if-slower 5%
expect_code 1
expect_err 'cannot be told; measure again; "--machine-state main" compares all the same'
expect_out "after was in another state of the machine than again each time, one that other launches know"
expect_out "there are only 2 others of this measurement in the store"
sonde runs compare again after --store known.db --fail-if-slower 5% --machine-state each --json
expect_code 1
expect_json rows/0/alarm no
sonde runs compare again after,other --store known.db # nothing is to be checked
expect_code 0
sonde runs compare again after --store known.db --fail-if-slower 5% --machine-state main
expect_code 3

begin "launches are pooled in their state: what was measured in another one is left out, and that is said"
measure_until pooled quick --launches 9 --json
cp "$out" pooled.json
runs=$(sql turns.db "SELECT count(*) FROM runs WHERE purpose = 'measure-p2p';")
quick=$(sql turns.db "SELECT count(DISTINCT run) FROM machine_states JOIN runs ON runs.id = run WHERE purpose = 'measure-p2p' AND level < 40e-6;")
expect_equal "launches" "$quick" "$(json pooled.json rows/0/launches)"
expect_err "$quick launches are pooled"
expect_err "$((runs - quick)) more w"
expect_err "in another state of the machine"
# Of the first run, whose main state was the slow one, the quick state counts.
expect_near "time of 0 B in the quick state" 26e-6 "$(json pooled.json rows/0/seconds)" 0.01

begin "classes of processes on a machine of several states: the model is of the main one, and the store has the states of the members' timings"
echo '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 6, "parameters": {"alpha": 2e-5, "beta": 1e-9}}' > six.json
printf '0-2 a\n3-5 b\n' > classes
sonde estimate lmo --classes classes --platform synthetic:six.json --switching 2.5:50ms --noise 0.02 --seed 3 --store classes.db -o classes.json
expect_code 0
expect_err "The machine was in 2 states"
expect_equal "states of timings" 2 "$(sql classes.db "SELECT count(DISTINCT state_before) FROM observations WHERE state_before = state_after;")"

begin "what a search measured last is in the store before its states are"
echo '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 3, "parameters": {"alpha": 10e-6, "beta": 1e-9}}' > three.json
for seed in $(seeds 1 3 6); do
	sonde compare --models hockney:two-point,het-hockney:two-point --ops p2p --sizes 100,3000 --regions switch --reps 2:3 --platform synthetic:three.json --switching 2:5ms --noise 0.05 --seed $seed --store search-$seed.db --quiet
	expect_code 0
done

begin "a machine with one state has one, and nothing is said of others"
sonde estimate plogp --platform synthetic:truth.json --sizes 0,1K -o one.json
expect_err "The machine stayed the same"
grep -q '"states"' one.json && fail "there are states in the model"
finish
