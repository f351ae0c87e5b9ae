# SPDX-License-Identifier: GPL-3.0-or-later
# The package of npm against the program of this machine (make bake), where both are built.
find_program(PLUMB_NODE node REQUIRED)
add_test(NAME "javascript: the package, installed from its tarball"
  COMMAND ${CMAKE_COMMAND} -E env PLUMB_PACKAGE=${PROJECT_BINARY_DIR}/npm PLUMB_NATIVE=${PROJECT_SOURCE_DIR}/build/release/bin/plumb
    ${PLUMB_NODE} --test ${CMAKE_CURRENT_LIST_DIR}/package_test.mjs)
add_test(NAME "javascript: the package in a browser"
  COMMAND python3 -B ${CMAKE_CURRENT_LIST_DIR}/browser_test.py ${PROJECT_BINARY_DIR}/npm ${PROJECT_SOURCE_DIR}/build/release/bin/plumb ${PROJECT_SOURCE_DIR}/docs/examples)
set_tests_properties("javascript: the package, installed from its tarball" "javascript: the package in a browser" PROPERTIES LABELS wasm SKIP_RETURN_CODE 77)
