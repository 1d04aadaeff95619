# What benches in a lab of their own have in common, sourced with $build set (a build for Open MPI or MPICH). Sets sonde, mpi, here and name, and goes to a folder of its own, which goes away in the end as the lab does.
# REALTIME=: not before all other processes.
sonde=$build/sonde
case $(readlink "$sonde") in
*mpich) mpi=mpich ;;
*) mpi=openmpi ;;
esac
here=$(cd "$(dirname "$0")/.." && pwd)
name=bench-$$
work=$(mktemp -d)
trap '"$sonde" lab down --name $name --quiet > /dev/null 2>&1 || true; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work"

# Prints what its links and TCP are.
lab_up() # options
{
	"$sonde" lab up --name $name "$@" | grep -E '^(tcp|links)'
}

in_lab() # processes, command
{
	processes=$1
	shift
	# shellcheck disable=SC2086
	timeout -k 5 900 "$sonde" lab run ${REALTIME---realtime} --name $name --mpi $mpi -n "$processes" -- "$@" 2>> chatter < /dev/null
}
