// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs of this folder time and print with.
#pragma once
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace plumb::bench {

inline double microseconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

template <class Operation>
double time_of(Operation&& operation) {
  const double start = microseconds();
  operation();
  return microseconds() - start;
}

inline double median(std::vector<double> v) {
  std::ranges::sort(v);
  return v[v.size() / 2];
}

/// As bench.py prints its own. No bound: 0.
inline void line(const std::string& name, double ratio, double bound, const std::string& note = "") {
  std::printf("%-44s%8.3f  ", name.c_str(), ratio);
  if (bound > 0) std::printf("(bound %g) %s", bound, ratio <= bound ? "met" : "NOT MET");
  std::printf("  %s\n", note.c_str());
  std::fflush(stdout);
}

inline std::string in_microseconds(double time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f us", time < 10 ? 2 : 0, time);
  return text;
}

}  // namespace plumb::bench
