# SPDX-License-Identifier: LGPL-3.0-or-later
# How tests and checks of headers are built. It lies here so that the kernel can be built and tested alone.
include_guard(DIRECTORY)
find_package(Catch2 2 REQUIRED)
find_package(rapidcheck REQUIRED)
list(APPEND CMAKE_MODULE_PATH ${Catch2_DIR})  # Catch2 says so to the first who asks only
include(Catch)

if(NOT TARGET plumb_test_main)
  # Catch2's main, compiled once for every executable of tests.
  add_library(plumb_test_main OBJECT ${CMAKE_CURRENT_LIST_DIR}/test_main.cpp)
  target_link_libraries(plumb_test_main PUBLIC Catch2::Catch2)
  target_compile_options(plumb_test_main PRIVATE -O0)  # it takes no time
  target_compile_definitions(plumb_test_main PUBLIC CATCH_CONFIG_FAST_COMPILE)  # no assertion catches: what it throws ends its test

  plumb_make_precompiled(plumb_test_precompiled <algorithm> <array> <bit> <catch2/catch.hpp> <cmath> <cstdint> <cstdlib> <filesystem> <fstream>
    <functional> <gmpxx.h> <limits> <map> <memory> <numeric> <optional> <random> <set> <span> <sstream> <string> <string_view> <utility> <vector>)
  if(TARGET plumb_test_precompiled)
    target_link_libraries(plumb_test_precompiled PRIVATE Catch2::Catch2)
    target_compile_definitions(plumb_test_precompiled PRIVATE CATCH_CONFIG_FAST_COMPILE)
    target_compile_options(plumb_test_precompiled PRIVATE ${PLUMB_TEST_OPTIONS})
  endif()
endif()

# plumb_test_sources(TARGET): how the sources of a target that only tests are compiled.
function(plumb_test_sources target)
  target_link_libraries(${target} PRIVATE plumb_flags)
  target_compile_options(${target} PRIVATE ${PLUMB_TEST_OPTIONS})
  plumb_use_precompiled(${target} plumb_test_precompiled)
endfunction()

# Several tests are compiled as one source, a batch (PLUMB_BATCH), which includes what they include and then each test in a namespace of its own:
# names that two tests have do not meet.
# plumb_test_batches(NAME OUT SOURCE...): sets OUT to the sources to compile. Apart stay those that define or specialise names of other namespaces.
function(plumb_test_batches name out)
  set(alone)
  set(tests ${ARGN})
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} elsewhere LIMIT_COUNT 1 REGEX "^(namespace [a-z]|template <>|#define |#if)")
    if(elsewhere OR NOT source MATCHES "_test\\.cpp$" OR PLUMB_BATCH LESS 2)
      list(APPEND alone ${source})
      list(REMOVE_ITEM tests ${source})
    endif()
  endforeach()
  # What a batch includes is read when it is configured.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  set(batch 0)
  while(tests)
    list(SUBLIST tests 0 ${PLUMB_BATCH} those)
    list(REMOVE_ITEM tests ${those})
    set(includes)
    set(bodies)
    foreach(source IN LISTS those)
      file(STRINGS ${source} lines REGEX "^#include ")
      foreach(line IN LISTS lines)
        string(REGEX REPLACE "^(#include [<\"][^>\"]*[>\"]).*" "\\1" line "${line}")
        list(APPEND includes "${line}")
      endforeach()
      cmake_path(GET source STEM stem)
      string(APPEND bodies "namespace ${stem} {\n#include \"${source}\"\n}\n")
    endforeach()
    list(REMOVE_DUPLICATES includes)
    list(JOIN includes "\n" includes)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/batches/${name}_${batch}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${includes}\n${bodies}" @ONLY)
    list(APPEND alone ${file})
    math(EXPR batch "${batch} + 1")
  endwhile()
  set(${out} ${alone} PARENT_SCOPE)
endfunction()

# plumb_test_folder(NAME FOLDER LIBRARY...): the sources of a folder as one executable, plumb_tests_NAME.
function(plumb_test_folder name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  plumb_test_batches(${name} sources ${sources})
  add_executable(plumb_tests_${name} ${sources})
  target_include_directories(plumb_tests_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
  target_link_libraries(plumb_tests_${name} PRIVATE ${ARGN} plumb_test_main rapidcheck)
  plumb_test_sources(plumb_tests_${name})
  catch_discover_tests(plumb_tests_${name} TEST_PREFIX "${name}: ")
endfunction()

# plumb_header_check(NAME INCLUDE_DIR LIBRARY...): every header under an include directory compiles on its own, and twice. The target
# plumb_headers has all of them; it is built by a test, since it takes as long as the library.
function(plumb_header_check name include_dir)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${include_dir} ${include_dir}/*.h)
  set(sources)
  foreach(header IN LISTS headers)
    cmake_path(REPLACE_EXTENSION header cpp OUTPUT_VARIABLE source)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/headers/${name})
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"  // guarded\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(plumb_headers_${name} OBJECT EXCLUDE_FROM_ALL ${sources})
  target_compile_options(plumb_headers_${name} PRIVATE -O0)  # nobody runs it
  target_link_libraries(plumb_headers_${name} PRIVATE ${ARGN} plumb_flags)
  if(NOT TARGET plumb_headers)
    add_custom_target(plumb_headers)
    add_test(NAME "house: every public header compiles on its own" COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target plumb_headers)
    set_tests_properties("house: every public header compiles on its own" PROPERTIES LABELS soak RUN_SERIAL ON)
  endif()
  add_dependencies(plumb_headers plumb_headers_${name})
endfunction()
