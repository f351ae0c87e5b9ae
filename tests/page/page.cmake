# SPDX-License-Identifier: GPL-3.0-or-later
# plumb.html in Chromium against the program of this machine (make bake), where both are built; without chromium or chromedriver these are skipped.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(plumb_page_test name script label)
  add_test(NAME "page: ${name}" COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/plumb.html
    ${PROJECT_SOURCE_DIR}/build/release/bin/plumb ${ARGN})
  set_tests_properties("page: ${name}" PROPERTIES LABELS "${label}" SKIP_RETURN_CODE 77)
endfunction()
plumb_page_test("levels, sliders, places, audits, files, links and hands" page.py wasm)
plumb_page_test("pairs of places are answered as the command answers them" reach.py wasm 5 --confirm)
plumb_page_test("two hundred pairs of places of eight levels" reach.py "wasm;soak" 200 --confirm doorways crates ruin spiral gaps boxes quake city)
