# Finds the MPI that SONDE_MPI names. Makes the target sonde_mpi_implementation and sets
#   SONDE_MPIRUN   the launcher, "launcher [options] -n": a number of processes and a command follow. Empty without MPI.
# Debian installs Open MPI and MPICH side by side as mpicc.openmpi and mpicc.mpich, and an alternative decides what plain mpicc is; so the suffixed
# names come first, and what was found is compiled against to see that it is what was asked for. A program must be started by the launcher of its own MPI:
# under the other one every process believes to be alone.

include(CheckCSourceCompiles)

function(sonde_find_mpi name macro package)
	find_program(MPI_C_COMPILER NAMES mpicc.${name} mpicc PATH_SUFFIXES lib64/${name}/bin lib/${name}/bin DOC "Compiler wrapper of ${name}")
	if(MPI_C_COMPILER)
		get_filename_component(folder ${MPI_C_COMPILER} DIRECTORY)
		if(MPI_C_COMPILER MATCHES "\\.${name}$")
			set(launchers mpirun.${name} mpiexec.${name})
		else()
			set(launchers mpirun mpiexec)
		endif()
		find_program(MPIEXEC_EXECUTABLE NAMES ${launchers} HINTS ${folder} DOC "Launcher of ${name}")
		find_package(MPI COMPONENTS C)
	endif()
	if(NOT MPI_C_FOUND OR NOT MPIEXEC_EXECUTABLE)
		message(FATAL_ERROR "no ${name} found; install it (Debian: ${package}), choose another SONDE_MPI (openmpi, mpich, smpi, none), "
			"or say where it is with -D MPI_C_COMPILER=… -D MPIEXEC_EXECUTABLE=…")
	endif()
	set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
	check_c_source_compiles("#include <mpi.h>\n#ifndef ${macro}\n#error another MPI\n#endif\nint main(void) { return MPI_Finalize(); }\n" SONDE_MPI_IS_${macro})
	if(NOT SONDE_MPI_IS_${macro})
		message(FATAL_ERROR "${MPI_C_COMPILER} is not the compiler wrapper of ${name}; choose another SONDE_MPI or set MPI_C_COMPILER")
	endif()
	target_link_libraries(sonde_mpi_implementation INTERFACE MPI::MPI_C)
endfunction()

add_library(sonde_mpi_implementation INTERFACE)
set(SONDE_MPIRUN "")
if(SONDE_MPI STREQUAL openmpi)
	sonde_find_mpi(openmpi OPEN_MPI "libopenmpi-dev openmpi-bin")
	set(SONDE_MPIRUN "${MPIEXEC_EXECUTABLE} --oversubscribe -n")
elseif(SONDE_MPI STREQUAL mpich)
	sonde_find_mpi(mpich MPICH_VERSION "libmpich-dev mpich")
	set(SONDE_MPIRUN "${MPIEXEC_EXECUTABLE} -n")
	# Its header says how long an array of statuses is, and MPI_STATUSES_IGNORE is none.
	target_compile_options(sonde_mpi_implementation INTERFACE -Wno-stringop-overflow)
elseif(SONDE_MPI STREQUAL smpi)
	find_program(SMPIRUN smpirun REQUIRED DOC "Launcher of SMPI")
	set(SONDE_MPIRUN "${SMPIRUN} -np")
	check_c_source_compiles("#include <mpi.h>\n#ifndef SMPI_H\n#error not SMPI\n#endif\nint main(void) { return MPI_Finalize(); }\n" SONDE_MPI_IS_SMPI)
	if(NOT SONDE_MPI_IS_SMPI)
		message(FATAL_ERROR "${CMAKE_C_COMPILER} is not smpicc; configure with -D CMAKE_C_COMPILER=smpicc, or cmake --preset smpi")
	endif()
	find_program(SONDE_HOST_COMPILER NAMES cc gcc clang REQUIRED DOC "Compiler beneath smpicc, also of programs that the build runs")
elseif(NOT SONDE_MPI STREQUAL none)
	message(FATAL_ERROR "SONDE_MPI is ${SONDE_MPI}; it can be openmpi, mpich, smpi or none")
endif()

# smpicc puts a header before every source that replaces sleeps, clocks, exit and free(x) by simulated ones and drags in the struct option of getopt. Only src/mpi lives in simulated time; the targets
# named here are compiled by the compiler beneath: to the same objects as in the other builds, which ccache then has.
function(sonde_not_simulated)
	if(SONDE_MPI STREQUAL smpi)
		set_target_properties(${ARGN} PROPERTIES C_COMPILER_LAUNCHER "${CMAKE_SOURCE_DIR}/cmake/beneath_smpicc.sh;${SONDE_HOST_COMPILER};${CMAKE_C_COMPILER_LAUNCHER}")
	endif()
endfunction()
