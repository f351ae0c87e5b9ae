# SPDX-License-Identifier: LGPL-3.0-or-later
# A toolchain file: Windows on x86-64, by Debian's mingw-w64, whose libraries become part of each program. PLUMB_LIBRARIES is the folder of all other headers
# and libraries, and nothing of this machine's own (.ci/make-libraries windows of Plumb makes it).
set(PLUMB_LIBRARIES "" CACHE PATH "The folder that .ci/make-libraries made")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PLUMB_LIBRARIES)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# Sizes of files have 64 bits, and printf() writes numbers as C says, not as Microsoft's library did. An object may have more sections than 2^15.
set(CMAKE_C_FLAGS_INIT "-isystem ${PLUMB_LIBRARIES}/include -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1 -Wa,-mbig-obj")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
# Threads have as much stack as elsewhere; it is taken as it is used.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${PLUMB_LIBRARIES}/lib -static -s -Wl,--stack,8388608")

set(CMAKE_FIND_ROOT_PATH ${PLUMB_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ON)
