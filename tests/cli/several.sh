# Several models of one campaign: what they need in common is measured once, and each is the model that it is alone.
. "$SONDE_SOURCE/tests/sh/lib.sh"
write_plogp truth.json
noisy="--platform synthetic:truth.json --noise 0.02 --seed 7 --reps 5:20"

# same FILE FILE: whether both have the same parameters, whatever is said of where they come from.
parameters() { json "$1" parameters; }

begin "plogp, loggp, logp and hockney of one run have a file each, and are those that each is alone where there is no noise"
sonde estimate plogp,loggp,logp,hockney --platform synthetic:truth.json --store one.db -o models --json
cp "$out" together.json
expect_code 0
for model in plogp loggp logp hockney; do
	expect_file models/$model.json
	"$SONDE" estimate $model --platform synthetic:truth.json --store alone.db --quiet --json -o $model.json > $model.txt 2> /dev/null
	run "$SONDE" model show models/$model.json --csv
	cp "$out" together.csv
	run "$SONDE" model show $model.json --csv
	cp "$out" alone.csv
	awk -F, '
		NR == FNR { v[$1 $2 $3] = $0; n++; next }
		{ m++; split(v[$1 $2 $3], was); for (i = 4; i <= 4; i++) if ((d = was[i] - $i) > 1e-9 * $i || -d > 1e-9 * $i) bad++; if (v[$1 $2 $3] == "") missing++ }
		END { if (n != m || bad || missing || n < 2) { print n, m, bad + 0, missing + 0; exit 1 } }' alone.csv together.csv > differences || fail "$model differs from the one alone: $(cat differences)"
done

begin "one run holds all of them, no experiment is in it twice, and less is measured than for each alone"
sonde runs list --store one.db --csv
expect_equal "runs" 2 "$(wc -l < "$out")"
expect_out "estimate plogp, loggp, logp, hockney in one campaign"
together=$(json together.json summary/experiments)
alone=0
for model in plogp loggp logp hockney; do
	alone=$((alone + $(json $model.txt summary/experiments)))
done
[ "$together" -lt "$alone" ] || fail "$together experiments for all in one campaign, $alone for each alone"

begin "LogP adds no experiment to those of PLogP, LogGP only trains of its long message"
"$SONDE" estimate plogp,logp --platform synthetic:truth.json --store two.db --quiet --json > two.json 2> /dev/null
expect_equal "experiments with logp" "$(json plogp.txt summary/experiments)" "$(json two.json summary/experiments)"
"$SONDE" estimate logp,plogp,loggp --platform synthetic:truth.json --store three.db --quiet > /dev/null 2>&1
experiments() { "$SONDE" export run-1 --store "$1" --csv 2> /dev/null | tr -d '\r' | sed 1d | cut -d , -f 1-9 | sort -u; }
experiments two.db > of-two
experiments three.db > of-three
comm -13 of-two of-three > added
[ -s added ] && ! grep -v '^train,0,1,[^,]*,1048576,' added || fail "loggp added: $(head -n 3 added)"

begin "each model has residuals, by round trips of twelve sizes for all of them that no fit takes for its own"
checks() { "$SONDE" export run-1 --store "$1" --csv 2> /dev/null | tr -d '\r' | awk -F , '$1 == "roundtrip" && $6 > 0 && $6 == $5 - 1 { print $5 }' | sort -un | wc -l; }
for model in plogp loggp logp hockney; do
	[ "$(json together.json "summary/residuals of $model/sizes")" -ge 8 ] || fail "$model has no residuals"
done
expect_equal "checks" 12 "$(checks one.db)"
sonde estimate logp,hockney --platform synthetic:truth.json --store few.db --json
for model in logp hockney; do
	[ "$(json "$out" "summary/residuals of $model/sizes")" -ge 8 ] || fail "$model has residuals of few sizes"
done
expect_equal "checks" 12 "$(checks few.db)"

begin "a model that is fitted to that run later is the one that was estimated"
for model in plogp loggp logp hockney; do
	sonde fit $model --store one.db --run run-1 -o fitted.json
	expect_code 0
	expect_equal "$model" "$(parameters models/$model.json)" "$(parameters fitted.json)"
done

begin "all: without three processes lmo is left out, and that is said"
echo "notes of mine" > of-lmo-2.json
# shellcheck disable=SC2086
sonde estimate all $noisy --store all.db -o 'of-{model}-2.json' --json
expect_code 0
expect_equal "a file that is no model" "notes of mine" "$(cat of-lmo-2.json)"
rm of-lmo-2.json
expect_err "left out: lmo (it needs 3 processes); 3pc and p3pc are estimated by name"
for model in hockney logp loggp plogp; do
	expect_file of-$model-2.json
done
expect_no_file of-lmo-2.json
expect_json rows/0/model hockney

begin "the states of the machine are told with several models as with one, and are those of each model's file"
sonde estimate hockney,plogp --platform synthetic:truth.json --switching 2.5:20ms --seed 3 --store switching.db -o switching --json
expect_code 0
states=$(json "$out" summary/states)
for name in quick slow; do
	level=$(json switching/plogp.json states/$name/sentinel_seconds) share=$(json switching/plogp.json states/$name/share)
	expect_equal "level of $name in hockney" "$level" "$(json switching/hockney.json states/$name/sentinel_seconds)"
	text=$(awk -v level="$level" -v share="$share" 'BEGIN { printf "%.3f us in %.0f %% of the time", 1e6 * level, 100 * share }')
	case $states in
	*"$name $text"* | *"$name (main) $text"*) ;;
	*) fail "$name: $text is not in: $states" ;;
	esac
done
sonde estimate hockney,plogp --platform synthetic:truth.json --switching 2.5:20ms --seed 3 --store switched.db
expect_out "states            $states"
sonde estimate hockney,plogp --platform synthetic:truth.json --store switched.db
grep -q '^states' "$out" && fail "states of a machine that has one"

begin "how the platform treats messages is a fact of each model"
for model in hockney logp loggp plogp; do
	expect_equal "$model" "$(json of-plogp-2.json provenance/duplex_factor)" "$(json of-$model-2.json provenance/duplex_factor)"
done

begin "what does not go with several models is refused before anything is measured"
# shellcheck disable=SC2086
for refused in "plogp,plogp|plogp is named twice" "plogp,|a name of a model is missing" "plogp,nothing|nothing" \
	"plogp,logp --sizes 0,1K|--sizes: it goes with one model" "plogp,logp -o -|several models need a file each" "plogp,logp -o truth.json|several models need a file each" \
	"plogp,logp --thresholds|none of these models has any" "plogp,lmo --pairs 0:1|--pairs: the parameters of each process and pair of lmo"; do
	sonde estimate ${refused%%|*} --platform synthetic:truth.json --store refused.db
	expect_refusal 2 "${refused#*|}"
done
finish
