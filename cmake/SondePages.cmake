# Manual pages and the completion for bash, made by a program of the build that asks every command for its table of options; sonde.h(3) out of the headers. A program
# of simulated processes cannot be asked.
if(SONDE_MPI STREQUAL smpi)
	return()
endif()

set(pages ${CMAKE_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${pages}/man1 ${pages}/man3)
file(GLOB pages_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/pages/*.c)
add_executable(sonde_pages ${pages_sources})
target_link_libraries(sonde_pages PRIVATE sonde_cli)
add_custom_command(OUTPUT ${pages}/completion ${pages}/reference.md
	COMMAND sonde_pages ${pages} ${CMAKE_SOURCE_DIR}/doc/commands.md
	DEPENDS sonde_pages ${CMAKE_SOURCE_DIR}/doc/commands.md
	COMMENT "Making manual pages of the commands"
	VERBATIM)
set(page_headers sonde.h sonde/context.h sonde/measure.h sonde/model.h sonde/predict.h sonde/collective.h sonde/decompose.h sonde/region.h)
list(TRANSFORM page_headers PREPEND ${CMAKE_SOURCE_DIR}/include/)
find_program(SONDE_AWK NAMES awk mawk gawk REQUIRED DOC "awk, which makes sonde.h(3)")
add_custom_command(OUTPUT ${pages}/man3/sonde.h.3
	COMMAND ${SONDE_AWK} -v version=${PROJECT_VERSION} -v folder=${pages}/man3 -f ${CMAKE_SOURCE_DIR}/cmake/header_page.awk ${page_headers}
	DEPENDS ${page_headers} ${CMAKE_SOURCE_DIR}/cmake/header_page.awk
	COMMENT "Making sonde.h(3)"
	VERBATIM)
add_custom_target(sonde_manual ALL DEPENDS ${pages}/completion ${pages}/man3/sonde.h.3)

install(DIRECTORY ${pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT sonde)
if(NOT SONDE_MPI STREQUAL none)
	install(DIRECTORY ${pages}/man3 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT libsonde-dev)
endif()
# bash finds them by the command's name.
install(FILES ${pages}/completion DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT sonde RENAME sonde)
install(FILES ${pages}/completion DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT sonde-${SONDE_MPI} RENAME sonde-${SONDE_MPI})
