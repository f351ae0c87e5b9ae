# SPDX-License-Identifier: GPL-3.0-or-later
# PLUMB_WINGS: the wings of this build but prove, which is always built, in the order of docs/architecture.md, and the module of Python. PLUMB_WHOLE: off if
# a wing is left out; leaving out the module alone keeps it on.
# cmake -DPLUMB_WITHOUT="judge;tiles" leaves wings out. One that is left out takes those along that cannot do without it; a command of the program that needs
# one says so.
set(PLUMB_WITHOUT "" CACHE STRING "Wings to leave out, of wedge, write, ask, tiles, judge and python")
set(PLUMB_WHOLE ON)
set(PLUMB_WINGS base level bake wedge write run ask tiles judge doors python)
foreach(wing IN LISTS PLUMB_WITHOUT)
  if(NOT wing MATCHES "^(wedge|write|ask|tiles|judge|python)$")
    message(FATAL_ERROR "PLUMB_WITHOUT has '${wing}'; what can be left out is wedge, write, ask, tiles, judge and python")
  endif()
  list(REMOVE_ITEM PLUMB_WINGS ${wing} python)  # the module of Python has calls of all
  if(NOT wing STREQUAL python)
    set(PLUMB_WHOLE OFF)
  endif()
endforeach()
if(NOT write IN_LIST PLUMB_WINGS)
  list(REMOVE_ITEM PLUMB_WINGS run ask tiles judge doors)
endif()
