#!/bin/sh
# What the tracer costs: ns added to a call and bytes a call, on the loop of bench/tracer_loop.c with 30,000 and 300,000 iterations and with irregular sizes,
# beside EZTrace where it is installed; bytes a call of LAMMPS and HPCC where they are. Usage: bench/tracer.sh BUILD…, folders of builds for Open MPI or MPICH with
# their target bench made. Medians of five runs of each kind, in turns. The loop's figure is that of its whole, blocks that are compressed and written included.
set -eu
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median()
{
	sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}


bytes() # of the trace
{
	cat "$work/trace"/*.times "$work/trace"/*.structure | wc -c
}

measure_loop() # iterations [irregular]
{
	rm -f "$work/none" "$work/sonde" "$work/eztrace"
	for turn in 1 2 3 4 5; do
		$mpirun 1 "$loop" "$@" | cut -d' ' -f2 >> "$work/none"
		rm -rf "$work/trace"
		mkdir "$work/trace"
		$mpirun 1 env LD_PRELOAD="$tracer" SONDE_TRACE_DIR="$work/trace" "$loop" "$@" | cut -d' ' -f2 >> "$work/sonde"
		if command -v eztrace > /dev/null; then
			(cd "$work" && $mpirun 1 eztrace -t "$mpi" "$loop" "$@" 2> /dev/null | awk '/^[0-9.]+ [0-9.]+$/ { print $2 }' >> "$work/eztrace"; rm -rf "$work"/*_trace) || true
		fi
	done
	none=$(median < "$work/none")
	sonde=$(median < "$work/sonde")
	echo "$mpi, loop $*: untraced $none ns a call, added $(awk -v a="$none" -v b="$sonde" 'BEGIN { printf "%.1f", b - a }') ns," \
		"$(bytes | awk -v n="$1" '{ printf "%.2f", $1 / (3 * n) }') bytes a call, structure $(wc -c < "$work/trace/0.structure") bytes"
	rm -rf "$work/trace"
	mkdir "$work/trace"
	$mpirun 1 env LD_PRELOAD="$tracer" SONDE_TRACE_DIR="$work/trace" SONDE_TRACE_OPTIONS=exact "$loop" "$@" > /dev/null
	echo "$mpi, loop $*, every tick kept (--exact): $(bytes | awk -v n="$1" '{ printf "%.2f", $1 / (3 * n) }') bytes a call"
	[ ! -s "$work/eztrace" ] || echo "$mpi, loop $*, EZTrace: added $(median < "$work/eztrace" | awk -v a="$none" '{ printf "%.1f", $1 - a }') ns"
}

measure_program() # name, processes, command
{
	name=$1
	processes=$2
	shift 2
	rm -rf "$work/trace"
	mkdir "$work/trace"
	(cd "$work" && $mpirun "$processes" env LD_PRELOAD="$tracer" SONDE_TRACE_DIR="$work/trace" "$@" > /dev/null 2>&1)
	calls=$(for rank in $(seq 0 $((processes - 1))); do "$dump" "$work/trace" "$rank"; done | grep -c MPI_)
	rounded=$(bytes)
	rm -rf "$work/trace"
	mkdir "$work/trace"
	(cd "$work" && $mpirun "$processes" env LD_PRELOAD="$tracer" SONDE_TRACE_DIR="$work/trace" SONDE_TRACE_OPTIONS=exact "$@" > /dev/null 2>&1)
	exact=$(for rank in $(seq 0 $((processes - 1))); do "$dump" "$work/trace" "$rank"; done | grep -c MPI_) # programs that poll call as often as they like
	echo "$mpi, $name, $processes processes: $calls calls, $(echo "$rounded" | awk -v n="$calls" '{ printf "%.2f", $1 / n }') bytes a call," \
		"with every tick (--exact) $(bytes | awk -v n="$exact" '{ printf "%.2f", $1 / n }')"
}

for build in "$@"; do
	build=$(cd "$build" && pwd)
	tracer=$(ls "$build"/libsonde-trace-*.so)
	mpi=${tracer##*-}
	mpi=${mpi%.so}
	loop=$build/bench/tracer_loop
	dump=$build/tests/sonde_test_traced_dump
	mpirun="mpirun.$mpi -n"
	[ "$mpi" = openmpi ] && mpirun="mpirun.openmpi --oversubscribe -n"
	measure_loop 30000
	measure_loop 300000
	measure_loop 30000 irregular
	[ "$mpi" = openmpi ] || continue
	if command -v lmp > /dev/null; then
		measure_program "LAMMPS melt" 2 lmp -in /usr/share/lammps/examples/melt/in.melt -log none
	fi
	if command -v hpcc > /dev/null; then
		sed 's/^.* Ns *$/400 Ns/; s/^.*  *Ps *$/1 Ps/; s/^.*  *Qs *$/2 Qs/' /usr/share/doc/hpcc/examples/_hpccinf.txt > "$work/hpccinf.txt"
		measure_program HPCC 2 hpcc
	fi
done
