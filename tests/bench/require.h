// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdio>
#include <cstdlib>

namespace plumb::bench {

/// Times of something else than what was asked for would mislead.
inline void require(bool so, const char* what) {
  if (so) return;
  std::fprintf(stderr, "this bench measures something else: %s\n", what);
  std::exit(1);
}

}  // namespace plumb::bench
