// SPDX-License-Identifier: LGPL-3.0-or-later
// Before other headers of CGAL: its configuration, where the standard library has no threads or no file streams
// (WebAssembly). CGAL names them in what it keeps for old programs and in a function that nobody here calls.
#pragma once
#include <version>
#ifndef __STDCPP_THREADS__
#define CGAL_HAS_NO_THREADS
#define CGAL_NO_DEPRECATED_CODE
#endif
#ifdef _LIBCPP_HAS_NO_FILESYSTEM
#include <fstream>
#include <sstream>
#define ifstream istringstream
#include <CGAL/config.h>
#undef ifstream
#else
#include <CGAL/config.h>
#endif
