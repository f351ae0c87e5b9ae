# SPDX-License-Identifier: LGPL-3.0-or-later
# GMP and its C++ interface: the target plumb::gmp. The build and the installed package find it by these same lines.
find_path(PlumbGMP_INCLUDE_DIR gmpxx.h)
find_library(PlumbGMP_LIBRARY gmp)
find_library(PlumbGMP_CXX_LIBRARY gmpxx)
mark_as_advanced(PlumbGMP_INCLUDE_DIR PlumbGMP_LIBRARY PlumbGMP_CXX_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PlumbGMP REQUIRED_VARS PlumbGMP_CXX_LIBRARY PlumbGMP_LIBRARY PlumbGMP_INCLUDE_DIR)
if(PlumbGMP_FOUND AND NOT TARGET plumb::gmp)
  add_library(plumb::gmp INTERFACE IMPORTED)
  target_include_directories(plumb::gmp SYSTEM INTERFACE ${PlumbGMP_INCLUDE_DIR})
  target_link_libraries(plumb::gmp INTERFACE ${PlumbGMP_CXX_LIBRARY} ${PlumbGMP_LIBRARY})
endif()
