# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the tests: a change to the source must make one fail. `make mutants` runs them. COST, here and elsewhere: ctest starts what takes long first.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
# The pipeline's archives, each before those that it needs.
get_property(rooms GLOBAL PROPERTY PLUMB_ROOMS)
list(REVERSE rooms)
set(pipeline_archives)
foreach(room IN LISTS rooms)
  list(APPEND pipeline_archives $<TARGET_FILE:plumb_${room}>)
endforeach()
list(APPEND pipeline_archives $<TARGET_FILE:plumb_partition> $<TARGET_FILE:plumb_checker> $<TARGET_FILE:plumb_sha256> $<TARGET_FILE:plumb_program_memory> $<TARGET_FILE:plumb_vcd> $<TARGET_FILE:plumb_surface> $<TARGET_FILE:plumb_plan> $<TARGET_FILE:plumb_kernel>)

add_test(NAME "mutants: the source has the places they change" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/mutants/baker.py --places)
add_test(NAME "mutants: the source has the places that those of updates change" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/mutants/updates.py --places)
add_test(NAME "mutants: the source has the places that those of tiles change" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/mutants/tiles.py --places)
add_test(NAME "mutants: the source has the places that those of bounds change" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/mutants/bounds.py --places)
if(NOT PLUMB_SANITIZE)  # the mutants link the library without the sanitizers
  add_test(NAME "mutants: bounds on rounding are tested"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/mutants/bounds.py
      --libraries ${pipeline_archives} --scratch ${CMAKE_CURRENT_BINARY_DIR}/mutants/bounds)
  set_tests_properties("mutants: bounds on rounding are tested" PROPERTIES ENVIRONMENT CXX=${CMAKE_CXX_COMPILER} LABELS "mutants;soak" COST 300)
  add_test(NAME "mutants: independent judges see a baker that errs"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/mutants/baker.py
      --libraries ${pipeline_archives}
      --checker $<TARGET_FILE:plumb-check> --scratch ${CMAKE_CURRENT_BINARY_DIR}/mutants --jobs 2)
  set_tests_properties("mutants: independent judges see a baker that errs" PROPERTIES ENVIRONMENT CXX=${CMAKE_CXX_COMPILER} LABELS "mutants;soak" PROCESSORS 2 COST 400)
  add_test(NAME "mutants: the tests of updates see a subdivision that errs"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/mutants/updates.py
      --libraries ${pipeline_archives} --scratch ${CMAKE_CURRENT_BINARY_DIR}/mutants/updates)
  set_tests_properties("mutants: the tests of updates see a subdivision that errs" PROPERTIES ENVIRONMENT CXX=${CMAKE_CXX_COMPILER} LABELS "mutants;soak" PROCESSORS 2 COST 200)
  if(TARGET plumb)
    add_test(NAME "mutants: the tests of tiles see tiles that err"
      COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/mutants/tiles.py
        --libraries $<TARGET_FILE:plumb_commands> ${pipeline_archives} --scratch ${CMAKE_CURRENT_BINARY_DIR}/mutants/tiles)
    set_tests_properties("mutants: the tests of tiles see tiles that err" PROPERTIES ENVIRONMENT CXX=${CMAKE_CXX_COMPILER} LABELS "mutants;soak" PROCESSORS 2 COST 200)
  endif()
endif()
if(TARGET plumb)
  add_test(NAME "scenes: the comparison of two programs sees what differs"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/scenes/same_bytes.py --self-test $<TARGET_FILE:plumb> ${PROJECT_SOURCE_DIR}/docs/examples)
endif()
