# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the page of plumb view, which take a minute or two of two cores together. Those in a browser need chromium and chromedriver; without them they are skipped.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_executable(plumb_explain_points ${CMAKE_CURRENT_SOURCE_DIR}/view/explain_points.cpp)
target_link_libraries(plumb_explain_points PRIVATE plumb_explain plumb_flags)
function(plumb_view_test name script)
  add_test(NAME "view: ${name}"
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/view/${script} ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb> ${ARGN})
  set_tests_properties("view: ${name}" PROPERTIES SKIP_RETURN_CODE 77)
endfunction()
plumb_view_test("the page explains points as plumb explain does, and clicks hit what is drawn" explain_equal.py $<TARGET_FILE:plumb_explain_points> 80)
plumb_view_test("the page explains a thousand points and 200 clicks of each level as plumb explain does" explain_equal.py $<TARGET_FILE:plumb_explain_points> 1000 200)
set_tests_properties("view: the page explains a thousand points and 200 clicks of each level as plumb explain does" PROPERTIES LABELS soak)
plumb_view_test("every page shows something and asks for nothing" look.py)
plumb_view_test("areas by pixels, switches, walls, colours and storeys" pixels.py)
plumb_view_test("keys, search, links, touch, sizes and contrast" handling.py)
plumb_view_test("two places, findings, exact numbers, links, the wheel, the legend and a lost context" places.py)
plumb_view_test("the pages of tiles lead to each other" tiles.py)
plumb_view_test("hostile names, files that do not fit, extreme numbers" hostile.py)
plumb_view_test("routes, updates, many layers and stages are those of their files" documents.py)
if(TARGET plumb_recast_navmesh)
  plumb_view_test("findings, layers and routes are those of their files" findings.py $<TARGET_FILE:plumb_recast_navmesh>)
else()
  plumb_view_test("findings, layers and routes are those of their files" findings.py)
endif()

find_program(PLUMB_NODE node)
if(PLUMB_NODE)
  add_test(NAME "view: large groups are drawn in few chunks"
    COMMAND ${PLUMB_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/view/chunks.mjs ${PROJECT_SOURCE_DIR}/pipeline/run/view/page)
  add_test(NAME "page: the polygons that are drawn of another navmesh are its own"
    COMMAND ${PLUMB_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/page/outlines.mjs ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb>)
endif()

# The program as it is built without esbuild or three.js: bytes of a page without a script stand before the library's.
set(without_page ${CMAKE_CURRENT_BINARY_DIR}/without_page.cpp)
set(page ${PROJECT_SOURCE_DIR}/pipeline/run/view/page)
add_custom_command(OUTPUT ${without_page} DEPENDS ${PROJECT_SOURCE_DIR}/pipeline/run/view/embed.cmake VERBATIM
  COMMAND ${CMAKE_COMMAND} "-DPARTS=template=${page}/template.html;style=${page}/style.css" -DOUTPUT=${without_page}
    -P ${PROJECT_SOURCE_DIR}/pipeline/run/view/embed.cmake)
add_executable(plumb_without_page ${PROJECT_SOURCE_DIR}/pipeline/doors/app/main.cpp ${without_page})
target_link_libraries(plumb_without_page PRIVATE plumb_commands plumb_flags)
add_test(NAME "view: a build without esbuild says that it has no page"
  COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/view/without_page.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:plumb_without_page>)
