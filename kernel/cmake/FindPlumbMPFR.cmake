# SPDX-License-Identifier: LGPL-3.0-or-later
# MPFR: the target plumb::mpfr. The build and the installed package find it by these same lines.
find_path(PlumbMPFR_INCLUDE_DIR mpfr.h)
find_library(PlumbMPFR_LIBRARY mpfr)
mark_as_advanced(PlumbMPFR_INCLUDE_DIR PlumbMPFR_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PlumbMPFR REQUIRED_VARS PlumbMPFR_LIBRARY PlumbMPFR_INCLUDE_DIR)
if(PlumbMPFR_FOUND AND NOT TARGET plumb::mpfr)
  add_library(plumb::mpfr INTERFACE IMPORTED)
  target_include_directories(plumb::mpfr SYSTEM INTERFACE ${PlumbMPFR_INCLUDE_DIR})
  target_link_libraries(plumb::mpfr INTERFACE ${PlumbMPFR_LIBRARY})
endif()
