// SPDX-License-Identifier: GPL-3.0-or-later
// What stages on triangles pass on beside the mesh, and report.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "plumb/surface/triangle_mesh.h"

namespace plumb::pipeline {

using kernel::ExactPoint;
using surface::EdgeClass;
using surface::TriangleMesh;

/// Where two triangles have boundary edges that lie on one another in plan, and the agent steps from one to the other.
struct StepLink {
  TriangleMesh::Index a = 0, b = 0;               ///< triangles, a < b
  std::array<ExactPoint, 2> on_a, on_b;           ///< counter-clockwise around a; on_b[i] is above, below or at on_a[i]
  bool is_level() const { return on_a == on_b; }  ///< no step at all: both have one line in space
};

/// What a stage did to a mesh.
struct OperationFacts {
  std::uint64_t operations = 0;
  std::map<std::string, std::uint64_t> refused;  ///< by rule, how often it forbade one
  kernel::Area gained{mpq_class(0), 0},
      lost{mpq_class(0), 0};            ///< area in plan that the operations added, and that they took away
  kernel::Area moved{mpq_class(0), 0};  ///< area in plan that they made higher
  double farthest = 0;                  ///< of what flatten_ramps moved: how far in plan it was from a ramp
};

/// What a stage left of a mesh, in numbers.
struct TriangleStageFacts {
  std::string name;
  std::uint64_t triangles = 0, vertices = 0;
  std::uint64_t coordinate_bits = 0;  ///< of the longest numerator or denominator
  kernel::Area area;
  OperationFacts changes;  ///< empty where nothing was there before
};

}  // namespace plumb::pipeline
