# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the house rather than of the geometry: sources, documents, licences, installation.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_test(NAME "house: sources keep the rules"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_sources.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the check of sources finds what it looks for"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_sources.py --self-test)
add_test(NAME "house: what comments name exists"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_comments.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the check of comments finds what does not exist"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_comments.py --self-test)
add_test(NAME "house: sources are in the form of clang-format"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_format.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the check of form finds a file that is not"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_format.py --self-test ${PROJECT_SOURCE_DIR})
add_test(NAME "house: each formula has one home"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_homes.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the check of homes finds second copies"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_homes.py --self-test ${PROJECT_SOURCE_DIR})
# Scripts that have nothing to work on end with 77. One that fails has failed, even if it prints "skipped".
add_test(NAME "house: a failure that speaks of skipping is a failure"
  COMMAND Python3::Interpreter -c "print('skipped'); raise SystemExit(1)")
set_tests_properties("house: a failure that speaks of skipping is a failure" PROPERTIES WILL_FAIL ON SKIP_RETURN_CODE 77)
if(TARGET plumb)
  add_test(NAME "house: documented commands exist"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_documents.py
      ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb> $<TARGET_FILE:plumb-study>)
  add_test(NAME "house: the example scenes have the areas their headers work out"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_examples.py
      ${PROJECT_SOURCE_DIR}/docs/examples $<TARGET_FILE:plumb>)
  add_test(NAME "layers: every method on the shipped environments, proofs checked apart"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/scenes/layers_table.py --never-worse --plumb $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples/layers)
  set(check_schemas Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_schemas.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb> $<TARGET_FILE:plumb-study>)
  add_test(NAME "house: JSON is as its schemas say" COMMAND ${check_schemas})
  add_test(NAME "house: JSON is as its schemas say, every member of every list" COMMAND ${check_schemas} --whole)
  set_tests_properties("house: JSON is as its schemas say, every member of every list" PROPERTIES LABELS soak)
  add_test(NAME "house: README's doors, and the certificate line by line, are what is printed"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_doors.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb> $<TARGET_FILE:plumb-check>)
  add_test(NAME "house: README's first bake prints what it shows"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_shown.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb> $<$<NOT:$<CONFIG:Release>>:--assertions>)
  add_test(NAME "house: what docs/guide/explain.md shows is what plumb explain prints"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_explain_docs.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb>)
endif()
add_test(NAME "house: each statement of the certificate's theorem names what decides it"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_statements.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the proofs compile"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_proofs.py ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/proof)
add_test(NAME "house: the check of proofs finds what it looks for"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_proofs.py --self-test)
set_tests_properties("house: the proofs compile" "house: the check of proofs finds what it looks for" PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME "house: fetched levels are taken only with their sums"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/fetch_levels.py --self-test)
add_test(NAME "house: the example level is what its script writes"
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/docs/examples/make_ruin.py --check)
add_test(NAME "house: the layer environments are what their script writes"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/make_layer_environments.py ${PROJECT_SOURCE_DIR}/docs/examples/layers --check)

# Rooms: the table in docs/architecture.md is what is built.
add_test(NAME "house: the rooms are as the table says"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_rooms.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the check of rooms finds what it looks for"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_rooms.py --self-test ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the drawing of rooms is what its script draws"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/draw_rooms.py ${PROJECT_SOURCE_DIR} --check)
add_test(NAME "house: the glossary has its words and pictures"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/draw_glossary.py ${PROJECT_SOURCE_DIR} --check)
add_test(NAME "house: no measure of the house is above its limit"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_measures.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: the limits of measures bite"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_measures.py --self-test)
add_test(NAME "house: the checker's code by part, as its page has it"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_checker.py ${PROJECT_SOURCE_DIR})
add_test(NAME "house: a wrong count of the checker's code is noticed"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_checker.py --self-test)
get_property(rooms GLOBAL PROPERTY PLUMB_ROOMS)
set(includes)
foreach(room IN LISTS rooms)
  string(APPEND includes "${room};$<TARGET_PROPERTY:plumb_${room},INCLUDE_DIRECTORIES>\n")
  # An archive never fails to link: whole, and with the rooms that it names alone, it does.
  file(CONFIGURE OUTPUT rooms/${room}.cpp CONTENT "int main() {}\n")
  add_executable(plumb_room_alone_${room} ${CMAKE_CURRENT_BINARY_DIR}/rooms/${room}.cpp)
  target_link_libraries(plumb_room_alone_${room} PRIVATE
    -Wl,--whole-archive $<TARGET_FILE:plumb_${room}> -Wl,--no-whole-archive plumb_${room})
  add_test(NAME "house: room ${room} links with those it names" COMMAND plumb_room_alone_${room})
endforeach()
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/room_includes.txt CONTENT "${includes}")
add_test(NAME "house: a room sees the headers of the rooms it links, and no others"
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/check_rooms.py ${PROJECT_SOURCE_DIR} --compile ${CMAKE_CXX_COMPILER} ${CMAKE_CURRENT_BINARY_DIR}/room_includes.txt)

# Every public header compiles on its own.
plumb_header_check(partition ${PROJECT_SOURCE_DIR}/partition/include plumb::partition)
get_property(rooms GLOBAL PROPERTY PLUMB_ROOMS)
foreach(room IN LISTS rooms)
  get_target_property(folder plumb_${room} SOURCE_DIR)
  plumb_header_check(${room} ${folder}/include plumb::${room})
endforeach()

# Install, then build and run a user's project against the installed tree alone.
if(NOT PLUMB_SANITIZE)  # a user's project would have to link the sanitizers
  add_test(NAME "house: nothing of an earlier installation is left" COMMAND ${CMAKE_COMMAND} -E rm -rf ${PROJECT_BINARY_DIR}/installed)
  set_tests_properties("house: nothing of an earlier installation is left" PROPERTIES FIXTURES_SETUP no_installation)
  add_test(NAME "house: install"
    COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${PROJECT_BINARY_DIR}/installed)
  set_tests_properties("house: install" PROPERTIES FIXTURES_REQUIRED no_installation FIXTURES_SETUP installed)
  add_test(NAME "house: what is not built is not installed by halves"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_install.py ${PROJECT_SOURCE_DIR}/kernel/cmake)
  function(plumb_consumer_test name folder)
    add_test(NAME "house: ${name}" COMMAND ${CMAKE_CTEST_COMMAND}
      --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/${folder} ${CMAKE_CURRENT_BINARY_DIR}/${folder}
      --build-generator ${CMAKE_GENERATOR}
      --build-options -DCMAKE_PREFIX_PATH=${PROJECT_BINARY_DIR}/installed -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG= ${ARGN}  # nobody debugs it
      --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure)
    set_tests_properties("house: ${name}" PROPERTIES FIXTURES_REQUIRED installed)
  endfunction()
  plumb_consumer_test("find_package(plumb)" consumer)
  plumb_consumer_test("find_package(plumb COMPONENTS query)" consumer/query)
  plumb_consumer_test("find_package(plumb COMPONENTS kernel)" consumer/kernel
    -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=${CMAKE_CURRENT_SOURCE_DIR}/kernel_packages.cmake)
  file(GLOB guides CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/guide/*.md)
  add_test(NAME "house: installed headers are public, or included by public ones"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_installed_headers.py ${PROJECT_BINARY_DIR}/installed/include
      ${PROJECT_SOURCE_DIR}/README.md ${guides} ${PROJECT_SOURCE_DIR}/docs/reference/exports.md ${PROJECT_SOURCE_DIR}/docs/reference/bake.md)
  set_tests_properties("house: installed headers are public, or included by public ones" PROPERTIES FIXTURES_REQUIRED installed)
  find_program(PLUMB_CLANG clang++-19)
  set(check_public_headers Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_public_headers.py ${PROJECT_BINARY_DIR}/installed/include
    ${CMAKE_CXX_COMPILER} $<$<BOOL:${PLUMB_CLANG}>:${PLUMB_CLANG}>)
  set(strict_headers "house: public headers compile without a warning, in C++20 and 23, under GCC and clang")
  add_test(NAME "${strict_headers}" COMMAND ${check_public_headers})
  add_test(NAME "${strict_headers}, each way" COMMAND ${check_public_headers} --whole)
  set_tests_properties("${strict_headers}" "${strict_headers}, each way" PROPERTIES FIXTURES_REQUIRED installed)
  set_tests_properties("${strict_headers}, each way" PROPERTIES LABELS soak)
  add_test(NAME "house: the check of installed headers finds what it looks for"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_installed_headers.py --self-test)
  function(plumb_pkg_config_test package source)
    add_test(NAME "house: pkg-config ${package}"
      COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/consumer/pkg_config.py ${PROJECT_BINARY_DIR}/installed ${CMAKE_CXX_COMPILER} ${source} ${package} ${ARGN})
    set_tests_properties("house: pkg-config ${package}" PROPERTIES FIXTURES_REQUIRED installed SKIP_RETURN_CODE 77)
  endfunction()
  # A program that bakes, and writes one format, is not linked with what the others need.
  plumb_pkg_config_test(plumb ${PROJECT_SOURCE_DIR}/docs/examples/bake_in_memory.cpp Detour glpk qsopt_ex)
  plumb_pkg_config_test(plumb-kernel ${CMAKE_CURRENT_SOURCE_DIR}/consumer/use_kernel.cpp)
  add_test(NAME "house: man pages and completion"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_shell.py $<TARGET_FILE:plumb> ${PROJECT_BINARY_DIR}/installed)
  set_tests_properties("house: man pages and completion" PROPERTIES FIXTURES_REQUIRED installed)
  add_test(NAME "house: links of installed documents lead somewhere"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/check_documents.py --links ${PROJECT_BINARY_DIR}/installed/share/doc/plumb)
  set_tests_properties("house: links of installed documents lead somewhere" PROPERTIES FIXTURES_REQUIRED installed)
endif()

add_test(NAME "house: a project that takes Plumb in gets its libraries alone"
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/subproject
    -DGENERATOR=${CMAKE_GENERATOR} -DCOMPILER=${CMAKE_CXX_COMPILER} -P ${CMAKE_CURRENT_SOURCE_DIR}/subproject.cmake)

add_test(NAME "house: a program that only asks is small where it is built for size" COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/consumer/query ${CMAKE_CURRENT_BINARY_DIR}/consumer/query_size
  --build-generator ${CMAKE_GENERATOR} --build-target use_query
  --build-options -DPLUMB_SOURCE=${PROJECT_SOURCE_DIR} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=MinSizeRel
  --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure)
set_tests_properties("house: a program that only asks is small where it is built for size" PROPERTIES LABELS soak)

add_test(NAME "house: one shared library of all"
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/shared_library
    -DGENERATOR=${CMAKE_GENERATOR} -DCOMPILER=${CMAKE_CXX_COMPILER} -P ${CMAKE_CURRENT_SOURCE_DIR}/shared_library.cmake)
set_tests_properties("house: one shared library of all" PROPERTIES LABELS soak)

# Wings that are left out (pipeline/wings.cmake).
set(without ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DGENERATOR=${CMAKE_GENERATOR} -DCOMPILER=${CMAKE_CXX_COMPILER})
add_test(NAME "house: wings can be left out of what is built"
  COMMAND ${without} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/without "-DWITHOUT=wedge,write,ask,tiles,judge" -DCONFIGURE=ON -P ${CMAKE_CURRENT_SOURCE_DIR}/without.cmake)
set_tests_properties("house: wings can be left out of what is built" PROPERTIES RESOURCE_LOCK without)
foreach(wing wedge write ask tiles judge)
  add_test(NAME "house: without the wing ${wing} the rest builds and passes"
    COMMAND ${without} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/without -DWITHOUT=${wing} -P ${CMAKE_CURRENT_SOURCE_DIR}/without.cmake)
  set_tests_properties("house: without the wing ${wing} the rest builds and passes" PROPERTIES LABELS soak PROCESSORS 2 TIMEOUT 7200 RESOURCE_LOCK without)
endforeach()

# Copied alone into an empty folder, with no packages but its own.
add_test(NAME "house: the kernel builds, tests and installs alone"
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/kernel_alone
    -DGENERATOR=${CMAKE_GENERATOR} -DCOMPILER=${CMAKE_CXX_COMPILER} -P ${CMAKE_CURRENT_SOURCE_DIR}/kernel_alone.cmake)
set_tests_properties("house: the kernel builds, tests and installs alone" PROPERTIES LABELS soak PROCESSORS 2 COST 200)
