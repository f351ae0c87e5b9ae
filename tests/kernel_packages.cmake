# SPDX-License-Identifier: GPL-3.0-or-later
# Given as CMAKE_PROJECT_TOP_LEVEL_INCLUDES: the kernel may ask for these packages and no others.
set(plumb_kernel_packages PlumbGMP PlumbMPFR Boost boost_headers tsl-robin-map CGAL Catch2 rapidcheck plumb
  GMP GMPXX MPFR Threads)  # the last line is what CGAL asks for
set(CMAKE_DISABLE_FIND_PACKAGE_Python3 ON)  # asked for by a test of the tests, which does without
macro(plumb_refuse_other_packages method name)
  if(NOT "${name}" IN_LIST plumb_kernel_packages)
    message(FATAL_ERROR "${name} is asked for, which the kernel has to do without")
  endif()
endmacro()
cmake_language(SET_DEPENDENCY_PROVIDER plumb_refuse_other_packages SUPPORTED_METHODS FIND_PACKAGE)
