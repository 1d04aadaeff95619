#!/bin/sh
# Runs in a row of sonde measure p2p and of its peers, in turn, and how far the latencies that each reports lie apart: (max - min) / median over the runs, at 1 B, 1 KiB, 64 KiB and 1 MiB.
# The peers: NetPIPE, if NPopenmpi is there (Debian: netpipe-openmpi), and a bare averaging loop in the style of OSU and IMB. All of it a second time with another process busy on a core.
# A virtual machine may be in another state, in which everything takes up to three times as long, for seconds to minutes at a time. sonde waits for none: it tells the states apart, and says what messages take in each. So its runs are compared state by state, by the names that it gives them: all numbers of all runs count, and "launches" says how many runs have any of the state.
# Then how long a full curve from 0 to 1 MiB, an adaptive one and a PLogP model with intervals take.
#
# usage: bench/reproducibility.sh [RUNS [BUILD [LAUNCHER]]]     (default: 5 build "mpirun.openmpi -n 2")
set -eu
runs=${1:-5}
build=$(realpath "${2:-build}")
launch=${3:-mpirun.openmpi -n 2}
sizes="1 1024 65536 1048576"
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
place=$(mktemp -d)
busy=
trap '[ -z "$busy" ] || kill "$busy" 2> /dev/null || true; rm -rf "$place"' EXIT INT TERM
cd "$place"

# Each prints lines "bytes latency-in-seconds state"; for sonde half of the round trip.
by_sonde()
{
	$launch "$build/sonde" measure p2p --sizes 1,1K,64K,1M --spread 2s --store runs.db --run "$1" --machine-state each --csv --quiet < /dev/null | awk -F, '
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		{ print $column["bytes"], $column["seconds"] / 2, $column["state"] }'
}

by_loop()
{
	$launch "$build/bench/averaging_loop" < /dev/null | awk '{ print $1, $2, "-" }'
}

by_netpipe()
{
	$launch NPopenmpi -p 0 -l 1 -u 1048576 -o netpipe.txt < /dev/null > /dev/null 2>&1
	awk '{ print $1, $3, "-" }' netpipe.txt
}

# The only state of a run is called main until another one is known: its name by now, or the same.
only_state() # run
{
	name=$("$build/sonde" runs show "$1" --store runs.db --csv --quiet < /dev/null | sed -n 's/^state: \([^,]*\),.*/\1/p' | head -n 1)
	echo "${name:-main}"
}

measure() # condition
{
	for run in $(seq "$runs"); do
		for tool in $tools; do
			"by_$tool" "$1-$run" > out
			awk -v tool="$tool" -v run="$1-$run" -v sizes="$sizes" 'BEGIN { n = split(sizes, s, " "); for (i = 1; i <= n; i++) wanted[s[i]] = 1 } ($1 in wanted) { print tool, $3, $1, $2, run }' out >> "$1.txt"
		done
	done
	while read -r tool state bytes seconds run; do
		[ "$state" != main ] || state=$(only_state "$run")
		echo "$tool $state $bytes $seconds"
	done < "$1.txt" | sort -k1,1 -k2,2 -k3,3n -k4,4g | awk -v condition="$1" '
		function tell(middle) {
			middle = n % 2 ? t[(n + 1) / 2] : (t[n / 2] + t[n / 2 + 1]) / 2
			if (n > 0)
				printf "%-6s %-8s %-8s %9d %8d %12.3f %9s\n", condition, tool, state, bytes, n, 1e6 * middle, (n > 1 ? sprintf("%.1f", 100 * (t[n] - t[1]) / middle) : "-")
		}
		$1 != tool || $2 != state || $3 != bytes { tell(); n = 0; tool = $1; state = $2; bytes = $3 }
		{ t[++n] = $4 }
		END { tell() }'
}

tools="sonde loop"
if command -v NPopenmpi > /dev/null; then
	tools="$tools netpipe"
else
	echo "NetPIPE is not here (Debian: netpipe-openmpi)"
fi
printf '%-6s %-8s %-8s %9s %8s %12s %9s\n' when tool state bytes launches "median us" "spread %"
measure quiet
(while :; do :; done) &
busy=$!
measure busy
kill "$busy"
busy=
for what in "measure p2p" "measure p2p --sizes auto:0:1M" "estimate plogp"; do
	begin=$(date +%s.%N)
	# shellcheck disable=SC2086
	$launch "$build/sonde" $what --store full.db --quiet < /dev/null > /dev/null
	echo "$begin $(date +%s.%N)" | awk -v what="$what" '{ printf "%s: %.1f s\n", what, $2 - $1 }'
done
