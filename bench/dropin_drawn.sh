#!/bin/sh
# Drawn collective calls of the program of tests/mpi/dropin.c under tables of all algorithms, until there are so many: each is made by the table and by the MPI library, and what differs ends the script.
# Each run has a seed of its own, which is printed: sonde run --collectives TABLE PROGRAM TURN SEED CALLS makes the same calls again. The table is the program's own.
# BUILD: a build's folder, of the preset sanitize for sanitizers. CALLS: those of threads count too. MPIRUN starts so many processes: Open MPI's, unless it is set.
# usage: bench/dropin_drawn.sh BUILD [CALLS] [SEED]
set -u
cd "$1" || exit 2
most=${2:-100000} seed=${3:-1} made=0 run=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR="$work"
export ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS:-detect_leaks=0}"
printf 'bcast any any binomial\n' > "$work/table"

while [ "$made" -lt "$most" ]; do
	set -- 2 1 3 2 4 2 3 1 2 5 3 2 4 2 3 7
	shift $((run % 16))
	processes=$1 turn=$((run % 13))
	[ "$processes" -gt 2 ] && [ -e tests/libsonde_test_yielding.so ] && yielding="env LD_PRELOAD=$PWD/tests/libsonde_test_yielding.so" || yielding=
	# shellcheck disable=SC2086
	${MPIRUN:-mpirun.openmpi --oversubscribe} -n "$processes" $yielding ./sonde run --collectives "$work/table" tests/sonde_test_dropin $turn "$seed" 500 > "$work/said" 2>&1 < /dev/null
	code=$?
	n=$(sed -n 's/^\([0-9]*\) calls.*/\1/p' "$work/said")
	grep -q 'twice as many' "$work/said" && n=$((3 * n))
	if [ "$code" -ne 0 ] || [ -z "$n" ]; then
		echo "$processes processes, turn $turn, seed $seed: exit code $code"
		cat "$work/said"
		exit 1
	fi
	made=$((made + n)) run=$((run + 1))
	echo "$processes processes, turn $turn, seed $seed: $(grep calls "$work/said"); $made in all"
	seed=$((seed + 1))
done
