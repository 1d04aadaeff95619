#!/bin/sh
# Residuals of estimations, sizes left out in turn, beside the errors of "sonde compare" at fresh sizes, on platforms drawn at random. Wanted: equal within a factor of 1.5, or half a percentage point apart. Fails if one is not.
#
# usage: bench/residuals.sh [BUILD [PLATFORMS]]                         (synthetic platforms with noise, each model by itself; default: build 20)
#        bench/residuals.sh --smpi [BUILD_SMPI [CLUSTERS [FIRST]]]      (simulated clusters, the models of "estimate all"; default: build-smpi 20 2101)
#        bench/residuals.sh --smpi BUILD_SMPI FOLDER…                   (each with platform.xml, hosts, and the options of smpirun in options)
# SEED: of synthetic platforms, 1 if not set. PROCESSES: of clusters, 2 if not set; lmo is estimated from 3 on.
set -u
SONDE_SOURCE=$(cd "$(dirname "$0")/.." && pwd)
started_in=$PWD
simulated=
if [ "${1-}" = --smpi ]; then
	simulated=yes
	shift
fi
SONDE=$(realpath "${1:-build${simulated:+-smpi}}")/sonde
[ $# -eq 0 ] || shift
limit=1800
. "$SONDE_SOURCE/tests/sh/smpi.sh"
. "$SONDE_SOURCE/tests/sh/random_cluster.sh"
. "$SONDE_SOURCE/tests/sh/residuals.sh"

# synthetic SEED: a PLogP platform with curvature and a jump, as platform.json.
synthetic()
{
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		L = exp(log(1e-6) + rand() * log(50))
		a = L * (0.1 + rand() * 0.5)
		b = exp(log(1e-10) + rand() * log(100))
		bend = rand() * 0.6
		jump = L * rand() * 2
		at = int(exp(log(1024) + rand() * log(64)))
		cache = exp(log(65536) + rand() * log(16))
		n = 0
		for (e = 0; e <= 22; e += 0.25) {
			m = int(2 ^ e)
			if (m == last)
				continue
			last = m
			size[n] = m
			g[n++] = a + b * m * (1 - bend / (1 + m / cache)) + (m > at ? jump : 0)
		}
		printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"plogp\", \"processes\": 2, \"parameters\": {\"L\": %.6g", L
		split("o_s o_r g", names, " ")
		for (k = 1; k <= 3; k++) {
			printf ", \"%s\": {\"bytes\": [0", names[k]
			for (i = 0; i < n; i++)
				printf ", %d", size[i]
			printf "], \"seconds\": [%.6g", (k == 3 ? a : a / 2)
			for (i = 0; i < n; i++)
				printf ", %.6g", (k == 3 ? g[i] : g[i] / 2)
			printf "]}"
		}
		print "}}"
	}' > platform.json
}

# row PLATFORM MODEL: the residual that the estimation printed (file estimated) beside the mean error that the comparison did (file compared).
row()
{
	residual=$(residual_of "$2" estimated)
	fresh=$(error_at_fresh_sizes compared)
	checks=$((checks + 1))
	if awk -v r="$residual" -v c="$fresh" 'BEGIN { d = r - c; exit !(r != "" && c != "" && ((r <= 1.5 * c && c <= 1.5 * r) || (d < 0.5 && d > -0.5))) }'; then
		off=
	else
		off=off
		failures=$((failures + 1))
	fi
	printf '%8s %8s %12s %12s %s\n' "$1" "$2" "${residual:-none}" "${fresh:-none}" "$off"
}

# by_itself NUMBER: each model on a synthetic platform.
by_itself()
{
	synthetic $((${SEED:-1} * 1000 + $1))
	for model in hockney loggp plogp; do
		rm -f ./*.db
		"$SONDE" estimate "$model" --platform synthetic:platform.json --noise 0.02 --seed "$1" -o model.json --quiet > estimated
		"$SONDE" compare model.json --platform synthetic:platform.json --noise 0.02 --seed $(($1 + 1000)) --quiet > compared
		row "$1" "$model"
	done
}

# together CLUSTER: the models of one campaign on a simulated cluster.
together()
{
	rm -rf ./*.db models estimated
	simulate "${PROCESSES:-2}" estimate all --quiet -o models > estimated || cat notes
	for model in hockney logp loggp plogp lmo; do
		[ -e "models/$model.json" ] || continue
		simulate "${PROCESSES:-2}" compare "models/$model.json" --pairs 0:1 --quiet > compared || cat notes
		row "$1" "$model"
	done
	holds "cluster $1 has models" "$(find models -name '*.json' | wc -l) >= 4"
}

[ -n "$simulated" ] || echo "seed ${SEED:-1}"
printf '%8s %8s %12s %12s\n' platform model "residual %" "compare %"
case $simulated-${1-} in
-*)
	for number in $(seq "${1:-20}"); do
		by_itself "$number"
	done
	;;
yes-*[!0-9]*)
	exact=
	for folder in "$@"; do
		folder=$(cd "$started_in" && realpath "$folder")
		cp "$folder/platform.xml" "$folder/hosts" .
		options=$(cat "$folder/options")
		together "$(basename "$folder")"
	done
	;;
*)
	first=${2:-2101}
	for seed in $(seq "$first" $((first + ${1:-20} - 1))); do
		random_cluster "$seed" 16 alike
		together "$seed"
	done
	;;
esac
finish_simulated
