// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace plumb::pipeline {

/// Random choices that are the same on every machine: the standard fixes the numbers of std::mt19937_64, but leaves its
/// distributions to the library.
class Draws {
 public:
  Draws(std::string_view family, std::uint64_t seed) : engine_(mixed(family, seed)) {}

  /// A whole number from low to high, each as likely as any other. Requires low <= high and a difference below 2^63.
  std::int64_t whole(std::int64_t low, std::int64_t high) {
    const std::uint64_t count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const std::uint64_t fair = ~std::uint64_t{0} - ~std::uint64_t{0} % count;  // a multiple of count
    std::uint64_t drawn = engine_();
    while (drawn >= fair) drawn = engine_();
    return low + static_cast<std::int64_t>(drawn % count);
  }
  bool coin() { return whole(0, 1) == 1; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(list.size()) - 1))];
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i)
      std::swap(list[i - 1], list[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(i) - 1))]);
  }

 private:
  // FNV-1a over the name, then the seed, so that families do not share their draws.
  static std::uint64_t mixed(std::string_view family, std::uint64_t seed) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : family) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash ^ (seed * 0x9e3779b97f4a7c15u);
  }

  std::mt19937_64 engine_;
};

}  // namespace plumb::pipeline
