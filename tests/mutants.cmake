# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the tests: a change to the source must make one fail.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
if(NOT PLUMB_SANITIZE)  # the mutants link the library without the sanitizers
  add_test(NAME "mutants: every entry of cut_table is tested"
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/mutants/cut_table.py --library $<TARGET_FILE:plumb_kernel>)
  set_tests_properties("mutants: every entry of cut_table is tested" PROPERTIES ENVIRONMENT CXX=${CMAKE_CXX_COMPILER})
endif()
