# sonde inside an application: the library as it is installed, with nothing but its interface; on all processes and on some; the example.
. "$SONDE_SOURCE/tests/sh/lib.sh"
program=$SONDE_BUILD/tests/sonde_test_embed
models=$SONDE_BUILD/tests/sonde_test_embed_models
measure=$SONDE_BUILD/tests/sonde_test_embed_measure
case $SONDE_MPI in
openmpi) all="2 4" modelling=3 measuring=3 ;; # of how many processes; what the other library does differently shows with fewer
mpich) all=2 modelling=2 measuring=2 ;;
*) skip_test "the library is for a build with MPI" ;;
esac
mpicc=$(command -v "mpicc.$SONDE_MPI" || command -v mpicc)

for processes in $all; do
	begin "an application of $processes processes gets what the header says, and no message is left"
	launch $processes "$program"
	expect_code 0
	expect_out "$processes processes, 0 failures"
	expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"
done

for processes in $modelling; do
	begin "$processes processes estimate every model, predict and rank"
	launch $processes "$models"
	expect_code 0
	expect_out "$processes processes, 0 failures"
	expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"
done

for processes in $measuring; do
	begin "$processes processes measure layouts, overlap, curves and thresholds, and read classes, facts and closed forms"
	launch $processes "$measure"
	expect_code 0
	expect_out "$processes processes, 0 failures"
	expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"
done

for processes in $measuring; do
	begin "$processes processes measure what the application brings along: repetitions, exchanges, timings, samples"
	launch $processes "$SONDE_BUILD/tests/sonde_test_embed_own"
	expect_code 0
	expect_out "$processes processes, 0 failures"
	expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"
done

begin "inside a program whose locale has a comma, numbers of files have a point, and the locale stays"
if command -v localedef > /dev/null && mkdir "$work/locales" && localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" 2> localedef.err; then
	printf '{"format": "sonde-model", "version": 1, "model": "hockney", "processes": 2, "parameters": {"alpha": 10.0e-6, "beta": 1.0e-9}, "provenance": {"note": 0.5}}\n' > point.json
	# The C library does not give its list of LOCPATH's folders back.
	run env ASAN_OPTIONS="${ASAN_OPTIONS-}:detect_leaks=0" LOCPATH="$work/locales" "$SONDE_BUILD/tests/sonde_test_comma" de_DE.UTF-8 point.json written.json written.goal
	expect_code 0
	expect_out "0 failures"
	expect_equal "numbers with a point" 3 "$(grep -cE '"(alpha": 1e-05|beta": 1e-09|note": 0\.5)' written.json)"
	sonde schedule bcast --algorithm chain -n 4 -s 1000 -o here.goal
	expect_same_text here.goal written.goal
else
	skip_case "there is no localedef, or no de_DE: $(head -n 1 localedef.err 2> /dev/null)"
fi

carried=$SONDE_BUILD/tests/sonde_test_embed_carried
processes=4 # of which some orders are quicker
begin "collective operations of $processes unlike processes, carried out as a model has them quickest, have MPI's results"
awk -v n=$processes 'BEGIN {
	printf "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"lmo\", \"processes\": %d, \"parameters\": {\"any\": {\"C\": 1e-5, \"t\": 1e-9, \"L\": 1e-5, \"inverse_beta\": 2e-9}", n
	for (i = 0; i < n; i++) {
		printf ", \"%d\": {\"C\": %g, \"t\": %g}", i, 1e-5 * (1 + i * 5 % 4), 1e-9 * (1 + i * 5 % 4)
		for (k = i + 1; k < n; k++)
			printf ", \"%d-%d\": {\"L\": %g, \"inverse_beta\": %g}", i, k, 1e-5 * (1 + i * k % 3), 1e-9 * (2 + (i + k) % 5)
	}
	print "}}" }' > unlike.json
launch $processes "$carried" unlike.json
expect_code 0
expect_out "$processes processes, 0 failures"
expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"

begin "calls of two processes of which an allocation fails end with the reason at both, and the next is done; SONDE_ALLOCATIONS says how many of each call (0: all)"
some="1 1" # a build with sanitizers has two, and sees what is left behind
[ -z "${SONDE_SANITIZE-}" ] || some="2 1"
# shellcheck disable=SC2086
launch 2 "$SONDE_BUILD/tests/sonde_test_embed_allocations" ${SONDE_ALLOCATIONS:-$some}
expect_code 0
expect_out "2 processes, 0 failures"
expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"
launch 3 "$SONDE_BUILD/tests/sonde_test_embed_allocations" 1 1 thresholds
expect_code 0
expect_out "3 processes, 0 failures"
expect_equal "what went wrong" "" "$(grep '^not ok' "$out")"

pc=sonde-$SONDE_MPI
begin "the installed tree has the library, one header with its parts and $pc.pc"
run cmake --install "$SONDE_BUILD" --prefix "$work/prefix"
expect_code 0
expect_equal "headers" "sonde sonde.h" "$(ls "$work/prefix/include" | xargs)"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name "$pc.pc")")
export PKG_CONFIG_PATH
library=$(find "$work/prefix" -name "lib$pc.so")
expect_equal "the MPI that $pc.pc names" "$SONDE_MPI" "$(pkg-config --variable=mpi "$pc")"

# Regions are the tracer's: nothing is linked for them.
begin "the library shows the functions of the header and nothing else"
declared=$(grep -rho --exclude='region.*' 'sonde_[a-z_]*(' "$work/prefix/include" | tr -d '(' | sort -u)
expect_equal "functions" "$declared" "$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort -u)"

begin "the library needs no SQLite"
expect_equal "libraries" "" "$(ldd "$library" | grep -i sqlite)"
expect_equal "symbols" "" "$(nm "$library" | grep -i sqlite)"

begin "the header compiles by itself as C11 and as C++"
printf '#include <sonde.h>\n' > alone.c
cp alone.c alone.cpp
run "$mpicc" -std=c11 -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror $(pkg-config --cflags "$pc") -c alone.c
expect_code 0
mpicxx=$(command -v "mpicxx.$SONDE_MPI" || command -v mpicxx)
if [ -n "$mpicxx" ] && "$mpicxx" --version > /dev/null 2>&1; then
	# -Wcast-function-type and the like are about the C++ bindings in Open MPI's own header.
	run "$mpicxx" -Wall -Wextra -Wpedantic -Werror -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX $(pkg-config --cflags "$pc") -c alone.cpp
	expect_code 0
else
	skip_case "there is no C++ compiler wrapper"
fi

begin "the examples build against the installed tree; the stencil learns, chooses and runs"
cp "$SONDE_SOURCE"/examples/embed/* .
flags="-std=c11 -O1 -g -Wall -Wextra -Wpedantic -Werror"
if nm -D "$library" | grep -q __asan_; then
	flags="$flags -fsanitize=address,undefined -fno-sanitize-recover=all"
fi
run make MPI="$SONDE_MPI" MPICC="$mpicc" CFLAGS="$flags"
expect_code 0
for processes in 2 3; do
	launch $processes ./stencil
	expect_code 0
	expect_out "measured: 65536 bytes take "
	expect_out "learning took "
	expect_out "chosen: "
	contains "$err" "sonde" && fail "the library prints"
done

begin "an application chooses how it broadcasts by a model, which the next run reads, shares and refreshes"
for run in first second; do
	launch 3 ./broadcast model.json
	expect_code 0
	if contains "$out" "did not suffice"; then
		skip_case "three processes on this machine need more time than the example allows"
		break
	fi
	for bytes in 64 2048 65536; do
		expect_out "$bytes bytes: chosen "
	done
	expect_file model.json
	[ $run = first ] && expect_equal "drifts" 0 "$(grep -c ' before, .* now' "$out")"
	[ $run = second ] && expect_equal "drifts" 2 "$(grep -c ' before, .* now .*measured$' "$out")"
done

begin "an application scatters and gathers rows as a model has them quickest"
launch 2 ./slices
if contains "$out" "did not suffice"; then
	skip_case "two processes on this machine need more time than the example allows"
else
	expect_code 0
	expect_out "scatterv: by "
	expect_out "gatherv: by "
	expect_out "right"
fi

begin "an application explores a curve"
launch 2 ./curve
expect_code 0
expect_out " sizes, "

begin "the example on one process says why it measures nothing, and runs"
launch 1 ./stencil
expect_code 0
expect_out "not measured, rows go one by one: the communicator has 1 process"

finish
