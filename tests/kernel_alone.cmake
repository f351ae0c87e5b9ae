# SPDX-License-Identifier: GPL-3.0-or-later
# Copies kernel/ to where nothing else of ours is: it configures with its own packages alone, builds, passes tests and installs, and
# a user's project works with what was installed. Two files of tests stand for all of them: the others are built elsewhere, from these
# folders and libraries too.
#   cmake -DSOURCE=DIR -DSCRATCH=DIR -DGENERATOR=NAME -DCOMPILER=FILE -P kernel_alone.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${SOURCE}/kernel DESTINATION ${SCRATCH})
file(GLOB tests ${SCRATCH}/kernel/tests/*_test.cpp)
list(FILTER tests EXCLUDE REGEX "/(slice|number)_test.cpp$")
file(REMOVE ${tests})
set(options -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_UNITY_BUILD=ON  # in eights, which halves the time
  -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=${SOURCE}/tests/kernel_packages.cmake)

run(${CMAKE_COMMAND} -S ${SCRATCH}/kernel -B ${SCRATCH}/build ${options})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build -j 2)
run(${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH}/build -j 2 -LE soak --no-tests=error --output-on-failure)
run(${CMAKE_COMMAND} --install ${SCRATCH}/build --prefix ${SCRATCH}/installed)

run(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer/kernel -B ${SCRATCH}/consumer ${options} -DCMAKE_PREFIX_PATH=${SCRATCH}/installed)
run(${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
run(${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH}/consumer --no-tests=error --output-on-failure)
