# What the tests of the command share; a test sources it first and calls finish last.
#
# A case begins with a sentence, runs the command and says what is expected of exit code, output and files. Every expectation that fails is printed with what
# the command said; the test goes on with the next one, and fails at the end. It works in a folder of its own, which is gone afterwards, as are the processes
# whose numbers it added to $own.

set -u
export LC_ALL=C
export OMPI_MCA_odls_base_sigkill_timeout=0 # else Open MPI takes two seconds to end a run that has failed
# Else processes of Open MPI yield only where those of the same launch outnumber CPUs; other tests run beside.
[ "${SONDE_MPI-}" != openmpi ] || export OMPI_MCA_mpi_yield_when_idle=1
source=${SONDE_SOURCE:?the tests are run by ctest, which sets SONDE_SOURCE and others}
tool=$SONDE_BUILD/tests/sonde_test_tool
work=$(mktemp -d)
out=$work/stdout
err=$work/stderr
own=
code=0
cases=0
failed=0
sentence=
wrong=0
finished=no
mkdir "$work/files"
cd "$work/files" || exit 1
# All processes of MPI would look at the machine when they start: they read what was seen once.
if [ -x "$SONDE_BUILD/tests/sonde_test_topology" ] && "$SONDE_BUILD/tests/sonde_test_topology" "$work/topology.xml"; then
	export HWLOC_XMLFILE=$work/topology.xml HWLOC_THISSYSTEM=1
fi
export TMPDIR=$work # Open MPI's own files: in a folder for all launches, one that ends may remove what another is about to use

clean_up()
{
	[ "$finished" = yes ] || echo "not ok: the test ended before its end, in \"$sentence\""
	for process in $own; do
		kill -9 "$process" 2> /dev/null
	done
	cd /
	rm -rf "$work"
	[ "$finished" = yes ] || exit 1
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

skip_test() # why
{
	echo "skipped: $1"
	finished=yes
	exit 77
}

close_case()
{
	[ -n "$sentence" ] || return 0
	cases=$((cases + 1))
	if [ $wrong -eq 0 ]; then
		echo "ok $cases - $sentence"
	else
		echo "not ok $cases - $sentence"
		failed=$((failed + 1))
	fi
	sentence=
	wrong=0
}

begin() # sentence
{
	close_case
	sentence=$1
}

# A part of a case that this machine cannot show.
skip_case() # why
{
	echo "# skipped, $sentence: $1"
	sentence=
}

finish()
{
	close_case
	finished=yes
	echo "1..$cases"
	[ $failed -eq 0 ] || echo "$failed of $cases failed"
	exit $((failed > 0))
}

fail() # what is wrong
{
	wrong=$((wrong + 1))
	{
		echo "# in \"$sentence\":"
		echo "#   $1"
		echo "#   command: $line"
		echo "#   exit code: $code"
		sed 's/^/#   stdout: /' "$out" | head -n 15
		sed 's/^/#   stderr: /' "$err" | head -n 15
	}
}
line=
: > "$out"
: > "$err"

took=0     # seconds that the last command took
patience=3 # hundreds of seconds that a command may take before it counts as hung
run() # a command line; what it says goes to $out and $err, its exit code to $code
{
	line=$*
	code=0
	begun=$EPOCHREALTIME
	timeout -k 5 $((patience * 100)) "$@" > "$out" 2> "$err" < /dev/null || code=$?
	took=$((${EPOCHREALTIME/[.,]/} - ${begun/[.,]/}))
	printf -v took '%d.%06d' $((took / 1000000)) $((took % 1000000))
	[ $code -ne 124 ] && [ $code -ne 137 ] || fail "the command did not end within $((patience * 100)) s"
}

sonde() # arguments
{
	run "$SONDE" "$@"
}

# Quick, and never waiting for a busy machine: what is tested here does not depend on how good the timings are.
quick="--patience 0 --reps 3:5"

# Processes under MPICH keep their CPU while they wait, from each other and from whatever else the machine does; where these want it, all takes ten times as long: tests/mpi/yielding.c. The command yields by itself, but
# only where its own processes outnumber CPUs. Beside what computes yielding is not enough: tests/mpi/napping.c. What else is preloaded goes before.
yielding=$SONDE_BUILD/tests/libsonde_test_yielding.so
[ -e "$yielding" ] || yielding=
preloading() # libraries
{
	echo "env LD_PRELOAD=$1${1:+${yielding:+:}}$yielding ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0"
}
yields=
[ -z "$yielding" ] || yields=$(preloading "")

seeds() # numbers: all of them, with sanitizers the first; the others find what is in numbers, which are the same without
{
	if [ -n "${SONDE_SANITIZE-}" ]; then echo "$1"; else echo "$*"; fi
}

several() # cases that are alike: all of them with sanitizers, or where SONDE_TEST_ALL asks for it; else the last
{
	if [ -n "${SONDE_SANITIZE-}${SONDE_TEST_ALL-}" ]; then echo "$*"; else echo "${!#}"; fi
}

launch() # number of processes, command
{
	processes=$1
	shift
	# shellcheck disable=SC2086
	run $SONDE_MPIRUN "$processes" $yields "$@"
}

live() # number of processes, arguments
{
	processes=$1
	shift
	# shellcheck disable=SC2086
	run $SONDE_MPIRUN "$processes" $yields "$SONDE" "$@"
}

expect_code() # exit code
{
	[ $code -eq "$1" ] || fail "expected exit code $1"
}

contains() # file, text
{
	case $(< "$1") in
	*"$2"*) ;;
	*) return 1 ;;
	esac
}

expect_out() # text
{
	contains "$out" "$1" || fail "expected on standard output: $1"
}

expect_err() # text
{
	contains "$err" "$1" || fail "expected on standard error: $1"
}

expect_silence() # out or err
{
	[ "$1" = out ] && stream=$out || stream=$err
	[ ! -s "$stream" ] || fail "expected nothing on standard $1"
}

# A refusal: exit code, what is said, and nothing on standard output.
expect_refusal() # exit code, text
{
	expect_code "$1"
	expect_err "sonde: "
	expect_err "$2"
	expect_silence out
}

expect_file() # path
{
	[ -s "$1" ] || fail "expected a file $1"
}

expect_no_file() # path
{
	[ ! -e "$1" ] || fail "expected no file $1"
}

expect_equal() # what, expected, found
{
	[ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
}

expect_same_text() # file, file
{
	cmp -s "$1" "$2" || fail "$1 and $2 differ: $(diff "$1" "$2" | head -n 4)"
}

# The value at a path of a JSON file: "summary/model", "rows/0/bytes"; "rows/#" is their number. The file must be JSON.
json() # file, path
{
	"$SONDE_BUILD/tests/sonde_test_json" "$1" "$2"
}

expect_json() # path in standard output, value
{
	expect_equal "JSON at $1" "$2" "$(json "$out" "$1" 2>&1)"
}

# What measure protocols --json says of a fact: its value, number or seen.
fact() # name, column
{
	row=0
	while [ "$row" -lt "$(json "$out" rows/#)" ]; do
		[ "$(json "$out" rows/$row/fact)" = "$1" ] && json "$out" "rows/$row/$2"
		row=$((row + 1))
	done
}

# The runs of a store, a line each: name|title|ended or killed|batches|observations.
runs() # store
{
	"$tool" runs "$1"
}

expect_runs() # store, how many
{
	found=0
	[ ! -e "$1" ] || found=$(runs "$1" | grep -c .)
	expect_equal "runs in $1" "$2" "$found"
}

# The part of a model file that says what was found, without where it comes from.
findings() # model file
{
	sed '/^  "provenance": {/,$d' "$1"
}

expect_same_findings() # model file, model file
{
	findings "$1" > "$work/a"
	findings "$2" > "$work/b"
	[ -s "$work/a" ] || fail "$1 holds nothing"
	expect_same_text "$work/a" "$work/b"
}

# True if a is b but for a relative deviation.
near() # a, b, relative deviation
{
	awk -v a="$1" -v b="$2" -v most="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; m = b < 0 ? -b : b; exit !(a != "" && d <= most * m) }'
}

expect_near() # what, expected, found, relative deviation
{
	near "$3" "$2" "$4" || fail "$1: expected $2 within $4, found '$3'"
}

# A time that was measured: above 0, and in what the whole command took, on any machine.
expect_measured() # what, seconds
{
	awk -v t="$2" -v took="$took" 'BEGIN { exit !(t > 0 && t < took + 0) }' || fail "$1 took $2 s, and the command $took s"
}

# A live model is whole. That messages take negative times by it is said: differences of few timings may be so on a machine that others use too.
expect_whole() # model file
{
	sonde model check "$1"
	[ $code -eq 0 ] || contains "$err" "take negative times" || fail "$1 is not a whole model"
}

# A PLogP model of round numbers, in a file.
write_plogp() # file
{
	cat > "$1" << 'END'
{
  "format": "sonde-model",
  "version": 1,
  "model": "plogp",
  "processes": 2,
  "parameters": {
    "L": 10e-6,
    "o_s": {
      "bytes": [0, 1024, 65536, 262144],
      "seconds": [1e-6, 1.5e-6, 30e-6, 120e-6]
    },
    "o_r": {
      "bytes": [0, 1024, 65536, 262144],
      "seconds": [1.2e-6, 1.7e-6, 35e-6, 140e-6]
    },
    "g": {
      "bytes": [0, 1024, 65536, 262144],
      "seconds": [3e-6, 5e-6, 200e-6, 800e-6]
    }
  }
}
END
}
