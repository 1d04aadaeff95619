# A budget of time, on a synthetic network of 1 MB/s that an estimation without one takes minutes for: in simulated time.
. "$SONDE_SOURCE/tests/sh/lib.sh"
echo '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 5e-4, "beta": 1e-6}}' > slow.json
network="--platform synthetic:slow.json --noise 0.02"

for budget in 3 10; do
	for model in hockney plogp; do
		begin "estimate $model ends within $budget s, and predicts within a tenth"
		sonde estimate $model $network --budget ${budget}s -o $model.json --json --store $model-$budget.db
		expect_code 0
		seconds=$(json "$out" summary/seconds)
		awk -v s="$seconds" -v b=$budget 'BEGIN { exit !(s <= 1.05 * b) }' || fail "it took $seconds s"
		sonde compare $model.json $network --sizes 0,1K,20000 --reps 5:5 --store compare.db --json
		expect_code 0
		mean=$(tr -d '\n ' < "$out" | sed 's/.*"mean_relative_error":\([-0-9.e]*\).*/\1/')
		awk -v mean="$mean" 'BEGIN { exit !(mean < 0.1) }' || fail "a mean error of $mean"
	done
done

begin "a comparison of models leaves a part of its budget to what they are held against"
echo '{"format": "sonde-model", "version": 1, "model": "loggp", "processes": 2, "parameters": {"L": 5e-5, "o_s": 5e-6, "o_r": 4e-6, "g": 6e-6, "G": 8e-9}}' > quick.json
sonde compare --models hockney,plogp --ops p2p --platform synthetic:quick.json --noise 0.3 --outliers 0.2 --budget 4s --store contest.db --json
expect_code 0
expect_out '"believe"'

begin "a comparison of models whose budget is too short for a search says so"
sonde compare --models hockney,plogp --ops p2p --platform synthetic:quick.json --budget 100us --store contest.db
expect_code 1
expect_err "the time was over before"
expect_err "--budget none"

begin "where there is no time to find out what a message takes alone nothing is computed beside it, which is said, and told in one row"
sonde measure overlap --sizes 20K $network --budget 500ms --store overlap.db --json
expect_code 0
expect_err "of 1 of 1 sizes there was no time to find out what a message takes alone"
expect_json rows/# 1
expect_json rows/0/compute 0

begin "where there is no time to find the switch LMO has a model without it, and says so"
echo '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 4, "parameters": {"alpha": 3e-5, "beta": 8e-7}}' > four.json
for budget in 5 10; do
	sonde estimate lmo --platform synthetic:four.json --noise 0.02 --budget ${budget}s -o lmo.json --store lmo-$budget.db
	expect_code 0
	expect_err "there was no time to find out from which size on messages wait"
	sonde compare lmo.json --platform synthetic:four.json --noise 0.02 --pairs 0:1 --sizes 0,1K,20000 --reps 5:5 --store compare.db --json
	mean=$(tr -d '\n ' < "$out" | sed 's/.*"mean_relative_error":\([-0-9.e]*\).*/\1/')
	awk -v mean="$mean" 'BEGIN { exit !(mean < 0.1) }' || fail "within $budget s a mean error of $mean"
done

begin "on random networks estimations end within their budget, and within 10 s or more predict within a tenth"
"$SONDE_SOURCE/bench/budgets.sh" "$SONDE" 2 "${SONDE_BUDGETS_SEED-1}" > drawn
expect_equal "estimations" 18 "$(grep -c -v '^#' drawn)"
awk '/^#/ { next }
	/ none/ { if ($2 > 3) print; next }
	$6 > 1.05 || ($2 > 3 && $8 > 10)' drawn > wrong
expect_equal "late, without a model, or wrong" "" "$(cat wrong)"

begin "however short the budget is, each model is estimated from the least that it needs"
sonde estimate all $network --budget 1ms -o least --store least.db
expect_code 0
for model in hockney logp loggp loggpo plogp; do
	expect_file least/$model.json
done
expect_err "the budget was used up"

begin "a model that predicts times below zero is unusable, which one sentence says with what to do"
sonde estimate all $network --budget 100ms --seed 3 -o below --store below.db
for model in logp loggp loggpo plogp; do
	"$SONDE" model check below/$model.json > checked 2>&1 && usable=yes || usable=no
	case $usable$(grep -c ": $model is unusable: it predicts -[0-9.]* us, a time below zero, for a message of" "$err") in
	yes0 | no1) ;;
	*) fail "$model: $(cat checked)" ;;
	esac
done
expect_equal "notes said twice" "" "$(grep 'came out negative' "$err" | sed 's/^[^:]*: [^:]*: [^:]*: //' | sort | uniq -d)"

begin "of several models those that could be estimated are written, and what is left out is said with the reason; of what is left out nobody takes an earlier run's"
mkdir left
sonde estimate lmo --platform synthetic:four.json --budget 3s -o left/lmo.json --store left.db
cp left/lmo.json earlier.json
sonde estimate all --platform synthetic:four.json --noise 0.02 --switching 3:1s --seed 3 --budget 3s -o left --store state.db
expect_code 0
expect_err "left/lmo.json was of an earlier run: it is left/lmo.json.earlier now"
expect_same_text earlier.json left/lmo.json.earlier
expect_err "left out: lmo: too little was measured within 3 s: no one-to-two of more than 0 bytes"
expect_err "a larger --budget gives it more time"
for model in hockney logp; do
	expect_file left/$model.json
done
expect_no_file left/lmo.json

begin "LMO too has a model however short the budget is"
for budget in 1ms 50ms 1s; do
	sonde estimate lmo --platform synthetic:four.json --noise 0.02 --budget $budget -o brief.json --store brief-$budget.db
	expect_code 0
	sonde predict brief.json p2p -s 1K --from 0 --to 1 --json
	seconds=$(json "$out" rows/0/seconds)
	awk -v s="$seconds" 'BEGIN { exit !(s > 0.75 * 849.2e-6 && s < 1.25 * 849.2e-6) }' || fail "$budget: $seconds s"
done

expect_classes() # model file
{
	tr -d ' \t\n' < "$1" | grep -q '"classes":\[0,1,1,0,1,0,0,1\]' || fail "classes of $1"
}
unlike="--platform synthetic:$SONDE_SOURCE/examples/unlike.json"
sonde predict "$SONDE_SOURCE/examples/unlike.json" p2p -s 1K --from 0 --to 1 --json
truth=$(json "$out" rows/0/seconds)
for budget in 1 10 60; do
	for model in hockney "hockney --sizes 0,1K,16K,64K" plogp lmo; do
		begin "within $budget s classes of unlike processes are compared by messages that there is time for: $model"
		rm -f classes.db
		sonde estimate $model --classes auto --heterogeneous $unlike --budget ${budget}s -o classes.json --json --store classes.db
		expect_code 0
		expect_classes classes.json
		seconds=$(json "$out" summary/seconds)
		awk -v s="$seconds" -v b=$budget 'BEGIN { exit !(s <= 1.05 * b) }' || fail "it took $seconds s"
		[ "$model" = lmo ] && [ $budget != 1 ] || expect_err "processes were compared by messages of"
		sonde predict classes.json p2p -s 1K --from 0 --to 1 --json
		seconds=$(json "$out" rows/0/seconds)
		awk -v s="$seconds" -v t="$truth" 'BEGIN { exit !(s > 0.9 * t && s < 1.1 * t) }' || fail "$seconds s, not $truth"
		sonde fit ${model%% *} --classes auto --store classes.db -o again.json
		expect_code 0
		expect_classes again.json
	done
done

begin "however short the budget is, classes have a model"
for model in hockney loggp p3pc lmo; do
	sonde estimate $model --classes auto --heterogeneous $unlike --budget 1ms -o classes.json --store brief.db
	expect_code 0
	expect_classes classes.json
done

begin "an estimation of which there are few sizes ends, with a line that fits or without"
for sizes in auto:0:1 auto:0:3; do
	timeout 20 "$SONDE" estimate hockney --sizes $sizes $network --budget none --store few.db -o few.json --quiet 2> said || fail "sizes $sizes: $(cat said)"
done
timeout 20 "$SONDE" estimate hockney --long 2 $network --store few.db -o few.json --quiet 2> said || fail "--long 2: $(cat said)"

begin "a budget of no time is refused"
sonde estimate hockney --platform synthetic:many.json --budget 0s
expect_refusal 2 "--budget"

begin "a fit whose least takes longer than the budget says how long it took"
echo '{"format":"sonde-model","version":1,"model":"lmo","processes":24,"parameters":{"C":5e-6,"t":1e-8,"L":2e-5,"inverse_beta":1e-8}}' > many.json
sonde estimate lmo --platform synthetic:many.json --budget 10ms --store many.db -o many-fit.json
expect_code 0
expect_err "the budget was used up, and 0."
expect_err " s in place of 0.01 s for the least that a fit needs: of all points"

begin "what is less precise is said where the budget was used up, and only there"
sonde measure p2p $network --sizes 0,1K,1M --budget 20s --error 0.001
expect_code 0
expect_err "the budget was used up"
expect_err "for example of 1M"
sonde measure p2p $network --sizes 0,1K,1M --budget 300ms
expect_code 0
expect_err ", and 1 (for example of 1M) were not measured"
for command in latency "measure p2p" bandwidth "measure overlap" "measure collective --op bcast --algorithm binomial"; do
	sonde $command $network --budget 5ms --store empty.db
	expect_code 1
	expect_err "nothing of what was asked for could be measured within the budget of 0.005 s: "
	expect_silence out
	expect_runs empty.db 0
	sonde $command $network --budget $(sed -n 's/.* 0.005 s: \([0-9.]*\) s suffice/\1/p' "$err")s --store enough.db
	expect_code 0
	grep -q "were not measured" "$err" && fail "$command: $(cat "$err")"
done
sonde measure p2p $network --sizes 0,1K --budget 20s
expect_code 0
grep -q "budget" "$err" && fail "it says that a budget was used up"
finish
