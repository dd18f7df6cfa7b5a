# CTest's hardware, replay and planted entries, from the catalogue by entries.py: once for the build tree, once for the
# package. Editing a claim, a band or the set of recordings makes them again at the next build.
file(GLOB catalogue CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/expectations/claims/*.toml
     ${CMAKE_SOURCE_DIR}/expectations/sku/*.toml)
file(GLOB recordings CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/fixtures/recordings/*)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${catalogue} ${CMAKE_SOURCE_DIR}/ctest/entries.py)
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/ctest/entries.py
    --expectations ${CMAKE_SOURCE_DIR}/expectations --recordings ${CMAKE_SOURCE_DIR}/fixtures/recordings
    --build-tree ${CMAKE_BINARY_DIR} --package ${CMAKE_BINARY_DIR}/package
  COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_BINARY_DIR}/tests/CTestTestfile.cmake)
