#!/usr/bin/env bash
# All tests of sonde, in all builds, as one run of CTest.
set -euo pipefail
cd "$(dirname "$0")"
all="openmpi mpich smpi nompi sanitize clang"

usage()
{
	cat <<END
usage: ./test.sh [--presets "NAMES"] [options of ctest]

Installs what is missing (see tools/setup.sh), builds the presets ($all) with warnings as errors, in build/, build-mpich/, build-smpi/ and so on,
and runs the tests of all of them as one run of CTest. Tests are named <preset>/<folder>/<module>. Exits with 0 if none failed.

  ./test.sh -R probe                   the tests with probe in their names
  ./test.sh --presets "openmpi smpi"   only these builds
  ./test.sh -N                         lists the tests
END
}

folder() # preset
{
	if [ "$1" = openmpi ]; then echo build; else echo "build-$1"; fi
}

# What each build tests: units with sanitizers, those of many seeds or cases by gcc with all optimization, those that include the header of an MPI in both; fuzz targets by clang, whose libFuzzer they need and whose warnings are errors too; the command without and with MPI; measurements under each MPI, of MPICH those whose results are compared with sanitizers and those that are about times without.
tests() # preset
{
	case $1 in
	openmpi)
		# What another build tests as well is left to it: units to sanitize, what of the command is the same with any MPI to sanitize and nompi, which is compiled as openmpi is.
		case " ${presets// /  } " in
		*" nompi "*" sanitize "*) echo "unsanitized;seeds;with_mpi;mpi;layers;form" ;;
		*" sanitize "*) echo "unsanitized;seeds;cli;mpi;layers;form" ;;
		*) echo "units;seeds;cli;mpi;layers;form" ;;
		esac
		;;
	mpich) echo "times" ;;
	smpi) echo "smpi" ;;
	nompi) echo "nompi" ;;
	sanitize) echo "units;cli;results" ;;
	clang) echo "fuzz" ;;
	esac
}

# What these builds compile alike, the library without MPI, the command, the tracer and programs without sanitizers, is compiled once where ccache is installed. It is told apart by what is read, not by the folder.
export CCACHE_DIR=${CCACHE_DIR-$PWD/build-test/ccache} CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
launcher() # preset
{
	case $1 in
	openmpi | mpich | smpi | nompi | sanitize) [ -n "${CMAKE_C_COMPILER_LAUNCHER-}" ] || ! command -v ccache > /dev/null || echo "-DCMAKE_C_COMPILER_LAUNCHER=ccache" ;;
	esac
}

# Of clang, whose warnings about src form/tidy has, what its tests need.
target() # preset
{
	case $1 in
	clang) echo fuzz ;;
	*) echo all ;;
	esac
}

failed() # preset
{
	cat "build-test/$1.log"
	echo "The build $1 failed." >&2
	return 1
}

# Ninja looks through the thousand files of a build in a second, where Make takes twenty. The compiler takes a sixth less where it tells debuggers of functions and lines alone. A folder keeps what it was made with.
first() # preset
{
	[ -e "$(folder "$1")/CMakeCache.txt" ] || {
		echo "-DSONDE_DEBUG_INFO=-g1"
		! command -v ninja > /dev/null || echo "-GNinja"
	}
}

configure() # preset
{
	cmake --preset "$1" $(first "$1") $(launcher "$1") -D SONDE_WERROR=ON -D "SONDE_TEST_PREFIX=$1/" -D "SONDE_TEST_KINDS=$(tests "$1")" > "build-test/$1.log" 2>&1 < /dev/null
}

build() # preset
{
	local started=$SECONDS
	cmake --build "$(folder "$1")" --target "$(target "$1")" -j "$(nproc)" >> "build-test/$1.log" 2>&1 < /dev/null || failed "$1"
	echo "Built $1 in $((SECONDS - started)) s"
}

# ctest takes what it does not know without a word, and would run all tests.
check_options() # arguments of ctest
{
	local known argument
	known=$(ctest --help | grep -oE -- '^ +-[^=]*' | tr ' ,[]=' '\n')
	for argument in "$@"; do
		case $argument in
		-j[0-9]*) ;;
		-*) grep -qxF -- "${argument%%=*}" <<< "$known" || {
			echo "test.sh: $argument is no option of ctest; see ./test.sh --help" >&2
			exit 2
		} ;;
		esac
	done
}

# CTest keeps the output of skipped tests to itself, but why a test was skipped belongs in view: before the summary, which stays last.
with_reasons()
{
	local line summary=
	while IFS= read -r line; do
		if [[ $line =~ ^[0-9]+%\ tests\ passed ]]; then
			summary=$line$'\n'$(cat)
			break
		fi
		printf '%s\n' "$line"
	done
	if [[ $summary == *"(Skipped)"* ]]; then
		awk '/^[0-9]+\/[0-9]+ Test: / { test = $3 } /^skipped: / { print test ": " $0 }' build-test/Testing/Temporary/LastTest.log
		echo
	fi
	[[ -z $summary ]] || printf '%s\n' "$summary"
}

presets=$all
case ${1-} in
-h | --help)
	usage
	exit 0
	;;
--presets)
	presets=${2?--presets needs their names}
	shift 2
	;;
esac

check_options "$@"
for preset in $presets; do
	case " $all " in
	*" $preset "*) ;;
	*)
		echo "test.sh: there is no preset $preset; there are $all" >&2
		exit 2
		;;
	esac
done

tools/setup.sh test
mkdir -p build-test
# Configuring waits for one thing after the other: all at once.
configuring=()
for preset in $presets; do
	configure "$preset" &
	configuring+=($!)
done
for preset in $presets; do
	wait "${configuring[0]}" || failed "$preset"
	configuring=("${configuring[@]:1}")
done
for preset in $presets; do
	build "$preset"
done
for preset in $presets; do
	printf 'subdirs("%s")\n' "$PWD/$(folder "$preset")"
done > build-test/CTestTestfile.cmake
# One test more than there are CPUs: many wait, for launchers, processes and the disk.
ctest --test-dir build-test --no-tests=error --output-on-failure --no-label-summary -j "$(($(nproc) + 1))" "$@" < /dev/null 2>&1 | with_reasons
