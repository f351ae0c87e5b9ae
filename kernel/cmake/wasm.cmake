# SPDX-License-Identifier: LGPL-3.0-or-later
# A toolchain file: WebAssembly for the system interface of WASI, by clang and Debian's libraries for it. PLUMB_LIBRARIES is the folder with all headers and
# libraries, and nothing of this machine's own (.ci/make-libraries wasm of Plumb makes it).
set(PLUMB_LIBRARIES "" CACHE PATH "The folder that .ci/make-libraries made")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PLUMB_LIBRARIES)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # Platform/WASI.cmake
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_AR /usr/bin/llvm-ar-19 CACHE FILEPATH "")
set(CMAKE_RANLIB /usr/bin/llvm-ranlib-19 CACHE FILEPATH "")
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT ${PLUMB_LIBRARIES})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# What node 18 and browsers have had since 2022.
set(CMAKE_C_FLAGS_INIT "-mbulk-memory -msign-ext -mnontrapping-fptoint -mmutable-globals -D_WASI_EMULATED_SIGNAL")
# Debian's Boost names what C++17 has left out.
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fwasm-exceptions -D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION")
# The stack lies below the data: one that overflows ends the program, and writes over nothing. 65,535 pages, a page less than 4 GiB, so that no address is 2^32.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${PLUMB_LIBRARIES}/lib -Wl,--stack-first -Wl,-z,stack-size=8388608 -Wl,--max-memory=4294901760 -lplumb_exceptions -lwasi-emulated-signal -lwasi-emulated-process-clocks")
set(CMAKE_EXE_LINKER_FLAGS_RELEASE_INIT "-s")  # without names of functions

set(CMAKE_FIND_ROOT_PATH ${PLUMB_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ON)
