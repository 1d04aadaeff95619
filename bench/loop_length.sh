#!/bin/sh
# What the length of a loop costs, and what it brings (Gropp, Lusk 1999, 3.1): round trips of 8 B, timed with so many messages in a row, on a synthetic
# platform whose clock tells 0.1 us apart, where the truth is known, and between two processes. Each length is measured in several runs, of 20 timings
# or of as many as a second has, of which the least stands for the run. Printed are the mean of the runs' errors (synthetic) or how far runs differ
# (live: standard deviation over mean), and the time of the timings of a run.
#
# usage: bench/loop_length.sh [RUNS [SONDE [LAUNCHER]]]     (default: 10 build/sonde "mpirun.openmpi -n 2"; LAUNCHER none: no processes)
set -eu
runs=${1:-10}
sonde=$(realpath "${2:-build/sonde}")
launch=${3:-mpirun.openmpi -n 2}
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 0.19e-6, "beta": 1e-10}}\n' > platform.json

# Columns of the table of one run: operations in a loop, the least timing in s, and s of its 20 timings.
timings() # seed, length, command
{
	seed=$1
	length=
	[ "$2" = usual ] || length="--loop $2"
	shift 2
	rm -f store.db
	# shellcheck disable=SC2086
	"$@" measure p2p --sizes 8 --statistic min --seed "$seed" $length --csv 2> log < /dev/null > table.csv || { cat log; exit 1; }
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		NF >= at["loop"] { printf "%d %.9e %.9e\n", $at["loop"], $at["minimum"], $at["timings"] * $at["loop"] * $at["median"]; exit }' table.csv
}

compare_lengths() # title, truth in s or 0, arguments
{
	echo "$1"
	truth=$2
	shift 2
	printf '%10s %8s %10s %9s %12s\n' --loop loop "least us" "off by %" "timings us"
	for loop in 1 10 100 1000 10000 usual; do
		for seed in $(seq "$runs"); do
			timings "$seed" $loop "$@"
		done | awk -v loop="$loop" -v truth="$truth" '
			{ n++; took = $1; sum += $2; squares += $2 * $2; cost += $3; off += $2 > truth ? $2 - truth : truth - $2 }
			END { mean = sum / n; spread = squares / n - mean * mean
				printf "%10s %8d %10.4f %9.2f %12.1f\n", loop, took, 1e6 * mean,
					100 * (truth > 0 ? off / n / truth : sqrt(spread > 0 ? spread : 0) / mean), 1e6 * cost / n }'
	done
}

synthetic_sonde() # arguments
{
	"$sonde" "$@" --platform synthetic:platform.json --reps 20:20 --tick 100ns --noise 0.02
}

live_sonde() # arguments
{
	# shellcheck disable=SC2086
	$launch "$sonde" "$@"
}

compare_lengths "synthetic: a round trip of 0.3816 us, a clock that tells 0.1 us apart, perturbations of 2 %" 3.816e-7 synthetic_sonde
[ "$launch" = none ] || compare_lengths "two processes: $launch" 0 live_sonde
