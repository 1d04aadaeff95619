# The installed command sonde starts the build that belongs to the launcher. The builds here are scripts that say who they are.
. "$SONDE_SOURCE/tests/sh/lib.sh"
starter=$SONDE_BUILD/starter/sonde
for name in OMPI_COMM_WORLD_SIZE HYDI_CONTROL_FD PMI_RANK PMI_FD PMIX_RANK PMIX_NAMESPACE SONDE_MPI; do
	unset "$name"
done

install_builds() # names
{
	rm -rf "$work/bin"
	mkdir "$work/bin"
	cp "$starter" "$work/bin/sonde"
	for build in "$@"; do
		printf '#!/bin/sh\necho "this is %s with $*"\nexit 7\n' "$build" > "$work/bin/sonde-$build"
		chmod +x "$work/bin/sonde-$build"
	done
}

expect_build() # name, assignments
{
	build=$1
	shift
	run env "$@" "$work/bin/sonde" info "two words"
	expect_code 7
	expect_out "this is $build with info two words"
	expect_silence err
}

install_builds openmpi mpich none
begin "without a launcher the first build that is installed runs, with the arguments and the exit code"
expect_build openmpi

begin "each launcher gets the build of its MPI"
expect_build openmpi OMPI_COMM_WORLD_SIZE=2 PMIX_RANK=0
expect_build mpich PMI_RANK=0 PMI_SIZE=2
expect_build mpich HYDI_CONTROL_FD=8
expect_build mpich PMI_FD=9 PMIX_RANK=0
expect_build openmpi PMIX_RANK=0
expect_build openmpi PMIX_NAMESPACE=job

begin "SONDE_MPI overrides it, and empty does not"
expect_build mpich SONDE_MPI=mpich OMPI_COMM_WORLD_SIZE=2
expect_build none SONDE_MPI=none PMI_RANK=1
expect_build mpich SONDE_MPI= PMI_RANK=1

begin "it is found beside the program, also through a link from elsewhere and by PATH"
ln -s "$work/bin/sonde" linked
run ./linked list
expect_out "this is openmpi with list"
run env PATH="$work/bin:$PATH" sonde list
expect_out "this is openmpi with list"

install_builds mpich
begin "of what is installed the first is taken without a launcher"
expect_build mpich
expect_build mpich PMI_RANK=0

begin "a build that is missing is named, with the reason and with what there is"
run env OMPI_COMM_WORLD_SIZE=2 "$work/bin/sonde" info
expect_refusal 1 "$work/bin/sonde-openmpi cannot be started: No such file or directory"
expect_err "because OMPI_COMM_WORLD_SIZE is set"
expect_err "Installed there: sonde-mpich."
run env SONDE_MPI=other "$work/bin/sonde" info
expect_refusal 1 "$work/bin/sonde-other cannot be started"
run env SONDE_MPI=../other "$work/bin/sonde" info
expect_refusal 1 "SONDE_MPI is \"../other\": openmpi, mpich or none is wanted"

install_builds none
begin "a build without MPI runs under a launcher too if it is the only one"
expect_build none
expect_build none OMPI_COMM_WORLD_SIZE=2

install_builds
begin "without any build it says what was looked for, and where"
run "$work/bin/sonde" info
expect_refusal 1 "there is no sonde-openmpi, sonde-mpich or sonde-none in $work/bin"

finish
