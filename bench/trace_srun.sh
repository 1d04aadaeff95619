#!/bin/sh
# Traces under srun: a Slurm of this machine alone, with a configuration and daemons of its own in a temporary folder, which end with the script. Programs of Open MPI are
# started by --mpi=pmix, of MPICH by --mpi=pmi2. Usage (as root): bench/trace_srun.sh BUILD…, folders of builds for Open MPI or MPICH with their target bench made.
# Needs slurmctld, slurmd and srun: Debian's slurm-wlm, or its packages unpacked into the folder that SLURM_ROOT names. munge is not needed.
set -eu
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
root=${SLURM_ROOT-}
work=$(mktemp -d)
plugins=$root/usr/lib/x86_64-linux-gnu/slurm-wlm
host=$(hostname -s)
export SLURM_CONF="$work/slurm.conf" LD_LIBRARY_PATH="$plugins${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
trap 'for pid in "$work"/*.pid; do [ ! -e "$pid" ] || kill "$(cat "$pid")"; done; rm -rf "$work"' EXIT

find_program() # name
{
	for name in "$root/usr/sbin/$1-wlm" "$root/usr/sbin/$1" "$root/usr/bin/$1"; do
		[ -x "$name" ] && echo "$name" && return
	done
	echo "trace_srun: there is no $1" >&2
	exit 77
}

mkdir "$work/state" "$work/spool"
cat > "$SLURM_CONF" << END
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SlurmctldPort=26817
SlurmdPort=26818
PluginDir=$plugins
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/linear
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
controller=$(find_program slurmctld)
daemon=$(find_program slurmd)
stepd=$(find_program slurmstepd)
srun=$(find_program srun)
"$controller" -c > "$work/out" 2>&1
"$daemon" -d "$stepd" -N "$host" >> "$work/out" 2>&1
printf 'exec "$@"\n' > "$work/run.sh"

trace() # options of srun, program and arguments
{
	options=$1
	shift
	rm -rf "$work/trace"
	# shellcheck disable=SC2086
	timeout 60 "$srun" -n 2 $options "$sonde" trace -o "$work/trace" "$@" > "$work/out" || { echo "trace_srun: srun $options $*: $?"; exit 1; }
	echo "srun -n 2 $options sonde trace $(basename "$1"): $("$sonde" trace show "$work/trace" | awk '$1 == "calls" && NF == 2 { calls = $2 } $1 == "complete" { complete = $2 } END { print calls " calls, complete: " complete }')"
}

for build in "$@"; do
	build=$(cd "$build" && pwd)
	sonde=$build/sonde
	pmi=--mpi=pmi2
	[ -e "$build/libsonde-trace-openmpi.so" ] && pmi=--mpi=pmix
	trace "$pmi" "$build/bench/tracer_loop" 1000
	trace "$pmi" sh "$work/run.sh" "$build/bench/tracer_loop" 1000
	if timeout 60 "$srun" -n 2 "$pmi" "$sonde" trace -o "$work/trace" "$build/bench/tracer_loop" 1000 > "$work/out" 2>&1; then
		echo "trace_srun: the folder of another trace was taken"
		exit 1
	fi
done
