// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace plumb::tests {

/// A number of low to high, whatever RapidCheck's size.
inline int drawn(int low, int high) { return *rc::gen::resize(100, rc::gen::inRange(low, high + 1)); }

/// rc::check, as many times at least.
template <class Property>
bool check_many(const std::string& name, int times, Property property) {
  using namespace rc::detail;
  TestMetadata metadata;
  metadata.id = metadata.description = name;
  TestParams params = configuration().testParams;
  params.maxSuccess = std::max(params.maxSuccess, times);
  const auto result = checkTestable(property, metadata, params);
  std::cerr << "\n- " << name << "\n";
  printResultMessage(result, std::cerr);
  std::cerr << "\n";
  return result.template is<SuccessResult>();
}

/// What a property must have met, and how often.
inline void require_met(const std::map<std::string, int>& met, const std::vector<std::pair<std::string, int>>& least) {
  for (const auto& [kind, count] : least) {
    const auto at = met.find(kind);
    INFO(kind);
    CHECK((at == met.end() ? 0 : at->second) >= count);
  }
}

}  // namespace plumb::tests
