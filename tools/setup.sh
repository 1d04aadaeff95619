#!/bin/sh
# Sees to it that what sonde needs is installed. Usage: tools/setup.sh quickstart | test | browser
# On Debian and its children it installs the packages that are missing, as root or through sudo; elsewhere it says what is needed. Does nothing, and needs no
# privileges, if everything is there.
set -eu
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

quickstart_packages="build-essential cmake pkg-config libgsl-dev libsqlite3-dev libjansson-dev libopen-trace-format2-dev libzstd-dev libhwloc-dev libopenmpi-dev openmpi-bin gnuplot-nox"
test_packages="$quickstart_packages ninja-build ccache clang clang-format clang-tidy libclang-rt-dev libcmocka-dev libmpich-dev mpich libsimgrid-dev gfortran iproute2 ethtool otf2-tools protobuf-compiler pajeng libopenblas-dev man-db"
browser_packages="$test_packages chromium" # a third of a gigabyte with what it needs, for one test
quickstart_commands="cc make cmake pkg-config mpicc mpirun gnuplot"
test_commands="$quickstart_commands clang mpicc.mpich mpirun.mpich smpicc smpirun ip tc ethtool"
quickstart_modules="gsl sqlite3 jansson otf2 libzstd hwloc"
test_modules="$quickstart_modules cmocka"

usage()
{
	echo "usage: tools/setup.sh quickstart | test | browser" >&2
	exit 2
}

missing_packages()
{
	for package in "$@"; do
		[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] || printf '%s ' "$package"
	done
}

missing_parts() # commands, modules
{
	for command in $1; do
		command -v "$command" > /dev/null || printf '%s ' "$command"
	done
	for module in $2; do
		pkg-config --exists "$module" 2> /dev/null || printf 'lib%s ' "${module#lib}"
	done
}

install_packages() # as_root, packages
{
	as_root=$1
	shift
	echo "Installing $*" >&2
	options="-q -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3"
	# A container, which has no systemd, is made anew where its disk is lost: it need not wait for it with each package.
	[ -d /run/systemd/system ] || options="$options -o Dpkg::Options::=--force-unsafe-io"
	# Old lists may still do, so it is the installation that decides.
	$as_root apt-get $options update < /dev/null >&2 || echo "apt-get update failed; trying with the package lists that are here" >&2
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get $options install -y --no-install-recommends "$@" < /dev/null >&2
}

setup_debian() # packages
{
	missing=$(missing_packages "$@")
	[ -n "$missing" ] || return 0
	if [ "$(id -u)" -eq 0 ]; then
		install_packages "" $missing
	elif command -v sudo > /dev/null && sudo -n true 2> /dev/null; then
		install_packages "sudo -n" $missing
	else
		echo "sonde needs packages that are not installed, and only an administrator can install them. Please have this run, then start again:" >&2
		echo "    apt-get update && apt-get install -y --no-install-recommends $missing" >&2
		exit 1
	fi
}

setup_other() # commands, modules
{
	missing=$(missing_parts "$1" "$2")
	[ -n "$missing" ] || return 0
	cat >&2 <<END
sonde installs what it needs only on Debian and its children. Please install these, with their development files, then start again:
    $missing
(a C11 compiler, CMake 3.25 or newer, pkg-config, GSL, SQLite 3, jansson, OTF2, zstd, Open MPI, gnuplot; for the tests also clang, cmocka, MPICH and SimGrid with SMPI; clang-format 14 and clang-tidy 14 for two tests of the sources)
END
	exit 1
}

[ $# -eq 1 ] || usage
case $1 in
quickstart) packages=$quickstart_packages commands=$quickstart_commands modules=$quickstart_modules ;;
test) packages=$test_packages commands=$test_commands modules=$test_modules ;;
browser) packages=$browser_packages commands="$test_commands chromium" modules=$test_modules ;;
*) usage ;;
esac
if [ -e /etc/debian_version ] && command -v apt-get dpkg-query > /dev/null; then
	setup_debian $packages
else
	setup_other "$commands" "$modules"
fi
