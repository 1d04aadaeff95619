#!/bin/sh
# bench/execute.c under Open MPI, which is told to take the algorithm that sonde executes. Usage: bench/execute.sh [BUILD [PROCESSES]]; the build is of Open MPI, with the target bench_execute made.
build=${1:-build}
processes=${2:-2}
echo "operation  algorithm            P      bytes  native us    sonde us  difference us (medians)"
while read -r operation number algorithm; do
	${MPIRUN:-mpirun.openmpi} --oversubscribe --mca coll_tuned_use_dynamic_rules 1 --mca "coll_tuned_${operation}_algorithm" "$number" -n "$processes" "$build/bench/execute" "$operation" "$algorithm" < /dev/null || exit 1
done << END
bcast 1 linear
bcast 3 pipeline
bcast 5 binary
bcast 6 binomial
gather 1 linear
allreduce 3 recursive-doubling
allreduce 4 ring
alltoall 2 pairwise
barrier 3 recursive-doubling
END
