# CUDA for kernels. The file name is the build rule, and only real targets are built: a GPU that is not among them gets
# "no kernel image", never code that the driver compiled on its own.
#
#   x.cu -> sm_90a sm_100a sm_103a    x_sm_90a.cu -> sm_90a    x_sm_100a.cu -> sm_100a    x_sm_100a_103a.cu -> both
set(ASSAY_GPU_TARGETS 90a 100a 103a)

# CMake would otherwise pick nvcc's default architecture, which none of our GPUs is.
set(CMAKE_CUDA_ARCHITECTURES OFF)
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
set(CMAKE_CUDA_SEPARABLE_COMPILATION OFF)

# assay_set_up_tool(VAR COMMAND...): unless told otherwise, the tool that ctest/setup.sh finds: in PATH, /usr/local/cuda*, wheels.
function(assay_set_up_tool var)
  if(NOT ${var})
    execute_process(COMMAND bash -c [[source "$0/ctest/setup.sh" && "$@"]] ${CMAKE_SOURCE_DIR} ${ARGN}
                    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(found)
      set(${var} ${found} CACHE FILEPATH "found by ctest/setup.sh" FORCE)
    endif()
  endif()
endfunction()

if(NOT DEFINED ENV{CUDACXX})
  assay_set_up_tool(CMAKE_CUDA_COMPILER find_nvcc)
endif()
enable_language(CUDA)
set(CMAKE_CUDA_FLAGS_RELWITHDEBINFO "-O2 -Xcompiler=-g1 -DNDEBUG")
string(APPEND CMAKE_CUDA_FLAGS " -std=c++20")  # by hand: CMake 3.25 knows no CUDA_STANDARD beyond 17
set(CMAKE_CUDA_STANDARD_REQUIRED OFF)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13.0)
  message(FATAL_ERROR "${CMAKE_CUDA_COMPILER} is CUDA ${CMAKE_CUDA_COMPILER_VERSION}; Assay needs 13.0 or newer. "
                      "Put the newer one first in PATH or pass -DCMAKE_CUDA_COMPILER=.../nvcc")
endif()
message(STATUS "CUDA ${CMAKE_CUDA_COMPILER_VERSION}: ${CMAKE_CUDA_COMPILER}")
if(NOT TARGET CUDA::nvToolsExt)  # CMake 3.25 marks it as deprecated without asking whether it exists; CUDA 13 has none
  add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
endif()
find_package(CUDAToolkit REQUIRED)
assay_set_up_tool(ASSAY_CUOBJDUMP find_tool cuobjdump)  # reads SASS, for tests

# assay_gpu_targets(VAR FILE): the targets that the file's name asks for.
function(assay_gpu_targets var file)
  cmake_path(GET file STEM LAST_ONLY stem)
  if(NOT stem MATCHES "_sm_")
    set(${var} ${ASSAY_GPU_TARGETS} PARENT_SCOPE)
    return()
  endif()
  string(REGEX REPLACE "^.*_sm_" "" targets "${stem}")
  string(REPLACE "_" ";" targets "${targets}")
  foreach(target IN LISTS targets)
    if(NOT target IN_LIST ASSAY_GPU_TARGETS)
      message(FATAL_ERROR "${file}: its name asks for sm_${target}; known are ${ASSAY_GPU_TARGETS} (ctest/cuda.cmake)")
    endif()
  endforeach()
  set(${var} ${targets} PARENT_SCOPE)
endfunction()

# assay_cuda_library(NAME SOURCES... [LIBS ...]): kernels and their launchers, .cu and .cpp.
function(assay_cuda_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS")
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    if(NOT source MATCHES "\\.cu$")
      continue()
    endif()
    assay_gpu_targets(targets ${source})
    list(TRANSFORM targets REPLACE "(.+)" "-gencode=arch=compute_\\1,code=sm_\\1")
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS ${targets})
  endforeach()
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC assay_options CUDA::cudart_static ${arg_LIBS})
endfunction()
