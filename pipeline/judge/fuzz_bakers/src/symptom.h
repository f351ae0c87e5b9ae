// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with a bake.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::pipeline {

enum class FuzzGrade { defect, look };

enum class FuzzKind {
  // defects
  crash,        ///< the adapter or the baker ended with a status that is none of the contract, or by a signal
  hang,         ///< no answer in time
  memory,       ///< it ended and says that memory is short
  unreadable,   ///< status 0 without a navmesh that can be read
  empty,        ///< no polygon and no word why, where floor is certain
  nonconvex,    ///< a polygon that is not convex
  folded,       ///< a polygon that lies over itself
  degenerate,   ///< a polygon without area
  overlap,      ///< polygons over one another
  order,        ///< the same faces in reversed order give another area
  lost,         ///< floor that voxel bakers keep by their rules is not there
  false_floor,  ///< floor that voxel bakers do not have by their rules is there
  beyond,       ///< floor farther from all floor than a step and two cells
  differs,      ///< another version gives another floor
  // to look at
  motion,    ///< the same scene moved by whole cells gives another area
  monotone,  ///< a more able agent gets less
  missing,   ///< true floor is missing, and no rule of voxels says why
  excess,    ///< floor is there where the scene has nothing
};

struct FuzzKindRow {
  FuzzKind kind;
  const char* word;
  FuzzGrade grade;
  const char* rule;  ///< what is expected, for people
};
const std::vector<FuzzKindRow>& fuzz_kinds();
const FuzzKindRow& row_of(FuzzKind kind);
std::optional<FuzzKind> fuzz_kind_of(std::string_view word);

/// One thing that is wrong with one bake.
struct Symptom {
  FuzzKind kind;
  std::string cause;  ///< by which findings are grouped; may be empty
  std::string came;   ///< what came instead of what the rule says, for people
  bool same_as(const Symptom& other) const { return kind == other.kind && cause == other.cause; }
};

/// About, in four digits.
std::string about(double value);

}  // namespace plumb::pipeline
