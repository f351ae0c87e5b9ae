// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "plumb/kernel/area_ledger.h"

namespace plumb::pipeline {

/// What a stage did to a mesh.
struct OperationFacts {
  std::uint64_t operations = 0;
  std::map<std::string, std::uint64_t> refused;  ///< by rule, how often it forbade one
  kernel::Area gained{mpq_class(0), 0},
      lost{mpq_class(0), 0};  ///< area in plan that the operations added, and that they took away
};

}  // namespace plumb::pipeline
