# Thresholds of scatter and gather on a synthetic cluster that has some, and what is refused.
. "$SONDE_SOURCE/tests/sh/lib.sh"

write_cluster() # file, processes, further parameters
{
	cat > "$1" << END
{"format": "sonde-model", "version": 1, "model": "lmo", "processes": $2, "parameters": {"any": {"C": 2e-5, "t": 2e-8, "L": 4e-5, "inverse_beta": 6e-8$3}}}
END
}
at='"bytes": [8192, 65535]'
write_cluster irregular.json 8 ", \"S\": 65535, \"M1\": 8192, \"M2\": 65536, \"escalation_probability\": {$at, \"value\": [0.5, 0.5]},
	\"escalation_q10\": {$at, \"seconds\": [0.05, 0.05]}, \"escalation_q50\": {$at, \"seconds\": [0.2, 0.2]}, \"escalation_q90\": {$at, \"seconds\": [0.25, 0.25]}"
write_cluster regular.json 8 ""
write_cluster pair.json 2 ""
cp regular.json target.json

begin "thresholds and escalations are found, and added to a model"
sonde measure thresholds --platform synthetic:irregular.json --model target.json --json
expect_code 0
expect_json summary/S 65535
expect_json summary/M1 8192
expect_json summary/M2 65536
expect_json rows/# 8
expect_json rows/0/bytes 8192
sonde model show target.json
expect_code 0
expect_out M1
expect_out escalation_probability

begin "M2 is found to the byte where it is S, below it or above it, and escalations that were looked for are no upsets"
for M2 in 65536 50000 65537; do
	sed "s/\"S\": 65535/\"S\": 65536/; s/\"M2\": 65536/\"M2\": $M2/" irregular.json > edge.json
	sonde measure thresholds --platform synthetic:edge.json --store edge.db --json
	expect_code 0
	expect_json summary/S 65536
	expect_json summary/M1 8192
	expect_json summary/M2 $M2
	contains "$err" "upset" && fail "escalations are called upsets"
done

begin "M1 is found where gathers of all longer sizes escalate"
sed 's/"S": 65535/"S": 65536/; s/"M2": 65536/"M2": 131073/; s/"M1": 8192/"M1": 4096/' irregular.json > all-sizes.json
sonde measure thresholds --platform synthetic:all-sizes.json --store edge.db --json
expect_code 0
expect_json summary/M1 4096
expect_json summary/M2 null
expect_err "M2 lies above"

begin "long gathers that nobody looked for may be escalations, the warning says"
sonde measure collective --op gather --algorithm linear --sizes 16K --platform synthetic:irregular.json --store edge.db
expect_code 0
expect_err "may escalate: sonde measure thresholds finds which do"

begin "by the equations of the paper they are found too, a switch within the region"
sed 's/"S": 65535/"S": 50000/' irregular.json > within.json
sonde measure thresholds --platform equations:within.json --store within.db --json
expect_code 0
expect_json summary/S 50000
expect_json summary/M1 8192
expect_json summary/M2 65536

begin "one command estimates all parameters of lmo, and a gather between M1 and M2 is predicted with its escalations"
sonde estimate lmo --thresholds --platform synthetic:irregular.json --store all.db --quiet -o all.json
expect_code 0
expect_equal "thresholds" "8192 65536 65535" "$(json all.json parameters/any/M1) $(json all.json parameters/any/M2) $(json all.json parameters/any/S)"
sonde predict all.json gather --algorithm linear -n 8 -s 4K,16K,128K --json
expect_code 0
expect_json rows/0/escalation 0
expect_json rows/2/escalation 0
# Eight sizes of 60 gathers, half of which escalate: 0.2 are three standard deviations of one; what they add is 0.18 s on average.
awk -v p="$(json "$out" rows/1/escalation)" -v least="$(json "$out" rows/1/seconds)" -v expected="$(json "$out" rows/1/expected)" \
	'BEGIN { e = expected - least; exit !(p > 0.3 && p < 0.7 && e > 0.12 * p && e < 0.24 * p) }' || fail "the expected escalation is wrong"
sonde predict regular.json gather --algorithm linear -n 8 -s 16K
expect_code 0
contains "$out" expected && fail "a model without escalations expects some"

begin "where no message waits for its receiver there is no S, although gathers escalate up to M2"
sed 's/ "S": 65535,//' irregular.json > eager.json
sonde estimate lmo --thresholds --platform synthetic:eager.json --store eager.db --quiet -o eager-found.json
expect_code 0
expect_equal "M2" 65536 "$(json eager-found.json parameters/any/M2)"
grep -q '"S"' eager-found.json && fail "an S was invented"

begin "S, M1 and M2 are whole numbers of bytes to people too"
sonde model show all.json
expect_code 0
expect_equal "the row of the platform" "65535 8K 64K" "$(awk '$1 == "link" { for (i = 1; i <= NF; i++) column[$i] = i } $1 == "any" { print $column["S"], $column["M1"], $column["M2"] }' "$out")"
sed 's/.*/{"format": "sonde-model", "version": 1, "model": "lmo", "processes": 3, "parameters": {"any": {"C": 2e-5, "t": 2e-8, "L": 4e-5, "inverse_beta": 6e-8, "S": 65024}}}/;q' all.json > whole.json
sonde model show whole.json
contains "$out" " 65024 " || fail "S is not shown as 65024"

begin "a fit of such a run has the thresholds and escalations that its estimation found"
sonde fit lmo --store all.db --quiet -o fitted.json
expect_code 0
expect_same_findings all.json fitted.json
expect_equal "thresholds" "8192 65536 65535" "$(json fitted.json parameters/any/M1) $(json fitted.json parameters/any/M2) $(json fitted.json parameters/any/S)"

begin "a switch below the default long message shortens it and says so, one below a long message that was asked for is refused, also by classes"
sed 's/"S": 65535/"S": 12000/' irregular.json > early.json
sonde estimate lmo --thresholds --platform synthetic:early.json --store early.db -o early-found.json
expect_code 0
expect_err "messages above 12000 bytes wait for their receiver: the long message is of 6000 bytes"
sonde predict early.json scatter --algorithm linear -n 3 -s 16K --csv
eager=$(tr -d '\r' < "$out" | awk -F, 'NR == 2 { print $5 }')
sonde predict irregular.json scatter --algorithm linear -n 3 -s 16K --set S=12000 --csv
expect_equal "a switch that --set moves holds for costs and for who waits" "$eager" "$(tr -d '\r' < "$out" | awk -F, 'NR == 2 { print $5 }')"
for classes in "" "--classes auto"; do
	sonde estimate lmo --thresholds --long 48K $classes --platform synthetic:early.json --store early.db
	expect_refusal 1 "the long message, 49152 bytes, must not be above the switch to rendezvous, 12000 bytes: a shorter one is needed"
done

begin "a run that is resumed keeps the thresholds that it found, and does not look for them again"
collectives() # how many scatters and gathers the resumed run has
{
	sonde export --store part.db --csv > /dev/null
	grep -c "collective=" "$out"
}
line="estimate lmo --thresholds, interrupted"
env --default-signal=INT "$SONDE" estimate lmo --thresholds --platform synthetic:early.json --store part.db --reps 1000000:1000000 > "$out" 2> part.err < /dev/null &
driver=$!
own=$driver
i=0
while ! grep -q "messages above 12000 bytes" part.err && [ $i -lt 1200 ]; do
	sleep 0.1
	i=$((i + 1))
done
kill -INT $driver
wait $driver 2> /dev/null
own=
expect_equal "the run" killed "$(runs part.db | cut -d '|' -f 3)"
before=$(collectives)
[ "$before" -gt 1000 ] || fail "$before scatters and gathers were measured"
sonde estimate lmo --thresholds --platform synthetic:early.json --store part.db --resume --quiet -o resumed.json
expect_code 0
expect_equal "scatters and gathers" "$before" "$(collectives)"
rounded() # model: to nine digits, since a resumed run goes on at other readings of the clock, whose differences are rounded
{
	findings "$1" | awk '{
		while (match($0, /[0-9]+\.[0-9]+(e-?[0-9]+)?/)) {
			printf "%s%.9g", substr($0, 1, RSTART - 1), substr($0, RSTART, RLENGTH)
			$0 = substr($0, RSTART + RLENGTH)
		}
		print
	}' > "$1.rounded"
	[ "$(wc -l < "$1.rounded")" -gt 20 ] || fail "$1 holds little"
}
rounded early-found.json
rounded resumed.json
expect_same_text early-found.json.rounded resumed.json.rounded

begin "every timing is in the store"
kept=$(runs sonde.db)
expect_runs sonde.db 1
case $kept in
*"measure thresholds"*) ;;
*) fail "the run's purpose is not in: $kept" ;;
esac

begin "where nothing escalates nothing is invented, and it is said"
sonde measure thresholds --platform synthetic:regular.json --noise 0.05 --outliers 0.05 --json
expect_code 0
expect_json rows/# 0
expect_json summary/M1 null
expect_err "there are no M1 and M2"
expect_err "there is no S"

begin "what cannot be is refused before anything is measured"
runs sonde.db > runs.before
sonde measure thresholds --platform synthetic:pair.json
expect_refusal 2 "thresholds need 3 processes at least"
sonde estimate lmo --directions both --platform synthetic:irregular.json
expect_refusal 2 "--directions both: of no effect with lmo by quickest"
sonde estimate hockney --thresholds --platform synthetic:pair.json
expect_refusal 2 "--thresholds: hockney has none; they go with lmo"
sonde measure thresholds --platform synthetic:regular.json --root 8
expect_refusal 2 "--root 8: there are processes 0 to 7"
sonde measure thresholds --platform synthetic:regular.json --stride 64K
expect_refusal 2 "--stride 65536: at most a tenth of --max-size"
sonde measure thresholds --platform synthetic:regular.json --model pair.json
expect_refusal 1 "pair.json: a model of 2 processes; 8 are measured"
sonde measure thresholds --platform synthetic:regular.json --model nowhere.json
expect_refusal 1 "nowhere.json: cannot be opened"
write_plogp plogp.json
sonde measure thresholds --platform synthetic:regular.json --model plogp.json
expect_refusal 1 "plogp model without a place for the platform has no thresholds"
runs sonde.db > runs.now
expect_same_text runs.before runs.now
finish
