// SPDX-License-Identifier: GPL-3.0-or-later
// The vertices of a level that is cut into tiles, by their numbers: of a level in memory, or of one that is not.
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>

#include "plumb/kernel/interval.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

class LevelVertices {
 public:
  virtual ~LevelVertices() = default;
  /// A coordinate in input units, z up, and an interval around it.
  virtual mpq_class exact(std::uint32_t vertex, int axis) const = 0;
  virtual kernel::Interval about(std::uint32_t vertex, int axis) const = 0;
  /// Appends the coordinates in the frame of the input, a blank before each, as text that is read as the same numbers.
  /// Errors: out_of_range where no decimal is the number.
  virtual std::optional<Error> append_text(std::string& out, std::uint32_t vertex) const = 0;
};

}  // namespace plumb::pipeline
