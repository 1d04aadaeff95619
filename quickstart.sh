#!/bin/sh
# From a clone to a first result: installs what is missing, builds, measures two processes of this machine with Open MPI, fits four models to one run and writes a report.
# Makes build/, quickstart/ (models, samples, logs) and report.html.
set -eu
cd "$(dirname "$0")"
out=quickstart

say()
{
	echo "$*" >&2
}

build()
{
	say "Building (log: $out/build.log)"
	if ! { cmake --preset openmpi && cmake --build build --target sonde -j "$(nproc)"; } > $out/build.log 2>&1 < /dev/null; then
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

# The value of a name in a summary; of the paragraph that begins with the model's name, if one is given.
value() # file, name, [model]
{
	awk -v name="$2" -v model="${3-}" 'NF == 0 { inside = 0 } $1 == model && NF == 1 { inside = 1 } $1 == name && (model == "" || inside) { found = $2 } END { print found }' "$1"
}

row() # model
{
	printf '%-8s %12s %12s\n' "$1" "$(value $out/compare.txt mean_relative_error "$1")" "$(value $out/compare.txt maximum_relative_error "$1")"
}

# Ten lines.
show()
{
	awk '/^p2p/ { printf "%s%s: %s us", n++ ? ", " : "A message between 2 processes takes, by its bytes: ", $(NF - 1), $NF } END { print "" }' $out/predict.txt
	printf '%-8s %12s %12s\n' model "mean error %" "max error %"
	for model in plogp loggp logp hockney; do
		row $model
	done
	echo "One run: $(value $out/models.txt experiments) experiments, $(value $out/models.txt messages) messages, $(value $out/models.txt seconds) s."
	sed -n 's/^sonde: warning: /Note: /p' $out/models.log $out/compare.log | sort -u | cut -c1-200 | head -n 3
	echo "The errors are those of predicting messages of other sizes, which were measured afterwards."
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
measure models estimate all -o $out
measure compare compare $out/plogp.json $out/loggp.json $out/logp.json $out/hockney.json
run predict build/sonde predict $out/plogp.json p2p -s 0,1K,64K,1M
run report build/sonde report -o report.html --store $out/sonde.db $out/plogp.json $out/loggp.json $out/logp.json $out/hockney.json
show
