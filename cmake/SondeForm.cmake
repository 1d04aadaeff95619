# format: formats the C sources in place. tidy: checks all of src by clang-tidy, as this build compiles it.
add_custom_target(format COMMAND ${CMAKE_SOURCE_DIR}/tools/format.sh VERBATIM USES_TERMINAL)
add_custom_target(tidy COMMAND ${CMAKE_SOURCE_DIR}/tools/tidy.sh ${CMAKE_BINARY_DIR} VERBATIM USES_TERMINAL)
add_dependencies(tidy sonde_generated)
