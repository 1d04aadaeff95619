#!/bin/sh
# From a clone to a first result: installs what is missing, builds, measures two processes of this machine with Open MPI in three launches, fits four models to all of them and writes a report.
# Makes build/, quickstart/ (models, samples, logs) and report.html.
set -eu
if [ $# -gt 0 ]; then
	echo "usage: ./quickstart.sh     (no arguments; it installs, builds and measures, and takes some minutes)" >&2
	[ "$1" = --help ] || [ "$1" = -h ] || exit 2
	exit 0
fi
cd "$(dirname "$0")"
out=quickstart

say()
{
	echo "$*" >&2
}

build()
{
	say "Building, which takes some minutes the first time (log: $out/build.log)"
	if ! { cmake --preset openmpi && cmake --build build --target commands -j "$(nproc)"; } > $out/build.log 2>&1 < /dev/null; then
		cat $out/build.log >&2
		say "The build failed."
		exit 1
	fi
}

# The launcher that belongs to the MPI the command was built with, as the build found it.
find_launcher()
{
	mpirun=$(sed -n 's/^MPIEXEC_EXECUTABLE:[^=]*=//p' build/CMakeCache.txt)
	if [ "$(id -u)" -eq 0 ]; then
		# Open MPI would rather not be run by root; in a container there is often nobody else.
		export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	fi
	for options in "" "--use-hwthread-cpus" "--oversubscribe"; do
		launch="$mpirun $options -n 2"
		if $launch true > $out/launch.log 2>&1 < /dev/null; then
			[ "$options" != --oversubscribe ] || say "Fewer than 2 cores here: the two processes share one (--oversubscribe), so times are far too long."
			return
		fi
	done
	cat $out/launch.log >&2
	say "$mpirun cannot start 2 processes."
	exit 1
}

run() # name of its output, command
{
	name=$1
	shift
	if ! "$@" < /dev/null > "$out/$name.txt" 2> "$out/$name.log"; then
		cat "$out/$name.log" >&2
		say "This failed: $*"
		exit 1
	fi
}

measure() # name of its output, arguments of sonde
{
	name=$1
	shift
	say "sonde $*"
	run "$name" $launch build/sonde "$@" --store $out/sonde.db
}

# The files of the models that there are: on a busy machine there may be no time for one of them, which estimate says.
models()
{
	for model in plogp loggp logp hockney; do
		[ ! -e "$out/$model.json" ] || echo "$out/$model.json"
	done
}

# Whether what was compared is of a state of the machine that the models do not know.
elsewhere()
{
	grep -q 'of another state of the machine\|of which the model knows nothing' $out/compare.log
}

# Launches of one program differ, by where their buffers lie for example: models are fitted to several, and their expected errors are those of the next launch.
estimate()
{
	for number in 1 2 3; do
		measure models estimate plogp,loggp,logp,hockney --budget 7s --launches $number -o $out
	done
}

# A machine may be in another state by now than a few seconds ago, and come back. Estimating and all tries are at most 30 s of measuring.
compare()
{
	tries=3
	while measure compare compare --budget 2s $(models) && elsewhere && [ $((tries -= 1)) -gt 0 ]; do
		say "The machine is in another state than before: compared again in 3 s"
		sleep 3
	done
}

# 10 to 15 lines: what may not be trusted is said where there is such.
show()
{
	tools/quickstart-lines.sh $out
	echo "Models (.json), timings (sonde.db), results (.txt) and notes (.log): $PWD/$out"
	echo "Report: $PWD/report.html"
}

# Load that waits for the CPUs beside this changes every time.
check_load()
{
	awk -v cpus="$(nproc)" '$1 > cpus { printf "This machine is busy: a load of %s on %d CPUs. Times will be too long and differ from run to run.\n", $1, cpus }' /proc/loadavg >&2
}

tools/setup.sh quickstart
rm -rf $out
mkdir -p $out
build
find_launcher
check_load
estimate
compare
run predict build/sonde predict "$(models | head -n 1)" p2p -s 0,1K,64K,1M
run run build/sonde runs show run-3 --store $out/sonde.db
run report build/sonde report -o report.html --store $out/sonde.db $(models)
show
