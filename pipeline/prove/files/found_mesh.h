// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sets.h"
#include "files/compare.h"
#include "read/obj_records.h"

namespace plumb::checker {

/// How an audit has read a navmesh.
struct Reading {
  Numbers numbers;
  bool y_up;                              ///< of the file's axes, or of those that the transform makes
  std::vector<Fraction> transform = {};   ///< none, or three rows of four
  std::optional<bool> whole_edges = {};   ///< none: as the file is
  std::vector<std::uint64_t> areas = {};  ///< kinds of ground that are kept; none: all
};

/// Any baker's navmesh.
struct FoundMesh {
  std::string format;                    ///< as an audit names it
  std::vector<SpacePoint> points;        ///< as the file's axes have them, until place()
  std::vector<Index> begin{0}, corners;  ///< polygon p: corners[begin[p], begin[p + 1])
  std::vector<std::uint64_t> area;       ///< by polygon, its kind of ground
  std::vector<std::array<Index, 3>> detail;
  std::vector<Index> detail_of;  ///< by triangle, its polygon
  bool has_links = false;        ///< the file says what is linked
  bool whole_edges = false;      ///< else: by edges between the same two places; or with a stretch in common
  std::vector<std::array<Index, 2>> links;
  std::string unknown_links;  ///< why those of the file are not known, or nothing

  Index polygons() const { return static_cast<Index>(begin.size() - 1); }
  std::size_t triangles_of_fans() const { return corners.size() - 2 * std::size_t{polygons()}; }
};

/// Reads an OBJ, or a file of Detour's. Throws Refused for others, and for what is no such file.
FoundMesh read_found_mesh(const std::string& text, const Reading& reading);

/// The parts of the latter.
FoundMesh found_detour_mesh(std::string_view bytes);
FoundMesh found_obj_mesh(const std::string& text, Numbers numbers);

/// Its triangles: of detail, or fans of its polygons; counter-clockwise, those with an area. Components are those of
/// polygons over its links, numbered by their lowest polygon.
Floor triangles_of(const FoundMesh& mesh, bool detail);
/// By polygon, the number of its component.
std::vector<Index> components_of(const FoundMesh& mesh);

}  // namespace plumb::checker
