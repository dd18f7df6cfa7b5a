# cmake --build build --target benchmark: a table of what judging and measuring cost; it asserts nothing.
add_custom_target(benchmark COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/ctest/benchmark.py --suite ${CMAKE_BINARY_DIR}
                  USES_TERMINAL VERBATIM)
add_dependencies(benchmark suite)
