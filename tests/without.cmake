# SPDX-License-Identifier: GPL-3.0-or-later
# Leaves wings out of the build, and builds and tests the rest, or with CONFIGURE=ON only configures it and looks at the targets.
#   cmake -DSOURCE=DIR -DSCRATCH=DIR -DGENERATOR=NAME -DCOMPILER=FILE -DWITHOUT=WING,WING [-DCONFIGURE=ON] -P without.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(room_of_wedge wedge)
set(room_of_write export)
set(room_of_ask explain)
set(room_of_tiles tiles)
set(room_of_judge audit)
set(options -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1)
string(REPLACE "," ";" WITHOUT ${WITHOUT})
# One folder for all: the compiler and the packages are looked for once, and what no wing changes is compiled once.
set(build ${SCRATCH}/build)
foreach(wing IN LISTS WITHOUT)
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${build} ${options} -DPLUMB_WITHOUT=${wing})
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --target help OUTPUT_VARIABLE targets COMMAND_ERROR_IS_FATAL ANY)
  if(targets MATCHES "plumb_(${room_of_${wing}}|python):" OR NOT targets MATCHES "plumb_navigation:" OR NOT targets MATCHES "plumb_tests_bake:")
    message(FATAL_ERROR "without ${wing} the build has other targets than it should")
  endif()
  if(NOT CONFIGURE)
    run(${CMAKE_COMMAND} --build ${build} -j 2)
    run(${CMAKE_CTEST_COMMAND} --test-dir ${build} --no-tests=error --output-on-failure -j 2 -LE soak)
    run(${CMAKE_COMMAND} --install ${build} --prefix ${build}/installed)
  endif()
endforeach()
