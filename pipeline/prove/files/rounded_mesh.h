// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "files/bytes.h"
#include "files/navmesh.h"

namespace plumb::checker {

static_assert(std::endian::native == std::endian::little);  // so are these files

/// A mesh in rounded numbers, as a file has it that engines load (docs/reference/exports.md).
struct RoundedMesh {
  using Place = std::array<float, 3>;  ///< z up, relative to the origin
  /// With the corners from `first` to that of the next one, three or more.
  struct Polygon {
    int label;           ///< as that of a cell
    NavMesh::Kind link;  ///< flush: none
    std::size_t first;
  };

  std::vector<Place> places;
  std::vector<Polygon> polygons;
  std::vector<Index> corners;
  std::array<double, 3> origin{};
  int lowest = -3, highest = 0;  ///< of the labels of cells that it holds; a greater one counts as the highest
  bool may_link = false;         ///< the last of its polygons may be those of links
  double grid = 0;               ///< how wide the cells of its grid are; 0: it is binary32 alone
  // Of a mesh that says which polygons are neighbours.
  bool names_neighbours = false;
  std::vector<Index> beyond;  ///< by corner: the polygon beyond the edge that begins there; none; or `side`
  static constexpr Index side = none - 1;            ///< what has the same edge beyond the side of a tile
  std::vector<std::pair<std::size_t, float>> lines;  ///< axis and place of the lines between tiles

  std::size_t end(std::size_t polygon) const {
    return polygon + 1 < polygons.size() ? polygons[polygon + 1].first : corners.size();
  }
};

/// The extension of a file that begins so, as reports have it (".glb"); empty: it is none of these.
std::string_view extension_of(std::string_view bytes);
/// Reads one, of a bake with these options. Throws Refused for what Plumb does not write.
RoundedMesh read_rounded_mesh(std::string_view bytes, const NavMesh& mesh);

// By format, as their magic says.
RoundedMesh rounded_obj_mesh(std::string_view text, const NavMesh& mesh);
RoundedMesh rounded_glb_mesh(std::string_view bytes, const NavMesh& mesh);
RoundedMesh rounded_tres_mesh(std::string_view text, const NavMesh& mesh);
RoundedMesh rounded_detour_mesh(std::string_view bytes, const NavMesh& mesh);

/// A file of rounded numbers that cannot be read.
Refused no_mesh(const std::string& what, std::uint64_t line = 0);
/// Where polygons of this name belong: their label and the kind of their links. Throws Refused if it is no such name.
RoundedMesh::Polygon group_of(const NavMesh& mesh, std::string_view name);
/// A finite number. Throws Refused.
double double_of(std::string_view text, std::uint64_t line);
/// The same as binary32, as engines read it.
float float_of(std::string_view text, std::uint64_t line);

}  // namespace plumb::checker
