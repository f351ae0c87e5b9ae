# SPDX-License-Identifier: LGPL-3.0-or-later
# What CMake 3.25 does not know: WebAssembly with the system interface of WASI has static libraries alone, and its programs are modules.
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS FALSE)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_SYSTEM_PREFIX_PATH /)  # below CMAKE_FIND_ROOT_PATH
