# The whole chain on a live platform: estimate, fit again from the store, show, convert, predict, compare. No time or speed is asserted, and no difference of times: any machine will do.
. "$SONDE_SOURCE/tests/sh/lib.sh"
few="--sizes 0,1K,16K,64K --max-train 50"
short="--method two-point --long 64K" # where any model will do

expect_positive() # what, number
{
	awk -v x="$2" 'BEGIN { exit !(x + 0 > 0) }' || fail "$1 is $2"
}

# What any estimated model must be: valid, with intervals around the values, and with provenance from a live platform.
expect_live_model() # file, model, method
{
	expect_whole "$1"
	expect_equal "model" "$2" "$(json "$1" model)"
	expect_equal "processes" 2 "$(json "$1" processes)"
	while read -r fact value; do
		expect_equal "provenance of $fact" "$value" "$(json "$1" "provenance/$fact")"
	done << END
method $3
platform mpi
statistic median
from 0
to 1
seed 1
END
	for fact in library started version command buffers; do
		[ -n "$(json "$1" "provenance/$fact")" ] || fail "no provenance of $fact"
	done
	case $SONDE_MPI:$(json "$1" provenance/library) in
	openmpi:*"Open MPI"* | mpich:*MPICH*) ;;
	*) fail "the library is called $(json "$1" provenance/library)" ;;
	esac
	case $(json "$1" provenance/version) in
	"sonde "[0-9]*) ;;
	*) fail "the version is $(json "$1" provenance/version)" ;;
	esac
	expect_positive "measuring_seconds" "$(json "$1" provenance/measuring_seconds)"
	[ "$(json "$1" "uncertainty/#")" -ge 2 ] || fail "there are no intervals"
	awk '/"(low|high)": \[/ || /": \[.*, .*\],?$/ { if (/nan|inf/) exit 1 }' "$1" || fail "an interval is no number"
}

while read -r model method options; do
	name=$model-$method

	begin "$model by $method: estimate measures, writes a valid model and tells what it took"
	live 2 estimate "$model" --method "$method" $options $quick -o "$name.json" --run "$name" --json
	expect_code 0
	expect_json summary/model "$model"
	for key in experiments messages seconds; do
		expect_positive "$key" "$(json "$out" "summary/$key")"
	done
	expect_live_model "$name.json" "$model" "$method"
	for k in 1 2 3; do # of 1K, 16K and 64K; the gap of the empty message is a train's
		[ "$name" != plogp-fast ] || awk -v g="$(json "$name.json" "parameters/g/seconds/$k")" -v send="$(json "$name.json" "parameters/o_s/seconds/$k")" \
			'BEGIN { exit !(send > 0 && g >= send) }' || fail "g is below o_s at the size of number $k"
	done

	begin "$model by $method: a fit from the store finds exactly the same"
	sonde fit "$model" --method "$method" --run "$name" -o fitted.json
	expect_code 0
	expect_same_findings "$name.json" fitted.json
	sonde fit "$model" --method "$method" --run "$name" --statistic min -o minimum.json
	expect_code 0
	expect_equal "statistic" min "$(json minimum.json provenance/statistic)"

	begin "$model by $method: shows, predicts"
	sonde model show "$name.json"
	expect_code 0
	expect_out "$model model, 2 processes"
	sonde predict "$name.json" p2p -s 0:64K:1K --csv
	expect_code 0
	expect_equal "rows" 65 "$(awk 'END { print NR - 1 }' "$out")"
	expect_equal "predictions that are no numbers" "" "$(tr -d '\r' < "$out" | awk -F, 'NR > 1 && $5 !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/')"
done << END
plogp fast $few
plogp saturation --sizes 0,1K,64K --max-train 50
hockney regression --sizes 0,1K,64K
hockney two-point
logp saturation --max-train 50
loggp saturation --long 64K --max-train 50
END

begin "parameters that are timed by themselves are positive: overheads and gaps on any machine take time"
for parameter in o_s/seconds/3 o_r/seconds/3 g/seconds/3; do
	expect_positive "$parameter" "$(json plogp-fast.json "parameters/$parameter")"
done
expect_positive alpha "$(json hockney-two-point.json parameters/alpha)"

begin "conversions of a live model are valid and keep its provenance"
for target in loggp logp; do
	sonde model convert plogp-fast.json --to $target -o converted.json
	expect_code 0
	expect_whole converted.json
	expect_equal "origin" plogp "$(json converted.json "provenance/converted from")"
	expect_equal "method" fast "$(json converted.json provenance/method)"
done

begin "compare measures afresh and holds all models against it"
live 2 compare plogp-fast.json plogp-saturation.json hockney-regression.json hockney-two-point.json logp-saturation.json loggp-saturation.json \
	-s 0,1000,30000 $quick --run compared --json
expect_code 0
expect_equal "models in the summary" 6 "$(grep -c '"mean_relative_error"' "$out")"
for model in "plogp fast" "plogp saturation" "hockney regression" "hockney two-point" logp loggp; do
	mean=$(json "$out" "summary/$model/mean_relative_error")
	most=$(json "$out" "summary/$model/maximum_relative_error")
	awk -v a="$mean" -v b="$most" 'BEGIN { exit !(a >= 0 && b >= a) }' || fail "$model: mean error $mean, maximum $most"
done
expect_equal "measured sizes" "0 1000 30000" "$(grep '"bytes": ' "$out" | tr -dc '0-9\n' | sort -nu | tr '\n' ' ' | sed 's/ $//')"

begin "all models are held against the same measurements"
measured=$(grep '"measured": ' "$out" | sort | uniq -c | awk '{ print $1 }' | sort -u)
expect_equal "times that each is used" 6 "$measured"

begin "both directions: a model with two links, each as a fit of that direction finds it"
live 2 estimate plogp $few $quick --directions both -o both.json --run both --quiet
expect_code 0
expect_whole both.json
for link in "0>1" "1>0"; do
	sonde fit plogp --run both --pairs "$(echo "$link" | tr '>' ':')" -o one.json
	expect_code 0
	for parameter in o_s/seconds/0 o_s/seconds/3 o_r/seconds/3 g/seconds/0 g/seconds/3; do
		expect_equal "$parameter of $link" "$(json both.json "parameters/$link/$parameter")" "$(json one.json "parameters/$parameter")"
	done
done
for ends in "0 1" "1 0"; do
	sonde predict both.json p2p -s 64K --from "${ends% *}" --to "${ends#* }" --csv
	expect_code 0
done

begin "the other statistics, the midpoint rule and adaptive sizes within bounds"
for statistic in min mean; do
	live 2 estimate plogp --statistic $statistic --seed 3 $few $quick -o $statistic.json --run $statistic --quiet
	expect_code 0
	expect_equal "statistic" $statistic "$(json $statistic.json provenance/statistic)"
	sonde fit plogp --run $statistic --statistic $statistic --seed 3 -o fitted.json
	expect_same_findings $statistic.json fitted.json
done
live 2 estimate plogp --size-rule midpoint --sizes auto:0:64K --max-sizes 9 --max-train 50 $quick -o midpoint.json --run midpoint --quiet
expect_code 0
sizes=$(json midpoint.json "parameters/g/bytes/#")
[ "$sizes" -le 9 ] || fail "$sizes sizes where 9 are allowed"
expect_equal "smallest" 0 "$(json midpoint.json parameters/g/bytes/0)"
expect_equal "largest" 65536 "$(json midpoint.json "parameters/g/bytes/$((sizes - 1))")"
sonde fit plogp --run midpoint -o fitted.json
expect_same_findings midpoint.json fitted.json

begin "the other direction alone"
live 2 estimate hockney $short --pairs 1:0 $quick -o back.json --run back --quiet
expect_code 0
expect_equal "from" 1 "$(json back.json provenance/from)"
sonde fit hockney --method two-point --pairs 1:0 --run back -o fitted.json
expect_same_findings back.json fitted.json

begin "all runs are in one store, ended, in order"
expect_equal "runs" "plogp-fast plogp-saturation hockney-regression hockney-two-point logp-saturation loggp-saturation compared both min mean midpoint back " \
	"$(runs sonde.db | awk -F'|' '$3 == "ended" && $5 > 0 { printf "%s ", $1 }')"

begin "a run's name that is taken is refused, and its timings stay"
before=$(runs sonde.db)
live 2 estimate plogp $few $quick --run plogp-fast -o new.json
expect_refusal 1 "the name 'plogp-fast' is taken"
expect_no_file new.json
expect_equal "the runs" "$before" "$(runs sonde.db)"

begin "the store says under what circumstances a run was measured"
sonde fit plogp --run plogp-fast -o fitted.json
expect_equal "library" "$(json plogp-fast.json provenance/library)" "$(json fitted.json provenance/library)"
expect_equal "started" "$(json plogp-fast.json provenance/started)" "$(json fitted.json provenance/started)"

begin "live: results on standard output, notes on standard error, none with --quiet"
live 2 estimate hockney $short $quick
expect_code 0
grep -qE "^sonde: (warning: )?The machine " "$err" || fail "no verdict on the machine among the notes"
contains "$out" "The machine" && fail "a note on standard output"
live 2 estimate hockney $short $quick --quiet --csv
expect_code 0
contains "$err" "sonde: " && fail "a note in spite of --quiet"
expect_equal "header" "parameter,link,bytes,seconds,low,high,seconds_per_byte,low_per_byte,high_per_byte" "$(head -n 1 "$out" | tr -d '\r')"
expect_equal "rows" 2 "$(awk 'END { print NR - 1 }' "$out")"

begin "live: -o - prints the model alone"
live 2 estimate hockney $short $quick -o - --quiet
expect_code 0
expect_json format sonde-model
expect_json model hockney

finish
