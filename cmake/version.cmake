# cmake -D SOURCE=folder -D VERSION=x.y.z -D OUTPUT=version.h -P version.cmake
cmake_minimum_required(VERSION 3.25)
set(commit "")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
	set(ENV{GIT_OPTIONAL_LOCKS} 0)
	execute_process(COMMAND ${GIT} describe --always --dirty WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(commit STREQUAL "")
	set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "#ifndef SONDE_VERSION_H
#define SONDE_VERSION_H

#define SONDE_VERSION \"@VERSION@\"
#define SONDE_COMMIT \"@commit@\"

#endif
")
