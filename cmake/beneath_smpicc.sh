#!/bin/sh
# Compiles by the compiler that smpicc calls, without what smpicc puts before every source. Usage, as a launcher of compilers: beneath_smpicc.sh COMPILER [LAUNCHER] SMPICC ARGUMENT…
compiler=$1
shift
case ${1##*/} in
smpicc*)
	shift
	exec "$compiler" "$@"
	;;
esac
launcher=$1
shift 2
exec "$launcher" "$compiler" "$@"
