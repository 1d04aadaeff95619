#!/bin/sh
# From a clone to a first result: installs what is missing, builds, measures two processes of this machine with Open MPI, fits four models and writes a report.
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

measure() # name of the results, arguments of sonde
{
	name=$1
	shift
	say "Measuring: sonde $*"
	$launch build/sonde "$@" < /dev/null > "$out/$name.txt"
}

tools/setup.sh quickstart
rm -rf $out
mkdir -p $out
build
find_launcher
measure plogp estimate plogp --method fast -o $out/plogp.json --store $out/sonde.db
measure plogp-saturation estimate plogp --method saturation -o $out/plogp-saturation.json --store $out/sonde.db
measure loggp estimate loggp -o $out/loggp.json --store $out/sonde.db
measure hockney estimate hockney -o $out/hockney.json --store $out/sonde.db
measure logp estimate logp -o $out/logp.json --store $out/sonde.db
measure compare compare $out/plogp.json $out/loggp.json $out/logp.json $out/hockney.json --store $out/sonde.db
build/sonde report -o report.html --store $out/sonde.db $out/*.json < /dev/null > $out/report.txt

head -n 9 $out/compare.txt
echo "Report: $PWD/report.html"
