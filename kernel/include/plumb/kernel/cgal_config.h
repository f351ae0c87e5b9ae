// SPDX-License-Identifier: LGPL-3.0-or-later
// Before other headers of CGAL: what these name and a target may lack (WebAssembly), each without a use here: threads,
// in what CGAL keeps for old programs; file streams, in a function that nobody calls; a mutex of Boost's for the
// numbers of Bernoulli; directions of rounding, for its intervals. No program that would set such a direction can be
// linked.
#pragma once
#include <cfenv>
#include <version>
#ifndef __STDCPP_THREADS__
#define CGAL_HAS_NO_THREADS
#define CGAL_NO_DEPRECATED_CODE
#define BOOST_SMART_PTR_DETAIL_LIGHTWEIGHT_MUTEX_HPP_INCLUDED
namespace boost::detail {
struct lightweight_mutex {
  struct scoped_lock {
    explicit scoped_lock(lightweight_mutex&) {}
  };
};
}  // namespace boost::detail
#endif
#ifndef FE_UPWARD
#define FE_UPWARD 1
#define FE_DOWNWARD 2
#define FE_TOWARDZERO 3
int plumb_sets_no_rounding(int direction);  // nowhere defined
#define fesetround plumb_sets_no_rounding
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
