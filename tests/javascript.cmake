# SPDX-License-Identifier: GPL-3.0-or-later
# The package of npm: its parts, wherever there is node.
find_program(PLUMB_NODE node)
if(PLUMB_NODE)
  add_test(NAME "javascript: parts of the package" COMMAND ${PLUMB_NODE} --test ${CMAKE_CURRENT_SOURCE_DIR}/javascript/parts_test.mjs)
endif()
