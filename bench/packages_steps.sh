# What bench/packages.sh does in the clean system, where /debs has the packages.
export LC_ALL=C HOME=/root DEBIAN_FRONTEND=noninteractive OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cd /work || exit 1
failed=0

step() # what, command
{
	what=$1
	shift
	if "$@" > step.log 2>&1; then
		echo "ok      $what"
	else
		echo "failed  $what (exit code $?)"
		tail -n 12 step.log
		failed=$((failed + 1))
	fi
}

# A self-test, and two more where it says that other programs keep the CPUs busy.
self_test() # command
{
	for try in 1 2 3; do
		"$@"
		code=$?
		[ $code -ne 0 ] && grep -q "try again on a quiet machine" step.log || break
	done
	return $code
}

# Whether each file that is no folder is of one package.
each_file_once()
{
	for deb in /debs/*.deb; do
		dpkg-deb -c "$deb" | grep -v '^d' | awk '{ print $6 }'
	done | sort | uniq -d > twice
	cat twice
	[ ! -s twice ]
}

# Which versions of others the packages need, by what their programs are linked with.
depends_computed()
{
	for name in sonde sonde-openmpi sonde-mpich libsonde-openmpi0 libsonde-mpich0; do
		dpkg-query -W -f '${Package}: ${Depends}\n' $name
	done > depends
	cat depends
	for wanted in 'sonde: libc6 (>= ' 'sonde-openmpi: .*libopenmpi3 (>= ' 'sonde-mpich: .*libmpich12 (>= ' 'libsonde-openmpi0: .*libgsl27 (>= ' 'libsonde-mpich0: .*libmpich12 (>= '; do
		grep -q "^$wanted" depends || return 1
	done
}

pages_without_warning()
{
	for page in $(dpkg -L sonde sonde-openmpi sonde-mpich libsonde-dev | grep '/man/man[13]/.*\.gz$'); do
		MANWIDTH=100 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 > /dev/null | sed "s|^|$page: |"
	done > warnings
	cat warnings
	[ "$(dpkg -L sonde libsonde-dev | grep -c '/man/man[13]/.*\.gz$')" -gt 30 ] && [ ! -s warnings ]
}

# The dynamic loader knows the libraries by their own names: ldconfig ran.
libraries_known()
{
	ldconfig -p | grep -c 'libsonde-[a-z]*\.so\.0 ' | grep -qx 2
}

quickstart() # MPI, launcher
{
	mpi=$1
	launch=$2
	rm -rf models sonde.db report.html
	step "quickstart under $mpi: estimate all" $launch -n 2 sonde estimate all --budget 9s -o models
	step "quickstart under $mpi: compare" sh -c "$launch -n 2 sonde compare --budget 10s models/*.json"
	step "quickstart under $mpi: predict" sonde predict models/plogp.json p2p -s 0,1K,64K,1M
	step "quickstart under $mpi: runs show" sonde runs show run-1
	step "its run is of $mpi" sh -c "sonde runs show run-1 | grep -qi '$3'"
	step "quickstart under $mpi: report" sh -c 'sonde report -o report.html models/*.json && test -s report.html'
	step "trace under $mpi" sh -c "$launch -n 2 sonde trace -o $mpi.trace sonde latency -s 1K --reps 100 --store trace.db --quiet && sonde trace show $mpi.trace"
}

# An example without sonde.h's builds: all that is installed.
application() # MPI
{
	step "an application by pkg-config, $1" sh -c "cd embed && make clean && make MPI=$1 && mpirun.$1 -n 2 ./stencil"
	step "an application by CMake, $1" sh -c "cd embed && cmake -B build-$1 -D MPI=$1 && cmake --build build-$1 && mpirun.$1 -n 2 build-$1/stencil"
}

left_over()
{
	apt-get -q purge -y sonde sonde-openmpi sonde-mpich libsonde-dev libsonde-openmpi0 libsonde-mpich0 || return 1
	find / -xdev -name '*sonde*' -not -path '/work/*' -not -path '/debs/*' -not -path '/var/log/*' > left
	cat left
	[ ! -s left ]
}

install="apt-get -q install -y --no-install-recommends"
step "lists of packages" apt-get -q update
step "the lists of the packages have each file once" each_file_once
step "apt-get install of sonde-mpich brings sonde" $install /debs/sonde_*.deb /debs/sonde-mpich_*.deb
step "sonde alone starts the build for MPICH" sh -c 'sonde info | grep -q MPICH'
step "apt-get install of all six" $install /debs/*.deb gnuplot-nox man-db
step "depends were computed" depends_computed
step "the loader knows both libraries" libraries_known
step "manual pages without a warning" pages_without_warning
step "sonde --version" sonde --version
step "self-test under Open MPI" self_test sonde self-test --launcher "mpirun.openmpi --oversubscribe -n 2"
cat step.log
step "self-test under MPICH" self_test env SONDE_MPI=mpich sonde self-test --launcher "mpirun.mpich -n 2"
cat step.log
quickstart openmpi "mpirun.openmpi --oversubscribe" "Open MPI"
quickstart mpich mpirun.mpich MPICH
step "apt-get install of compilers" $install gcc make cmake libc6-dev libopenmpi-dev libmpich-dev pkg-config
cp -r /usr/share/doc/sonde/examples/embed .
application openmpi
application mpich
step "removal leaves nothing" left_over
echo "$failed steps failed"
[ $failed -eq 0 ]
