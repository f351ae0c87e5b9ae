// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/scene.h"

// How reports tell numbers, places and faces.
namespace plumb::pipeline {

/// "12.5000", four digits; "12.5000 %" of another area; "<0.0001" of what is less and not nothing.
std::string area_text(const AreaTotal& area);
std::string share_text(const AreaTotal& part, const AreaTotal& whole);

/// "polygons 3, 4, 9, 10 and 12 more".
std::string list_text(const std::string& noun, const std::vector<std::uint32_t>& list);

/// A box in the axes of the input: least and greatest coordinates there.
std::array<ExactPoint, 2> input_box(const std::array<ExactPoint, 2>& box, UpAxis up);

/// Numbers for people, with as many decimals as three digits behind the first one of the level's size are: 0.01 in a
/// level of 48 units. What is not nothing is never shown as 0. Decimals are the double's, never fractions.
class Figures {
 public:
  explicit Figures(const AuditFacts& facts);

  std::string number(double value) const;
  std::string length(const mpq_class& value) const { return number(value.get_d()); }
  std::string area(const AreaTotal& area) const;
  /// Of a short distance: three digits, be it ever so short.
  std::string width(const mpq_class& squared) const;
  /// In the axes of the input: "(1.5, 0, -2.25)", and "(..) to (..)".
  std::string point(const ExactPoint& p) const;
  std::string box(const std::array<ExactPoint, 2>& box) const;

 private:
  UpAxis up_;
  int decimals_;
};

/// Why there is a false join: "obstacle" (faces stand there), "height" (more than the step) or "gap"; of a missing one
/// "".
const char* join_cause(const ComponentJoin& join, const mpq_class& step);

// The names that a scene has for its faces: objects and groups (OBJ: o and g; glTF: nodes and meshes).

/// The object's name, the group's, or "object/group"; empty where there is none.
std::string face_name(const std::vector<FaceGroup>& groups, std::uint32_t face);

/// "faces 3, 4 (stairs), 9 (floor) and 12 more"; empty of none. Faces that follow one another with one name share it.
std::string faces_text(const std::vector<FaceGroup>& groups, const std::vector<std::uint32_t>& faces);

/// [{"object", "group", "faces"}] of those that have a name, a name by its first face.
Json face_names_json(const std::vector<FaceGroup>& groups, const std::vector<std::uint32_t>& faces);

}  // namespace plumb::pipeline
