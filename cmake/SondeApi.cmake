# sonde inside an application: include/sonde.h with libsonde-openmpi.so or libsonde-mpich.so, which shows nothing but what the header declares, and a .pc file of
# the same name: sonde.h speaks of MPI_Comm, so each library belongs to one MPI. sonde_api is the same for tests, as an archive.
if(SONDE_MPI STREQUAL none)
	return()
endif()

file(GLOB_RECURSE api_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/api/*.c)
add_library(sonde_api_objects OBJECT ${api_sources})
target_include_directories(sonde_api_objects PRIVATE ${CMAKE_SOURCE_DIR}/include)
target_link_libraries(sonde_api_objects PRIVATE sonde_mpi)
if(SONDE_MPI STREQUAL smpi)
	target_compile_definitions(sonde_api_objects PRIVATE SMPI_HELPERS_H)
endif()
add_library(sonde_api STATIC $<TARGET_OBJECTS:sonde_api_objects>)
target_include_directories(sonde_api PUBLIC ${CMAKE_SOURCE_DIR}/include)
target_link_libraries(sonde_api PUBLIC sonde_mpi)

set(api_exports ${CMAKE_SOURCE_DIR}/cmake/sonde.map)
add_library(sonde_shared SHARED $<TARGET_OBJECTS:sonde_api_objects>)
set_target_properties(sonde_shared PROPERTIES OUTPUT_NAME sonde-${SONDE_MPI} EXPORT_NAME ${SONDE_MPI} VERSION ${PROJECT_VERSION} SOVERSION 0 LINK_DEPENDS ${api_exports} LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
target_include_directories(sonde_shared PRIVATE ${CMAKE_SOURCE_DIR}/include INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(sonde_shared PRIVATE sonde_mpi)
target_link_options(sonde_shared PRIVATE -Wl,--as-needed -Wl,--version-script=${api_exports})

# Libraries that belong to this MPI and are preloaded into programs are installed here, below the prefix.
set(SONDE_PRELOAD_DIR ${CMAKE_INSTALL_LIBDIR}/sonde/${SONDE_MPI})

# The tree may be moved: places are named from that of the .pc file.
file(RELATIVE_PATH api_up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(${CMAKE_SOURCE_DIR}/cmake/sonde.pc.in ${CMAKE_BINARY_DIR}/sonde-${SONDE_MPI}.pc @ONLY)
install(TARGETS sonde_shared EXPORT sonde-${SONDE_MPI} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libsonde-${SONDE_MPI}0 NAMELINK_COMPONENT libsonde-dev)
install(FILES ${CMAKE_SOURCE_DIR}/include/sonde.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libsonde-dev)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/sonde DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libsonde-dev)
install(FILES ${CMAKE_BINARY_DIR}/sonde-${SONDE_MPI}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT libsonde-dev)

# find_package(sonde COMPONENTS openmpi) makes sonde::openmpi. The package's own files are the same in all builds; each build adds its target.
include(CMakePackageConfigHelpers)
set(api_package ${CMAKE_INSTALL_LIBDIR}/cmake/sonde)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/sonde-config-version.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/sonde-config.cmake ${CMAKE_BINARY_DIR}/sonde-config-version.cmake DESTINATION ${api_package} COMPONENT libsonde-dev)
install(EXPORT sonde-${SONDE_MPI} NAMESPACE sonde:: FILE sonde-${SONDE_MPI}.cmake DESTINATION ${api_package} COMPONENT libsonde-dev)
