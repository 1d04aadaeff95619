#!/bin/sh
# PLogP by the fast method of Kielmann, Bal and Verstoep (2000) and by saturation, at the same sizes and epsilon, on two links that SMPI simulates: the paper's wide-area link and fast Ethernet.
# For each: g(m) by both methods, the simulated seconds that they took, finding out about protocols included, how many times those of the fast method saturation needs, and by how much g differs. Needs a build with SMPI.
#
# usage: bench/fast_against_saturation.sh [SONDE [OPTIONS OF ESTIMATE …]]
#        (default: build-smpi/sonde --sizes 0,1:256K; the simulator takes a minute, mostly for trains on the slow link)
set -eu
SONDE=$(realpath "${1:-build-smpi/sonde}")
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- --sizes 0,1:256K
# shellcheck source=tests/sh/smpi.sh
. "$(dirname "$(realpath "$0")")/../tests/sh/smpi.sh"

# What is set: a flow has the whole bandwidth of its link (bw-factor 1). That SimGrid lets a flow take 5 % of the way back (crosstraffic, off in $exact) and bounds it by a TCP window
# (TCP-gamma) changes nothing here: there is a link each way, and 4 MiB in flight are more than either holds. Messages below 64 KiB are eager, as over TCP; above, sender and receiver meet,
# and a train pays the latency with every message.
limits="--cfg=smpi/bw-factor:0:1 --cfg=smpi/async-small-thresh:65536"

# g by both methods side by side, and how far they are apart.
print_gaps()
{
	printf '%10s %14s %14s %8s\n' bytes "g fast us" "saturation us" "off %"
	join fast.g saturation.g | sort -g | awk '{ printf "%10d %14.3f %14.3f %8.1f\n", $1, 1e6 * $2, 1e6 * $3, 100 * ($2 / $3 - 1) }'
}

median_difference()
{
	join fast.g saturation.g | awk '{ off = $2 / $3 - 1; print off < 0 ? -off : off }' | sort -g |
		awk '{ all[NR] = $1 } END { printf "%.2f", 100 * (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'
}

against() # name, options of estimate; platform.xml and $options are set
{
	name=$1
	shift
	rm -f sonde.db # of another platform, whose state is not to be waited for
	for method in fast saturation; do
		if ! simulate 2 estimate plogp --method $method --budget none -o $method.json "$@" > /dev/null; then
			cat notes >&2
			exit 1
		fi
		show $method.json | awk -F, '$1 == "g" { print $3, $4 }' | sort > $method.g
	done
	fast=$(awk -F'[:,]' '/measuring_seconds/ { print $2 }' fast.json)
	saturation=$(awk -F'[:,]' '/measuring_seconds/ { print $2 }' saturation.json)
	echo "$name"
	print_gaps
	awk "BEGIN { printf \"fast %.1f s, saturation %.1f s, ratio %.1f, \", $fast, $saturation, $saturation / $fast }"
	echo "median difference $(median_difference) %"
}

# 6 Mbit/s and the overheads of TCP on machines of the time. The receiver is the quicker side: a queue that grows there would take the simulator long.
two_hosts 750kBps 2.5ms 750kBps 2.5ms
options="$limits --cfg=smpi/os:0:100e-6 --cfg=smpi/or:0:50e-6"
against "6 Mbit/s, 2.5 ms one way" "$@"

two_hosts 12.5MBps 50us 12.5MBps 50us
options="$limits --cfg=smpi/os:0:5e-6 --cfg=smpi/or:0:3e-6"
against "100 Mbit/s, 50 us one way" "$@"
