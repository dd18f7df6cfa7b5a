# What every target of Assay is made of: assay_library, assay_host_test, assay_host_entry.

add_library(assay_portable STATIC ${CMAKE_SOURCE_DIR}/ctest/portable.c)
target_link_options(assay_portable INTERFACE -Wl,--undefined=arc4random)

# Other versions than 9.1 declare other things extern (fmt.cpp), so those are used header-only.
if(fmt_VERSION VERSION_GREATER_EQUAL 9.1 AND fmt_VERSION VERSION_LESS 9.2)
  add_library(assay_fmt STATIC ${CMAKE_SOURCE_DIR}/ctest/fmt.cpp)
  target_include_directories(assay_fmt SYSTEM PUBLIC $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
else()
  add_library(assay_fmt ALIAS fmt::fmt-header-only)
endif()

add_library(assay_options INTERFACE)
target_include_directories(assay_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(assay_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wconversion -Wshadow -Werror -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=>
  $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings -Xcompiler=-Wall,-Wextra,-Wshadow,-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=>)
target_link_libraries(assay_options INTERFACE assay_fmt)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # It takes what a function returns by reference for a part of any temporary among its arguments: of a key, say.
  target_compile_options(assay_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-dangling-reference>)
endif()
if(ASSAY_SANITIZE)  # under which GCC 12 takes the inside of std::regex for uninitialised
  target_compile_options(assay_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
      -Wno-maybe-uninitialized>)
  target_link_options(assay_options INTERFACE -fsanitize=address,undefined)
else()
  target_link_options(assay_options INTERFACE -static-libstdc++ -static-libgcc)
  target_link_libraries(assay_options INTERFACE assay_portable)
endif()

# assay_library(NAME SOURCES... [LIBS ...]): a layer of the design.
function(assay_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS")
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC assay_options ${arg_LIBS})
endfunction()

# assay_host_test(NAME SOURCES... [LIBS ...]): a unit test that needs no GPU; CTest entry host.<NAME>, label host.
function(assay_host_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS")
  add_executable(${name}_test ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name}_test PRIVATE assay_options ${arg_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name}_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  set_target_properties(${name}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/host)
  assay_host_entry(${name} ${name}_test)
endfunction()

# assay_host_entry(NAME COMMAND...): any other check that needs no GPU. 77 skips it.
function(assay_host_entry name)
  add_test(NAME host.${name} COMMAND ${ARGN})
  set_tests_properties(host.${name} PROPERTIES LABELS host TIMEOUT 120 SKIP_RETURN_CODE 77)
endfunction()

# ninja tidy: clang-tidy over every .cpp; minutes, so no test.
find_program(ASSAY_RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
if(ASSAY_RUN_CLANG_TIDY)
  add_custom_target(tidy COMMAND ${ASSAY_RUN_CLANG_TIDY} -quiet -p ${CMAKE_BINARY_DIR} "^${CMAKE_SOURCE_DIR}/.*\\.cpp$"
                    USES_TERMINAL)
endif()
