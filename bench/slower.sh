#!/bin/sh
# How often "runs compare --fail-if-slower 5%" alarms, of pairs of groups of launches on a synthetic platform whose latency is the same, 3 % or 15 % more: bench/slower.sh [BUILD [PAIRS [LAUNCHES]]].
# At most 5 of 100, at most 5 and at least 95 are wanted. Launches differ by their noise and by a factor of their own, lognormal with a deviation of 1 %; the seed of the factors is printed.
set -eu
build=$(cd "${1:-build}" && pwd)
pairs=${2:-100}
launches=${3:-5}
seed=${SEED:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo "seed $seed, $pairs pairs of groups of $launches launches"
awk -v n=$((pairs * launches * 4)) -v seed="$seed" 'BEGIN { srand(seed); for (i = 0; i < n; i++) { z = sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()); print exp(0.01 * z) } }' > factors
k=0
launch() # name, part of the latency
{
	k=$((k + 1))
	factor=$(sed -n "${k}p" factors)
	awk -v f="$factor" -v p="$2" 'BEGIN { printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2, \"parameters\": {\"alpha\": %.9g, \"beta\": %.9g}}\n", 10e-6 * p * f, 2e-9 * f }' > machine.json
	"$build/sonde" measure p2p --platform synthetic:machine.json --sizes 0:64K --noise 0.05 --statistic median --reps 20:20 --seed "$((seed * 100000 + k))" --run "$1" --quiet > /dev/null
}
for part in 1 1.03 1.15; do
	alarms=0
	pair=0
	while [ $pair -lt "$pairs" ]; do
		pair=$((pair + 1))
		rm -f sonde.db
		i=0
		while [ $i -lt "$launches" ]; do
			i=$((i + 1))
			[ $k -lt "$((pairs * launches * 4 - 2))" ] || k=0
			launch "a-$i" 1
			launch "b-$i" "$part"
		done
		"$build/sonde" runs compare 'a-*' 'b-*' --fail-if-slower 5% --quiet > /dev/null 2>&1 || alarms=$((alarms + 1))
	done
	echo "latency times $part: $alarms alarms"
done
