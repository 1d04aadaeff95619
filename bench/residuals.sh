#!/bin/sh
# Residuals of estimations, sizes left out in turn, beside the errors of "sonde compare" at fresh sizes, on synthetic platforms drawn at random: bench/residuals.sh [BUILD [PLATFORMS]].
# Wanted: equal within a factor of 1.5, or half a percentage point apart. The seed of the platforms is printed.
set -eu
build=$(cd "${1:-build}" && pwd)
platforms=${2:-20}
models="hockney loggp plogp"
seed=${SEED:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo "seed $seed"
platform() # number
{
	awk -v seed="$((seed * 1000 + $1))" 'BEGIN {
		srand(seed); L = exp(log(1e-6) + rand() * log(50)); a = L * (0.1 + rand() * 0.5); b = exp(log(1e-10) + rand() * log(100)); bend = rand() * 0.6; jump = L * rand() * 2; at = int(exp(log(1024) + rand() * log(64))); cache = exp(log(65536) + rand() * log(16))
		n = 0
		for (e = 0; e <= 22; e += 0.25) { m = int(2^e); if (m == last) continue; last = m; size[n] = m; g[n++] = a + b * m * (1 - bend / (1 + m / cache)) + (m > at ? jump : 0) }
		printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"plogp\", \"processes\": 2, \"parameters\": {\"L\": %.6g", L
		split("o_s o_r g", names, " ")
		for (k = 1; k <= 3; k++) {
			printf ", \"%s\": {\"bytes\": [0", names[k]; for (i = 0; i < n; i++) printf ", %d", size[i]
			printf "], \"seconds\": [%.6g", (k == 3 ? a : a / 2); for (i = 0; i < n; i++) printf ", %.6g", (k == 3 ? g[i] : g[i] / 2); printf "]}"
		}
		print "}}" }' > platform.json
}
printf '%8s %8s %12s %12s %s\n' platform model "residual %" "compare %" ""
i=0
good=0
all=0
while [ $i -lt "$platforms" ]; do
	i=$((i + 1))
	platform $i
	for model in $models; do
		rm -f sonde.db
		"$build/sonde" estimate "$model" --platform synthetic:platform.json --noise 0.02 --seed $i -o model.json --quiet > estimate.txt
		"$build/sonde" compare model.json --platform synthetic:platform.json --noise 0.02 --seed $((i + 1000)) --quiet > compare.txt
		residual=$(awk '$1 == "residuals" { inside = 1 } inside && $1 == "mean" { print $2; exit }' estimate.txt)
		fresh=$(awk '$1 == "mean_relative_error" { print $2 }' compare.txt)
		verdict=$(echo "${residual:-none} $fresh" | awk '{ r = $1 / ($2 > 0 ? $2 : 1e-9); d = $1 - $2; print ($1 != "none" && ((r <= 1.5 && r >= 1 / 1.5) || (d < 0.5 && d > -0.5))) ? "" : "off" }')
		all=$((all + 1))
		[ "$verdict" = off ] || good=$((good + 1))
		printf '%8d %8s %12s %12s %s\n' $i "$model" "${residual:-none}" "$fresh" "$verdict"
	done
done
echo "$good of $all agree"
