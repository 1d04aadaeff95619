#!/usr/bin/env bash
# Rule files drawn at random from the grammar of each form, 1000 whole and 1000 broken ones: what --check says of them. Of classic ones of
# Open MPI and of MPICH's selections 100 whole and 100 broken ones are carried out on the library, and what was said is held against what is
# seen. Usage: bench/rules_drawn.sh BUILD [SEED [FILES [FROM [EXECUTED]]]]; BUILD is of Open MPI or of MPICH.
set -euo pipefail
build=$1 seed=${2:-$(date +%s)} files=${3:-2000} from=${4:-0} executed=${5:-200}
here=$(cd "$(dirname "$0")/.." && pwd)
library=$(sed -n 's/^SONDE_MPI:[A-Z]*=//p' "$build/CMakeCache.txt")
echo "seed $seed"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [ "$library" = mpich ]; then
	forms=mpich form=mpich
	launcher=(mpiexec.mpich -n 4 env LD_PRELOAD="$build/tests/libsonde_test_yielding.so")
else
	forms="classic version-2 json" form=classic
	launcher=(mpirun.openmpi -n 4 --oversubscribe)
fi
if [ "$files" -gt 0 ]; then
	for each in $forms; do "$build/tests/sonde_test_drawn" "$each" "$seed" 0 "$files"; done
fi
[ "$executed" -eq 0 ] || sh "$here/tests/mpi/drawn/run.sh" "$seed" "$from" "$executed" 10 "$build/tests" $form "${launcher[@]}"
