#!/bin/sh
# Pairs of estimates in a row, and a comparison after each: how far L and g(m) from 4 KiB on differ within a pair, whether a run said that the machine changed, and plogp's prediction errors.
#
# usage: bench/repeatability.sh [PAIRS [SONDE [LAUNCHER]]]     (default: 5 build/sonde "mpirun.openmpi -n 2")
set -eu
pairs=${1:-5}
sonde=$(realpath "${2:-build/sonde}")
launch=${3:-mpirun.openmpi -n 2}
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

estimate() # name
{
	$launch "$sonde" estimate plogp -o "$1.json" --store store.db > /dev/null 2> "$1.log" < /dev/null
	"$sonde" model show "$1.json" --csv > "$1.csv"
}

printf '%4s %9s %9s %7s %6s %7s %7s %9s %9s  %s\n' pair "L ns" "again" "off %" sizes "g off %" "most %" "compare %" "most %" "the runs said"
for pair in $(seq "$pairs"); do
	estimate a
	estimate b
	$launch "$sonde" compare b.json --store store.db --json > compare.json 2> compare.log < /dev/null
	awk -F, -v pair="$pair" '
		FNR == NR { if ($1 == "L") L = $4; if ($1 == "g") g[$3] = $4; next }
		$1 == "L" { again = $4 }
		$1 == "g" && $3 >= 4096 && ($3 in g) { off = $4 / g[$3] - 1; if (off < 0) off = -off; sum += off; n++; if (off > most) most = off }
		END { printf "%4d %9.1f %9.1f %7.1f %6d %7.1f %7.1f ", pair, 1e9 * L, 1e9 * again, 100 * (again / L - 1), n, 100 * sum / n, 100 * most }
	' a.csv b.csv
	awk -F: '/mean_relative_error/ { mean = $2 } /maximum_relative_error/ { most = $2 } END { printf "%9.1f %9.1f  ", 100 * mean, 100 * most }' compare.json
	if grep -qh "The machine changed" b.log; then echo "the machine changed"; else echo "the same"; fi
done
