# The tracer: a library that `sonde trace` preloads into programs of this MPI. Its wrappers are generated from src/trace/functions.def and from what mpi.h declares,
# by a program that is compiled for this machine first. So are those of the library that `sonde run` preloads.
if(SONDE_MPI STREQUAL none)
	return()
endif()

find_library(ZSTD_STATIC libzstd.a REQUIRED DOC "zstd as an archive: what is preloaded brings its own")
find_package(Threads REQUIRED)
set(tracer_generated ${CMAKE_BINARY_DIR}/generated/tracer)
set(tracer_source ${CMAKE_SOURCE_DIR}/src/mpi/tracer)
file(MAKE_DIRECTORY ${tracer_generated})

# smpicc makes programs for simulated processes alone.
set(tracer_compiler ${CMAKE_C_COMPILER})
if(SONDE_MPI STREQUAL smpi)
	set(tracer_compiler ${SONDE_HOST_COMPILER})
endif()
file(GLOB generate_sources CONFIGURE_DEPENDS ${tracer_source}/generate/*.c)
file(GLOB generate_headers CONFIGURE_DEPENDS ${tracer_source}/generate/*.h)
set(generate_table ${CMAKE_SOURCE_DIR}/src/trace/function.c ${CMAKE_SOURCE_DIR}/src/trace/fields.c)
set(generate ${CMAKE_BINARY_DIR}/sonde_generate)
add_custom_command(OUTPUT ${generate}
	COMMAND ${tracer_compiler} -std=c11 -O1 -D_POSIX_C_SOURCE=200809L -I${CMAKE_SOURCE_DIR}/src -o ${generate} ${generate_sources} ${generate_table}
	DEPENDS ${generate_sources} ${generate_headers} ${generate_table} ${CMAKE_SOURCE_DIR}/src/trace/functions.def ${CMAKE_SOURCE_DIR}/src/trace/function.h ${CMAKE_SOURCE_DIR}/src/trace/fields.h
	COMMENT "Building the generator of wrappers"
	VERBATIM)

# What the preprocessor makes of mpi.h.
set(tracer_mpi_h ${tracer_generated}/mpi.i)
file(WRITE ${tracer_generated}/include_mpi.c.new "#include <mpi.h>\n")
file(COPY_FILE ${tracer_generated}/include_mpi.c.new ${tracer_generated}/include_mpi.c ONLY_IF_DIFFERENT)
set(tracer_includes $<TARGET_PROPERTY:sonde_mpi_implementation,INTERFACE_INCLUDE_DIRECTORIES>)
add_custom_command(OUTPUT ${tracer_mpi_h}
	COMMAND ${CMAKE_C_COMPILER} -E -P "$<$<BOOL:${tracer_includes}>:-I$<JOIN:${tracer_includes},;-I>>" -o ${tracer_mpi_h} ${tracer_generated}/include_mpi.c
	DEPENDS ${tracer_generated}/include_mpi.c
	COMMAND_EXPAND_LISTS
	VERBATIM)

set(generated_files functions_list.h functions_list.c wrappers.c fortran.c f08.c replaced.c replaced_f08.c)
foreach(file IN LISTS generated_files)
	add_custom_command(OUTPUT ${tracer_generated}/${file}
		COMMAND ${generate} ${file} ${tracer_mpi_h} ${tracer_generated}/${file}
		DEPENDS ${generate} ${tracer_mpi_h}
		VERBATIM)
endforeach()
set(generated_sources functions_list.c wrappers.c)
if(NOT SONDE_MPI STREQUAL smpi)
	list(APPEND generated_sources f08.c)
	if(SONDE_MPI STREQUAL openmpi) # mpif.h of others goes through the functions of C
		list(APPEND generated_sources fortran.c)
		set(tracer_mpif ${tracer_source}/mpif/byhand.c)
	endif()
endif()
list(TRANSFORM generated_files PREPEND ${tracer_generated}/)
list(TRANSFORM generated_sources PREPEND ${tracer_generated}/)
add_custom_target(sonde_tracer_generated DEPENDS ${generated_files})

file(GLOB tracer_sources CONFIGURE_DEPENDS ${tracer_source}/*.c)
if(SONDE_MPI STREQUAL smpi)
	list(APPEND tracer_sources ${tracer_source}/simulated/copies.c)
	set(tracer_exports ${CMAKE_SOURCE_DIR}/cmake/tracer-smpi.map)
else()
	set(tracer_exports ${CMAKE_SOURCE_DIR}/cmake/tracer.map)
endif()
# What writes a trace; what reads one is not preloaded.
set(tracer_trace block block_content bytes fields file function info interval layout log polling rules stream structure symbol)
list(TRANSFORM tracer_trace REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/src/trace/\\1.c")
set(tracer_base ${CMAKE_SOURCE_DIR}/src/base/error.c ${CMAKE_SOURCE_DIR}/src/base/memory.c)
# Its loops over all codes of a block take several at a time.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/trace/block.c PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:RelWithDebInfo,Release>:-O3>")
list(APPEND tracer_sources ${CMAKE_SOURCE_DIR}/src/mpi/host_traffic.c)
add_library(sonde_tracer MODULE ${tracer_sources} ${tracer_mpif} ${generated_sources} ${tracer_trace} ${tracer_base})
add_dependencies(sonde_tracer sonde_tracer_generated)
set_target_properties(sonde_tracer PROPERTIES OUTPUT_NAME sonde-trace-${SONDE_MPI} LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR} LINK_DEPENDS ${tracer_exports})
target_include_directories(sonde_tracer PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/generated $<TARGET_PROPERTY:sonde_mpi_implementation,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(sonde_tracer PRIVATE _POSIX_C_SOURCE=200809L)
target_compile_options(sonde_tracer PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wundef -Wvla $<$<BOOL:${SONDE_WERROR}>:-Werror>)
target_link_libraries(sonde_tracer PRIVATE ${ZSTD_STATIC} Threads::Threads ${CMAKE_DL_LIBS} m)
target_link_options(sonde_tracer PRIVATE -Wl,--exclude-libs,ALL -Wl,--version-script=${tracer_exports} -Wl,-z,nodelete)
if(NOT SONDE_MPI STREQUAL smpi)
	target_link_options(sonde_tracer PRIVATE -Wl,--no-undefined)
else()
	target_compile_definitions(sonde_tracer PRIVATE SMPI_NO_OVERRIDE_MALLOC)
endif()
install(TARGETS sonde_tracer LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/sonde COMPONENT sonde-${SONDE_MPI})
