#!/bin/sh
# What rules by measurements cost and what they are worth, under Open MPI or MPICH, as BUILD is. Usage: bench/tune.sh BUILD [PROCESSES [OPERATIONS [SIZES [SEGMENTS]]]]; default 4 processes, bcast, reduce and allreduce, 1 B to 1 MB times 16, segments of 4K
# and 64K (of Open MPI). LAUNCH says how processes are started, "mpirun.openmpi --oversubscribe" or "mpirun.mpich" by default: with "BUILD/sonde lab run --" in a lab.
#
# 1. Cost: the seconds of "sonde tune", and the launches, beside those of measuring everything.
# 2. Truth: every algorithm of the library with every segment, each measured by itself.
# 3. Second launches, 5 of each in turn, whose medians count: the library's own decisions, and the same with the rules that were written, which the library itself looks up.
# For each size: default, rule, the best of all, and what the rule loses against it; then the mean and the worst loss, and how many sizes are slower with the rules in each launch than without in any.
set -eu
export LC_ALL=C
if [ "$(id -u)" -eq 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
sonde=$(realpath "$1")/sonde processes=${2-4} operations=${3-bcast,reduce,allreduce} sizes=${4-1,16,256,4K,64K,1M} segments=${5-4K,64K}
if ls "$(dirname "$sonde")"/libsonde-trace-mpich.so > /dev/null 2>&1; then mpi=mpich usual=mpirun.mpich segments=; else mpi=openmpi usual="mpirun.openmpi --oversubscribe"; fi
launch=${LAUNCH-$usual}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"

seconds() { date +%s.%N; }
since() { awk -v from="$1" -v to="$(seconds)" 'BEGIN { printf "%.1f", to - from }'; }

# measure NAME OPERATION OPTIONS…: appends "NAME operation bytes median".
measure()
{
	name=$1 operation=$2
	shift 2
	if [ "$processes" -gt "$(nproc)" ] && [ "${LAUNCH-}" = "" ]; then set -- --timing max "$@"; fi
	# shellcheck disable=SC2086
	$launch $settings -n "$processes" "$sonde" measure collective --op "$operation" --sizes "$sizes" --csv --quiet --store all.db "$@" > one.csv 2> one.err || {
		echo "$name $operation was not measured: $(grep sonde: one.err | head -n 1)"
		return 0
	}
	awk -F , -v name="$name" -v operation="$operation" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print name, operation, $at["bytes"], $at["seconds"] }' one.csv >> times
}

# What the library has for an operation; MPICH does not list it so that it can be read.
algorithms_of()
{
	case $mpi:$1 in
	mpich:bcast) echo binomial scatter_recursive_doubling_allgather scatter_ring_allgather ;;
	mpich:reduce) echo binomial reduce_scatter_gather ;;
	mpich:allreduce) echo recursive_doubling reduce_scatter_allgather ;;
	mpich:allgather) echo brucks ring ;;
	mpich:alltoall) echo brucks pairwise scattered ;;
	mpich:reduce_scatter*) echo recursive_halving pairwise ;;
	openmpi:*)
		# shellcheck disable=SC2086
		$launch -n "$processes" "$sonde" measure collective --op "$1" --algorithm native:none --sizes 1 --quiet --store all.db 2>&1 | sed -n 's/.* it has \(.*\)/\1/p' | tr -d ,
		;;
	esac
}

settings=
begin=$(seconds)
# shellcheck disable=SC2086
$launch -n "$processes" "$sonde" tune --only "$operations" --sizes "$sizes" ${segments:+--segments "$segments"} -o rules.conf
echo "cost: 1 launch, $(since "$begin") s, $(grep -cE ' quicker (by medians|\()' rules.conf 2> /dev/null || true) ranges with rules"

begin=$(seconds) launches=0
for operation in $(echo "$operations" | tr , ' '); do
	for algorithm in $(algorithms_of "$operation"); do
		if [ "$algorithm" = two_proc ] && [ "$processes" != 2 ]; then continue; fi
		measure all "$operation" --algorithm "native:$algorithm"
		launches=$((launches + 1))
		case $operation:$algorithm in
		*:*linear* | *:rabenseifner | *:scatter* | allreduce:[!s]* | allgather:* | alltoall:*) continue ;;
		esac
		for segment in $(echo "$segments" | tr , ' '); do
			measure all "$operation" --algorithm "native:$algorithm" --segment "$segment"
			launches=$((launches + 1))
		done
	done
done
echo "everything: $launches launches, $(since "$begin") s"

rules="--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename $work/rules.conf"
[ $mpi = openmpi ] || rules="-genv MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE $work/rules.conf"
for turn in 1 2 3 4 5; do
	for operation in $(echo "$operations" | tr , ' '); do
		settings=
		measure default "$operation"
		[ ! -e rules.conf ] || settings=$rules
		measure rule "$operation"
	done
done

echo "operation bytes default_us rule_us best_us loss_percent"
awk '
{ key = $2 " " $3 }
!(key in seen) { seen[key] = 1; order[++n] = key }
$1 == "all" { if (!(key in best) || $4 < best[key]) best[key] = $4; next }
{ times[$1, key, ++launches[$1, key]] = $4 }
# The k-th least of the launches of a kind.
function of(kind, key, k,    i, j, m, t, list) {
	m = launches[kind, key]
	for (i = 1; i <= m; i++) {
		t = times[kind, key, i]
		for (j = i - 1; j > 0 && list[j] > t; j--) list[j + 1] = list[j]
		list[j + 1] = t
	}
	return list[k == 0 ? int((m + 1) / 2) : k < 0 ? m : 1]
}
END {
	for (i = 1; i <= n; i++) {
		key = order[i]
		if (!(("rule", key) in launches) || !(("default", key) in launches)) continue
		rule[key] = of("rule", key, 0)
		own[key] = of("default", key, 0)
		low[key] = of("rule", key, 1)
		own_high[key] = of("default", key, -1)
		if (!(key in best) || own[key] < best[key]) best[key] = own[key]
		if (rule[key] < best[key]) best[key] = rule[key]
		loss = rule[key] / best[key] - 1
		printf "%s %.2f %.2f %.2f %.1f\n", key, 1e6 * own[key], 1e6 * rule[key], 1e6 * best[key], 100 * loss
		sum += loss
		unchanged += own[key] / best[key] - 1
		worst = loss > worst ? loss : worst
		slower += low[key] > own_high[key]
		count++
	}
	if (count)
		printf "loss: %.1f %% in the mean, %.1f %% at most (without rules %.1f %% in the mean); slower than the library by itself: %d of %d\n", 100 * sum / count, 100 * worst, 100 * unchanged / count, slower, count
}' times
