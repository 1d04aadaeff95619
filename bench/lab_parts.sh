# What benches in a lab of their own have in common, sourced with $build set (a build for Open MPI or MPICH). Sets sonde, mpi, here and name, keep and model as the paths of KEEP and MODEL ("" without), and goes to a folder of its own,
# which goes away in the end as the lab does. $yielding comes before programs of others: waiting processes of MPICH leave the CPU to each other. REALTIME=: not before all other processes.
sonde=$build/sonde
case $(readlink "$sonde") in
*mpich) mpi=mpich ;;
*) mpi=openmpi ;;
esac
here=$(cd "$(dirname "$0")/.." && pwd)
name=bench-$$
keep=${KEEP:+$(realpath "$KEEP")}
model=${MODEL:+$(realpath "$MODEL")}
yielding=$build/tests/libsonde_test_yielding.so
[ $mpi = mpich ] && [ -e "$yielding" ] && yielding="env SONDE_TEST_ENDING=1 LD_PRELOAD=$yielding" || yielding=
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

# Makes lmo.json, an LMO model of the lab with thresholds; or takes MODEL for it.
lab_lmo() # processes
{
	if [ "$model" ]; then
		cp "$model" lmo.json
	else
		in_lab "$1" "$sonde" estimate lmo --thresholds --parallel --quiet --patience 0 --store lab.db -o lmo.json > estimated 2>&1 || { cat estimated chatter; exit 1; }
	fi
}
