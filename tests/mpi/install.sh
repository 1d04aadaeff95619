# The builds for Open MPI and MPICH are installed into one prefix: one header, one command, and a library with its .pc file for each.
. "$SONDE_SOURCE/tests/sh/lib.sh"
[ "$SONDE_MPI" = openmpi ] || skip_test "the build for Open MPI runs this test"
other=$SONDE_SOURCE/build-mpich
[ -x "$other/sonde-mpich" ] || skip_test "there is no build of MPICH in $other (cmake --preset mpich && cmake --build build-mpich)"
mpich_run=$(sed -n 's/^MPIEXEC_EXECUTABLE:[A-Z]*=//p' "$other/CMakeCache.txt")
mpich_yields=
[ ! -e "$other/tests/libsonde_test_yielding.so" ] || mpich_yields="env LD_PRELOAD=$other/tests/libsonde_test_yielding.so" # as $yields of lib.sh, which is of this test's own build
unset SONDE_MPI # else it would choose the build
prefix=$work/root/usr

begin "both builds are installed beside each other, also by way of DESTDIR"
for build in "$SONDE_BUILD" "$other"; do
	run env DESTDIR="$work/root" cmake --install "$build" --prefix /usr
	expect_code 0
done
expect_equal "commands" "sonde sonde-mpich sonde-openmpi" "$(ls "$prefix/bin" | xargs)"
expect_equal "headers" "sonde sonde.h" "$(ls "$prefix/include" | xargs)"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name sonde-openmpi.pc)")
export PKG_CONFIG_PATH
expect_equal "files of pkg-config" "sonde-mpich.pc sonde-openmpi.pc" "$(ls "$PKG_CONFIG_PATH" | xargs)"
libraries=$(dirname "$PKG_CONFIG_PATH")
for mpi in openmpi mpich; do
	expect_equal "the library's own name" "libsonde-$mpi.so.0" \
		"$(objdump -p "$libraries/libsonde-$mpi.so" | awk '/SONAME/ { print $2 }')"
	expect_equal "what is preloaded" "$libraries/sonde/$mpi" "$(realpath -m "$(pkg-config --variable=preloaddir "sonde-$mpi")")"
done

begin "each target that is installed is one of those that the target installable makes"
cat "$SONDE_SOURCE/CMakeLists.txt" "$SONDE_SOURCE"/cmake/*.cmake > cmake.txt
sed -n 's/^[\t ]*install(TARGETS \([a-z_]*\).*/\1/p' cmake.txt | sort > installed
sed -n 's/^foreach(target \(.*\))$/\1/p' cmake.txt | tr ' ' '\n' | grep -vx sonde_manual | sort > made
[ -s installed ] || fail "no target is installed"
expect_same_text installed made

begin "every installed file belongs to one package; what tools/packages.sh builds for Debian is not looked at"
packages=$(sed -n 's/^set(CPACK_COMPONENTS_ALL \(.*\))$/\1/p' "$SONDE_SOURCE/cmake/packages.cmake")
expect_equal "packages" "sonde sonde-openmpi sonde-mpich libsonde-openmpi0 libsonde-mpich0 libsonde-dev" "$packages"
for package in $packages; do
	for build in "$SONDE_BUILD" "$other"; do
		run env DESTDIR="$work/packages/$package" cmake --install "$build" --prefix /usr --component $package
		expect_code 0
	done
	(cd "$work/packages/$package" && find . ! -type d) | sort > files-$package
	[ -s files-$package ] || fail "$package is empty"
done
(cd "$work/root" && find . ! -type d) | sort > expected
sort files-* > packed
expect_same_text expected packed
grep -v -e /bin/sonde-mpich -e 'lib.*/sonde/.*mpich' -e completions/sonde-mpich files-sonde-mpich > others
expect_equal "what the command for MPICH has beside itself, what it preloads, and its completion" "" "$(cat others)"

begin "sonde starts the build of the launcher, and the first one without a launcher"
run "$prefix/bin/sonde" --version
expect_code 0
expect_out "sonde 0."
run "$prefix/bin/sonde" info
expect_code 0
expect_out "Open MPI"
run $SONDE_MPIRUN 1 "$prefix/bin/sonde" info
expect_code 0
expect_out "Open MPI"
run "$mpich_run" -n 1 $mpich_yields "$prefix/bin/sonde" info
expect_code 0
expect_out "MPICH"
run env SONDE_MPI=mpich "$prefix/bin/sonde" info
expect_out "MPICH"

begin "under either launcher all processes belong to one program"
run $SONDE_MPIRUN 2 "$prefix/bin/sonde" measure p2p --sizes 1K $quick --store openmpi.db
expect_code 0
expect_runs openmpi.db 1
run "$mpich_run" -n 2 $mpich_yields "$prefix/bin/sonde" measure p2p --sizes 1K $quick --store mpich.db
expect_code 0
expect_runs mpich.db 1

begin "a program of either MPI is traced, whichever build of the command is started"
expect_equal "libraries to be preloaded" "libsonde-trace-mpich.so libsonde-trace-openmpi.so" "$(ls "$libraries/sonde" | grep trace | xargs)"
for mpi in openmpi mpich; do
	if [ $mpi = mpich ]; then
		start="$mpich_run -n" waiting=$mpich_yields build=$other
	else
		start=$SONDE_MPIRUN waiting= build=$SONDE_BUILD
	fi
	for command in sonde sonde-openmpi sonde-mpich; do
		run $start 2 $waiting "$prefix/bin/$command" trace -o $mpi-$command.trace "$build/tests/sonde_test_ring" 0
		expect_code 0
		run "$prefix/bin/sonde" trace show $mpi-$command.trace --json
		expect_code 0
		expect_json summary/complete yes
		expect_json summary/messages 200
	done
done

begin "an application is built and run with either library"
cp "$SONDE_SOURCE"/examples/embed/* .
for mpi in openmpi mpich; do
	mpicc=$(sed -n 's/^MPI_C_COMPILER:[A-Z]*=//p' "$([ $mpi = mpich ] && echo "$other" || echo "$SONDE_BUILD")/CMakeCache.txt")
	run make clean
	run make MPI=$mpi MPICC="$mpicc"
	expect_code 0
	[ $mpi = mpich ] && start="$mpich_run -n" waiting=$mpich_yields || start=$SONDE_MPIRUN waiting=
	run $start 2 $waiting ./stencil
	expect_code 0
	expect_out "chosen: "
	run $start 2 $waiting ./broadcast
	expect_code 0
	contains "$out" "no model" || expect_out "2048 bytes: chosen "
	expect_equal "the library it is linked with" "libsonde-$mpi.so.0" "$(ldd stencil | awk '/libsonde/ { print $1 }')"
	run cmake -S . -B cmake-$mpi -D MPI=$mpi -D CMAKE_PREFIX_PATH="$prefix"
	expect_code 0
	run cmake --build cmake-$mpi -j 2
	expect_code 0
	run $start 2 $waiting cmake-$mpi/stencil
	expect_code 0
	expect_out "chosen: "
	expect_equal "the library that CMake linked" "libsonde-$mpi.so.0" "$(ldd cmake-$mpi/stencil | awk '/libsonde/ { print $1 }')"
done

begin "CMake's package says which libraries there are, and refuses the wrong MPI"
printf 'cmake_minimum_required(VERSION 3.16)\nproject(any LANGUAGES C)\nfind_package(sonde REQUIRED COMPONENTS ${MPI})\n' > CMakeLists.txt
run cmake -B none -D CMAKE_PREFIX_PATH="$prefix"
expect_code 1
expect_err "openmpi, mpich"
run cmake -B other -D MPI=lam -D CMAKE_PREFIX_PATH="$prefix"
expect_code 1
expect_err "there is no sonde for lam"
run cmake -B wrong -D MPI=openmpi -D CMAKE_PREFIX_PATH="$prefix" -D MPI_C_COMPILER="$mpicc" -D MPIEXEC_EXECUTABLE="$mpich_run"
expect_code 1
expect_err "is not openmpi"

# The verdicts of a self-test, part by part. Whether there are timings enough for a model, and how far a prediction is off, depends on who else uses the machine: something must be said.
verdicts()
{
	for i in 0 1 2 3 4 5; do
		case $(json "$out" rows/$i/part) in
		model | prediction) [ -n "$(json "$out" rows/$i/finding)" ] && echo said || echo unsaid ;;
		*) json "$out" rows/$i/verdict | sed 's/^ok, noisy$/ok/' ;;
		esac
	done | xargs
}

begin "a self-test says of each part whether it works"
patience=6
run "$prefix/bin/sonde" self-test --launcher "${SONDE_MPIRUN% -n} -n 2" --give-up 100s --json
[ $code -eq 0 ] || [ $code -eq 3 ] || fail "expected exit code 0, or 3 for a prediction"
expect_equal "parts that work" "ok ok ok ok said said" "$(verdicts)"
expect_out "a tick is "
expect_err "sonde: drop-in: "
mv "$libraries/sonde/libsonde-trace-mpich.so" .
run env SONDE_MPI=mpich "$prefix/bin/sonde" self-test --launcher "$mpich_run -n 2 $mpich_yields" --give-up 100s --json --quiet
expect_code 3
expect_equal "without a library the tracer fails alone" "ok ok failed ok said said" "$(verdicts)"
expect_out "libsonde-trace-mpich.so"
patience=1
mv libsonde-trace-mpich.so "$libraries/sonde"

begin "a launcher that starts nothing, or does not end, fails the parts, and nothing is left"
run "$prefix/bin/sonde" self-test --launcher false --json
expect_code 3
expect_out "exit code 1"
expect_err "6 of 6 parts failed"
printf '#!/bin/sh\necho "$1" >> started\nsleep 47.%d\nexit 0\n' $$ > sleeps
chmod +x sleeps
run "$prefix/bin/sonde" self-test --launcher ./sleeps --give-up 100ms --quiet
expect_code 3
expect_out "no answer within 0.1 s"
expect_equal "processes left" "" "$(grep -lazE "^47\\.$$\$" /proc/[0-9]*/cmdline 2> /dev/null)"
expect_equal "the command sonde is tested too" "$prefix/bin/sonde" "$(sort -u started)"
rm started
run "$prefix/bin/sonde-openmpi" self-test --launcher ./sleeps --give-up 100ms --quiet
expect_equal "a build that is called by its name is" "$prefix/bin/sonde-openmpi" "$(sort -u started)"
run "$prefix/bin/sonde" self-test --launcher " "
expect_refusal 2 "--launcher"
run $SONDE_MPIRUN 2 "$prefix/bin/sonde" self-test
expect_err "self-test starts processes by itself"
expect_equal "what is left" "" "$(ls -d "$TMPDIR"/sonde-self-test-* 2> /dev/null)"

finish
