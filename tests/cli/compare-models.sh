# sonde compare --models: models estimated on a synthetic cluster and held against what was measured at other sizes, where arithmetic says how far each is off; and what is refused before anything is measured.
. "$SONDE_SOURCE/tests/sh/lib.sh"

write_cluster() # file, processes, further parameters
{
	cat > "$1" << END
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": $2, "parameters": {"any": {"C": 2e-5, "t": 2e-8, "L": 4e-5, "inverse_beta": 6e-8$3}}}
END
}
write_cluster alike.json 5 ""
write_cluster pair.json 2 ""
at='"bytes": [8192, 65535]'
write_cluster irregular.json 8 ", \"S\": 50000, \"M1\": 8192, \"M2\": 65536, \"escalation_probability\": {$at, \"value\": [0.4, 0.4]},
	\"escalation_q10\": {$at, \"seconds\": [0.05, 0.05]}, \"escalation_q50\": {$at, \"seconds\": [0.2, 0.2]}, \"escalation_q90\": {$at, \"seconds\": [0.25, 0.25]}"
cat > unlike.json << 'END'
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 3, "parameters": {
	"0": {"C": 1e-5, "t": 1e-9}, "1": {"C": 2e-5, "t": 4e-9}, "2": {"C": 5e-5, "t": 9e-9},
	"0-1": {"L": 3e-5, "inverse_beta": 8e-9}, "0-2": {"L": 6e-5, "inverse_beta": 2e-8}, "1-2": {"L": 9e-5, "inverse_beta": 5e-8}}}
END

row() # model, operation, region, column: of the JSON table in $out
{
	i=0
	while [ $i -lt "$(json "$out" rows/#)" ]; do
		if [ "$(json "$out" rows/$i/model)" = "$1" ] && [ "$(json "$out" rows/$i/operation)" = "$2" ] && [ "$(json "$out" rows/$i/region)" = "$3" ]; then
			json "$out" "rows/$i/$4"
			return
		fi
		i=$((i + 1))
	done
}

# No noise: what is left is rounding, of parameters that are differences of times.
expect_exact() # name, relative error
{
	awk -v e="$2" 'BEGIN { exit !(e != "" && e < 1e-9) }' || fail "the error of $1 is '$2', expected 0 within 1e-9"
}

begin "that equations time operations is said where operations are timed, and only there"
sonde measure collective --op gather --algorithm linear --sizes 1K --platform equations:alike.json --store timed.db
expect_code 0
expect_err "scatter and gather are timed by one equation of the lmo model's messages for the whole operation"
sonde compare --models hockney --ops p2p --sizes 1000 --platform equations:alike.json --store timed.db
expect_code 0
contains "$err" "by one equation" && fail "messages are timed as they are predicted"
sonde measure collective --op gather --algorithm linear --sizes 1K --platform synthetic:alike.json --store timed.db
expect_code 0
contains "$err" "by one equation" && fail "a schedule is simulated"

begin "on a synthetic platform schedules take what they are predicted to, whatever the algorithm: lmo is right of all"
sonde compare --models hockney,lmo --ops scatter,gather,bcast:binomial,allgather:ring --sizes 1000,10000 --platform synthetic:alike.json --store simulated.db --json
expect_code 0
for operation in scatter gather bcast allgather; do
	expect_exact "lmo, $operation" "$(row lmo $operation "all sizes" maximum_relative_error)"
done
awk -v e="$(row hockney scatter "all sizes" maximum_relative_error)" 'BEGIN { exit !(e > 0.01) }' || fail "hockney is right of scatter"
sonde measure collective --op scatter --algorithm binomial --root 2 --sizes 1K --platform synthetic:unlike.json --store simulated.db --json
expect_code 0
cp "$out" measured.json
sonde predict unlike.json scatter --algorithm binomial -n 3 --root 2 --sizes 1K --json
expect_near "scatter from process 2" "$(json "$out" rows/0/seconds)" "$(json measured.json rows/0/seconds)" 1e-9

begin "five processes alike: lmo is right, and hockney is off by what arithmetic says"
sonde compare --models hockney,het-hockney,lmo --sizes 1000,10000 --platform equations:alike.json --json
expect_code 0
expect_err "scatter and gather are timed by one equation of the lmo model's messages for the whole operation"
expect_json rows/# 9
for operation in p2p scatter gather; do
	expect_exact "lmo, $operation" "$(row lmo $operation "all sizes" mean_relative_error)"
done
expect_exact "hockney, p2p" "$(row hockney p2p "all sizes" maximum_relative_error)"
expect_equal "round trips of 10 pairs" 20 "$(row lmo p2p "all sizes" points)"
expect_equal "scatters" 2 "$(row lmo scatter "all sizes" points)"
# T(m) = 80 us + 0.1 us m; as many at once as there are, since two took hardly longer than one, where the cluster takes 140 us + 0.16 us m.
for operation in scatter gather; do
	expect_near "hockney, $operation, at worst" "$(awk 'BEGIN { printf "%.12g", 1 - 180 / 300 }')" "$(row hockney $operation "all sizes" maximum_relative_error)" 1e-9
	expect_near "hockney, $operation, on average" "$(awk 'BEGIN { printf "%.12g", 1 - (1080 / 1740 + 180 / 300) / 2 }')" "$(row hockney $operation "all sizes" mean_relative_error)" 1e-9
done
expect_equal "verdict" best "$(row lmo scatter "all sizes" verdict)"
expect_equal "verdict" "" "$(row hockney scatter "all sizes" verdict)"
expect_json "summary/all sizes/believe" lmo
expect_json "summary/all sizes/not_told_apart" ""
expect_json summary/run 5
expect_json summary/statistic min
expect_json summary/machine "stayed the same"
expect_err "binomial scatter is left out"

begin "the report shows it from the store: a plot of each operation and the same errors"
if command -v gnuplot > /dev/null; then
	cp "$out" alike.table
	sonde report -o page.html --json
	expect_code 0
	for text in "Which model to believe</h2>" "Half of the round trips between processes" "Linear scatter of 5 processes" "Linear gather of 5 processes" "The mean error of each model" "The largest error of each model" ">38.97</td>" ">40.00</td>"; do
		contains page.html "$text" || fail "expected in the page: $text"
	done
	expect_json rows/0/plots 4 # and the sweep for thresholds
	cp alike.table "$out"
else
	skip_case "the plots are drawn by gnuplot, which is not installed"
fi

begin "what each model took is said, and that of experiments shared"
expect_json summary/het-hockney/shared_with hockney
expect_json summary/het-hockney/experiments "$(json "$out" summary/hockney/experiments)"
expect_json summary/lmo/experiments 134 # with the 24 round trips that residuals are made of
expect_json "summary/held back/experiments" 24
awk -v s="$(json "$out" summary/lmo/seconds)" 'BEGIN { exit !(s > 0) }' || fail "lmo took no time"
kept=$(runs sonde.db)
for purpose in "estimate hockney regression, all pairs" "estimate lmo quickest, all pairs" "measure thresholds" "estimate switch" "compare models"; do
	case $kept in
	*"$purpose"*) ;;
	*) fail "no run is there to $purpose: $kept" ;;
	esac
done

begin "fit takes no run that models were compared by, unless it is named"
sonde fit hockney --pairs all -o fitted.json
expect_code 0
expect_err "fitted to the run 'run-3' (estimate lmo quickest, all pairs"
sonde fit hockney --pairs all --run run-5 --quiet -o fitted.json
expect_code 0
sonde compare --models hockney --ops p2p --sizes 1000 --platform synthetic:pair.json --store only.db --quiet
for run in run-1 run-2; do
	sonde runs delete $run --store only.db
	expect_code 0
done
sonde fit hockney --store only.db -o none.json
expect_refusal 1 "the store 'only.db' has only runs that models were compared by; name one"

begin "messages in turn, as the user says: four in a row"
sonde compare --models hockney,lmo --ops scatter,gather --sizes 1000,10000 --in-turn --platform synthetic:alike.json --store turn.db --json
expect_code 0
for operation in scatter gather; do
	expect_exact "lmo, $operation" "$(row lmo $operation "all sizes" mean_relative_error)"
	expect_near "hockney, $operation, at worst" "$(awk 'BEGIN { printf "%.12g", 4 * 1080 / 1740 - 1 }')" "$(row hockney $operation "all sizes" maximum_relative_error)" 1e-9
	expect_near "hockney, $operation, on average" "$(awk 'BEGIN { printf "%.12g", (4 * 1080 / 1740 + 4 * 180 / 300) / 2 - 1 }')" "$(row hockney $operation "all sizes" mean_relative_error)" 1e-9
done

begin "how ports serve several messages is found out, and a model that does not say it itself is simulated so"
for ports in in-turn fair parallel; do
	sed "s/\"processes\"/\"provenance\": {\"ports\": \"$(echo $ports | tr - ' ')\"}, &/; s/\"t\": 2e-8/\"t\": 4e-8/" alike.json > ports.json
	for given in "" --in-turn --fair --parallel; do
		sonde compare --models hockney,lmo --ops scatter:linear,gather:linear --sizes 3000,9000 $given --platform synthetic:ports.json --store ports.db --quiet --csv
		expect_code 0
		cp "$out" "by$given.csv"
		for operation in scatter gather; do
			expect_exact "lmo, $operation${given:+, }$given" "$(awk -F, -v o=$operation '$1 == "lmo" && $2 == o { print $7 }' "$out")"
		done
	done
	expect_same_text by--$ports.csv by.csv
done
expect_equal "ways to serve that make hockney another" 3 "$(for given in in-turn fair parallel; do grep "^hockney,scatter" by--$given.csv; done | sort -u | wc -l | tr -d ' ')"

begin "lmo's ports are its own: where 1/beta is negative they are fair, whatever others are simulated with"
sed 's/"processes"/"provenance": {"ports": "in turn"}, &/; s/"t": 2e-8/"t": 4e-8/; s/6e-8/-2e-8/' alike.json > negative.json
for given in "" --in-turn --fair; do
	sonde compare --models hockney,lmo --ops scatter:linear,gather:linear --sizes 3000,9000 $given --platform synthetic:negative.json --store ports.db --quiet --csv
	expect_code 0
	for model in hockney lmo; do
		grep "^$model," "$out" | cut -d, -f1-8 > "$model$given.csv"
	done
done
expect_same_text hockney--in-turn.csv hockney.csv
expect_same_text lmo--fair.csv lmo.csv
if cmp -s lmo--fair.csv lmo--in-turn.csv || cmp -s hockney--fair.csv hockney--in-turn.csv; then fail "fair and in turn are the same here"; fi

begin "above a switch that no compared size reaches, models' own messages are known to wait for their receiver"
write_cluster switched.json 4 ', "S": 8192, "rendezvous_alpha": 3e-4, "rendezvous_beta": 2e-7'
sonde compare --models lmo,hockney --ops p2p,scatter:linear,gather:linear --sizes 1000,3000 --platform synthetic:switched.json --store switched.db --json
expect_code 0
for operation in p2p scatter gather; do
	expect_exact "lmo, $operation" "$(row lmo $operation "all sizes" maximum_relative_error)"
done
expect_json "summary/all sizes/believe" lmo

begin "scatter's leap is no switch where no message waits for its receiver"
sed 's/"processes"/"provenance": {"eager_bytes": 1000000000}, &/' switched.json > leap.json
sonde measure thresholds --platform synthetic:leap.json --store leap.db --json
expect_code 0
awk -v S="$(json "$out" summary/S)" 'BEGIN { exit !(S > 1000 && S < 20000) }' || fail "scatter has no leap between the two sizes"
sonde compare --models lmo,hockney --ops scatter:linear --sizes 1000,20000 --platform synthetic:leap.json --store leap.db --json
expect_code 0
expect_json rows/0/region "all sizes"

begin "three processes unlike: round trips by pair, which the average over pairs does not know"
sonde compare --models hockney,het-hockney,lmo --ops p2p --sizes 3000 --points --platform synthetic:unlike.json --store unlike.db --json
expect_code 0
expect_json rows/# 9
expect_exact "lmo" "$(json "$out" summary/lmo/maximum_relative_error)"
expect_exact "het-hockney" "$(json "$out" summary/het-hockney/maximum_relative_error)"
# One way: 60 us + 13 ns m, 120 us + 30 ns m, 160 us + 63 ns m.
worst=$(awk 'BEGIN { a = 60 + 39; b = 120 + 90; c = 160 + 189; printf "%.12g", (a + b + c) / 3 / a - 1 }')
expect_near "hockney, of the quickest pair" "$worst" "$(json "$out" summary/hockney/maximum_relative_error)" 1e-9
expect_json rows/0/algorithm roundtrip
expect_json rows/0/from 0
expect_json rows/0/to 1
expect_near "measured" 198e-6 "$(json "$out" rows/0/measured)" 1e-12
expect_near "its relative error" "$worst" "$(json "$out" rows/0/relative_error)" 1e-9

begin "with thresholds there are three regions, and with noise models that are as good are not told apart"
sonde compare --models hockney,het-hockney,lmo --ops p2p,gather --sizes 2000,5000,20000,70000,90000 --platform synthetic:irregular.json --noise 0.02 --store irregular.db --json
expect_code 0
expect_json "summary/below M1/believe" lmo
expect_json "summary/below M1/not_told_apart" ""
expect_json "summary/below M1/to" 8191
expect_json "summary/M1 to M2/believe" lmo
expect_equal "gathers below M1" 2 "$(row lmo gather "below M1" points)"
expect_equal "gathers between" 1 "$(row lmo gather "M1 to M2" points)"
expect_equal "gathers beyond" 2 "$(row lmo gather "from M2" points)"
# Of at least 20 gathers of 20000 bytes two in five escalate: of none, or of all, only one seed in 27 000 would have it.
gathers=$(json "$out" summary/escalations/gathers)
escalated=$(json "$out" summary/escalations/escalated)
awk -v n="$gathers" -v k="$escalated" 'BEGIN { exit !(n >= 20 && k > 0 && k < n) }' || fail "$escalated of $gathers gathers escalated"
# Beyond M2 the two are the same, since all pairs are alike.
good=", $(json "$out" "summary/from M2/believe"), $(json "$out" "summary/from M2/not_told_apart"),"
case $good in
*", hockney,"*) ;;
*) fail "hockney is not among those that are as good: $good" ;;
esac
case $good in
*", het-hockney,"*) ;;
*) fail "het-hockney is not among those that are as good: $good" ;;
esac

begin "the report's intervals have the confidence that the comparison was asked for"
sonde compare --models hockney,lmo --ops p2p --sizes 2000,5000 --confidence 0.5 --statistic median --platform synthetic:irregular.json --noise 0.02 --store half.db --quiet
expect_code 0
spread=$(awk '/^all sizes/ { print $7 }' "$out")
[ -n "$spread" ] || fail "no spread is printed"
sonde report --store half.db -o half.html --quiet
expect_code 0
contains half.html ">$spread</td>" || fail "the page does not say the spread of $spread %"

begin "without --sizes they are drawn, and none is one that a model was fitted at"
sonde compare --models plogp,hockney --ops p2p --count 8 --fit-sizes 0,1K,4K,64K --points --platform synthetic:unlike.json --store drawn.db --csv
expect_code 0
expect_equal "sizes" 8 "$(cut -d, -f5 "$out" | sed 1d | sort -u | wc -l | tr -d ' ')"
drawn=$(cut -d, -f5 "$out" | sed 1d | sort -nu | tr '\n' ' ')
for size in 1024 4096 65536 524288 1048576; do
	case " $drawn" in
	*" $size "*) fail "$size bytes were fitted" ;;
	esac
done
# Both are of one run, and each costs what its own experiments take.
sonde runs list --store drawn.db --csv
expect_out "estimate plogp, hockney in one campaign, all pairs"
# The same seed would draw the same again.
sonde compare --models plogp,hockney --ops p2p --count 8 --fit-sizes "0$(printf ',%d' $drawn)" --points --platform synthetic:unlike.json --store again.db --csv
expect_code 0
cut -d, -f5 "$out" | sed 1d | sort -u > again
expect_equal "sizes" 8 "$(wc -l < again | tr -d ' ')"
for size in $drawn; do
	! grep -qx $size again || fail "$size bytes were fitted"
done

begin "sizes that a model came to be fitted at are left out, with a note; without others there is nothing to compare"
write_cluster bent.json 3 ', "S": 5000, "rendezvous_alpha": 3e-4, "rendezvous_beta": 2e-7'
sonde compare --models plogp --ops p2p --sizes 1001,5001 --points --platform synthetic:bent.json --store left.db --csv
expect_code 0
expect_err "messages of 5001 bytes are left out of the comparison: a model came to be fitted at them"
expect_equal "sizes" "1001" "$(cut -d, -f5 "$out" | sed 1d | sort -u)"
sonde compare --models plogp --ops p2p --sizes 5001 --platform synthetic:bent.json --store left.db --quiet
expect_refusal 1 "models came to be fitted at all sizes asked for"

begin "refused before anything is measured"
sonde runs list --store alike.db > runs.before 2>&1
synthetic="--platform synthetic:alike.json --store none.db"
sonde compare --models hokney $synthetic
expect_refusal 2 "hokney"
sonde compare --models hockney:magic $synthetic
expect_refusal 2 "magic"
sonde compare --models lmo,het-lmo $synthetic
expect_refusal 2 "lmo and het-lmo are the same model"
sonde compare --models hockney,,lmo $synthetic
expect_refusal 2 "one of them is empty"
sonde compare --models lmo --platform synthetic:pair.json --store none.db
expect_refusal 1 "lmo needs at least 3 processes"
sonde compare --models hockney --sizes 1M $synthetic
expect_refusal 2 "hockney is fitted at messages of 1M bytes"
sonde compare --models hockney --sizes 512K $synthetic
expect_refusal 2 "hockney is fitted at messages of 512K bytes"
sonde compare --models plogp --fit-sizes auto:0:3000 --sizes 3000 $synthetic
expect_refusal 2 "plogp is fitted at messages of 3000 bytes"
sonde compare --models hockney,lmo --sizes 16K $synthetic
expect_refusal 2 "lmo is fitted at messages of 16K bytes"
sonde compare --models plogp --sizes 1000,2048 $synthetic
expect_refusal 2 "plogp is fitted at messages of 2K bytes"
sonde compare --models plogp --fit-sizes 0,3000 --sizes 3000 $synthetic
expect_refusal 2 "plogp is fitted at messages of 3000 bytes"
sonde compare --models plogp --fit-sizes 1K,2K $synthetic
expect_refusal 2 "--fit-sizes must contain 0"
sonde compare --models hockney --ops teleport $synthetic
expect_refusal 2 "--ops: teleport: use p2p, or a collective operation"
sonde compare --models hockney --ops scatter:spiral $synthetic
expect_refusal 2 "spiral"
sonde compare --models hockney --ops scatter:binomial --platform equations:alike.json --store none.db
expect_refusal 1 "no binomial scatter"
sonde compare --models hockney --ops bcast --platform equations:alike.json --store none.db
expect_refusal 1 "none of the operations can be measured"
sonde compare --models hockney --ops p2p,p2p $synthetic
expect_refusal 2 "p2p is named twice"
sonde compare alike.json --models hockney $synthetic
expect_refusal 2 "--models estimates models here"
sonde compare alike.json --ops p2p $synthetic
expect_refusal 2 "go with --models only"
sonde compare $synthetic
expect_refusal 2 "model files are needed, or --models"
sonde compare --models hockney --resume $synthetic
expect_refusal 2 "--resume"
sonde compare --models hockney --pairs 0:1 $synthetic
expect_refusal 2 "--models estimates all pairs"
sonde compare --models hockney --sizes auto:0:1K $synthetic
expect_refusal 2 "--sizes auto"
[ ! -e none.db ] || fail "a store was made although nothing was measured"

begin "the name of a run that is there is refused first"
sonde compare --models hockney --ops p2p --sizes 1000 --run one --platform synthetic:pair.json --store named.db --quiet
expect_code 0
sonde compare --models hockney --ops p2p --sizes 1000 --run one --platform synthetic:pair.json --store named.db --quiet
expect_refusal 1 "already"
expect_runs named.db 3
for suffix in switch thresholds lmo; do
	sonde estimate hockney --run "three $suffix" --platform synthetic:pair.json --store "taken-$suffix.db" --quiet
	expect_code 0
	sonde compare --models hockney,lmo --sizes 1000 --run three --platform synthetic:alike.json --store "taken-$suffix.db" --quiet
	expect_refusal 1 "the store 'taken-$suffix.db' has a run 'three $suffix' already"
	expect_runs "taken-$suffix.db" 1
done

begin "Ctrl-C: what was measured stays, and it is said that the comparison begins anew"
# It does not end by itself while the test lasts: what is waited for are timings in the store, however long they take.
long="compare --models hockney --ops p2p --sizes 1000 --reps 1000000:1000000 --noise 0.1 --platform synthetic:pair.json --store stopped.db --quiet"
line="sonde $long"
env --default-signal=INT "$SONDE" $long > "$out" 2> "$err" < /dev/null & # a shell ignores it of what runs in the background
driver=$!
own=$driver
while [ "$("$tool" commits stopped.db-wal)" -lt 40 ] && kill -0 $driver 2> /dev/null; do
	sleep 0.05
done
kill -INT $driver
code=0
wait $driver 2> /dev/null || code=$?
own=
expect_code 1
expect_err "stopped: what was measured is in the store 'stopped.db', each model as a run of its own, which sonde fit takes; a comparison of models begins anew"
if contains "$err" "--resume"; then fail "--resume is said, which --models refuses"; fi

begin "the store has the messages of searching for the switch and for thresholds: those that are printed, and the report counts them"
part_messages() # run; of all its parts
{
	"$SONDE" runs show "$1" --store parts.db --csv | sed -n 's/^part: .* \([0-9]*\) messages.*/\1/p' | awk '{ n += $1 } END { printf "%d", n }'
}
sonde compare --models hockney,lmo --sizes 1000,10000 --platform synthetic:irregular.json --store parts.db --json
expect_code 0
cp "$out" parts.json
all=0
for run in run-1 run-2 run-3 run-4 run-5; do
	all=$((all + $(part_messages $run)))
done
expect_equal "messages of the switch" "$(json parts.json summary/switch/messages)" "$(part_messages run-1)"
expect_equal "messages of the thresholds" "$(json parts.json summary/thresholds/messages)" "$(part_messages run-4)"
[ "$(json parts.json summary/thresholds/messages)" -gt 1000 ] || fail "a search for thresholds takes more messages than watching the machine"
if command -v gnuplot > "$out"; then
	sonde report -o page.html --store parts.db
	expect_code 0
	shown=$(sed -n 's|^<li><b>\(.*\)</b> <span>messages measured in 5 runs.*|\1|p' page.html | tr -cd 0-9)
	expect_equal "messages in the report" $all "$shown"
fi
finish
