#!/bin/sh
# Debian packages of sonde: builds it for Open MPI and MPICH, and packs both. Usage: tools/packages.sh [DIR]
# Six packages come into DIR/debs (default build-packages): sonde, sonde-openmpi, sonde-mpich, libsonde-openmpi0, libsonde-mpich0, libsonde-dev. They are held against lintian where that is installed. DEBFULLNAME and DEBEMAIL name their maintainer.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
builds=${1:-build-packages}
mkdir -p "$builds"
builds=$(cd "$builds" && pwd)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2> /dev/null || date +%s)
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-the sonde authors} <${DEBEMAIL:-authors@sonde.example}>"
hardened="-Wl,-z,relro,-z,now"

say_failed() # what, its log
{
	tail -n 20 "$2" >&2
	echo "tools/packages.sh: $1 failed (log: $2)" >&2
	exit 1
}

build() # MPI
{
	# Assertions stay in, as in all builds.
	cmake -S . -B "$builds/$1" -D SONDE_MPI="$1" -D SONDE_DEBIAN=ON -D SONDE_CONTACT="$maintainer" -D CMAKE_INSTALL_PREFIX=/usr -D CMAKE_SKIP_INSTALL_RPATH=ON -D CMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON -D BUILD_TESTING=OFF \
		-D CMAKE_BUILD_TYPE=Release -D CMAKE_C_FLAGS_RELEASE=-O2 \
		-D CMAKE_C_FLAGS="-ffile-prefix-map=$PWD=. -ffile-prefix-map=$builds=. -fstack-protector-strong -D_FORTIFY_SOURCE=2" \
		-D CMAKE_EXE_LINKER_FLAGS="-pie $hardened" -D CMAKE_SHARED_LINKER_FLAGS="$hardened" -D CMAKE_MODULE_LINKER_FLAGS="$hardened" > "$builds/$1.log" 2>&1 &&
		cmake --build "$builds/$1" -j "$(nproc)" >> "$builds/$1.log" 2>&1
}

pack()
{
	version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$builds/openmpi/CMakeCache.txt")
	printf 'set(SONDE_BUILDS "%s")\nset(SONDE_VERSION %s)\nset(SONDE_CONTACT "%s")\ninclude("%s/cmake/packages.cmake")\n' "$builds" "$version" "$maintainer" "$PWD" > "$builds/cpack.cmake"
	rm -rf "$builds/debs"
	(umask 022 && cd "$builds" && cpack -G DEB --config "$builds/cpack.cmake" > cpack.log 2>&1) || say_failed cpack "$builds/cpack.log"
	rm -rf "$builds/debs/_CPack_Packages"
}

for mpi in openmpi mpich; do
	echo "Building sonde for $mpi (log: $builds/$mpi.log)" >&2
	build $mpi || say_failed "the build for $mpi" "$builds/$mpi.log"
done
pack
ls "$builds"/debs/*.deb
if command -v lintian > /dev/null; then
	lintian --fail-on error --tag-display-limit 0 --allow-root "$builds"/debs/*.deb
else
	echo "lintian is not installed: the packages were not held against it" >&2
fi
