#!/bin/sh
# What rules for one program are worth. Usage: bench/tune_trace.sh BUILD SMPI-BUILD [KERNELS [SEED]]
#
# 1. Kernels of two collective operations with a late process or a skew, drawn from the seed, simulated: how often "tune --trace" finds the best of all pairs of candidates, and how often what is the
#    quickest behind a barrier is. KERNELS of them (default 400).
# 2. Six kernels of one operation (bench/late.c) on a simulated cluster of 8 processes (SMPI): traced there, tuned by a model that was estimated there, and every candidate carried out there, as the
#    schedule that the trace has with its rule. How the choice by the model comes off among them.
set -eu
export LC_ALL=C
build=$(realpath "$1") smpi=$(realpath "$2") kernels=${3:-400} seed=${4:-4711}
source=$(dirname "$(realpath "$0")")/..

"$build/tests/test_tune_traced_tuning" "$kernels" "$seed" | grep kernels

SONDE_SOURCE=$source SONDE=$smpi/sonde
. "$source/tests/sh/smpi.sh" # cluster, simulate; in a folder of its own
options="--cfg=smpi/os:0:5e-6:1e-9 --cfg=smpi/ois:0:5e-6:1e-9 --cfg=smpi/or:0:3e-6:2e-9 --cfg=smpi/async-small-thresh:65536"
cluster 8 125MBps 20us
smpicc -std=c11 -D_DEFAULT_SOURCE -O2 "$source/bench/late.c" -o late -lm
simulate 4 estimate plogp --pairs 0:1 --store estimate.db --quiet -o plogp.json > estimated

# The algorithms of Open MPI 4.1 that an operation of 8 processes has: number, name, whether it takes a fan-out and segments.
candidates() # operation
{
	case $1 in
	bcast) id=7 list="1:basic_linear 2:chain:f:s 3:pipeline::s 4:split_binary_tree::s 5:binary_tree::s 6:binomial::s 7:knomial::s 8:scatter_allgather 9:scatter_allgather_ring" ;;
	reduce) id=11 list="1:linear 2:chain:f:s 3:pipeline::s 4:binary::s 5:binomial::s 6:in-order_binary::s 7:rabenseifner" ;;
	allreduce) id=2 list="1:basic_linear 2:nonoverlapping 3:recursive_doubling 4:ring 5:segmented_ring::s 6:rabenseifner" ;;
	esac
	echo "own 0 0 0"
	for each in $list; do
		number=${each%%:*} name=$(echo "$each" | cut -d: -f2)
		for fanout in 0 $(case $each in *:f:*) echo 1 2 4 ;; esac); do
			case $each:$fanout in *:f:*:0) continue ;; esac
			for segment in 0 $(case $each in *:s) echo 4096 16384 ;; esac); do
				[ "$segment" -lt "$bytes" ] || continue
				echo "$name $number $fanout $segment"
			done
		done
	done
}

rule() # id, number, fan-out, segment: a file with this rule for all sizes of 8 processes
{
	printf '1\n%s\n3\n2 1\n0 0 0 0\n8 1\n0 %s %s %s\n9 1\n0 0 0 0\n' "$1" "$2" "$3" "$4"
}

# carried_out FILE: seconds of the traced program with the rules of a file, as its schedule takes on the cluster.
carried_out()
{
	simulate 1 trace export late.trace --format goal --rules "$1" -o late.goal > written
	simulate 8 measure schedule late.goal --reps 2 --json > timed
	sed -n 's/.*"seconds": \([0-9.e+-]*\).*/\1/p' timed | tail -n 1
}

echo
echo "operation   bytes  late   pause us  choice                     barrier                    rank  over best %  barrier: rank  over best %  of"
while read -r operation bytes who pause; do
	rm -rf late.trace && mkdir late.trace
	# shellcheck disable=SC2086
	SONDE_TRACE_DIR=$place/late.trace smpirun -np 8 -platform platform.xml -hostfile hosts $exact $options -wrapper "env LD_PRELOAD=$smpi/libsonde-trace-smpi.so" ./late "$operation" "$bytes" "$who" "$pause" 5 > program.out 2> notes
	simulate 1 tune --trace late.trace -m plogp.json --for openmpi --only "$operation" --segments 4K,16K --csv --quiet > tuned
	candidates "$operation" > list
	: > times
	while read -r name number fanout segment; do
		rule "$id" "$number" "$fanout" "$segment" > rule.conf
		echo "$name $fanout $segment $(carried_out rule.conf)" >> times
	done < list
	awk -F, -v operation="$operation" -v bytes="$bytes" -v who="$who" -v pause="$pause" '
		FNR == NR && FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		FNR == NR && $at["operation"] == operation { choice = $at["algorithm"] " " $at["fanout"] + 0 " " $at["segment"] + 0; barrier = $at["barrier"]; next }
		FNR == NR { next }
		{
			split($0, w, " ")
			time[w[1] " " w[2] " " w[3]] = w[4]
			if (best == "" || w[4] < best) best = w[4]
			n++
		}
		function rank(t,   k, r) { r = 1; for (k in time) if (time[k] < t * (1 - 1e-6)) r++; return r }
		function key(text,   p, f, s) {
			split(text, p, " ")
			f = s = 0
			for (i = 2; i in p; i += 2) {
				if (p[i] == "fanout") f = p[i + 1] + 0
				if (p[i] == "segment") s = p[i + 1] * (p[i + 1] ~ /K/ ? 1024 : 1)
			}
			return p[1] " " f " " s
		}
		END {
			b = time[key(barrier)]
			printf "%-10s %6d  %4s  %9s  %-25s  %-25s  %4d  %11.3f  %13d  %11.3f  %2d\n", operation, bytes, who, pause, choice, key(barrier), rank(time[choice]), 100 * (time[choice] / best - 1), rank(b), 100 * (b / best - 1), n
		}' tuned times
done <<END
bcast 8192 3 200
bcast 65536 1 1000
bcast 32768 5 2000
reduce 16384 4 500
reduce 65536 2 1500
allreduce 16384 6 800
END
