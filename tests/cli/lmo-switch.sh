# LMO where long messages wait for their receiver: what estimate finds with --switch a fit of its run finds again, also by classes.
. "$SONDE_SOURCE/tests/sh/lib.sh"
exact=1e-9 # rounding apart, nothing is lost without noise

# Twelve processes of two kinds; beyond 8 KiB messages wait for their receiver.
process='"C": 2e-5, "t": 2e-9'
link='"L": 4e-5, "inverse_beta": 6e-9, "rendezvous_alpha": 3e-4, "rendezvous_beta": 2e-8'
cat > truth.json << END
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 12, "classes": [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
	"parameters": {"0": {$process}, "1": {"C": 5e-5, "t": 4e-9}, "0-1": {$link}, "0-2": {$link}, "1-3": {$link}, "any": {"S": 8192}}}
END

begin "a fit of a run with --switch predicts messages beyond it as the estimate did"
sonde estimate lmo --platform synthetic:truth.json --switch 8K --long 4K --run known -o estimated.json --quiet
expect_code 0
sonde fit lmo --run known -o fitted.json --quiet
expect_code 0
expect_same_findings estimated.json fitted.json
for file in truth estimated fitted; do
	sonde predict $file.json p2p -s 64K --json
	expect_near "64K by $file.json" 0.00161072 "$(json "$out" rows/0/seconds)" $exact # rendezvous_alpha + 65536 rendezvous_beta
done

begin "classes are found again in a run with --switch"
sonde estimate lmo --classes auto --platform synthetic:truth.json --switch 8K --long 4K --run classes -o of-classes.json --quiet
expect_code 0
sonde fit lmo --classes auto --run classes -o again.json --quiet
expect_code 0
expect_same_findings of-classes.json again.json

begin "a switch that nobody named is found where the long message waits for its receiver"
sonde estimate lmo --platform synthetic:truth.json --store found.db -o found.json
expect_code 0
expect_err "messages above 8192 bytes wait for their receiver: the long message is of 4096 bytes"
expect_near "C of process 0" 2e-5 "$(json found.json parameters/0/C)" $exact
expect_near "t of process 1" 4e-9 "$(json found.json parameters/1/t)" $exact
expect_near "1/beta" 6e-9 "$(json found.json parameters/0-1/inverse_beta)" $exact
expect_near "S" 8192 "$(json found.json parameters/any/S)" $exact

begin "what the search took is a part of the run, and of the time that the model says"
sonde estimate lmo --thresholds --platform synthetic:truth.json --store searched.db -o searched.json --json --quiet
expect_code 0
expect_near "measuring_seconds" "$(json "$out" summary/seconds)" "$(json searched.json provenance/measuring_seconds)" $exact
sonde runs show --store searched.db
expect_out "part: searching"
parts=$(awk '/^part: / { sum += $3 } END { print sum }' "$out")
# Nearly all of it: single exchanges between them are in none.
awk -v parts="$parts" -v all="$(json searched.json provenance/measuring_seconds)" 'BEGIN { exit !(parts > 0.9 * all && parts < 1.001 * all) }' || fail "the parts are $parts s together"

begin "a long message above the switch makes 1/beta negative, and the note names that cause"
sonde estimate lmo --platform synthetic:truth.json --long 16K --store apart.db -o above.json
expect_code 0
expect_err "inverse_beta came out negative"
expect_err "either the long message waited for its receiver"

begin "runs with different switches are not pooled"
sonde estimate lmo --platform synthetic:truth.json --switch 16K --long 4K --run other --quiet
sonde fit lmo --runs known,other
expect_refusal 1 "with a switch to rendezvous of 8192 bytes and run 'other' with 16384"

begin "more processes than triplets can be held of are refused before anything is measured"
sed 's/"processes": 12, "classes": [^]]*\]/"processes": 1024/; s/"0": .*"any": {/"any": {"C": 2e-5, "t": 2e-9, "L": 4e-5, "inverse_beta": 6e-9, /' truth.json > many.json
runs sonde.db > runs.before
sonde estimate lmo --platform synthetic:many.json
expect_refusal 1 "1024 processes have more triplets than can be measured and held"
expect_err "--classes auto"
runs sonde.db > runs.now
expect_same_text runs.before runs.now

cat > four.json << END
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 4, "classes": [0, 0, 0, 0],
	"parameters": {"0": {"C": 2e-5, "t": 2e-9}, "0-1": {"L": 4e-5, "inverse_beta": 6e-9}}}
END
begin "without an option the model has the calls and the port of each process, and linear operations take what the platform takes"
sonde estimate lmo --platform synthetic:four.json --store whole.db -o whole.json
expect_code 0
for process in 0 1 2 3; do
	expect_equal "port of process $process" 0 "$(json whole.json parameters/$process/port)"
done
for operation in scatter gather; do
	for file in whole.json four.json; do
		sonde predict $file $operation --algorithm linear -n 4 -s 16K --parallel --json
		json "$out" rows/0/seconds
	done > seconds
	expect_near "$operation" "$(sed -n 2p seconds)" "$(sed -n 1p seconds)" $exact
done

begin "where noise leaves parameters unknown, the estimate says which, and what narrows them"
sonde estimate lmo --platform synthetic:four.json --store noisy.db --noise 0.3 --outliers 0.2 --statistic median
expect_code 0
expect_err "lmo: the noise is heavy: by their intervals these may be off by more than a quarter: C ("
expect_err "of 4 processes), t ("
expect_err ", and may be from "
expect_err "A quieter machine, the minimum as the statistic or more repetitions, with the time for them, narrow them"
sonde estimate lmo --platform synthetic:four.json --store least.db --noise 1 --outliers 0.2
expect_code 0
expect_err "A quieter machine or more repetitions, with the time for them, narrow them"
sonde estimate lmo --platform synthetic:four.json --store calm.db --noise 0.02 --statistic median --seed 4
expect_code 0
expect_equal "heavy noise where there is little" 0 "$(grep -c 'noise is heavy' "$err")"
finish
