# SPDX-License-Identifier: LGPL-3.0-or-later
# How our sources are compiled, here as in the rest of Plumb: included by whatever is at the top.
include_guard(GLOBAL)
set(PLUMB_SANITIZE OFF CACHE STRING "Build with sanitizers; ON: ASan and UBSan; thread: the thread sanitizer")
# What a project that takes Plumb in by add_subdirectory() has no use for.
option(PLUMB_TESTS "Build the tests and the documents' examples" ${PROJECT_IS_TOP_LEVEL})
option(PLUMB_INSTALL "Install libraries, headers, programs and documents" ${PROJECT_IS_TOP_LEVEL})
option(PLUMB_TOOLS "Build the programs plumb and plumb-check" ${PROJECT_IS_TOP_LEVEL})

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Which of the operating systems that Plumb knows is built for.
set(PLUMB_SYSTEM posix)
if(WIN32)
  set(PLUMB_SYSTEM windows)
elseif(CMAKE_SYSTEM_NAME STREQUAL WASI)
  set(PLUMB_SYSTEM wasi)
endif()
# plumb_keep_own_system(LIST): leaves sources for other systems out of a list. Names that end with _posix, _windows or _wasi are for one, _hosted for all but
# WASI, _unix for all but Windows.
function(plumb_keep_own_system list_name)
  set(others posix windows wasi)
  list(REMOVE_ITEM others ${PLUMB_SYSTEM})
  if(PLUMB_SYSTEM STREQUAL windows)
    list(APPEND others unix)
  elseif(PLUMB_SYSTEM STREQUAL wasi)
    list(APPEND others hosted)
  endif()
  list(JOIN others "|" others)
  set(kept ${${list_name}})
  list(FILTER kept EXCLUDE REGEX "_(${others})\\.cpp$")
  set(${list_name} ${kept} PARENT_SCOPE)
  list(FILTER kept INCLUDE REGEX "_windows\\.cpp$")
  set_source_files_properties(${kept} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # windows.h makes macros of words such as near and far
endfunction()
# plumb_program(TARGET): a program whose words are UTF-8 on Windows, too (windows_main.cpp).
set(PLUMB_WINDOWS_MAIN ${CMAKE_CURRENT_LIST_DIR}/windows_main.cpp)
function(plumb_program target)
  if(WIN32)
    target_sources(${target} PRIVATE ${PLUMB_WINDOWS_MAIN})
    target_compile_definitions(${target} PRIVATE main=plumb_main)
    target_link_options(${target} PRIVATE -municode)
  endif()
endfunction()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

# Packages are found by those who use them, and seen by all who link these.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CGAL_DO_NOT_WARN_ABOUT_CMAKE_BUILD_TYPE TRUE)  # the test preset names its flags itself

# A precompiled header is hit only by a ccache that takes the macros and the time in it for the same. The compiler's list of headers saves it
# from preprocessing on its own, and remembering inodes from reading the precompiled header, 90 MB, for every source.
find_program(CCACHE ccache)
find_program(ENV_COMMAND NAMES env)
if(CCACHE AND ENV_COMMAND)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ENV_COMMAND} CCACHE_DEPEND=1 CCACHE_INODECACHE=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# Flags for our own code. Exactness rests on IEEE arithmetic as written.
add_library(plumb_flags INTERFACE)
target_compile_options(plumb_flags INTERFACE -Wall -Wextra
  # GCC 12 sees these where there are none: in Boost's small_vector and in std::string's operator+.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread;-Wno-restrict>
  # Where clang suggests && and ||, the branch that they are is what was avoided. What it calls deprecated is in libstdc++'s own stable_sort.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-bitwise-instead-of-logical;-Wno-deprecated-declarations>)
if(PLUMB_SANITIZE STREQUAL thread)
  target_compile_options(plumb_flags INTERFACE -fsanitize=thread)
  target_link_options(plumb_flags INTERFACE -fsanitize=thread)
elseif(PLUMB_SANITIZE)
  target_compile_options(plumb_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  target_link_options(plumb_flags INTERFACE -fsanitize=address,undefined)
endif()

# Precompiled headers hold nothing of ours. GCC takes one only where the options are those that it was made with, so what
# some targets need all have: CGAL asks for -frounding-math, the kernel for -ffp-contract=off.
target_compile_options(plumb_flags INTERFACE -ffp-contract=off $<$<CXX_COMPILER_ID:GNU>:-frounding-math>)

# GCC spends a tenth of its time on collecting garbage in a heap that it keeps small.
target_compile_options(plumb_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=400000 --param ggc-min-expand=100>)

# Compiling tests takes longer than running them. Not -O0: a linker takes what templates a test and a library share from the test.
set(PLUMB_TEST_OPTIONS -Og CACHE STRING "Compiler options of tests, and of libraries that take longer to compile than tests run them, after all others")
# plumb_compile_as_tests(TARGET): compiles such a library so, in a build with tests.
function(plumb_compile_as_tests target)
  if(PLUMB_TESTS)
    target_compile_options(${target} PRIVATE ${PLUMB_TEST_OPTIONS})
  endif()
endfunction()

# A program of others leaves out what it does not call. A build with tests is none of theirs.
if(NOT PLUMB_TESTS)
  target_compile_options(plumb_flags INTERFACE -ffunction-sections -fdata-sections)
endif()

# plumb_make_precompiled(NAME HEADER...): precompiles headers as the target NAME, where the compiler is GCC.
function(plumb_make_precompiled name)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
    add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    target_precompile_headers(${name} PRIVATE ${ARGN})
    target_link_libraries(${name} PRIVATE plumb_flags)
  endif()
endfunction()

plumb_make_precompiled(plumb_precompiled <algorithm> <array> <atomic> <bit> <cassert> <charconv> <cmath> <cstdint> <cstdio> <deque>
  <functional> <gmpxx.h> <limits> <map> <memory> <numeric> <optional> <queue> <set> <span> <sstream> <string> <string_view> <thread> <tuple>
  <unordered_map> <utility> <vector>)

# plumb_use_precompiled(TARGET [NAME]): gives a target the precompiled headers, or those of NAME. Only for code that links plumb_flags.
function(plumb_use_precompiled target)
  set(names ${ARGN} plumb_precompiled)
  list(GET names 0 name)
  get_target_property(kind ${target} TYPE)
  if(CMAKE_POSITION_INDEPENDENT_CODE AND kind STREQUAL EXECUTABLE)
    return()  # libraries and programs are then compiled with different options
  endif()
  if(TARGET ${name})
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# Half the time of compiling a source goes into headers and templates that the next source needs too. So several sources of a library are compiled at once, a
# batch, and several tests (tests.cmake). What stands in an unnamed namespace of one source is then seen by the others of its batch.
set(PLUMB_BATCH 12 CACHE STRING "How many sources are compiled at once; 1: each alone")
# plumb_compile_in_batches(TARGET): compiles a target so. PLUMB_IN_BAKES says that every bake runs its code; it is then compiled so in a build with tests alone,
# because GCC inlines less in large sources (docs/history/performance.md of Plumb), and for WebAssembly, where the compiler is clang.
function(plumb_compile_in_batches target)
  if(PLUMB_BATCH GREATER 1 AND (PLUMB_TESTS OR NOT PLUMB_IN_BAKES OR PLUMB_SYSTEM STREQUAL wasi))
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${PLUMB_BATCH})
    # A source that is included may have a public class of private types. The other two GCC 12 sees where there are none, if it inlines more.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-maybe-uninitialized;-Wno-stringop-overflow>)
  endif()
endfunction()
# plumb_compile_alone(SOURCE...): no batch has these sources. A program links the whole of an object, and so what each source in it needs.
function(plumb_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
