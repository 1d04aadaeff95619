# Headers made at build time, in <build>/generated: version.h and store/schema.h. The target sonde_generated makes both.

set(generated ${CMAKE_BINARY_DIR}/generated)
set(schema ${CMAKE_SOURCE_DIR}/src/store/schema.sql)

# Runs in every build, but touches version.h only when the commit has changed.
add_custom_target(sonde_version
	COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D VERSION=${PROJECT_VERSION} -D OUTPUT=${generated}/version.h -P ${CMAKE_SOURCE_DIR}/cmake/version.cmake
	BYPRODUCTS ${generated}/version.h
	COMMENT "Looking up the commit"
	VERBATIM)
add_custom_target(sonde_generated)
add_dependencies(sonde_generated sonde_version)

if(EXISTS ${schema})
	add_custom_command(OUTPUT ${generated}/store/schema.h
		COMMAND ${CMAKE_COMMAND} -D INPUT=${schema} -D OUTPUT=${generated}/store/schema.h -P ${CMAKE_SOURCE_DIR}/cmake/schema.cmake
		DEPENDS ${schema} ${CMAKE_SOURCE_DIR}/cmake/schema.cmake
		COMMENT "Making store/schema.h"
		VERBATIM)
	add_custom_target(sonde_schema DEPENDS ${generated}/store/schema.h)
	add_dependencies(sonde_generated sonde_schema)
endif()
