# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and installs Plumb with BUILD_SHARED_LIBS. A user's project that links plumb::pipeline works with what was installed, and needs libplumb.so alone of ours.
#   cmake -DSOURCE=DIR -DSCRATCH=DIR -DGENERATOR=NAME -DCOMPILER=FILE -P shared_library.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(options -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/build ${options} -DBUILD_SHARED_LIBS=ON -DPLUMB_TESTS=OFF)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build -j 2)
run(${CMAKE_COMMAND} --install ${SCRATCH}/build --prefix ${SCRATCH}/installed)

run(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer -B ${SCRATCH}/consumer ${options} -DCMAKE_PREFIX_PATH=${SCRATCH}/installed)
run(${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
run(${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH}/consumer --no-tests=error --output-on-failure)
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${SCRATCH}/consumer/use_pipeline RESOLVED_DEPENDENCIES_VAR libraries)
list(FILTER libraries INCLUDE REGEX "libplumb")
list(LENGTH libraries count)
if(NOT count EQUAL 1 OR NOT libraries MATCHES "/libplumb\\.so\\.[0-9]+\\.[0-9]+$")
  message(FATAL_ERROR "use_pipeline needs of ours: '${libraries}'")
endif()
