# SPDX-License-Identifier: GPL-3.0-or-later
# The page that bakes, plumb.html: the program as WebAssembly, the viewer of plumb view, and what is here. It needs node.
find_program(PLUMB_NODE node REQUIRED)
if(NOT PLUMB_ESBUILD OR NOT PLUMB_THREE)
  message(STATUS "esbuild or libjs-three is missing: there will be no plumb.html")
  return()
endif()
set(view ${PROJECT_SOURCE_DIR}/pipeline/run/view/page)
set(examples ${PROJECT_SOURCE_DIR}/docs/examples)
file(GLOB modules CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/* ${view}/* ${CMAKE_CURRENT_LIST_DIR}/../javascript/src/*)
set(levels ${examples}/ruin.obj ${examples}/doorways.obj ${examples}/crates.obj ${examples}/spiral.obj ${examples}/layers/multi_storey_building.obj)
set(page ${PROJECT_BINARY_DIR}/plumb.html)
foreach(name main worker)
  plumb_bundle(${CMAKE_CURRENT_BINARY_DIR}/page/${name}.js ${CMAKE_CURRENT_LIST_DIR}/${name}.js ${modules})
endforeach()
add_custom_command(OUTPUT ${page} VERBATIM
  DEPENDS plumb ${modules} ${levels} ${CMAKE_CURRENT_BINARY_DIR}/page/main.js ${CMAKE_CURRENT_BINARY_DIR}/page/worker.js
  COMMAND ${PLUMB_NODE} ${CMAKE_CURRENT_LIST_DIR}/make_page.mjs ${page} ${CMAKE_CURRENT_LIST_DIR}/template.html $<TARGET_FILE:plumb>
    ${CMAKE_CURRENT_BINARY_DIR}/page/main.js ${CMAKE_CURRENT_BINARY_DIR}/page/worker.js ${view}/style.css ${CMAKE_CURRENT_LIST_DIR}/style.css -- ${levels})
add_custom_target(plumb_page ALL DEPENDS ${page})
if(PLUMB_FOREIGN_TESTS)
  include(${PROJECT_SOURCE_DIR}/tests/page/page.cmake)
endif()
