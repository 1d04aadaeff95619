#!/usr/bin/env bash
# LMO on an emulated cluster, as root: lab up, one command that estimates LMO with its thresholds, Hockney of each pair and homogeneous Hockney; their predictions of linear gather below M_1 and above M_2 and of linear scatter, at
# sizes that were not measured, against fresh measurements; and the probability of escalations at 12 sizes from the byte after M_1 to below M_2 against that of 200 fresh gathers each: fails if these are more than 0.08 apart on average, or one is outside. A quarter of an hour for 8 nodes.
#
# usage: bench/lab.sh [SONDE [NODES [RATE [RATES]]]]     (default: build/sonde 8 100mbit; RATES: a file of lines NODE RATE, as of lab up)
#        LAB_REPEAT=N: finds the thresholds N times first, and prints each
set -eu
sonde=$(realpath "${1:-build/sonde}")
nodes=${2:-8}
rate=${3:-100mbit}
rates=${4:+$(realpath "$4")}
name=bench-$$
work=$(mktemp -d)
trap '"$sonde" lab down --name $name --quiet 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
"$sonde" lab up --name $name --nodes "$nodes" --rate "$rate" ${rates:+--rates "$rates"} --switch-buffer 64k > /dev/null

inside() # arguments of sonde
{
	timeout -k 5 900 "$sonde" lab run --realtime --name $name -n "$nodes" -- "$sonde" "$@" --patience 0 --store bench.db 2>> chatter < /dev/null
}

value() # a parameter of the platform in lmo.json
{
	"$sonde" model show lmo.json --csv 2> /dev/null | tr -d '\r' | awk -F, -v p="$1" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $1 == p { print $c["bytes"], $c["value"] }'
}

for i in $(seq "${LAB_REPEAT:-0}"); do
	begin=$SECONDS
	inside measure thresholds > found
	awk -v i="$i" -v s=$((SECONDS - begin)) '$1 == "M1" || $1 == "M2" || $1 == "S" { v[$1] = $2 } END { printf "thresholds %d: M1 %s, M2 %s, S %s, in %d s\n", i, v["M1"], v["M2"], v["S"], s }' found
done

echo "$nodes nodes at $rate${rates:+, but $(tr '\n' ';' < "$rates")} switch buffers of 64 KiB"
estimated() # file, arguments
{
	begin=$SECONDS
	output=$1
	shift
	inside estimate "$@" -o "$output" > table
	printf '%-50s %4d s\n' "estimate $*" $((SECONDS - begin))
}
estimated lmo.json lmo --thresholds --parallel
estimated heterogeneous.json hockney --heterogeneous --parallel
estimated homogeneous.json hockney --homogeneous --parallel
M1=$(value M1 | awk '{ print $NF }')
M2=$(value M2 | awk '{ print $NF }')
echo "M1 ${M1:-none}, M2 ${M2:-none}, S $(value S | awk '{ print $NF }')"

# The columns of a table in CSV, its lines ended by CR LF: "bytes seconds" of the rows that contain a text.
columns() { tr -d '\r' | awk -F, -v text="$1" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } index($0, text) { print $c["bytes"], $c["seconds"] }'; }

# Fresh operations at sizes: "bytes seconds" of each.
fresh() # operation, sizes, repetitions, run
{
	inside measure collective --op "$1" --algorithm linear --sizes "$2" --reps "$3:$3" --spread 0 --run "$4" > /dev/null
	"$sonde" export "$4" --store bench.db --csv 2> /dev/null | columns "collective=$1"
}

median() { sort -n -k 1,1 -k 2,2 | awk '{ if ($1 != m) { if (n) print m, t[int((n + 1) / 2)]; m = $1; n = 0 } t[++n] = $2 } END { if (n) print m, t[int((n + 1) / 2)] }'; }

# Sizes of a list from a size on and below another.
within() { echo "$1" | tr , '\n' | awk -v from="$2" -v to="$3" '$1 >= from && $1 < to { printf "%s%s", n++ ? "," : "", $1 }'; }

small=$(within 1500,3000,5000,7000,9000 0 "${M1:-131072}")
large=$(within 72000,90000,120000,180000,200000 "${M2:-0}" 1000000)
printf '\n%-26s %-30s %8s %8s %8s\n' "" model sizes "mean %" "most %"
compared() # label, operation, sizes
{
	fresh "$2" "$3" 15 "$1" | median > "fresh.$1"
	for model in lmo heterogeneous "heterogeneous --fair" homogeneous "homogeneous --fair"; do
		# shellcheck disable=SC2086
		"$sonde" predict ${model%% *}.json "$2" --algorithm linear -n "$nodes" -s "$3" $(echo "$model " | cut -s -d ' ' -f 2-) --csv 2> /dev/null | columns linear > predicted
		awk -v label="$2 $1" -v model="$model" 'NR == FNR { p[$1] = $2; next } { e = p[$1] / $2 - 1; e = e < 0 ? -e : e; s += e; n++; most = e > most ? e : most; printf "%s %d predicted %.3f ms, fresh %.3f ms\n", model, $1, 1e3 * p[$1], 1e3 * $2 > "details" }
			END { printf "%-26s %-30s %8d %8.1f %8.1f\n", label, model, n, 100 * s / n, 100 * most; print model, n, s, most >> "all" }' predicted "fresh.$1"
		[ -z "${LAB_DETAILS-}" ] || cat details
	done
}
compared below-M1 gather "$small"
compared above-M2 gather "$large"
compared all-sizes scatter 1500,3000,5000,9000,24000,40000,60000,90000,120000,180000
awk '{ k = $1 " " ($2 == "--fair" ? $2 : ""); n[k] += $(NF - 2); s[k] += $(NF - 1); if ($NF > most[k]) most[k] = $NF } END { for (k in n) printf "%-26s %-30s %8d %8.1f %8.1f\n", "all", k, n[k], 100 * s[k] / n[k], 100 * most[k] }' all | sort -n -k 5

[ -n "$M1" ] || exit 0
# From the byte after M1 to the one before M2, most of them between the sizes at which the model's were counted.
between=$(awk -v from="$((M1 + 1))" -v to="${M2:-131072}" 'BEGIN { for (i = 0; i < 12; i++) printf "%s%d", i ? "," : "", from + (to - 1 - from) * i / 11 }')
"$sonde" predict lmo.json gather --algorithm linear -n "$nodes" -s "$between" --csv 2> /dev/null | tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { print $c["bytes"], $c["escalation"] + 0 }' > probabilities
printf '\nEscalations of 200 fresh gathers (twice as long as the line through the fresh ones below M1 says, and longer by 2 ms) against the model, which counted 60 of a size; outside: of the interval of 99 %% of the difference\n%10s %10s %10s %10s\n' bytes model fresh apart
while read -r size probability; do
	fresh gather "$size" 200 "fresh-$size" > gathers
	awk -v size="$size" -v p="$probability" 'NR == FNR { k++; x += $1; y += $2; xx += $1 * $1; xy += $1 * $2; next } { t[++n] = $2 }
		END { b = (k * xy - x * y) / (k * xx - x * x); least = (y - b * x) / k + b * size; for (i = 1; i <= n; i++) e += t[i] > 2 * least && t[i] > least + 2e-3; d = p - e / n; d = d < 0 ? -d : d
			both = (60 * p + e) / (60 + n); printf "%10d %10.2f %10.2f %10.2f%s\n", size, p, e / n, d, (d > 2.576 * sqrt(both * (1 - both) * (1 / 60 + 1 / n))) ? "  outside" : "" }' fresh.below-M1 gathers
done < probabilities | tee escalations
grep -v "a lab of\|setpgid" chatter | sort | uniq -c | sort -rn | head -n 5 >&2
awk '{ sum += $4; outside += NF > 4 } END { printf "%d sizes: %.3f apart on average, %d outside\n", NR, NR ? sum / NR : 1, outside; exit NR < 12 || sum / NR > 0.08 || outside }' escalations
