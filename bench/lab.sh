#!/usr/bin/env bash
# The lab's picture of linear gather, as root: its times at sizes around M_1 and M_2, the thresholds that are found, and the probability of escalations against fresh gathers.
# usage: bench/lab.sh [SONDE [PROCESSES [RATE]]]     a busy machine shows in the times: compare the minima first
set -eu
sonde=$(realpath "${1:-build/sonde}")
nodes=${2:-8}
rate=${3:-100mbit}
name=bench-$$
work=$(mktemp -d)
trap '"$sonde" lab down --name $name --quiet 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
"$sonde" lab up --name $name --nodes "$nodes" --rate "$rate" --switch-buffer 64k > /dev/null

inside() # arguments of sonde
{
	timeout -k 5 900 "$sonde" lab run --name $name -n "$nodes" -- "$sonde" "$@" --patience 0 --store bench.db 2>> chatter < /dev/null
}

echo "Linear gather of $nodes nodes at $rate, switch buffers of 64 KiB; the last column is what $((nodes - 1)) messages take at that rate, without headers"
inside measure collective --op gather --algorithm linear --sizes 4K,8K,12K,18K,40K,61K,91K --reps 20:20 --spread 0 --csv > gather.csv
bits=$(awk -v r="$rate" 'BEGIN { f["k"] = 1e3; f["m"] = 1e6; f["g"] = 1e9; print (r + 0) * f[substr(r, match(r, /[kmg]/), 1)] }')
"$sonde" export --store bench.db --csv 2> /dev/null | awk -F, -v n="$nodes" -v bits="$bits" '
	NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; printf "%10s %9s %9s %9s %9s\n", "bytes", "min ms", "mean ms", "max ms", "link ms"; next }
	$0 ~ /collective=gather/ {
		m = $column["bytes"]; t = 1e3 * $column["seconds"]
		if (!(m in k)) { order[++sizes] = m; least[m] = t; most[m] = t }
		k[m]++; sum[m] += t
		if (t < least[m]) least[m] = t
		if (t > most[m]) most[m] = t
	}
	END { for (i = 1; i <= sizes; i++) list = list order[i] " "
		for (i = 1; i <= sizes; i++) { m = 0
			for (j = 1; j <= sizes; j++) if (!(order[j] in done) && (!m || order[j] + 0 < m)) m = order[j] + 0
			done[m] = 1; printf "%10d %9.1f %9.1f %9.1f %9.1f\n", m, least[m], sum[m] / k[m], most[m], 8e3 * (n - 1) * m / bits } }'

echo
inside measure thresholds > thresholds.txt
cat thresholds.txt

echo
echo "Escalations of 50 fresh gathers, by the same rule (twice the regular time, and longer by more than noise)"
value() { awk -v name="$1" '$1 == name { print $2 }' thresholds.txt; }
awk 'NF == 8 && $1 ~ /^[0-9]/ && $2 ~ /^[0-9]/ { print $1, $4 }' thresholds.txt | while read -r size probability; do
	inside measure collective --op gather --algorithm linear --sizes "$size" --reps 50:50 --spread 0 --run "fresh-$size" > /dev/null
	"$sonde" export "fresh-$size" --store bench.db --csv 2> /dev/null | awk -F, -v size="$size" -v p="$probability" -v a="$(value regular_intercept)" -v b="$(value regular_slope)" -v noise="$(value noise)" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$0 ~ /collective=gather/ { n++; t = $column["seconds"]; r = a * 1e-6 + b * $column["bytes"]; e += t > 2 * r && t - r > noise * 1e-6 }
		END { d = p / 100 - e / n; printf "%8s  estimated %5.2f  fresh %5.2f of %d  apart by %.2f\n", size, p / 100, e / n, n, d < 0 ? -d : d }'
done
grep -v "a lab of" chatter | sort | uniq -c | sort -rn | head -n 8 >&2
