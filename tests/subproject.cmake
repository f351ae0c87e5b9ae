# SPDX-License-Identifier: GPL-3.0-or-later
# Configures a project that takes Plumb in by add_subdirectory(): it has none of Plumb's programs and tests, and installs nothing of Plumb.
#   cmake -DSOURCE=DIR -DSCRATCH=DIR -DGENERATOR=NAME -DCOMPILER=FILE -P subproject.cmake
file(REMOVE_RECURSE ${SCRATCH})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer/subproject -B ${SCRATCH} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
  -DPLUMB_SOURCE=${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE scripts ${SCRATCH}/plumb/cmake_install.cmake)
if(NOT scripts)
  message(FATAL_ERROR "no script of Plumb's to look at")
endif()
foreach(script IN LISTS scripts)
  file(READ ${script} text)
  if(text MATCHES "file\\(INSTALL")
    message(FATAL_ERROR "${script} installs something")
  endif()
endforeach()
