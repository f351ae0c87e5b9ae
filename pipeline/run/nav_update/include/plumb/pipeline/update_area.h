// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <optional>
#include <string>
#include <vector>

#include "plumb/kernel/plan_region.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// Heights between two, both included.
struct HeightRange {
  mpq_class low, high;  ///< low <= high
};

/// The area of an update: a polygon in plan, perhaps between two heights.
struct UpdateArea {
  std::vector<kernel::PlanRing> parts;  ///< convex, counter-clockwise, of positive area; their interiors do not meet
  std::optional<HeightRange> heights;   ///< none: all
  mpz_class unit = 1;                   ///< the polygon's corners are multiples of 1 / unit
};

/// Makes an area of a simple polygon, in either direction, in plan and with z up. Errors: bad_face (fewer than three
/// corners, no area, or the polygon crosses or touches itself), out_of_range (heights that do not ascend), bad_option
/// (the denominator 0).
Result<UpdateArea> make_update_area(const kernel::PlanRing& polygon, std::optional<HeightRange> heights);

/// What an update does to the places in its area.
struct Change {
  enum class Kind : std::uint8_t { block, unblock, set_cost, add_cost, tag, untag };
  Kind kind = Kind::block;
  mpq_class cost = 0;  ///< of set_cost and add_cost: not negative, or a revert could leave a negative cost
  std::string tag;     ///< of tag and untag: not empty
  bool operator==(const Change&) const = default;
};

/// Why a change is not allowed. ErrorCode::out_of_range: a negative cost; bad_option: an empty tag, a cost
/// with the denominator 0.
std::optional<Error> refusal(const Change& change);

using UpdateId = std::uint32_t;    ///< 1, 2, ... in the order in which updates came
using ObstacleId = std::uint32_t;  ///< the same of obstacles

/// Applies a change to a state.
void apply(const Change& change, UpdateId id, CellState& state);

}  // namespace plumb::pipeline
