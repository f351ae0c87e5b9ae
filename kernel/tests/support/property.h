// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>

namespace plumb::tests {

/// A number of low to high, whatever RapidCheck's size.
inline int drawn(int low, int high) { return *rc::gen::resize(100, rc::gen::inRange(low, high + 1)); }

/// How often kinds of things were met, and how often each has to be.
class Met {
 public:
  using Counts = std::map<std::string, int>;
  Met() = default;
  explicit Met(Counts least) : least_(std::move(least)) {}

  int& operator[](const std::string& kind) { return counts_[kind]; }
  /// What was met too seldom, as text.
  std::string lacking() {
    std::string out;
    for (const auto& [kind, count] : least_)
      if (counts_[kind] < count)
        out += kind + ": " + std::to_string(counts_[kind]) + " of " + std::to_string(count) + "\n";
    return out;
  }

 private:
  Counts least_, counts_;
};

/// rc::check, as many times at least; and again, up to twenty times, until all kinds were met. True if the property
/// holds and they were.
template <class Property>
bool check_many(const std::string& name, int times, Met& met, Property property) {
  using namespace rc::detail;
  TestMetadata metadata;
  metadata.id = metadata.description = name;
  TestParams params = configuration().testParams;
  params.maxSuccess = std::max(params.maxSuccess, times);
  for (int round = 0; round < 20; ++round, ++params.seed) {
    const auto result = checkTestable(property, metadata, params);
    std::cerr << "\n- " << name << "\n";
    printResultMessage(result, std::cerr);
    std::cerr << "\n";
    if (!result.template is<SuccessResult>()) return false;
    if (met.lacking().empty()) return true;
  }
  std::cerr << "met too seldom:\n" << met.lacking();
  return false;
}

template <class Property>
bool check_many(const std::string& name, int times, Property property) {
  Met met;
  return check_many(name, times, met, property);
}

}  // namespace plumb::tests
