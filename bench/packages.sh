#!/bin/sh
# The Debian packages in a clean system: installed by apt alone; manual pages without a warning; the steps of the quickstart and self-tests under Open MPI and MPICH; applications by
# pkg-config and by CMake; and nothing left after their removal. As root, with mmdebstrap; Debian's mirror has the packages that they need. It takes about 15 minutes, most of it for the mirror.
#
# usage: bench/packages.sh [DEBS [ROOT]]     (default: build-packages/debs, which tools/packages.sh makes; a root that mmdebstrap makes)
# ROOT: a tar file of a system, or where one is to be kept that is made now.
set -eu
debs=$(cd "${1:-build-packages/debs}" && pwd)
kept=$(realpath -m "${2:-/nonexistent}")
export LC_ALL=C
place=$(mktemp -d)
root=$place/root
trap 'rm -rf "$place"' EXIT
trap 'exit 1' HUP INT TERM
[ -n "${2-}" ] || kept=$place/root.tar
[ -s "$kept" ] || mmdebstrap --variant=apt bookworm "$kept"
mkdir "$root"
tar -C "$root" --numeric-owner --exclude './dev/*' -xf "$kept"
mkdir "$root/debs" "$root/work"
cp "$debs"/*.deb "$root/debs"
cp "$(dirname "$0")/packages_steps.sh" "$root/work/steps.sh"
# Its environment is clean too: what this one says of compilers is not there.
# Mounts of a namespace of their own, which go with it; processes of one too, so that nothing runs on.
env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM="${TERM-dumb}" ROOT="$root" unshare --mount --pid --fork --kill-child --propagation private sh -c '
	mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev" && mount -t sysfs -o ro sysfs "$ROOT/sys" && mount -t tmpfs tmpfs "$ROOT/tmp" &&
		cp /etc/resolv.conf "$ROOT/etc/resolv.conf" && exec chroot "$ROOT" sh /work/steps.sh'
